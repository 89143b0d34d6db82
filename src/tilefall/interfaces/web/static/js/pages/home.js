// Home: the three games, and what there is of one's own. The games are there before any data is.

import { asked } from "../asked.js";
import { showDemo } from "../demo.js";
import { element, part } from "../dom.js";
import { arenaPanel, bestPanel, replayPanel, runPanel } from "../home-panels.js";

const CARDS = [
  {
    name: "Quintris", demo: "quintris",
    about: "Five squares to a piece, fifteen columns, and a mix of pieces that nobody shows you.",
    play: "quintris:reach=fall", watch: "quintris",
    thinker: "an agent that looks three pieces ahead",
  },
  {
    name: "Tetris", demo: "tetris",
    about: "The standard rules: hold, five pieces in sight, and levels that grow faster.",
    play: "marathon", watch: "tetris:rules=preview,pieces=bag",
    thinker: "an agent that knows the next piece",
  },
  {
    name: "IJK", demo: "ijk",
    about: "Two players slide letters on one board; equal letters merge, and the first K wins.",
    play: "ijk", watch: "ijk",
    thinker: "a search with a learned network, against itself",
  },
];

/** @param {string} game */
const fragment = (game) => new URLSearchParams({ game });

const boxes = new Map();
const cards = CARDS.map(({ name, demo, about, play, watch, thinker }) => {
  const canvas = element("canvas", { role: "img", "aria-label": `${name}, played by an agent` });
  const box = element("div", { class: "stage" }, canvas);
  boxes.set(demo, { canvas, box });
  return element("article", { class: "panel card", "aria-labelledby": `game-${demo}` }, box,
    element("div", { class: "told" },
      element("h2", { id: `game-${demo}` }, name),
      element("p", {}, about),
      element("p", { class: "soft" }, `To watch: ${thinker}.`),
      element("div", { class: "row" },
        element("a", { class: "button main", href: `/play#${fragment(play)}`, "aria-label": `Play ${name}` }, "Play"),
        element("a", { class: "button", href: `/watch#${fragment(watch)}`, "aria-label": `Watch ${name}` }, "Watch"))));
});
const own = element("div", { class: "own" });
part("main").append(
  element("div", { class: "hero" },
    element("h1", {}, "Games where tiles fall or slide"),
    element("p", {}, "Play them, watch agents that search and learn play them better, and see for every move what they thought.")),
  element("section", { class: "cards", "aria-label": "Games" }, ...cards),
  own,
);

/** @param {unknown} error */
const tell = (error) => own.append(element("p", { class: "trouble" }, error instanceof Error ? error.message : `${error}`));

asked("/data/demos").then((demos) => {
  for (const [name, { canvas, box }] of boxes) showDemo(canvas, box, demos[name] ?? []);
}, tell);

// each comes when it comes, and stands where it belongs
const places = [0, 1, 2, 3].map(() => element("div", { class: "place" }));
own.append(...places);
/**
 * @param {number} i
 * @param {HTMLElement | null} panel
 */
const put = (i, panel) => panel && places[i]?.replaceWith(panel);
asked("/data/home").then((found) => {
  put(0, replayPanel(found.replays, found.total));
  put(1, bestPanel(found));
}, tell);
// what is wrong with these is told on their own pages
asked("/data/runs").then((found) => put(2, runPanel(found.runs)), () => {});
asked("/data/arenas").then((found) => put(3, arenaPanel(found.arenas)), () => {});
