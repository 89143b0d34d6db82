// Play: a person plays, or chooses what to play.

import { element, part } from "../dom.js";
import { choose } from "../play-chooser.js";
import { PlayGame } from "../play-game.js";
import { wanted } from "../wanted.js";

/** @type {PlayGame | null} */
let game = null;

function begin() {
  const main = part("main");
  game?.close();
  const fields = wanted(location.hash.slice(1));
  document.body.classList.toggle("playing", fields !== null);
  game = fields && new PlayGame(main, fields);
  if (!game) choose(main).catch((error) => main.replaceChildren(element("p", { class: "trouble" }, `No choices: ${error.message}`)));
}

addEventListener("hashchange", begin);
// a page that comes back from where it was left has lost its game
addEventListener("pageshow", (event) => event.persisted && begin());
begin();
