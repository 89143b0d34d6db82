// Watch board: the position, with the outlines of the candidates; as text too for those who want it.

import { cellSize, extent, paintBoard } from "./board.js";
import { element } from "./dom.js";
import { textBoard } from "./text-board.js";

/** @typedef {import("./watch-view.js").Part} Part */
/** @typedef {import("./watch-view.js").WatchOptions} WatchOptions */
/** @typedef {import("./types.js").WatchView} WatchView */

const LEAST_HEIGHT = 260; // pixels that a board has on any screen
const AROUND = 130, AROUND_NARROW = 320; // pixels of a screen's height for what must be seen beside a board
// whether everything stands below the board; css/watch.css has the same
const BELOW = "(max-width: 60rem) and (min-height: 32.01rem), (max-width: 38rem)";
const LARGEST = 34; // pixels of a cell of a well, 64 of a tile

/**
 * @param {import("./watch-preview.js").Preview} preview
 * @param {WatchOptions} options
 * @returns {Part}
 */
export function boardPart(preview, options) {
  const canvas = element("canvas", { role: "img" });
  const text = element("pre", { class: "board-text", tabindex: 0, "aria-label": "The board as text", hidden: true });
  const box = element("div", { class: "board" }, canvas, text);
  /** @type {WatchView | null} */
  let shown = null;
  new ResizeObserver(() => paint()).observe(box);
  addEventListener("resize", () => paint());

  function paint() {
    if (!shown) return;
    const board = preview.board(shown);
    const [columns] = extent(board);
    const height = Math.max(LEAST_HEIGHT, innerHeight - (matchMedia(BELOW).matches ? AROUND_NARROW : AROUND));
    const most = board.kind === "tiles" ? 2 * LARGEST : LARGEST;
    const size = Math.min(most, cellSize(board, Math.max(box.clientWidth, 6 * columns), height));
    const { letters, text: isText } = options.look();
    paintBoard(canvas, board, size, { letters, outlines: preview.outlines(shown) });
    const words = textBoard(board, shown.following);
    canvas.setAttribute("aria-label", `Board. ${shown.figures.map(([name, value]) => `${name} ${value}`).join(", ")}`);
    text.hidden = !isText;
    if (isText && text.textContent !== words) text.textContent = words;
  }

  return {
    box,
    show(view, changed) {
      shown = view;
      if (["board", "candidates", "preview", "look", "session"].some((each) => changed.has(each))) paint();
    },
  };
}
