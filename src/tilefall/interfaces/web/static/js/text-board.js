// Text board: a board as lines of letters, for those who listen or feel rather than look.

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Well} Well */

/**
 * The board in lines. What lies is in capitals, what falls in small letters, + is where it would
 * land, and columns are numbered below, from 0. Tiles of IJK are as they are.
 * @param {Board} board
 * @param {Piece[]} [following] pieces that come next, if they are to be told
 */
export function textBoard(board, following = []) {
  if (board.kind === "tiles") return board.board.map(spaced).join("\n");
  const next = following.length ? `\nnext: ${following.map(({ letter }) => letter).join(" ")}` : "";
  return wellText(board) + next;
}

/** @param {Board} board */
export function legend(board) {
  if (board.kind === "tiles") return "Capitals are +, small letters are -.";
  return "Capitals lie, small letters fall, + is where the piece would land.";
}

/** @param {Well} well */
function wellText(well) {
  const width = well.cells[0]?.length ?? 0;
  const roof = Array.from({ length: well.above }, (_, i) => well.roof[i - well.above + well.roof.length] ?? ".".repeat(width));
  const rows = [...roof, ...well.cells].map((line) => [...line.replaceAll("x", "#")]);
  const put = (/** @type {Piece | null} */ piece, /** @type {string} */ sign) => {
    for (const [row, column] of piece?.places ?? []) {
      const line = rows[row + well.above];
      if (line) line[column] = sign || (piece?.letter.toLowerCase() ?? "");
    }
  };
  put(well.ghost, "+");
  put(well.piece, "");
  const numbers = Array.from({ length: width }, (_, i) => `${i % 10}`);
  const lines = rows.map((line, i) => `${i < well.above ? " " : "|"} ${line.join(" ")} ${i < well.above ? " " : "|"}`);
  return [...lines, `  ${numbers.join(" ")}`].join("\n");
}

/** @param {string} line */
function spaced(line) {
  return [...line].join(" ");
}
