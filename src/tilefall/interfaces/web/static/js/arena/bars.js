// Bars: figures with their intervals on a common axis, each with its numbers beside it.

import { ends, evenTicks } from "../charts-scale.js";
import { element } from "../dom.js";
import { swatch } from "../results/parts.js";
import { number } from "../results/wording.js";

/** @typedef {import("../results/types.js").Bars} Bars */
/** @typedef {import("../results/types.js").Bar} Bar */

/**
 * A dot and a bar for each figure; a bar without an end runs to the edge and has no stroke there.
 * @param {Bars} bars
 * @param {string[]} names of all agents
 */
export function intervalBars({ title, unit, zero, bars }, names) {
  const known = bars.flatMap(({ value, low, high }) => [value, low, high]).filter((each) => each !== null);
  if (zero !== null) known.push(zero);
  const [first, last] = ends(Math.min(...known), Math.max(...known), { isLog: false, isFromZero: false });
  const part = (/** @type {number} */ value) => (100 * (value - first)) / (last - first);
  const ticks = evenTicks(first, last, 5);
  const label = `${title}: ${bars.map((bar) => `${names[bar.agent]} ${bar.words}`).join("; ")}`;
  return element("div", { class: "bars", role: "img", "aria-label": label },
    ...bars.flatMap((bar) => [
      element("span", { class: "name" }, swatch(bar.agent), names[bar.agent] ?? ""),
      track(bar, part, ticks, zero),
      element("span", { class: "words" }, bar.words),
    ]),
    axis(ticks, part, unit));
}

/**
 * @param {Bar} bar
 * @param {(value: number) => number} part
 * @param {number[]} ticks
 * @param {number | null} zero
 */
function track({ agent, value, low, high }, part, ticks, zero) {
  const line = element("span", { class: `line a${agent % 7}` });
  const [from, to] = [low === null ? 0 : part(low), high === null ? 100 : part(high)];
  line.style.left = `${from}%`;
  line.style.width = `${to - from}%`;
  line.classList.toggle("no-low", low === null);
  line.classList.toggle("no-high", high === null);
  const holder = element("span", { class: "track" }, ...ticks.map((tick) => placed("grid", part(tick))));
  if (zero !== null) holder.append(placed("zero", part(zero)));
  holder.append(line);
  if (value !== null) holder.append(placed(`dot a${agent % 7}`, part(value)));
  return holder;
}

/**
 * @param {number[]} ticks
 * @param {(value: number) => number} part
 * @param {string} unit
 */
function axis(ticks, part, unit) {
  const numbers = ticks.map((tick) => {
    const made = placed("tick", part(tick));
    made.textContent = number(tick);
    return made;
  });
  return element("span", { class: "track axis" }, ...numbers, element("span", { class: "unit" }, unit));
}

/**
 * @param {string} kind
 * @param {number} percent
 */
function placed(kind, percent) {
  const made = element("span", { class: kind });
  made.style.left = `${percent}%`;
  return made;
}

/**
 * Games won, tied and lost as parts of a bar, each with its number.
 * @param {[number, number, number][]} results in the order of the ranks
 * @param {number[]} ranks
 * @param {string[]} names
 */
export function resultBars(results, ranks, names) {
  const kinds = /** @type {const} */ (["won", "tied", "lost"]);
  return element("div", { class: "bars results" }, ...results.flatMap((counts, i) => {
    const all = counts.reduce((sum, count) => sum + count, 0);
    const told = counts.map((count, which) => `${number(count)} ${kinds[which]}`).join(", ");
    const parts = counts.map((count, which) => {
      const made = element("span", { class: `part ${kinds[which]}` }, count / all > 0.08 ? number(count) : "");
      made.style.width = `${(100 * count) / (all || 1)}%`;
      return made;
    });
    return [
      element("span", { class: "name" }, swatch(ranks[i] ?? 0), names[ranks[i] ?? 0] ?? ""),
      element("span", { class: "parts", role: "img", "aria-label": told }, ...parts),
      element("span", { class: "words" }, counts.map((count) => number(count)).join(" / ")),
    ];
  }));
}
