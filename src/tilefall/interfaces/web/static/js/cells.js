// Cells: how one cell of a well or one tile of IJK is painted.

import { inkOn, LOWER, mixed, PIECES, STACK, UPPER, WELL } from "./colours.js";

/** @typedef {CanvasRenderingContext2D} Paint */

const FAINT = "#ffffff";

/**
 * The colour of a piece.
 * @param {string} game
 * @param {string} letter
 */
export function colourOf(game, letter) {
  return PIECES[game]?.[letter] ?? STACK;
}

/** @type {Map<string, HTMLCanvasElement>} */
const stamps = new Map();
const MOST_STAMPS = 400; // some games in some sizes

/**
 * A filled cell. Each look of one is painted once and then stamped: a full board is quick.
 * @param {Paint} paint
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 * @param {string} letter written onto it; none if it is empty
 */
export function filledCell(paint, x, y, size, colour, letter) {
  const pixels = Math.max(1, Math.round(size * paint.getTransform().a));
  const name = `${pixels} ${colour} ${letter}`;
  let stamp = stamps.get(name);
  if (!stamp) {
    if (stamps.size >= MOST_STAMPS) stamps.clear();
    stamps.set(name, (stamp = stamped(pixels, colour, letter)));
  }
  paint.drawImage(stamp, x, y, size, size);
}

/**
 * @param {number} size in pixels of the screen
 * @param {string} colour
 * @param {string} letter
 */
function stamped(size, colour, letter) {
  const stamp = document.createElement("canvas");
  stamp.width = stamp.height = size;
  const paint = painter(stamp);
  const gap = size >= 20 ? 1 : size >= 8 ? 0.5 : 0;
  const side = size - 2 * gap, radius = Math.min(size / 7, 7), edge = Math.max(1, Math.round(size / 14));
  paint.fillStyle = mixed(colour, "#000000", 0.34);
  rounded(paint, gap, gap, side, side, radius);
  paint.fill();
  paint.clip();
  paint.fillStyle = mixed(colour, FAINT, 0.32);
  rounded(paint, gap, gap, side, side - edge, radius);
  paint.fill();
  paint.fillStyle = colour;
  rounded(paint, gap, gap + edge * 0.75, side, side - edge * 1.75, radius);
  paint.fill();
  if (letter) written(paint, 0, 0, size, letter, inkOn(colour), 0.56);
  return stamp;
}

/**
 * What paints on a canvas.
 * @param {HTMLCanvasElement} canvas
 * @returns {Paint}
 */
export function painter(canvas) {
  const paint = canvas.getContext("2d");
  if (!paint) throw new Error("this browser has no canvas");
  return paint;
}

/**
 * The outline around the cells of a piece.
 * @param {Paint} paint
 * @param {import("./types.js").Place[]} places
 * @param {number} above rows of the picture over the top of the board
 * @param {number} size
 * @param {string} colour
 * @param {{fill?: number, width?: number, dash?: number[]}} [look]
 */
export function outlined(paint, places, above, size, colour, look = {}) {
  const taken = new Set(places.map(([row, column]) => `${row},${column}`));
  const width = look.width ?? Math.max(1.5, size / 12);
  paint.save();
  paint.globalAlpha = look.fill ?? 0.16;
  paint.fillStyle = colour;
  for (const [row, column] of places) paint.fillRect(column * size, (row + above) * size, size, size);
  paint.globalAlpha = 1;
  paint.strokeStyle = colour;
  paint.lineWidth = width;
  paint.setLineDash(look.dash ?? []);
  paint.lineCap = "square";
  paint.beginPath();
  const inset = width / 2;
  for (const [row, column] of places) {
    const left = column * size, top = (row + above) * size, right = left + size, bottom = top + size;
    if (!taken.has(`${row - 1},${column}`)) line(paint, left + inset, top + inset, right - inset, top + inset);
    if (!taken.has(`${row + 1},${column}`)) line(paint, left + inset, bottom - inset, right - inset, bottom - inset);
    if (!taken.has(`${row},${column - 1}`)) line(paint, left + inset, top + inset, left + inset, bottom - inset);
    if (!taken.has(`${row},${column + 1}`)) line(paint, right - inset, top + inset, right - inset, bottom - inset);
  }
  paint.stroke();
  paint.restore();
}

/**
 * A tile of IJK: upper case a square, lower case round, so that colour is not the only sign.
 * @param {Paint} paint
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} letter
 * @param {boolean} isNew
 */
export function tile(paint, x, y, size, letter, isNew) {
  const isUpper = letter === letter.toUpperCase();
  const late = Math.min(letter.toUpperCase().charCodeAt(0) - 65, 10) / 10;
  const colour = mixed(isUpper ? UPPER : LOWER, WELL, 0.4 * (1 - late));
  const gap = size / 14, side = size - 2 * gap, edge = Math.max(1, size / 22);
  const radius = isUpper ? size / 9 : side / 2;
  paint.fillStyle = mixed(colour, "#000000", 0.35);
  rounded(paint, x + gap, y + gap, side, side, radius);
  paint.fill();
  paint.fillStyle = colour;
  rounded(paint, x + gap, y + gap, side, side - edge, Math.min(radius, (side - edge) / 2));
  paint.fill();
  if (isNew) {
    const width = Math.max(2, size / 18);
    paint.strokeStyle = "#ffffff";
    paint.lineWidth = width;
    rounded(paint, x + gap + width / 2, y + gap + width / 2, side - width, side - width, Math.max(1, radius - width / 2));
    paint.stroke();
  }
  written(paint, x, y - edge / 2, size, letter, inkOn(colour), 0.5);
}

/**
 * @param {Paint} paint
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} words
 * @param {string} ink
 * @param {number} share of the cell that a letter is high
 */
export function written(paint, x, y, size, words, ink, share) {
  paint.fillStyle = ink;
  paint.font = `600 ${Math.max(6, Math.round(size * share))}px ui-sans-serif, system-ui, sans-serif`;
  paint.textAlign = "center";
  paint.textBaseline = "middle";
  paint.fillText(words, x + size / 2, y + size / 2 + size * 0.03);
}

/**
 * The name of an outline in one of its cells, with a dark ring that sets it off from anything.
 * @param {Paint} paint
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} name
 * @param {string} colour
 */
export function badge(paint, x, y, size, name, colour) {
  paint.beginPath();
  paint.arc(x + size / 2, y + size / 2, size * 0.43, 0, 2 * Math.PI);
  paint.fillStyle = WELL;
  paint.fill();
  paint.beginPath();
  paint.arc(x + size / 2, y + size / 2, size * 0.37, 0, 2 * Math.PI);
  paint.fillStyle = colour;
  paint.fill();
  written(paint, x, y, size, name, inkOn(colour), name.length > 1 ? 0.42 : 0.56);
}

/**
 * @param {Paint} paint
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} radius
 */
export function rounded(paint, x, y, width, height, radius) {
  paint.beginPath();
  paint.roundRect(x, y, width, height, radius);
}

/**
 * @param {Paint} paint
 * @param {number} x
 * @param {number} y
 * @param {number} toX
 * @param {number} toY
 */
function line(paint, x, y, toX, toY) {
  paint.moveTo(x, y);
  paint.lineTo(toX, toY);
}
