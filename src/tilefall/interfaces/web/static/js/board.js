// Board: a well or a board of IJK on a canvas, as large as there is room for.

import { badge, colourOf, filledCell, outlined, painter, rounded, scales, tile, written } from "./cells.js";
import { ACCENT, mixed, WALL, WELL } from "./colours.js";

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
  const paint = sized(canvas, columns, rows, size);
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
  const paint = sized(canvas, columns, rows, size);
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
 * What paints on an empty canvas of some cells. A cell is a whole number of the screen's pixels, so
 * that all edges are sharp whatever a pixel of the page is to the screen.
 * @param {HTMLCanvasElement} canvas
 * @param {number} columns
 * @param {number} rows
 * @param {number} size
 */
function sized(canvas, columns, rows, size) {
  const scale = window.devicePixelRatio || 1;
  const cell = Math.max(1, Math.floor(size * scale + 0.001));
  const [across, down] = [Math.round(columns * cell), Math.round(rows * cell)];
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
  }
  canvas.style.width = `${across / scale}px`;
  canvas.style.height = `${down / scale}px`;
  const paint = painter(canvas);
  paint.setTransform(1, 0, 0, 1, 0, 0);
  paint.clearRect(0, 0, across, down);
  paint.setTransform(cell / size, 0, 0, cell / size, 0, 0);
  scales.set(paint, cell / size);
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
  paintGround(paint, columns, well.cells.length, above, size);
  const full = new Set(well.full_rows);
  /** @type {Map<string, string>} */
  const still = new Map(); // what lies still is a little darker than what falls
  for (const letter of new Set([...well.roof, ...well.cells].join(""))) {
    still.set(letter, mixed(colourOf(well.game, letter), WELL, 0.16));
  }
  [...well.roof, ...well.cells].forEach((cells, i) => {
    const row = i - well.roof.length;
    for (let column = 0; column < cells.length; column += 1) {
      const letter = cells.charAt(column);
      if (letter === ".") continue;
      const name = look.letters && letter !== "x" ? letter : "";
      const colour = full.has(row) ? mixed(colourOf(well.game, letter), "#ffffff", 0.5) : still.get(letter) ?? WELL;
      filledCell(paint, column * size, (row + above) * size, size, colour, name);
    }
  });
  if (well.ghost) {
    const colour = mixed(colourOf(well.game, well.ghost.letter), "#ffffff", 0.2);
    outlined(paint, well.ghost.places, above, size, colour, { fill: 0.16, width: Math.max(1, size / 14) });
  }
  const outlines = [...(look.outlines ?? [])];
  // the best come first and lie on top
  for (const { places, is_strong } of outlines.toReversed()) {
    outlined(paint, places, above, size, outlineColour(is_strong), {
      fill: is_strong ? 0.3 : 0.08, dash: is_strong ? [] : [size / 4, size / 5],
    });
  }
  if (well.piece) {
    const colour = colourOf(well.game, well.piece.letter);
    for (const [row, column] of well.piece.places) {
      filledCell(paint, column * size, (row + above) * size, size, colour, look.letters ? well.piece.letter : "");
    }
  }
  if (well.outline) {
    outlined(paint, well.outline.places, above, size, ACCENT, { fill: 0.3 });
    outlines.push({ places: well.outline.places, name: well.outline_name ?? "", is_strong: true });
  }
  paintNames(paint, outlines, above, size);
}

/**
 * An empty well: a faint stripe for every other column, walls and a floor.
 * @param {CanvasRenderingContext2D} paint
 * @param {number} columns
 * @param {number} rows
 * @param {number} above
 * @param {number} size
 */
function paintGround(paint, columns, rows, above, size) {
  const top = above * size, height = rows * size;
  paint.fillStyle = WELL;
  paint.fillRect(0, top, columns * size, height);
  paint.fillStyle = mixed(WELL, "#ffffff", 0.035);
  for (let column = 1; column < columns; column += 2) paint.fillRect(column * size, top, size, height);
  const width = 1 / (scales.get(paint) ?? 1); // a pixel of the screen
  paint.fillStyle = WALL;
  paint.fillRect(0, top, width, height);
  paint.fillRect(columns * size - width, top, width, height);
  paint.fillRect(0, top + height - width, columns * size, width);
}

/** @param {boolean} isStrong */
function outlineColour(isStrong) {
  return isStrong ? ACCENT : mixed(ACCENT, WELL, 0.25);
}

/**
 * The names of outlines, each in a cell in which no other name stands, as far as there is one.
 * @param {CanvasRenderingContext2D} paint
 * @param {Outline[]} outlines
 * @param {number} above
 * @param {number} size
 */
function paintNames(paint, outlines, above, size) {
  const taken = new Set();
  for (const { places, name, is_strong } of outlines) {
    const place = places.find((each) => !taken.has(`${each}`)) ?? places[0];
    if (!name || !place) continue;
    taken.add(`${place}`);
    badge(paint, place[1] * size, (place[0] + above) * size, size, name, outlineColour(is_strong));
  }
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
  rounded(paint, edge - size / 12, edge - size / 12, side * size + size / 6, side * size + size / 6, size / 7);
  paint.fill();
  paint.strokeStyle = WALL;
  paint.lineWidth = 1 / (scales.get(paint) ?? 1);
  paint.stroke();
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
  paintSides(paint, tiles, size, edge, side);
}

/**
 * What is said of the four slides, around the board; the best stands on a ground of its own.
 * @param {CanvasRenderingContext2D} paint
 * @param {Tiles} tiles
 * @param {number} size
 * @param {number} edge
 * @param {number} side
 */
function paintSides(paint, tiles, size, edge, side) {
  const middle = edge + (side * size) / 2 - size / 2;
  /** @type {[string, string, number, number][]} */
  const sides = [
    ["U", "▲", middle, edge / 2 - size / 2],
    ["D", "▼", middle, edge * 1.5 + side * size - size / 2],
    ["L", "◀", edge / 2 - size / 2, middle],
    ["R", "▶", edge * 1.5 + side * size - size / 2, middle],
  ];
  const look = getComputedStyle(paint.canvas);
  for (const [name, arrow, x, y] of sides) {
    const said = tiles.said[name];
    const isBest = name === tiles.best;
    if (said !== undefined) {
      if (isBest) {
        paint.fillStyle = look.getPropertyValue("--link") || ACCENT;
        rounded(paint, x + size * 0.07, y + size * 0.28, size * 0.86, size * 0.44, size * 0.12);
        paint.fill();
      }
      const ink = isBest ? look.getPropertyValue("--on-link") || WELL : look.color;
      written(paint, x, y, size, said, ink, Math.min(0.26, 1.4 / Math.max(said.length, 1)));
    } else if (name === tiles.last) {
      written(paint, x, y, size, arrow, look.color, 0.4);
    }
  }
}
