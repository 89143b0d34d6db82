// Boards: what stands there after some moves of a game, rows after each other, "." for nothing.

// After one placement: the piece's letters, then full rows go unless it reached above (F6, F7, T4).
function placed(board, width, cells, letter, row, column) {
  const now = [...board];
  for (let i = 0; i < cells.length; i += 2) {
    const r = row + cells[i];
    if (r >= 0) now[r * width + column + cells[i + 1]] = letter;
  }
  const rows = [];
  let lines = 0;
  for (let at = 0; at < now.length; at += width) {
    const line = now.slice(at, at + width);
    if (row >= 0 && !line.includes(".")) lines += 1;
    else rows.push(...line);
  }
  return { board: ".".repeat(lines * width) + rows.join(""), lines };
}

// All boards of a game with the lines made by then; the first is the one it is shown from.
function boardsOf(arena, game) {
  if (!arena.shapes.length) return game.boards.map((board) => ({ board, lines: 0 }));
  let now = { board: game.boards[0], lines: game.lines };
  const found = [now];
  for (let i = 0; i < game.moves.length; i += 3) {
    const [shape, row, column] = game.moves.slice(i, i + 3);
    const after = placed(
      now.board, arena.width, arena.shapes[shape], arena.letters[shape], row, column,
    );
    now = { board: after.board, lines: now.lines + after.lines };
    found.push(now);
  }
  return found;
}
