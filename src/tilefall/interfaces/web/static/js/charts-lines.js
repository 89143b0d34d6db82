// Lines of charts: curves with points of their own put together for uPlot, which has one x for all.

import { DASHES } from "./results/parts.js";
import uPlot from "./vendored.js";

/** @typedef {[number | null, number | null]} Interval */
/**
 * @typedef {object} Line
 * @property {string} key by which it is known from one look to the next
 * @property {string} name
 * @property {number} look which colour and which dashes
 * @property {"line" | "stairs" | "points"} kind
 * @property {[number, number][]} points from left to right
 * @property {Interval[]} [intervals] at each point: a band around a line, whiskers at points
 */
/** @typedef {(number | null)[]} Column */

const SLOTS = 3; // columns of a line: its values, and the low and high ends of its intervals

/**
 * The column of x, then three for each line; null where a line has no point.
 * @param {Line[]} lines
 * @returns {[number[], ...Column[]]}
 */
export function columns(lines) {
  const across = [...new Set(lines.flatMap((line) => line.points.map(([x]) => x)))].sort((a, b) => a - b);
  const places = new Map(across.map((x, i) => [x, i]));
  const found = lines.flatMap(({ points, intervals }) => {
    const [values, lows, highs] = Array.from({ length: SLOTS }, () => /** @type {Column} */ (across.map(() => null)));
    if (!values || !lows || !highs) return [];
    points.forEach(([x, value], i) => {
      const place = places.get(x) ?? 0;
      values[place] = value;
      lows[place] = intervals?.[i]?.[0] ?? null;
      highs[place] = intervals?.[i]?.[1] ?? null;
    });
    return [values, lows, highs];
  });
  return [across, ...found];
}

/**
 * Which column of uPlot a line's values are.
 * @param {number} i
 */
export function columnOf(i) {
  return 1 + SLOTS * i;
}

/**
 * How uPlot draws the columns.
 * @param {Line[]} lines
 * @param {Set<string>} hidden keys of lines that are switched off
 * @param {(name: string, share?: number) => string} colour
 * @returns {{series: uPlot.Series[], bands: uPlot.Band[]}}
 */
export function drawn(lines, hidden, colour) {
  /** @type {uPlot.Series[]} */
  const series = [{}];
  /** @type {uPlot.Band[]} */
  const bands = [];
  lines.forEach((line, i) => {
    const name = `--a${line.look % DASHES.length}`;
    const stroke = () => colour(name);
    const show = !hidden.has(line.key);
    const end = { show, stroke: "transparent", width: 0, points: { show: false }, spanGaps: true };
    if (line.kind === "points") {
      const points = { show: true, size: 9, width: 2, stroke, fill: stroke };
      series.push({ show, stroke, width: 0, paths: () => null, points });
      const unseen = { ...end, paths: () => null }; // so that the axis has room for whiskers
      series.push(unseen, { ...unseen });
      return;
    }
    const paths = line.kind === "stairs" ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
    const dash = DASHES[line.look % DASHES.length] ?? [];
    const points = { show: line.points.length === 1, size: 8, stroke, fill: stroke };
    series.push({ show, stroke, width: 2, dash, spanGaps: true, points, ...(paths ? { paths } : {}) });
    series.push(end, { ...end });
    const first = columnOf(i);
    if (line.intervals) bands.push({ series: [first + 2, first + 1], fill: () => colour(name, 0.18) });
  });
  return { series, bands };
}

/**
 * Draw the intervals of points as whiskers, with the line's number where there are several.
 * @param {uPlot} plot
 * @param {Line[]} lines
 * @param {(name: string) => string} colour
 */
export function whiskers(plot, lines, colour) {
  const { ctx } = plot;
  const scale = uPlot.pxRatio;
  const places = new Set(lines.map((line) => line.look));
  ctx.save();
  lines.forEach((line, i) => {
    if (line.kind !== "points" || plot.series[columnOf(i)]?.show === false) return;
    ctx.strokeStyle = ctx.fillStyle = colour(`--a${line.look % DASHES.length}`);
    ctx.lineWidth = 2 * scale;
    ctx.font = `600 ${11 * scale}px system-ui, sans-serif`;
    ctx.textAlign = "center";
    line.points.forEach(([x, value], at) => {
      const [low, high] = line.intervals?.[at] ?? [null, null];
      const across = plot.valToPos(x, "x", true);
      const [bottom, top] = [low ?? value, high ?? value].map((end) => plot.valToPos(end, "y", true));
      if (bottom === undefined || top === undefined) return;
      ctx.beginPath();
      for (const end of [bottom, top]) {
        ctx.moveTo(across - 4 * scale, end);
        ctx.lineTo(across + 4 * scale, end);
      }
      ctx.moveTo(across, bottom);
      ctx.lineTo(across, top);
      ctx.stroke();
      if (places.size > 1) ctx.fillText(`${line.look + 1}`, across, top - 5 * scale);
    });
  });
  ctx.restore();
}

/**
 * The value of a line nearest to a place among all x.
 * @param {Column} values
 * @param {number} place
 */
export function nearest(values, place) {
  for (let away = 0; away < values.length; away += 1) {
    for (const at of [place - away, place + away]) {
      const value = values[at];
      if (value !== null && value !== undefined) return value;
    }
  }
  return null;
}
