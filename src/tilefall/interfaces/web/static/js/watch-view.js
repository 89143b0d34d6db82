// Watch view: the page of a watched game, built into an element; a driver leads through the game.

import { button, element, say } from "./dom.js";
import { boardPart } from "./watch-board.js";
import { candidatesPart } from "./watch-candidates.js";
import { controlsPart } from "./watch-controls.js";
import { figuresPart } from "./watch-figures.js";
import { graphPart } from "./watch-graph.js";
import { hearKeys, helpDialog } from "./watch-keys.js";
import { Preview } from "./watch-preview.js";
import { reasonsPart } from "./watch-reasons.js";
import { Sharing } from "./watch-sharing.js";
import { Speech } from "./watch-speech.js";

/** @typedef {import("./types.js").WatchView} WatchView */
/** @typedef {import("./watch-driver.js").Driver} Driver */
/**
 * @typedef {object} WatchOptions
 * @property {boolean} canPlay a person may play on from a position
 * @property {boolean} canLink there are links that show the game again
 * @property {string} another address at which another game is chosen; empty where there is none
 * @property {() => {letters: boolean, text: boolean}} look letters on cells, the board as text
 */
/**
 * @typedef {object} Part a piece of the page
 * @property {HTMLElement} box
 * @property {(view: WatchView, changed: Set<string>) => void} show
 */

/** @type {WatchOptions} */
const USUAL = { canPlay: false, canLink: false, another: "", look: () => ({ letters: true, text: false }) };

const GAMES = new Map([["quintris", "Quintris"], ["tetris", "Tetris"], ["marathon", "Tetris"], ["ijk", "IJK"]]);
const PEOPLE = new Map([["person", "a person"], ["person-assisted", "a person with help"]]);

/**
 * Build the page of a game into an element, and show what the driver tells.
 * @param {HTMLElement} root is emptied
 * @param {Driver} driver
 * @param {Partial<WatchOptions>} [given]
 * @returns {{refresh: () => void}} paints again what has not changed, for another look
 */
export function watchView(root, driver, given = {}) {
  const options = { ...USUAL, ...given };
  /** @type {WatchView | null} */
  let view = null;
  /** @type {Set<string>} */
  let changed = new Set();
  let isDue = false;
  const speech = new Speech();
  const preview = new Preview(() => later("preview"));
  const title = element("h1", {}, "\u2026");
  const about = element("small", { class: "soft about" });
  const status = element("span");
  const trouble = element("p", { class: "trouble", role: "alert", hidden: true });
  const noted = element("strong");
  const keys = helpDialog();
  /** @type {Record<string, () => void>} */
  const actions = {
    help: () => {
      led.wish("pause");
      keys.open(view);
    },
    outlines: () => preview.toggle(),
    play_from_here: () => {
      if (view?.is_over) note("The game is over here; step back to play on from a position.");
      else if (options.canPlay) sharing.play();
    },
    copy_link: () => {
      if (options.canLink) sharing.copy();
    },
    save: () => sharing.save(),
  };
  /** @type {Driver} */
  const led = {
    wish(what, fields) {
      tell("");
      noted.textContent = "";
      driver.wish(what, fields);
    },
    listen: (listener) => driver.listen(listener),
  };
  const sharing = new Sharing(led, note);
  const controls = controlsPart(led, preview, actions, options);
  const graph = graphPart(led);
  const [board, figures, candidates, reasons] = [
    boardPart(preview, options), figuresPart(options), candidatesPart(preview), reasonsPart()];
  /** @type {Part[]} */
  const parts = [board, figures, controls, graph, candidates, reasons];
  const page = element("div", { class: "watch", hidden: true },
    element("div", { class: "watch-left" }, board.box, figures.box),
    element("div", { class: "watch-right" },
      element("section", { class: "panel time", "aria-label": "The game" },
        controls.box, element("p", { class: "soft status" }, status, " ", noted), graph.box),
      element("div", { class: "watch-thoughts" }, candidates.box, reasons.box)));
  const another = element("a", { href: options.another, hidden: !options.another }, "Watch another game");
  root.replaceChildren(element("div", { class: "row heading" }, element("div", {}, title, about), another), trouble, page, keys.box);
  hearKeys(() => view, led, preview, actions);
  driver.listen({
    view(found, parts) {
      view = found;
      page.hidden = false;
      for (const part of parts) changed.add(part);
      later();
    },
    trouble(words) {
      tell(words);
      if (!view) title.textContent = "Nothing to watch";
    },
    answer: (answer) => sharing.hear(answer),
    lost() {
      tell("The server is gone; the game can be seen again when it is back. ");
      trouble.append(button("Try again", () => location.reload()));
    },
  });

  /** @param {string} [part] that has changed on the page itself */
  function later(part) {
    if (part) changed.add(part);
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(paint);
  }

  function paint() {
    isDue = false;
    if (!view) return;
    const found = changed;
    changed = new Set();
    if (found.has("position") || found.has("session")) preview.forget();
    if (document.title !== `${view.title} - tilefall`) {
      title.textContent = heading(view);
      about.textContent = `${view.game}, seed ${view.seed}`;
      document.title = `${view.title} - tilefall`;
    }
    status.textContent = view.status;
    for (const part of parts) part.show(view, found);
    speech.hear(view, found);
  }

  /** @param {string} words */
  function tell(words) {
    trouble.textContent = words;
    trouble.hidden = !words;
  }

  /** @param {string} words */
  function note(words) {
    noted.textContent = words;
    say(words);
  }

  return {
    refresh() {
      later("look");
    },
  };
}

/**
 * What is watched, in people's words.
 * @param {WatchView} view
 */
function heading({ game, names }) {
  const name = game.split(":")[0] ?? "";
  const players = names.map((each) => PEOPLE.get(each) ?? each);
  return `${GAMES.get(name) ?? name}: ${players.join(" against ")}`;
}
