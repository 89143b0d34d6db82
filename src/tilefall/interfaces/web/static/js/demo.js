// Demo: a small picture of a game that lives: boards one after the other, pieces fall between them.

import { cellSize, paintBoard } from "./board.js";
import { isCalm, onChange, settings } from "./settings.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Well} Well */
/** @typedef {{board: Board, wait: number}} Frame a board and for how many milliseconds it stands */

const THINKS = 420; // milliseconds that a piece waits
const FALLS = 22; // for each row
const RESTS = 160;
const SLIDES = 900;

/**
 * A picture that moves while it is in sight, unless motion is not wanted.
 * @param {HTMLCanvasElement} canvas
 * @param {HTMLElement} box what it fills
 * @param {Board[]} boards
 */
export function showDemo(canvas, box, boards) {
  const last = boards.at(-1);
  if (!last) return;
  let frames = playing(boards);
  let isSeen = false, timer = 0;
  /** @type {Board} */
  let shown = last;

  const paint = () => {
    const around = 2 * parseFloat(getComputedStyle(box).paddingLeft);
    const size = cellSize(shown, box.clientWidth - around, box.clientHeight - around);
    paintBoard(canvas, shown, size, { letters: settings().letters && size >= 9 });
  };
  const step = () => {
    let next = frames.next();
    if (next.done) next = (frames = playing(boards)).next();
    if (next.done) return;
    shown = next.value.board;
    paint();
    timer = setTimeout(step, next.value.wait);
  };
  const follow = () => {
    clearTimeout(timer);
    if (isSeen && !document.hidden && !isCalm()) step();
    else paint();
  };
  new IntersectionObserver(([entry]) => {
    isSeen = entry?.isIntersecting ?? false;
    follow();
  }).observe(box);
  new ResizeObserver(paint).observe(box);
  document.addEventListener("visibilitychange", follow);
  onChange(follow);
}

/**
 * @param {Board[]} boards
 * @returns {Generator<Frame, void>}
 */
function* playing(boards) {
  for (const board of boards) {
    if (board.kind === "tiles") yield { board, wait: SLIDES };
    else yield* falling(board);
  }
}

/**
 * A piece waits, turns, and comes down row by row.
 * @param {Well} well
 * @returns {Generator<Frame, void>}
 */
function* falling(well) {
  yield { board: well, wait: THINKS };
  const { ghost } = well;
  if (!ghost) return;
  const top = Math.min(...ghost.places.map(([row]) => row));
  for (let row = -well.above; row <= top; row += 1) {
    const places = ghost.places.map(([down, across]) => /** @type {[number, number]} */ ([down - top + row, across]));
    yield { board: { ...well, piece: { letter: ghost.letter, places } }, wait: row === top ? RESTS : FALLS };
  }
}
