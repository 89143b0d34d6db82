// Watch text: a board in letters, for those who read it line by line.

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Piece} Piece */

/**
 * The rows of a board: what falls in small letters, where it will rest as *, what lies in capitals.
 * @param {Board} board
 * @param {Piece[]} following
 */
export function boardText(board, following) {
  if (board.kind === "tiles") return board.board.map((row) => [...row].join(" ")).join("\n");
  const rows = board.cells.map((row) => [...row]);
  /**
   * @param {Piece | null} piece
   * @param {string} sign
   */
  const put = (piece, sign) => {
    for (const [row, column] of piece?.places ?? []) {
      const line = rows[row];
      if (line) line[column] = sign;
    }
  };
  put(board.ghost, "*");
  put(board.piece, board.piece?.letter.toLowerCase() ?? "");
  const next = following.length ? `\nnext: ${following.map(({ letter }) => letter).join(" ")}` : "";
  return rows.map((row) => row.join("")).join("\n") + next;
}
