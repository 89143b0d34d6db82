// Training: the runs of a folder, and some of them with their curves, also while they go on.

import { element } from "../dom.js";
import { asked } from "../asked.js";
import { ResultsPage } from "../results/page.js";
import { refilled } from "../results/parts.js";
import { repeatedly } from "../results/repeatedly.js";
import { RunsDetail } from "../training/detail.js";
import { comparing, MOST_RUNS, runList } from "../training/list.js";

/** @typedef {import("../results/types.js").Run} Run */
/** @typedef {import("../results/types.js").RunEntry} RunEntry */
/** @typedef {import("../results/types.js").Checkpoint} Checkpoint */

const OFTEN = 2; // seconds between two looks at what goes on
const SELDOM = 10;

const page = new ResultsPage();
const { content } = page;

/** The list, looked at again while it is seen. */
function showList() {
  document.title = "Training - tilefall";
  const holder = element("div");
  /** @type {Set<string>} */
  const chosen = new Set();
  const compare = element("a", { class: "button main", hidden: true });
  const changed = () => {
    const isFine = chosen.size >= 2 && chosen.size <= MOST_RUNS;
    compare.hidden = chosen.size < 2;
    compare.textContent = isFine ? `Compare ${chosen.size} runs` : `At most ${MOST_RUNS} runs`;
    if (isFine) compare.setAttribute("href", comparing([...chosen]));
    else compare.removeAttribute("href");
  };
  content.replaceChildren(element("div", { class: "row apart" }, element("h1", {}, "Training runs"), compare), holder);
  let last = "";
  return repeatedly(SELDOM, async () => {
    try {
      /** @type {{runs: RunEntry[]}} */
      const { runs } = await asked("/data/runs");
      const now = JSON.stringify(runs);
      if (now !== last) refilled(holder, runList(runs, chosen, changed));
      last = now;
      page.tell(null);
    } catch (error) {
      page.tell(error);
    }
  });
}

/**
 * Some runs, looked at again while they are seen.
 * @param {string[]} ids
 */
function showRuns(ids) {
  const detail = new RunsDetail();
  content.replaceChildren(detail.root);
  detail.root.hidden = true;
  document.title = `${ids.join(", ")} - Training - tilefall`;
  /** @type {Map<string, Run>} */
  const known = new Map();
  /** @type {Map<string, Checkpoint[]>} */
  const checkpoints = new Map();
  /** @type {RunEntry[]} */
  let others = [];
  let isFirst = true;

  /** @param {string} id */
  async function renewed(id) {
    const address = `/data/runs/${encodeURIComponent(id)}`;
    /** @type {Run} */
    const found = await asked(`${address}?known=${known.get(id)?.stamp ?? ""}`);
    if (found.stamp === known.get(id)?.stamp) return false;
    /** @type {{checkpoints: Checkpoint[]}} */
    const answer = await asked(`${address}/checkpoints`);
    known.set(id, found);
    checkpoints.set(id, answer.checkpoints);
    return true;
  }

  const stop = repeatedly(OFTEN, async () => {
    try {
      if (isFirst) others = /** @type {{runs: RunEntry[]}} */ (await asked("/data/runs")).runs;
      const isNew = await Promise.all(ids.map(renewed));
      page.tell(null);
      const runs = ids.flatMap((id) => known.get(id) ?? []);
      detail.root.hidden = false;
      if (isNew.includes(true)) detail.show(runs, checkpoints, others);
      isFirst = false;
    } catch (error) {
      page.tell(error);
    }
  });
  return () => {
    stop();
    detail.close();
  };
}

page.follow((words) => {
  const ids = [...new Set(words.getAll("id"))].slice(0, MOST_RUNS);
  return ids.length ? showRuns(ids) : showList();
});
