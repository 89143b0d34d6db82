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

/**
 * A filled cell; what lies still is a little darker than what falls.
 * @param {Paint} paint
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 * @param {string} letter written onto it; none if it is empty
 */
export function filledCell(paint, x, y, size, colour, letter) {
  const gap = size >= 12 ? 1 : 0.5;
  const radius = Math.min(4, size / 6);
  paint.fillStyle = mixed(colour, "#000000", 0.28);
  rounded(paint, x + gap / 2, y + gap / 2, size - gap, size - gap, radius);
  paint.fill();
  const edge = Math.max(1, size / 12);
  paint.fillStyle = colour;
  rounded(paint, x + gap / 2, y + gap / 2, size - gap, size - gap - edge, radius);
  paint.fill();
  paint.fillStyle = mixed(colour, FAINT, 0.25);
  paint.fillRect(x + gap / 2 + radius, y + gap / 2, size - gap - 2 * radius, edge / 2);
  if (letter) written(paint, x, y, size, letter, inkOn(colour), 0.55);
}

/**
 * The outline around the cells of a piece, with a name in its first cell if it has one.
 * @param {Paint} paint
 * @param {import("./types.js").Place[]} places
 * @param {number} above rows of the picture over the top of the board
 * @param {number} size
 * @param {string} colour
 * @param {{fill?: number, width?: number, dash?: number[], name?: string}} [look]
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
  const first = places[0];
  if (look.name && first) badge(paint, first[1] * size, (first[0] + above) * size, size, look.name, colour);
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
  const gap = size / 14;
  paint.fillStyle = colour;
  const radius = isUpper ? size / 10 : (size - 2 * gap) / 2;
  rounded(paint, x + gap, y + gap, size - 2 * gap, size - 2 * gap, radius);
  paint.fill();
  if (isNew) {
    paint.strokeStyle = "#ffffff";
    paint.lineWidth = Math.max(2, size / 20);
    paint.stroke();
  }
  written(paint, x, y, size, letter, inkOn(colour), 0.5);
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
 * @param {Paint} paint
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} name
 * @param {string} colour
 */
function badge(paint, x, y, size, name, colour) {
  const radius = size * 0.36;
  paint.fillStyle = colour;
  paint.beginPath();
  paint.arc(x + size / 2, y + size / 2, radius, 0, 2 * Math.PI);
  paint.fill();
  written(paint, x, y, size, name, inkOn(colour), 0.5);
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
