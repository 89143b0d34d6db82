// Board: a well or a board of IJK on a canvas, as large as there is room for.

import { colourOf, filledCell, outlined, rounded, tile, written } from "./cells.js";
import { ACCENT, mixed, WELL } from "./colours.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Well} Well */
/** @typedef {import("./types.js").Tiles} Tiles */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {{places: import("./types.js").Place[], name: string, is_strong: boolean}} Outline */
/** @typedef {{letters: boolean, outlines?: Outline[]}} Look letters on cells, candidates to be marked */

const MARGIN = 0.9; // of a tile: room around a board of IJK for what is said of slides

/**
 * How many cells a board is wide and high.
 * @param {Board} board
 * @returns {[number, number]}
 */
export function extent(board) {
  if (board.kind === "tiles") {
    const side = board.board.length + 2 * MARGIN;
    return [side, side];
  }
  return [board.cells[0]?.length ?? 0, board.cells.length + board.above];
}

/**
 * The largest cell, in whole pixels of the page, with which a board fits into a space.
 * @param {Board} board
 * @param {number} width
 * @param {number} height
 */
export function cellSize(board, width, height) {
  const [columns, rows] = extent(board);
  return Math.max(4, Math.floor(Math.min(width / columns, height / rows)));
}

/**
 * Paint a board; the canvas takes the size that belongs to the cells.
 * @param {HTMLCanvasElement} canvas
 * @param {Board} board
 * @param {number} size of a cell, in pixels of the page
 * @param {Look} look
 */
export function paintBoard(canvas, board, size, look) {
  const [columns, rows] = extent(board);
  const paint = sized(canvas, columns * size, rows * size);
  if (board.kind === "tiles") paintTiles(paint, board, size);
  else paintWell(paint, board, size, look);
}

/**
 * Paint a piece by itself, in the middle of a canvas of some cells.
 * @param {HTMLCanvasElement} canvas
 * @param {Piece | null} piece
 * @param {string} game
 * @param {number} columns
 * @param {number} rows
 * @param {number} size
 * @param {Look} look
 */
export function paintPiece(canvas, piece, game, columns, rows, size, look) {
  const paint = sized(canvas, columns * size, rows * size);
  if (!piece) return;
  const [down, across] = [0, 1].map((i) => {
    const all = piece.places.map((place) => place[i] ?? 0);
    return { first: Math.min(...all), count: Math.max(...all) - Math.min(...all) + 1 };
  });
  if (!down || !across) return;
  const left = ((columns - across.count) / 2 - across.first) * size;
  const top = ((rows - down.count) / 2 - down.first) * size;
  for (const [row, column] of piece.places) {
    const colour = colourOf(game, piece.letter);
    filledCell(paint, left + column * size, top + row * size, size, colour, look.letters ? piece.letter : "");
  }
}

/**
 * A canvas of this many pixels of the page, sharp on any screen, and empty.
 * @param {HTMLCanvasElement} canvas
 * @param {number} width
 * @param {number} height
 */
function sized(canvas, width, height) {
  const scale = window.devicePixelRatio || 1;
  const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const paint = canvas.getContext("2d");
  if (!paint) throw new Error("this browser has no canvas");
  paint.setTransform(scale, 0, 0, scale, 0, 0);
  paint.clearRect(0, 0, width, height);
  return paint;
}

/**
 * @param {CanvasRenderingContext2D} paint
 * @param {Well} well
 * @param {number} size
 * @param {Look} look
 */
function paintWell(paint, well, size, look) {
  const columns = well.cells[0]?.length ?? 0;
  const { above } = well;
  paint.fillStyle = WELL;
  paint.fillRect(0, above * size, columns * size, well.cells.length * size);
  paint.fillStyle = mixed(WELL, "#ffffff", 0.035);
  for (let column = 1; column < columns; column += 2) {
    paint.fillRect(column * size, above * size, size, well.cells.length * size);
  }
  const full = new Set(well.full_rows);
  [...well.roof, ...well.cells].forEach((cells, i) => {
    const row = i - well.roof.length;
    [...cells].forEach((letter, column) => {
      if (letter === ".") return;
      const name = look.letters && letter !== "x" ? letter : "";
      const still = mixed(colourOf(well.game, letter), full.has(row) ? "#ffffff" : WELL, full.has(row) ? 0.5 : 0.16);
      filledCell(paint, column * size, (row + above) * size, size, still, name);
    });
  });
  if (well.ghost) outlined(paint, well.ghost.places, above, size, colourOf(well.game, well.ghost.letter), { fill: 0.14, width: Math.max(1, size / 16) });
  for (const { places, name, is_strong } of look.outlines ?? []) {
    outlined(paint, places, above, size, is_strong ? ACCENT : mixed(ACCENT, WELL, 0.35), {
      name, fill: is_strong ? 0.25 : 0.06, dash: is_strong ? [] : [size / 4, size / 5],
    });
  }
  if (well.piece) {
    const colour = colourOf(well.game, well.piece.letter);
    for (const [row, column] of well.piece.places) {
      filledCell(paint, column * size, (row + above) * size, size, colour, look.letters ? well.piece.letter : "");
    }
  }
  if (well.outline) outlined(paint, well.outline.places, above, size, ACCENT, { name: well.outline_name });
}

/**
 * @param {CanvasRenderingContext2D} paint
 * @param {Tiles} tiles
 * @param {number} size
 */
function paintTiles(paint, tiles, size) {
  const side = tiles.board.length;
  const edge = MARGIN * size;
  paint.fillStyle = WELL;
  rounded(paint, edge - size / 12, edge - size / 12, side * size + size / 6, side * size + size / 6, size / 8);
  paint.fill();
  tiles.board.forEach((cells, row) =>
    [...cells].forEach((letter, column) => {
      const x = edge + column * size, y = edge + row * size;
      if (letter === ".") {
        paint.fillStyle = mixed(WELL, "#ffffff", 0.05);
        rounded(paint, x + size / 14, y + size / 14, size * (6 / 7), size * (6 / 7), size / 10);
        paint.fill();
      } else {
        tile(paint, x, y, size, letter, tiles.new?.[0] === row && tiles.new?.[1] === column);
      }
    }),
  );
  const middle = edge + (side * size) / 2 - size / 2;
  /** @type {[string, string, number, number][]} */
  const sides = [
    ["U", "▲", middle, edge / 2 - size / 2],
    ["D", "▼", middle, edge * 1.5 + side * size - size / 2],
    ["L", "◀", edge / 2 - size / 2, middle],
    ["R", "▶", edge * 1.5 + side * size - size / 2, middle],
  ];
  const ink = getComputedStyle(paint.canvas).color;
  for (const [name, arrow, x, y] of sides) {
    const said = tiles.said[name];
    const colour = name === tiles.best ? ACCENT : ink;
    if (said !== undefined) written(paint, x, y, size, said, colour, Math.min(0.26, 1.5 / Math.max(said.length, 1)));
    else if (name === tiles.last) written(paint, x, y, size, arrow, colour, 0.4);
  }
}
