// Play view: the board, what stands beside it, and the buttons below it.

import { cellSize, extent, paintBoard, paintPiece } from "./board.js";
import { button, element } from "./dom.js";
import { icon } from "./icons.js";
import { isCalm, settings } from "./settings.js";
import { legend, textBoard } from "./text-board.js";

/** @typedef {import("./types.js").PlayView} View */
/** @typedef {import("./types.js").Piece} Piece */

const NEXT_CELLS = { quintris: [5, 5], tetris: [4, 2] }; // room for any piece, as it comes
const SIDE = 208; // pixels at least on each side of the board, with the gap
const HINTED = 4; // pieces or slides after which the keys are known
const SHADES = 3; // candidates that are marked on the board

export class PlayPicture {
  /** @param {() => void} goOn after advice */
  constructor(goOn) {
    this._goOn = goOn;
    this.canvas = element("canvas", { role: "img", "aria-label": "the board" });
    this.menu = element("div", { class: "menu", hidden: true }); // over what is covered
    this.cover = element("div", { class: "cover", hidden: true }, this.menu);
    this.stage = element("div", { class: "stage", tabindex: "0", "aria-label": "the game: keys are heard here", role: "group" }, this.canvas, this.cover);
    this.room = element("div", { class: "room" }, this.stage);
    this.title = element("h1");
    this.figures = element("dl", { class: "figures" });
    this.hold = element("canvas", { role: "img" });
    this.next = element("div", { class: "next" });
    this.notice = element("p", { class: "notice" });
    this.trouble = element("p", { class: "trouble", role: "alert" });
    this.advice = element("div", { class: "advice panel", hidden: true });
    this.hint = element("section", { class: "hint", "aria-label": "Keys" });
    this.text = element("pre", { class: "text", "aria-label": "the board in letters" });
    this.textLegend = element("p", { class: "soft" });
    this.words = element("section", { class: "words panel unseen", "aria-label": "Board in letters" }, this.text, this.textLegend);
    this.tools = element("div", { class: "tools", role: "toolbar", "aria-label": "The game" });
    this.pads = element("div", { class: "pads" });
    this.holdPart = element("section", { class: "held", "aria-label": "Hold" }, element("h2", {}, "Hold"), this.hold);
    this.nextPart = element("section", { class: "following", "aria-label": "Next" }, element("h2", {}, "Next"), this.next);
    this.root = element(
      "div",
      { class: "play" },
      element("div", { class: "left" }, element("div", { class: "facts" }, this.title, this.figures), this.holdPart, this.tools),
      this.room,
      element("div", { class: "right" }, this.nextPart, element("div", { class: "talk" }, this.notice, this.trouble, this.advice, this.hint, this.words)),
      this.pads,
    );
    this.size = 20; // of a cell
    /** @type {View | null} */
    this._view = null;
    const resized = new ResizeObserver(() => this._view && this.paint(this._view));
    for (const box of [this.root, this.room]) resized.observe(box);
  }

  /**
   * Bring what has changed up to date; the board is painted whole.
   * @param {View} view
   * @param {Set<string>} changed
   */
  show(view, changed) {
    this._view = view;
    if (changed.has("title")) this.title.textContent = view.title;
    if (changed.has("keys")) this.hint.replaceChildren(keyTable(view.keys));
    this.hint.hidden = view.news.count >= HINTED || view.advice.length > 0;
    if (changed.has("figures") || changed.has("notice")) this._tell(view);
    if (changed.has("advice") || changed.has("candidates")) this._advise(view);
    this.nextPart.hidden = view.following.length === 0;
    this.holdPart.hidden = !view.has_hold;
    this.root.classList.toggle("slides", view.board.kind === "tiles");
    if (changed.has("board") || changed.has("hidden") || changed.has("candidates")) this.paint(view);
    if (changed.has("following") || changed.has("held") || changed.has("is_hold_spent")) this._pieces(view);
    if (changed.has("board") || changed.has("hidden")) {
      this.text.textContent = view.hidden ? "" : textBoard(view.board);
      this.textLegend.textContent = legend(view.board);
    }
  }

  /** @param {boolean} isShown the text view; those who listen have it in any case */
  showText(isShown) {
    this.words.classList.toggle("unseen", !isShown);
    this.text.tabIndex = isShown ? 0 : -1; // it may have to be scrolled
  }

  /** @param {View} view */
  paint(view) {
    const height = this.room.clientHeight;
    const width = isNarrow() ? this.room.clientWidth : this.root.clientWidth - 2 * SIDE;
    if (width <= 0 || height <= 0) return;
    this.size = cellSize(view.board, width, height);
    const outlines = view.candidates
      .filter((candidate) => candidate.places.length > 0 && candidate.rank <= SHADES)
      .map(({ places, rank }) => ({ places, name: `${rank}`, is_strong: rank === 1 }))
      .reverse(); // the best is painted last, over the others
    const { letters, ghost } = settings();
    let { board } = view;
    if (board.kind === "well") {
      // the candidates are outlined here, the first among them
      board = { ...board, outline: outlines.length ? null : board.outline, ghost: ghost ? board.ghost : null };
    }
    paintBoard(this.canvas, board, this.size, { letters, outlines });
  }

  /**
   * Let rows that are gone shine for a moment.
   * @param {View} view
   */
  flash(view) {
    if (view.board.kind !== "well" || isCalm()) return;
    const [columns] = extent(view.board);
    for (const row of view.news.rows) {
      const light = element("div", { class: "flash" });
      light.style.top = `${(row + view.board.above) * this.size}px`;
      light.style.width = `${columns * this.size}px`;
      light.style.height = `${this.size}px`;
      light.addEventListener("animationend", () => light.remove());
      this.stage.append(light);
    }
  }

  /** @param {View} view */
  _tell(view) {
    this.figures.replaceChildren(
      ...view.figures.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]),
    );
    this.notice.textContent = view.notice;
    const figures = view.figures.map(([name, value]) => `${name} ${value}`).join(", ");
    this.canvas.setAttribute("aria-label", [`${view.title}: ${figures}`, view.notice].filter(Boolean).join(". "));
  }

  /** @param {View} view */
  _advise(view) {
    this.advice.hidden = view.advice.length === 0;
    this.advice.replaceChildren(
      element("h2", {}, "Advice"),
      ...(view.candidates.length
        ? [
            element("ol", {}, ...view.candidates.map((each) =>
              element("li", {}, element("span", {}, each.name), element("b", {}, each.value)))),
            element("p", {}, view.advice.at(-1) ?? ""),
          ]
        : view.advice.map((line) => element("p", {}, line))),
      button("Go on", this._goOn),
    );
  }

  /** @param {View} view */
  _pieces(view) {
    const game = view.board.kind === "well" ? view.board.game : "tetris";
    const [columns = 4, rows = 2] = NEXT_CELLS[game === "quintris" ? "quintris" : "tetris"];
    const size = isNarrow() || isShort() ? 9 : game === "quintris" ? 16 : 18;
    const paint = (/** @type {HTMLCanvasElement} */ canvas, /** @type {Piece | null} */ piece) =>
      paintPiece(canvas, piece, game, columns + 0.5, rows + 0.5, size, settings());
    while (this.next.childElementCount > view.following.length) this.next.lastElementChild?.remove();
    view.following.forEach((piece, i) => {
      let canvas = this.next.children[i];
      if (!(canvas instanceof HTMLCanvasElement)) this.next.append((canvas = element("canvas", { role: "img" })));
      if (!(canvas instanceof HTMLCanvasElement)) return;
      canvas.setAttribute("aria-label", piece.letter);
      paint(canvas, piece);
    });
    paint(this.hold, view.held);
    this.hold.setAttribute("aria-label", view.held ? `${view.held.letter}${view.is_hold_spent ? ", not again before the next piece" : ""}` : "nothing");
    this.hold.classList.toggle("spent", view.is_hold_spent);
  }
}

/**
 * Keys and what they do.
 * @param {[string, string][]} keys
 */
export function keyTable(keys) {
  const rows = keys.map(([names, words]) =>
    element("tr", {}, element("th", { scope: "row", class: "word" }, element("kbd", {}, names)), element("td", { class: "word" }, words)));
  return element("table", { class: "help" }, element("tbody", {}, ...rows));
}

/** Whether all stands above and below the board rather than beside it. */
function isNarrow() {
  return matchMedia("(max-width: 52rem)").matches;
}

/** Whether the window is a phone on its side. */
function isShort() {
  return matchMedia("(max-height: 30rem)").matches;
}

/**
 * A button with a picture, a word and its key.
 * @param {string} picture
 * @param {string} word
 * @param {string} key
 * @param {() => void} act
 */
export function tool(picture, word, key, act) {
  const made = button("", act, { "aria-label": word, title: key ? `${word} (${key})` : word });
  made.append(icon(picture), element("span", { class: "word" }, word), element("kbd", {}, key));
  return made;
}
