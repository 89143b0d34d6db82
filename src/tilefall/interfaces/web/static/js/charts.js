// Charts: curves with a legend of buttons, values under the cursor, and keys that move it.

import { columnOf, columns, drawn, nearest, whiskers } from "./charts-lines.js";
import { ends, evenTicks, factor, factorTicks } from "./charts-scale.js";
import { button, element, say } from "./dom.js";
import { swatch } from "./results/parts.js";
import { number } from "./results/wording.js";
import uPlot from "./vendored.js";

/** @typedef {import("./charts-lines.js").Line} Line */
/**
 * @typedef {object} Look
 * @property {string} label what is drawn, for those who do not see it
 * @property {string} across what is counted from left to right
 * @property {number} [height]
 * @property {number} [start] where the axis from left to right begins, if nothing is before it
 * @property {boolean} [isLog] upward by factors
 * @property {boolean} [isLogAcross]
 * @property {boolean} [isFromZero] upward from 0, if nothing is below it
 * @property {boolean} [hasNoLast] whether the last values tell nothing
 * @property {(value: number) => string} [written] how values are written
 * @property {(value: number) => string} [writtenAcross]
 */

const TICK = 62; // pixels that a number below the axis needs
const keep = (/** @type {uPlot} */ _, /** @type {number[]} */ splits) => splits;

/**
 * A colour of the style sheet, as it is now.
 * @param {string} name
 * @param {number} [share] how much of it
 */
function colour(name, share = 1) {
  const found = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return share === 1 ? found : `${found}${Math.round(255 * share).toString(16).padStart(2, "0")}`;
}

export class Chart {
  constructor() {
    this._plane = element("div", { class: "plane", tabindex: 0, role: "img" });
    this._where = element("span", { class: "where soft" });
    this._legend = element("div", { class: "legend row", role: "group", "aria-label": "Curves" });
    this.root = element("div", { class: "chart" }, this._plane, this._legend, this._where);
    /** @type {uPlot | null} */
    this._plot = null;
    /** @type {Line[]} */
    this._lines = [];
    /** @type {Look} */
    this._look = { label: "", across: "" };
    this._sort = ""; // what must stay the same for a plot to be filled again instead of made again
    /** @type {Set<string>} */
    this._hidden = new Set();
    this._observed = new ResizeObserver(() => this._fit());
    this._observed.observe(this._plane);
    this._repaint = () => this._plot?.redraw(true, true);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this._repaint);
    this._themed = new MutationObserver(this._repaint);
    this._themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    this._plane.addEventListener("keydown", (event) => this._key(event));
  }

  /**
   * Draw these lines; those that were there already only move.
   * @param {Line[]} lines
   * @param {Look} look
   */
  show(lines, look) {
    this._lines = lines;
    this._look = look;
    this._plane.setAttribute("aria-label", `${look.label}. The arrow keys read its values out.`);
    const sort = JSON.stringify([
      lines.map(({ key, name, kind, look: i, intervals }) => [key, name, kind, i, Boolean(intervals)]),
      look.isLog, look.isLogAcross, look.across, look.height,
    ]);
    const data = columns(lines);
    if (this._plot && sort === this._sort) this._plot.setData(data);
    else this._build(data);
    this._sort = sort;
    this._tell(null);
  }

  /** Let go of everything that would outlive the page's part. */
  close() {
    this._observed.disconnect();
    this._themed.disconnect();
    matchMedia("(prefers-color-scheme: dark)").removeEventListener("change", this._repaint);
    this._plot?.destroy();
    this._plot = null;
  }

  /** @param {ReturnType<typeof columns>} data */
  _build(data) {
    this._plot?.destroy();
    const { series, bands } = drawn(this._lines, this._hidden, colour);
    this._plot = new uPlot({
      ...this._size(),
      series,
      bands,
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, y: false, points: { show: false } },
      scales: {
        x: { ...this._scale(this._look.isLogAcross), range: (plot) => this._sides(plot) },
        y: {
          ...this._scale(this._look.isLog),
          range: (_, low, high) => ends(low, high, { isLog: Boolean(this._look.isLog), isFromZero: this._look.isFromZero ?? true }),
        },
      },
      axes: [this._axis(0), this._axis(1)],
      padding: [14, 26, 0, 0],
      hooks: {
        draw: [(plot) => whiskers(plot, this._lines, colour)],
        setCursor: [(plot) => this._tell(plot.cursor.idx ?? null)],
      },
    }, data, this._plane);
    this._legend.replaceChildren(...this._lines.map((line, i) => this._switch(line, i)));
    this._legend.hidden = this._lines.length === 0;
  }

  /**
   * @param {boolean | undefined} isLog
   * @returns {uPlot.Scale}
   */
  _scale(isLog) {
    return { time: false, auto: true, ...(isLog ? { distr: 100, fwd: factor, bwd: Math.expm1 } : {}) };
  }

  /**
   * Where the axis from left to right begins and ends.
   * @param {uPlot} plot
   * @returns {[number, number]}
   */
  _sides(plot) {
    const across = plot.data[0] ?? [];
    const [first, last] = [Number(across[0] ?? 0), Number(across[across.length - 1] ?? 1)];
    const left = Math.min(first, this._look.start ?? first);
    return [left, last > left ? last : left + 1];
  }

  /**
   * @param {0 | 1} which below or at the left
   * @returns {uPlot.Axis}
   */
  _axis(which) {
    const isAcross = which === 0;
    const { isLog, isLogAcross, across } = this._look;
    const ticks = (isAcross ? isLogAcross : isLog) ? factorTicks : evenTicks;
    const lines = { stroke: () => colour("--rule"), width: 1, filter: keep };
    return {
      stroke: () => colour("--soft"),
      font: "12px system-ui, sans-serif",
      labelFont: "12px system-ui, sans-serif",
      ...(isAcross ? { label: across, labelSize: 20, size: 30 } : {}),
      ...(isAcross ? {} : { size: (_, written) => 16 + 7 * Math.max(3, ...(written ?? []).map((word) => `${word}`.length)) }),
      grid: lines,
      ticks: { ...lines, size: 5 },
      filter: keep,
      splits: (plot, _, low, high) => ticks(low, high, Math.max(2, Math.floor(isAcross ? plot.width / TICK : plot.height / 36))),
      values: (_, splits) => splits.map(isAcross ? this._look.writtenAcross ?? number : this._look.written ?? number),
    };
  }

  _size() {
    return { width: Math.max(this._plane.clientWidth, 200), height: this._look.height ?? 280 };
  }

  _fit() {
    const size = this._size();
    if (this._plot && this._plot.width !== size.width) this._plot.setSize(size);
  }

  /**
   * A button of the legend, which switches a line.
   * @param {Line} line
   * @param {number} i
   */
  _switch(line, i) {
    const made = button("", () => {
      const isHidden = !this._hidden.delete(line.key) && Boolean(this._hidden.add(line.key));
      for (const more of [0, 1, 2]) this._plot?.setSeries(columnOf(i) + more, { show: !isHidden });
      made.setAttribute("aria-pressed", `${!isHidden}`);
    }, { "aria-pressed": `${!this._hidden.has(line.key)}`, class: "small" });
    made.append(swatch(line.look, line.kind === "points"), line.name, element("b", {}));
    return made;
  }

  /**
   * Write the values at a place beside the names; at the end if there is no cursor.
   * @param {number | null} place
   */
  _tell(place) {
    const data = this._plot?.data;
    const across = data?.[0];
    if (!data || !across || across.length === 0) {
      this._where.textContent = "Nothing is drawn yet.";
      return "";
    }
    if (place === null && this._look.hasNoLast) {
      for (const holder of this._legend.querySelectorAll("b")) holder.textContent = "";
      this._where.textContent = "Point at the chart, or move through it with the arrow keys, to read values.";
      return "";
    }
    const at = place ?? across.length - 1;
    const { written = number, writtenAcross = number } = this._look;
    const words = this._lines.map((line, i) => {
      const value = nearest(/** @type {(number | null)[]} */ (data[columnOf(i)] ?? []), at);
      const told = value === null ? "" : written(value);
      const holder = this._legend.children[i]?.querySelector("b");
      if (holder) holder.textContent = told;
      return `${line.name} ${told}`;
    });
    const where = `${this._look.across}: ${writtenAcross(Number(across[at]))}`;
    this._where.textContent = place === null ? `${where} (the last)` : where;
    return `${where}: ${words.join(", ")}`;
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const plot = this._plot;
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (!plot || step === undefined) return;
    event.preventDefault();
    const across = plot.data[0];
    const now = plot.cursor.idx ?? across.length;
    const next = Math.min(Math.max(now + step, 0), across.length - 1);
    plot.setCursor({ left: plot.valToPos(Number(across[next]), "x"), top: 10 });
    say(this._tell(next));
  }
}
