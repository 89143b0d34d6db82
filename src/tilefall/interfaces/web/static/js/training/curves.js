// Curves of runs: those of like measure share a chart, and a table has the same figures.

import { Chart } from "../charts.js";
import { element } from "../dom.js";
import { refilled, table } from "../results/parts.js";
import { duration, number } from "../results/wording.js";

/** @typedef {import("../results/types.js").Run} Run */
/** @typedef {import("../results/types.js").Across} Across */
/** @typedef {import("../results/types.js").Panel} Panel */
/** @typedef {import("../results/types.js").Point} Point */
/** @typedef {import("../charts.js").Line} Line */
/** @typedef {{run: Run, look: number, panel: Panel}} Part */
/** @typedef {{root: HTMLElement, title: HTMLElement, chart: Chart, figures: HTMLElement}} Drawn */

const OTHER_SEEDS = "lines a game on other seeds, mean"; // by which all falling games can be compared
const LABELS = { generations: "generations", games: "games of training", seconds: "time of training" };

/**
 * What of some runs is drawn together, by what is measured.
 * @param {Run[]} runs
 * @returns {Map<string, Part[]>}
 */
export function gathered(runs) {
  /** @type {Map<string, Part[]>} */
  const found = new Map();
  runs.forEach((run, look) => {
    for (const panel of run.panels) found.set(panel.up, [...(found.get(panel.up) ?? []), { run, look, panel }]);
  });
  // it says what the others say already, unless runs were chosen by different measures
  const measures = [...found.keys()].filter((up) => up !== OTHER_SEEDS && up.includes("lines"));
  if (measures.length < 2) found.delete(OTHER_SEEDS);
  return found;
}

/**
 * The lines of a chart: what was trained with its band, what was judged with its whiskers.
 * @param {Part[]} parts
 * @param {Across} across
 * @param {boolean} isAlone whether there is only one run
 * @returns {Line[]}
 */
export function linesOf(parts, across, isAlone) {
  return parts.flatMap(({ run, look, panel }) => {
    const name = !isAlone ? `${look + 1} ${run.name}: ` : "";
    /** @type {Line[]} */
    const lines = [];
    if (panel.points.length) {
      const hasBand = panel.points.some(({ low }) => low !== undefined);
      lines.push({
        key: `${run.id} trained`, look, kind: "line",
        name: `${name}${hasBand ? "mean, worst to best" : "training"}`,
        points: placed(panel.points, across),
        ...(hasBand ? { intervals: panel.points.map(({ low, high }) => [low ?? null, high ?? null]) } : {}),
      });
    }
    if (panel.judged.length) {
      lines.push({
        key: `${run.id} judged`, look, kind: "points",
        name: `${name}other seeds, 95 %`,
        points: placed(panel.judged, across),
        intervals: panel.judged.map(({ low, high }) => [low ?? null, high ?? null]),
      });
    }
    return lines;
  });
}

/**
 * @param {Point[]} points
 * @param {Across} across
 * @returns {[number, number][]}
 */
function placed(points, across) {
  return points.map((point) => [point[across], point.value]);
}

/** Charts that grow with their runs. */
export class Curves {
  constructor() {
    this.root = element("div", { class: "stack" });
    /** @type {Map<string, Drawn>} */
    this._drawn = new Map();
  }

  /**
   * @param {Run[]} runs
   * @param {Across} across
   * @param {boolean} isLog
   */
  show(runs, across, isLog) {
    const wanted = gathered(runs);
    for (const [up, drawn] of this._drawn) {
      if (wanted.has(up)) continue;
      drawn.chart.close();
      drawn.root.remove();
      this._drawn.delete(up);
    }
    for (const [up, parts] of wanted) {
      const drawn = this._drawn.get(up) ?? this._made(up);
      const writtenAcross = across === "seconds" ? duration : number;
      drawn.chart.show(linesOf(parts, across, runs.length === 1), {
        label: `${up}, by ${LABELS[across]}`, across: LABELS[across], isLog, writtenAcross,
        start: across === "generations" ? 1 : 0,
        isFromZero: !up.startsWith("error"),
      });
      refilled(drawn.figures, ...tables(parts, across, up));
    }
  }

  close() {
    for (const { chart } of this._drawn.values()) chart.close();
  }

  /** @param {string} up */
  _made(up) {
    const chart = new Chart();
    const title = element("h2", {}, `${up.charAt(0).toUpperCase()}${up.slice(1)}`);
    const figures = element("div", { class: "stack" });
    const details = element("details", {}, element("summary", {}, "The same as a table"), figures);
    const root = element("section", { class: "panel" }, title, chart.root, details);
    const drawn = { root, title, chart, figures };
    this._drawn.set(up, drawn);
    this.root.append(root);
    return drawn;
  }
}

/**
 * @param {Part[]} parts
 * @param {Across} across
 * @param {string} up
 */
function tables(parts, across, up) {
  const written = across === "seconds" ? duration : number;
  const end = (/** @type {number | null | undefined} */ value) => (value === null || value === undefined ? "–" : number(value));
  const row = (/** @type {Point} */ point) => [written(point[across]), number(point.value), end(point.low), end(point.high)];
  return parts.flatMap(({ run, panel }) => {
    const made = [];
    if (panel.judged.length) {
      const label = `${run.name}: ${up}, on other seeds`;
      made.push(element("h3", {}, label), table(label, [LABELS[across], "value", "from", "to"], panel.judged.map(row)));
    }
    if (panel.points.length) {
      const label = `${run.name}: ${up}, in training`;
      made.push(element("h3", {}, label), table(label, [LABELS[across], "mean", "worst", "best"], panel.points.map(row)));
    }
    return made;
  });
}
