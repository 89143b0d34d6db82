// List of runs: each with what it trains, how far it is, and how good it was; some are compared.

import { element } from "../dom.js";
import { nothing, progress, soFar, state } from "../results/parts.js";
import { ago, duration } from "../results/wording.js";

/** @typedef {import("../results/types.js").RunEntry} RunEntry */

export const MOST_RUNS = 7; // as many colours can be told apart by everybody

/**
 * What a run does at the moment.
 * @param {RunEntry} run
 */
export function stateOf({ is_running, is_finished, wrong }) {
  if (wrong !== undefined) return "broken";
  return is_running ? "running" : is_finished ? "finished" : "stopped";
}

/**
 * How far a run is and how long that took, or will take.
 * @param {RunEntry} run
 */
export function howFar({ done, planned, unit, seconds, left_seconds, is_running }) {
  const left = left_seconds === null ? "" : `, about ${duration(left_seconds)} ${is_running ? "left" : "more to the end"}`;
  return `${soFar(done, planned, unit)} in ${duration(seconds)}${left}`;
}

/**
 * The address of some runs side by side.
 * @param {string[]} ids
 */
export function comparing(ids) {
  return `#${new URLSearchParams(ids.map((id) => ["id", id]))}`;
}

/**
 * The runs as cards with boxes to choose some, or how a run is made.
 * @param {RunEntry[]} runs
 * @param {Set<string>} chosen
 * @param {() => void} changed
 */
export function runList(runs, chosen, changed) {
  if (runs.length === 0) {
    return nothing(
      "Nothing was trained here yet. A run of training plays games by the thousand and keeps the weights that play best. This makes one, which can be looked at here while it goes on:",
      "tilefall train quintris",
      "tilefall train tetris --method cross-entropy --generations 30",
      "tilefall train ijk --games 50000",
    );
  }
  return element("ul", { class: "cards" }, ...runs.map((run) => card(run, chosen, changed)));
}

/**
 * @param {RunEntry} run
 * @param {Set<string>} chosen
 * @param {() => void} changed
 */
function card(run, chosen, changed) {
  const { id, name, wrong } = run;
  const link = element("a", { href: comparing([id]), "data-key": id }, name);
  const head = element("div", { class: "row apart" }, element("h2", {}, wrong === undefined ? link : name), state(stateOf(run)));
  if (wrong !== undefined) return element("li", { class: "panel" }, head, element("p", { class: "trouble" }, wrong));
  const box = element("input", { type: "checkbox", checked: chosen.has(id), "data-key": `choose ${id}` });
  box.addEventListener("change", () => {
    if (box.checked) chosen.add(id);
    else chosen.delete(id);
    changed();
  });
  return element("li", { class: "panel" }, head,
    element("p", { class: "headline" }, run.judged || "Not judged on other seeds yet"),
    element("p", { class: "soft" }, `${run.game}: ${run.agent} by ${run.method}`),
    ...(run.is_running ? [progress(run.done, run.planned, howFar(run))] : []),
    element("p", { class: "soft" }, `${howFar(run)} · ${ago(run.changed)}`),
    element("label", { class: "row choose" }, box, "compare"));
}
