// Watch candidates: the moves that were looked at, best first; pointing at one shows it on the board.

import { button, element } from "./dom.js";

/** @typedef {import("./watch-view.js").Part} Part */
/** @typedef {import("./watch-preview.js").Preview} Preview */
/** @typedef {import("./types.js").Candidate} Candidate */

const NOTHING_YET = "Nobody has looked at it yet.";

/**
 * @param {Preview} preview
 * @returns {Part}
 */
export function candidatesPart(preview) {
  const body = element("tbody");
  const head = [
    element("th", { scope: "col" }, element("span", { class: "unseen" }, "rank")),
    element("th", { scope: "col", class: "word" }, "move"),
    element("th", { scope: "col" }, "value"),
    element("th", { scope: "col" }, "behind"),
  ];
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...head)), body);
  const nothing = element("p", { class: "soft" });
  const box = element("section", { class: "panel candidates", "aria-label": "Candidates" },
    element("h2", {}, "Candidates"), element("div", { class: "scroll" }, table), nothing);
  /** @type {Row[]} */
  const rows = []; // they stay, so that the focus does
  /** @type {Candidate[] | null} */
  let filled = null;

  return {
    box,
    show(view) {
      const { candidates } = view;
      box.hidden = !view.is_explained;
      // what was thought of the last position stays, faint, rather than flicker for a moment
      const isWaiting = !candidates.length && !view.nothing && body.children.length > 0;
      box.classList.toggle("waiting", isWaiting);
      box.setAttribute("aria-busy", String(isWaiting));
      if (candidates !== filled && !isWaiting) {
        filled = candidates;
        while (rows.length < candidates.length) rows.push(new Row(preview));
        candidates.forEach((each, i) => rows[i]?.fill(each));
        const wanted = rows.slice(0, candidates.length).map(({ box: row }) => row);
        if (body.children.length > wanted.length) [...body.children].slice(wanted.length).forEach((row) => row.remove());
        else body.append(...wanted.slice(body.children.length));
      }
      table.hidden = !body.children.length;
      nothing.hidden = !table.hidden;
      nothing.textContent = view.nothing ? sentence(view.nothing) : NOTHING_YET;
      for (const row of rows) row.mark();
    },
  };
}

class Row {
  /** @param {Preview} preview */
  constructor(preview) {
    this._preview = preview;
    this._rank = 0;
    this._show = button("", () => preview.keep(this._rank), { class: "rank" });
    this._move = element("span");
    this._played = element("span", { class: "chip" }, "played");
    this._value = element("td");
    this._gap = element("td");
    this.box = element("tr", {},
      element("td", {}, this._show), element("td", { class: "word" }, this._move, " ", this._played), this._value, this._gap);
    this.box.addEventListener("pointerenter", () => preview.point(this._rank));
    this.box.addEventListener("pointerleave", () => preview.point(null));
    this._show.addEventListener("focus", () => preview.point(this._rank));
    this._show.addEventListener("blur", () => preview.point(null));
  }

  /** @param {Candidate} each */
  fill(each) {
    this._rank = each.rank;
    this._show.textContent = `${each.rank}`;
    const played = each.is_played ? ", played" : "";
    this._show.setAttribute("aria-label", `Show candidate ${each.rank}, ${each.name}, ${each.value}${played}`);
    this._move.textContent = each.name;
    this._played.hidden = !each.is_played;
    this.box.classList.toggle("played", Boolean(each.is_played));
    this._value.textContent = signed(each.value);
    this._gap.textContent = signed(each.gap);
  }

  mark() {
    this.box.classList.toggle("shown", this._rank === this._preview.rank);
    this._show.setAttribute("aria-pressed", String(this._rank === this._preview.kept));
  }
}

/**
 * A number with a true minus, which is as wide as a digit.
 * @param {string} text
 */
export function signed(text) {
  return text.replace(/^-/, "\u2212");
}

/** @param {string} words */
function sentence(words) {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
