// Arena: the tournaments of a folder, and one of them with all its figures and games.

import { ArenaDetail } from "../arena/detail.js";
import { arenaList } from "../arena/list.js";
import { element } from "../dom.js";
import { asked } from "../asked.js";
import { ResultsPage } from "../results/page.js";
import { refilled } from "../results/parts.js";
import { repeatedly } from "../results/repeatedly.js";

/** @typedef {import("../results/types.js").Arena} Arena */
/** @typedef {import("../results/types.js").ArenaEntry} ArenaEntry */
/** @typedef {import("../arena/crosstable.js").Cell} Cell */

const OFTEN = 2; // seconds between two looks at what is still being played
const SELDOM = 10;

const page = new ResultsPage();
const { content } = page;

/** The list, looked at again while it is seen. */
function showList() {
  document.title = "Arena - tilefall";
  const heading = element("h1", {}, "Arenas");
  const holder = element("div");
  content.replaceChildren(heading, holder);
  let last = "";
  return repeatedly(SELDOM, async () => {
    try {
      /** @type {{arenas: ArenaEntry[]}} */
      const { arenas } = await asked("/data/arenas");
      const now = JSON.stringify(arenas);
      if (now !== last) refilled(holder, arenaList(arenas));
      last = now;
      page.tell(null);
    } catch (error) {
      page.tell(error);
    }
  });
}

/**
 * One arena, looked at again while it is seen.
 * @param {string} id
 */
function showArena(id) {
  const detail = new ArenaDetail((cell) => {
    const words = new URLSearchParams({ id, first: `${cell.first}` });
    if (cell.second !== null) words.set("second", `${cell.second}`);
    history.replaceState(null, "", `#${words}`);
    if (known) detail.show(known, cell, true);
  });
  content.replaceChildren(detail.root);
  detail.root.hidden = true;
  /** @type {Arena | null} */
  let known = null;
  const stop = repeatedly(OFTEN, async () => {
    try {
      /** @type {Arena} */
      const found = await asked(`/data/arenas/${encodeURIComponent(id)}?known=${known?.stamp ?? ""}`);
      page.tell(null);
      if (found.stamp === known?.stamp) return;
      known = found;
      document.title = `${found.name} - Arena - tilefall`;
      detail.root.hidden = false;
      detail.show(found, chosen(), false);
    } catch (error) {
      page.tell(error);
    }
  });
  return () => {
    stop();
    detail.close();
  };
}

/** @returns {Cell | null} the cell that the address names */
function chosen() {
  const words = new URLSearchParams(location.hash.slice(1));
  const [first, second] = [words.get("first"), words.get("second")];
  return first === null ? null : { first: Number(first), second: second === null ? null : Number(second) };
}

page.follow((words) => {
  const id = words.get("id");
  return id ? showArena(id) : showList();
});
