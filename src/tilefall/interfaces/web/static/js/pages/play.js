// Play: a person plays.

import { cellSize, paintBoard } from "../board.js";
import { element, part } from "../dom.js";
import { Session } from "../socket.js";

const canvas = element("canvas");
part("main").append(canvas);
/** @type {Record<string, string>} */
let actions = {};
const session = new Session({
  view(view) {
    if (view.session !== "play") return;
    actions = view.actions;
    paintBoard(canvas, view.board, cellSize(view.board, 800, 700), { letters: true });
  },
  trouble: (words) => part("main").append(words),
});
const wanted = new URLSearchParams(location.hash.slice(1));
session.wish("play", { game: wanted.get("game"), seed: Number(wanted.get("seed") ?? "7") });
addEventListener("keydown", (event) => {
  const action = actions[event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key];
  if (!action) return;
  event.preventDefault();
  session.wish("act", { action });
});
