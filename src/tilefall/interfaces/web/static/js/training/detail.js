// Some runs side by side: their curves, how they are drawn, and each run with its weights to watch.

import { button, element } from "../dom.js";
import { command, progress, refilled, state, swatch } from "../results/parts.js";
import { Curves } from "./curves.js";
import { comparing, howFar, MOST_RUNS, stateOf } from "./list.js";

/** @typedef {import("../results/types.js").Run} Run */
/** @typedef {import("../results/types.js").RunEntry} RunEntry */
/** @typedef {import("../results/types.js").Across} Across */
/** @typedef {import("../results/types.js").Checkpoint} Checkpoint */

const SEED = "7"; // of games that show weights: the same for all, so that they can be compared
const LATEST = 5; // checkpoints that are seen at once

export class RunsDetail {
  constructor() {
    this._top = element("div");
    this._isLog = element("input", { type: "checkbox", id: "by-factors" });
    this._across = element("select", { id: "across" },
      element("option", { value: "generations" }, "generations"),
      element("option", { value: "games" }, "games of training"),
      element("option", { value: "seconds" }, "time"));
    this._isChosen = false; // whether somebody has said what is counted
    this._across.addEventListener("change", () => {
      this._isChosen = true;
      this._draw();
    });
    this._isLog.addEventListener("change", () => this._draw());
    this._curves = new Curves();
    this._runs = element("div", { class: "columns" });
    /** @type {Run[]} */
    this._shown = [];
    this.root = element("div", { class: "stack" }, this._top,
      element("div", { class: "row tools" },
        element("label", { for: "across" }, "Across"), this._across,
        element("label", { class: "row", for: "by-factors" }, this._isLog, "upward by factors")),
      this._curves.root, this._runs);
  }

  /**
   * @param {Run[]} runs
   * @param {Map<string, Checkpoint[]>} checkpoints by run
   * @param {RunEntry[]} others that could be added
   */
  show(runs, checkpoints, others) {
    this._shown = runs;
    refilled(this._top, ...heading(runs, others));
    const hasGenerations = runs.every(({ unit }) => unit === "generations");
    const first = this._across.options[0];
    if (first) first.hidden = first.disabled = !hasGenerations;
    if (!hasGenerations && this._across.value === "generations") this._across.value = "games";
    if (!this._isChosen) this._across.value = hasGenerations && runs.length === 1 ? "generations" : "games";
    this._draw();
    refilled(this._runs, ...runs.map((run, i) => about(run, i, runs, checkpoints.get(run.id) ?? [])));
  }

  close() {
    this._curves.close();
  }

  _draw() {
    this._curves.show(this._shown, /** @type {Across} */ (this._across.value), this._isLog.checked);
  }
}

/**
 * @param {Run[]} runs
 * @param {RunEntry[]} others
 */
function heading(runs, others) {
  const ids = runs.map(({ id }) => id);
  const left = others.filter(({ id, wrong }) => wrong === undefined && !ids.includes(id));
  const select = element("select", { "aria-label": "Compare with another run", "data-key": "add" },
    element("option", { value: "" }, "Compare with …"),
    ...left.map(({ id, name }) => element("option", { value: id }, name)));
  select.addEventListener("change", () => {
    if (select.value) location.hash = comparing([...ids, select.value]);
  });
  const title = runs.length === 1 ? runs[0]?.name ?? "" : `${runs.length} runs compared`;
  const [first] = runs;
  return [
    element("p", { class: "crumbs" }, element("a", { href: "#", "data-key": "all" }, "← All runs")),
    element("div", { class: "row apart" }, element("h1", {}, title),
      ...(left.length && runs.length < MOST_RUNS ? [select] : [])),
    ...(runs.length === 1 && first ? [element("p", { class: "verdict" }, first.judged ? `On other seeds: ${first.judged}.` : "Not judged on other seeds yet.")] : []),
  ];
}

/**
 * A run with its figures, its command and its weights.
 * @param {Run} run
 * @param {number} look
 * @param {Run[]} runs
 * @param {Checkpoint[]} checkpoints
 */
function about(run, look, runs, checkpoints) {
  const ids = runs.map(({ id }) => id);
  const isAlone = runs.length === 1;
  const drop = button("Leave out", () => (location.hash = comparing(ids.filter((id) => id !== run.id))), {
    class: "small", "aria-label": `Leave out ${run.name}`, "data-key": `drop ${run.id}`,
  });
  const title = isAlone ? "The run" : `${look + 1} ${run.name}`;
  const figures = [["game", run.game], ["agent", run.agent], ["method", run.method], ["begun", run.date], ...run.figures];
  return element("section", { class: "panel run" },
    element("div", { class: "row apart" }, element("h2", { class: "agent" }, swatch(look), title),
      element("span", { class: "row" }, state(stateOf(run)), ...(isAlone ? [] : [drop]))),
    ...(run.is_finished ? [] : [progress(run.done, run.planned, howFar(run))]),
    element("p", {}, `${howFar(run)}.`),
    ...(isAlone || !run.judged ? [] : [element("p", { class: "headline" }, `On other seeds: ${run.judged}.`)]),
    element("div", { class: "columns" },
      element("dl", { class: "figures" }, ...figures.flatMap(([name, value]) => [element("dt", {}, name ?? ""), element("dd", {}, value ?? "")])),
      element("div", {}, ...weights(run, checkpoints))),
    element("p", { class: "soft" }, "This command trains it again:"), command(run.command),
    ...(stateOf(run) === "stopped" ? [element("p", { class: "soft" }, "It was interrupted. This goes on with it:"), command(run.resume)] : []));
}

/**
 * @param {Run} run
 * @param {Checkpoint[]} checkpoints
 */
function weights(run, checkpoints) {
  if (checkpoints.length === 0) return [element("p", { class: "soft" }, "There are no weights to watch yet: they come with the first look at other seeds.")];
  const items = checkpoints.map(({ name, at, words }) => {
    const href = `/watch#${new URLSearchParams({ run: run.id, checkpoint: name, seed: SEED })}`;
    const title = name === "best" ? "the best" : `after ${at?.toLocaleString("en-GB")} ${run.unit}`;
    return element("li", {}, element("a", { href, "data-key": `watch ${run.id} ${name}` }, `▶ Watch ${title}`),
      element("span", { class: "soft" }, words));
  });
  const list = element("ul", { class: "weights" }, ...items.slice(0, LATEST));
  if (items.length <= LATEST) return [list];
  const more = element("ul", { class: "weights" }, ...items.slice(LATEST));
  return [list, element("details", {}, element("summary", { "data-key": `more ${run.id}` }, `${items.length - LATEST} earlier`), more)];
}
