// Watch figures: the score, who thinks and how deep, and the pieces that come next.

import { paintPiece } from "./board.js";
import { element } from "./dom.js";

/** @typedef {import("./watch-view.js").Part} Part */

const CELL = 16;

/**
 * @param {import("./watch-view.js").WatchOptions} options
 * @returns {Part}
 */
export function figuresPart(options) {
  const list = element("dl", { class: "figures" });
  const next = element("div", { class: "next" });
  const box = element("section", { class: "panel facts", "aria-label": "Figures" }, list, next);
  return {
    box,
    show(view, changed) {
      if (changed.has("figures")) {
        list.replaceChildren(...view.figures.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
      }
      if (changed.has("following") || changed.has("look")) {
        const game = view.board.kind === "well" ? view.board.game : "";
        const letters = view.following.map(({ letter }) => letter).join(", ");
        const pieces = view.following.map((piece) => {
          const canvas = element("canvas", { role: "img", "aria-label": `next ${piece.letter}` });
          const [rows, columns] = [0, 1].map((i) => 1 + Math.max(...piece.places.map((place) => place[i] ?? 0)));
          paintPiece(canvas, piece, game, columns ?? 1, rows ?? 1, CELL, options.look());
          return canvas;
        });
        next.replaceChildren(...(letters ? [element("span", { class: "soft" }, "next"), ...pieces] : []));
      }
    },
  };
}
