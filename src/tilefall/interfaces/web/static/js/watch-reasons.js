// Watch reasons: what each feature adds to the first candidate and to the second, as bars.

import { element } from "./dom.js";
import { signed } from "./watch-candidates.js";

/** @typedef {import("./watch-view.js").Part} Part */
/** @typedef {import("./types.js").Reason} Reason */

const MOST = 5; // features that are shown at once
const SAME = 5e-4; // a difference that nobody would see

/** @returns {Part} */
export function reasonsPart() {
  const why = element("p", { class: "why" });
  const list = element("div", { class: "reasons" });
  const others = element("div", { class: "reasons" });
  const summary = element("summary");
  const rest = element("details", {}, summary, others);
  const legend = element("p", { class: "soft legend" },
    element("span", { class: "key first", "aria-hidden": "true" }), "first ",
    element("span", { class: "key second", "aria-hidden": "true" }), "second, left of the line below 0");
  const box = element("section", { class: "panel against", "aria-label": "First against second" },
    element("h2", {}, "First against second"), why, legend, list, rest);
  /** @type {Reason[] | null} */
  let drawn = null;
  return {
    box,
    show(view) {
      const isWaiting = view.is_explained && !view.candidates.length && !view.nothing && Boolean(why.textContent);
      box.classList.toggle("waiting", isWaiting);
      if (isWaiting) return;
      box.hidden = !view.is_explained || !(view.why || view.reasons.length);
      if (why.textContent !== view.why) why.textContent = view.why;
      if (view.reasons === drawn) return;
      drawn = view.reasons;
      const axis = axisOf(view.reasons);
      // the most different come first
      const different = view.reasons.filter((each) => !isSame(each)).length;
      const shown = Math.min(different, MOST);
      list.replaceChildren(...view.reasons.slice(0, shown).map((reason) => line(reason, axis)));
      others.replaceChildren(...view.reasons.slice(shown).map((reason) => line(reason, axis)));
      legend.hidden = !shown;
      rest.hidden = shown === view.reasons.length;
      const more = view.reasons.length - shown;
      summary.textContent = different > shown ? `${more} more features` : `${more} features add the same to both`;
    },
  };
}

/** @typedef {{zero: number, scale: number}} Axis where nothing is, and per cent for one */

/**
 * @param {Reason[]} reasons
 * @returns {Axis}
 */
function axisOf(reasons) {
  const all = reasons.flatMap(([, first, second]) => [first, second]);
  const low = Math.min(0, ...all), high = Math.max(0, ...all);
  const scale = high > low ? 100 / (high - low) : 0;
  return { zero: -low * scale, scale };
}

/** @param {Reason} reason */
function isSame([, first, second]) {
  return Math.abs(first - second) < SAME;
}

/**
 * @param {Reason} reason
 * @param {Axis} axis
 */
function line([feature, first, second], axis) {
  const gap = first - second;
  const better = isSame([feature, first, second]) ? "same" : gap > 0 ? "first" : "second";
  return element("div", { class: "reason" },
    element("span", { class: "feature" }, feature),
    element("span", { class: `gap ${better}` }, better === "same" ? "0" : `${gap > 0 ? "+" : "\u2212"}${short(Math.abs(gap))}`),
    bar(first, axis, "first"),
    bar(second, axis, "second"));
}

/**
 * @param {number} value
 * @param {Axis} axis
 * @param {"first" | "second"} which
 */
function bar(value, axis, which) {
  const fill = element("span", { class: `fill ${which}` });
  const length = Math.abs(value) * axis.scale;
  fill.style.left = `${value < 0 ? axis.zero - length : axis.zero}%`;
  fill.style.width = `${length}%`;
  const zero = element("span", { class: "zero" });
  zero.style.left = `${axis.zero}%`;
  return element("span", { class: "bar" },
    element("span", { class: "unseen" }, `${which} `),
    element("span", { class: "track", "aria-hidden": "true" }, fill, zero),
    element("span", { class: "worth" }, signed(short(value))));
}

/**
 * A number in a few characters: 0.875, 1,234, 1.2M.
 * @param {number} value
 */
export function short(value) {
  const size = Math.abs(value);
  if (size >= 1e6) return `${(value / 1e6).toFixed(size < 1e7 ? 2 : 1)}M`;
  if (size >= 1e5) return `${(value / 1e3).toFixed(0)}k`;
  if (size >= 1000) return value.toLocaleString("en-GB", { maximumFractionDigits: 0 });
  return Number.isInteger(value) ? `${value}` : value.toFixed(size < 10 ? 3 : 1);
}
