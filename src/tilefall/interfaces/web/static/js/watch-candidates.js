// Watch candidates: the moves that were looked at, best first; pointing at one shows it on the board.

import { button, element } from "./dom.js";

/** @typedef {import("./watch-view.js").Part} Part */
/** @typedef {import("./types.js").Candidate} Candidate */

const NOTHING_YET = "Nobody has looked at it yet.";

/**
 * @param {import("./watch-preview.js").Preview} preview
 * @returns {Part}
 */
export function candidatesPart(preview) {
  const rows = element("tbody");
  const names = ["", "move", "value", "behind", ""];
  const head = names.map((name, i) => element("th", { scope: "col", class: i === 1 || i === 4 ? "word" : null }, name));
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...head)), rows);
  const nothing = element("p", { class: "soft" });
  const box = element("section", { class: "panel candidates", "aria-label": "Candidates" },
    element("h2", {}, "Candidates"), element("div", { class: "scroll" }, table), nothing);

  /** @param {Candidate} each */
  function row(each) {
    const what = `candidate ${each.rank}, ${each.name}, ${each.value}${each.is_played ? ", played" : ""}`;
    const show = button(`${each.rank}`, () => preview.keep(each.rank), { "aria-label": `Show ${what}`, class: "rank" });
    const made = element("tr", { "data-rank": each.rank, class: each.is_played ? "played" : null },
      element("td", {}, show),
      element("td", { class: "word" }, each.name),
      element("td", {}, signed(each.value)),
      element("td", {}, signed(each.gap)),
      element("td", { class: "word" }, each.is_played ? "played" : ""));
    made.addEventListener("pointerenter", () => preview.point(each.rank));
    made.addEventListener("pointerleave", () => preview.point(null));
    show.addEventListener("focus", () => preview.point(each.rank));
    show.addEventListener("blur", () => preview.point(null));
    return made;
  }

  return {
    box,
    show(view, changed) {
      box.hidden = !view.is_explained;
      if (changed.has("candidates")) {
        const focused = rows.contains(document.activeElement) ? rankOf(document.activeElement) : null;
        rows.replaceChildren(...view.candidates.map(row));
        // the focus stays on the same rank, also when it is another move
        if (focused) find(rows, focused)?.querySelector("button")?.focus();
        else preview.point(null);
      }
      table.hidden = !view.candidates.length;
      nothing.hidden = !table.hidden;
      nothing.textContent = view.nothing ? sentence(view.nothing) : NOTHING_YET;
      for (const each of rows.children) {
        const isShown = rankOf(each) === preview.rank;
        each.classList.toggle("shown", isShown);
        each.querySelector("button")?.setAttribute("aria-pressed", String(rankOf(each) === preview.kept));
      }
    },
  };
}

/** @param {Element | null} within */
function rankOf(within) {
  const rank = within?.closest("tr")?.getAttribute("data-rank");
  return rank ? Number(rank) : null;
}

/**
 * @param {HTMLElement} rows
 * @param {number} rank
 */
function find(rows, rank) {
  return rows.querySelector(`tr[data-rank="${rank}"]`);
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
