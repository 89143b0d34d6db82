// Runs the page's scripts without a browser: a document of plain objects, and clicks on it.
// Reads {scripts, arena, hash, stops} from standard input; writes what was to be seen.
const fs = require("fs");
const vm = require("vm");

const given = JSON.parse(fs.readFileSync(0, "utf8"));
const elements = {};
const drawn = { letters: [], rounds: 0, frames: 0 };
const pencil = {
  fillRect: () => { drawn.letters = []; drawn.rounds = 0; drawn.frames = 0; },
  fillText: (letter, x, y) => drawn.letters.push([letter, x, y]),
  arc: () => { drawn.rounds += 1; },
  strokeRect: () => { drawn.frames += 1; },
  rect() {}, beginPath() {}, fill() {},
};
function element(id) {
  elements[id] ??= {
    id, value: id === "pace" ? "30" : "0", textContent: "", hidden: true, heard: {},
    addEventListener(kind, act) { this.heard[kind] = act; },
    setAttribute(name, value) { this[name] = value; },
    scrollIntoView() {}, focus() {}, getContext: () => pencil,
  };
  return elements[id];
}
element("games").textContent = JSON.stringify(given.arena);
let ticking = null;
const view = { location: { hash: given.hash }, addEventListener(kind, act) { this[kind] = act; } };
const page = {
  document: { getElementById: element, defaultView: view },
  setInterval: (act) => { ticking = act; return 1; },
  clearInterval: () => { ticking = null; },
};
vm.createContext(page);
vm.runInContext(given.scripts, page);

const seen = [];
function look(what) {
  seen.push({
    what, where: elements.where.textContent, title: elements.title.textContent,
    at: Number(elements.move.value), last: Number(elements.move.max),
    button: elements.play.textContent, live: elements.where["aria-live"],
    isPlaying: ticking !== null, isWrong: !elements.wrong.hidden, ...structuredClone(drawn),
  });
}
look("opened");
elements.forth.heard.click();
look("one forth");
elements.back.heard.click();
elements.back.heard.click();
look("back");
elements.play.heard.click();
look("playing");
ticking();
ticking();
look("after two ticks");
elements.pace.heard.change();
elements.play.heard.click();
look("paused");
elements.move.value = elements.move.max;
elements.move.heard.input();
look("at the end");
elements.play.heard.click();
look("again");
while (ticking) ticking();
look("played to the end");
elements.pick.value = "0";
elements.pick.heard.change();
look("picked the first");
view.location.hash = "#game-9999";
view.hashchange();
look("no such game");
for (const at of given.stops) {
  elements.move.value = at;
  elements.move.heard.input();
  look(`move ${at}`);
}
const boards = given.arena.games.map((game) => {
  page.game = game;
  page.arena = given.arena;
  return vm.runInContext("boardsOf(arena, game)", page);
});
console.log(JSON.stringify({ seen, boards, size: [elements.board.width, elements.board.height] }));
