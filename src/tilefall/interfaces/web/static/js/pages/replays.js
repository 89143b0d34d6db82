// Replays: the kept games: listed, seen again, shared, taken home, brought, deleted.

import { asked } from "../asked.js";
import { openDialog } from "../dialog.js";
import { button, element, part, say } from "../dom.js";
import { Filter, fileChooser } from "../replay-filter.js";
import { broughtFiles } from "../replay-import.js";
import { copied, linkTo } from "../replay-link.js";
import { called, replayTable } from "../replay-table.js";

/** @typedef {import("../replay-words.js").Row} Row */
/** @typedef {{rows: Row[], page: number, pages: number, total: number, first: number, import_bytes: number}} Listed */

const filter = new Filter(() => void list());
const told = element("div", { class: "told row", role: "status" });
const reports = element("div", { class: "reports", role: "status" });
const place = element("div", { class: "list", "aria-busy": "true" });
const pager = element("nav", { class: "row pager", "aria-label": "Pages of the list" });
let most = Infinity; // bytes of a file
let asking = 0;

part("main").append(
  element("div", { class: "row title" }, element("h1", {}, "Replays"), fileChooser((files) => void bring(files))),
  element("p", { class: "soft" },
    "Every game that you play is kept, here and in the terminal. Files of games (.jsonl or .jsonl.gz) can be dropped anywhere on this page: each is played again, move by move, before it is taken."),
  filter.box, told, reports, place, pager);
void list();

async function list() {
  const mine = (asking += 1);
  place.setAttribute("aria-busy", "true");
  try {
    /** @type {Listed} */
    const found = await asked(`/data/replays?${filter.query()}`);
    if (mine === asking) show(found); // the answer to a newer question may have come first
  } catch (error) {
    if (mine === asking) place.replaceChildren(element("p", { class: "trouble" }, wordsOf(error)));
  }
  place.removeAttribute("aria-busy");
}

/** @param {Listed} found */
function show(found) {
  most = found.import_bytes;
  filter.page = found.page;
  place.replaceChildren(found.rows.length ? replayTable(found.rows, { copy, remove }) : nothing());
  const last = found.first + found.rows.length - 1;
  const words = found.total ? `${found.first.toLocaleString()} to ${last.toLocaleString()} of ${found.total.toLocaleString()}` : "no games";
  pager.hidden = found.total === 0;
  pager.replaceChildren(
    button("Previous", () => filter.turn(found.page - 1), { disabled: found.page <= 1 }),
    element("span", { class: "soft" }, words),
    button("Next", () => filter.turn(found.page + 1), { disabled: found.page >= found.pages }));
  say(words);
}

function nothing() {
  if (filter.isNarrow) {
    return element("div", { class: "panel none" }, element("p", {}, "No game is like that."), button("Show all games", () => filter.clear()));
  }
  return element("div", { class: "panel none" },
    element("p", {}, "There are no games yet. Play one, and it is kept here to be seen again."),
    element("a", { class: "button main", href: "/play" }, "Play a game"));
}

/** @param {Row} row */
async function copy(row) {
  try {
    if (await copied(await linkTo(row.id))) tell(`The link to ${called(row)} is copied: it carries the whole game.`);
  } catch (error) {
    tell(wordsOf(error), true);
  }
}

/** @param {Row} row */
function remove(row) {
  const dialog = openDialog("Delete this game?", [element("p", {}, called(row))], [
    button("Keep it", () => dialog.close()),
    button("Delete", () => {
      dialog.close();
      void act(`/data/replays/${row.id}/delete`, ({ aside }) =>
        tell(`Deleted: ${called(row)}.`, false, button("Undo", () =>
          void act(`/data/replays/${aside}/restore`, () => tell("It is back.")))));
    }, { class: "main" }),
  ]);
}

/**
 * @param {string} address
 * @param {(answer: any) => void} done
 */
async function act(address, done) {
  try {
    done(await asked(address, { method: "POST" }));
  } catch (error) {
    tell(wordsOf(error), true);
  }
  await list();
}

/** @param {File[]} files */
async function bring(files) {
  if (!files.length) return;
  tell(files.length === 1 ? `Checking ${files[0]?.name} …` : `Checking ${files.length} files …`);
  const found = await broughtFiles(files, most);
  tell("");
  reports.replaceChildren(...found, button("Close", () => reports.replaceChildren()));
  await list();
}

/**
 * @param {string} words
 * @param {boolean} [isTrouble]
 * @param {HTMLButtonElement} [undo]
 */
function tell(words, isTrouble = false, undo) {
  told.replaceChildren(element("span", { class: isTrouble ? "trouble" : "" }, words), ...(undo ? [undo] : []));
  undo?.focus();
}

/** @param {unknown} error */
function wordsOf(error) {
  return error instanceof Error ? error.message : `${error}`;
}
