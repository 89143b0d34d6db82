// Watch figures: the score, who thinks and how deep, and the pieces that come next.

import { paintPiece } from "./board.js";
import { element } from "./dom.js";

/** @typedef {import("./watch-view.js").Part} Part */

const CELL = 13;
// columns and rows in which every piece has room, so that nothing moves when another one comes
const ROOM = { quintris: { columns: 5, rows: 5 }, others: { columns: 4, rows: 2 } };

/**
 * @param {import("./watch-view.js").WatchOptions} options
 * @returns {Part}
 */
export function figuresPart(options) {
  const list = element("dl", { class: "facts-list" });
  const next = element("div", { class: "next" });
  const box = element("section", { class: "panel facts", "aria-label": "Figures" }, list, next);
  return {
    box,
    show(view, changed) {
      if (changed.has("figures")) {
        list.replaceChildren(...view.figures.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))));
      }
      if (changed.has("following") || changed.has("look")) {
        const game = view.board.kind === "well" ? view.board.game : "";
        const letters = view.following.map(({ letter }) => letter).join(", ");
        const pieces = view.following.map((piece) => {
          const canvas = element("canvas", { role: "img", "aria-label": `next ${piece.letter}` });
          const { columns, rows } = game === "quintris" ? ROOM.quintris : ROOM.others;
          paintPiece(canvas, piece, game, columns, rows, CELL, options.look());
          return canvas;
        });
        next.replaceChildren(...(letters ? [element("span", { class: "soft" }, "next"), ...pieces] : []));
      }
    },
  };
}
