// Viewer: shows the chosen games move by move; a link to #game-N opens one.

function viewer(arena, page) {
  const part = (name) => page.getElementById(name);
  const canvas = part("board"), slider = part("move"), button = part("play");
  const paint = canvas.getContext("2d");
  const size = Math.floor(Math.min(36, 520 / arena.height));
  canvas.width = size * arena.width;
  canvas.height = size * arena.height;
  let game = null, boards = [], at = 0, timer = null;

  // a cell of the piece that was placed last, as far as no row has gone since
  function isNew(i) {
    if (!arena.shapes.length || at === 0) return false;
    const [before, now] = [boards[at - 1], boards[at]];
    return before.lines === now.lines && before.board[i] !== now.board[i];
  }

  function cell(letter, x, y, hasFrame) {
    const [fill, ink] = arena.paints[letter];
    const isRound = !arena.shapes.length && letter !== letter.toUpperCase();
    paint.fillStyle = fill;
    paint.beginPath();
    if (isRound) paint.arc(x + size / 2, y + size / 2, size / 2 - 1, 0, 7);
    else paint.rect(x + 0.5, y + 0.5, size - 1, size - 1);
    paint.fill();
    paint.fillStyle = ink;
    paint.fillText(letter, x + size / 2, y + size / 2 + 1);
    if (hasFrame) paint.strokeRect(x + 1.5, y + 1.5, size - 3, size - 3);
  }

  function draw() {
    paint.fillStyle = arena.well;
    paint.fillRect(0, 0, canvas.width, canvas.height);
    paint.font = `${Math.round(size * 0.6)}px sans-serif`;
    paint.strokeStyle = "#ffffff";
    paint.lineWidth = 2;
    paint.textAlign = "center";
    paint.textBaseline = "middle";
    [...boards[at].board].forEach((letter, i) => {
      const x = (i % arena.width) * size, y = Math.floor(i / arena.width) * size;
      if (letter !== ".") cell(letter, x, y, isNew(i));
    });
    slider.value = at;
    const number = game.first + at;
    const lines = arena.shapes.length ? `, ${boards[at].lines} lines` : "";
    const said = `after move ${number} of ${game.first + boards.length - 1}${lines}`;
    part("where").textContent = at === boards.length - 1 ? `${said}: ${game.result}` : said;
  }

  function stop() {
    if (timer !== null) clearInterval(timer);
    timer = null;
    button.textContent = "Play";
    part("where").setAttribute("aria-live", "polite");
  }

  function go(to) {
    at = Math.max(0, Math.min(boards.length - 1, to));
    if (at === boards.length - 1) stop();
    draw();
  }

  function start() {
    if (at === boards.length - 1) go(0);
    button.textContent = "Pause";
    part("where").setAttribute("aria-live", "off"); // nobody wants to hear every move
    timer = setInterval(() => go(at + 1), Number(part("pace").value));
  }

  function open(number) {
    stop();
    game = arena.games[number];
    boards = boardsOf(arena, game);
    at = 0;
    slider.max = boards.length - 1;
    part("title").textContent = game.title;
    part("command").textContent = game.command;
    const isRight = boards[boards.length - 1].board === game.end;
    part("wrong").hidden = isRight;
    part("pick").value = String(number);
    draw();
  }

  function follow() {
    const found = /^#game-(\d+)$/.exec(page.defaultView.location.hash);
    if (!found || !arena.games[Number(found[1])]) return;
    open(Number(found[1]));
    part("viewer").scrollIntoView();
    button.focus();
  }

  button.addEventListener("click", () => (timer === null ? start() : stop()));
  part("back").addEventListener("click", () => { stop(); go(at - 1); });
  part("forth").addEventListener("click", () => { stop(); go(at + 1); });
  part("pace").addEventListener("change", () => { if (timer !== null) { stop(); start(); } });
  slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
  part("pick").addEventListener("change", () => open(Number(part("pick").value)));
  page.defaultView.addEventListener("hashchange", follow);
  part("viewer").hidden = false;
  open(0);
  follow();
}

const source = document.getElementById("games");
if (source) viewer(JSON.parse(source.textContent), document);
