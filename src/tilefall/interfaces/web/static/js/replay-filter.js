// Replay filter: which games are listed, kept in the page's address so that it can be come back to.

import { element } from "./dom.js";
import { icon } from "./replay-icons.js";

const TYPING = 250; // milliseconds without a key after which a text is searched for
/** @type {Record<string, [string, string, [string, string][]]>} */
const CHOICES = {
  game: ["Game", "", [["", "All games"], ["quintris", "Quintris"], ["tetris", "Tetris"], ["ijk", "IJK"]]],
  who: ["Played by", "", [["", "Anyone"], ["person", "Me"], ["assisted", "Me, helped"], ["agents", "Agents"]]],
  sort: ["Order", "new", [["new", "Newest first"], ["old", "Oldest first"], ["score", "Best score first"]]],
};

export class Filter {
  /** @param {() => void} changed */
  constructor(changed) {
    this._changed = changed;
    /** @type {Map<string, HTMLSelectElement>} */
    this._choices = new Map();
    this._text = element("input", { type: "search", maxlength: 100, placeholder: "Agent, seed, date …", id: "filter-text" });
    this.page = 1;
    this.box = element("form", { role: "search", class: "row filter", "aria-label": "Games to list" }, ...this._made());
    this.box.addEventListener("submit", (event) => event.preventDefault());
    this._read();
    addEventListener("hashchange", () => {
      this._read();
      changed();
    });
  }

  /** Whether anything is left out of the list. */
  get isNarrow() {
    return Boolean(this._text.value.trim() || this._choices.get("game")?.value || this._choices.get("who")?.value);
  }

  /** What is asked of the server. */
  query() {
    const found = new URLSearchParams();
    for (const [name, choice] of this._choices) if (choice.value !== CHOICES[name]?.[1]) found.set(name, choice.value);
    if (this._text.value.trim()) found.set("text", this._text.value.trim());
    if (this.page > 1) found.set("page", `${this.page}`);
    return found;
  }

  /** @param {number} page */
  turn(page) {
    this.page = page;
    this._keep();
  }

  clear() {
    for (const [name, choice] of this._choices) choice.value = CHOICES[name]?.[1] ?? "";
    this._text.value = "";
    this.turn(1);
  }

  _made() {
    const made = Object.entries(CHOICES).map(([name, [words, , options]]) => {
      const choice = element("select", { id: `filter-${name}` },
        ...options.map(([value, each]) => element("option", { value }, each)));
      choice.addEventListener("change", () => this.turn(1));
      this._choices.set(name, choice);
      return element("div", { class: "field" }, element("label", { for: choice.id }, words), choice);
    });
    let timer = 0;
    this._text.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.turn(1), TYPING);
    });
    made.splice(2, 0, element("div", { class: "field grow" }, element("label", { for: this._text.id }, "Search"), this._text));
    return made;
  }

  _read() {
    const given = new URLSearchParams(location.hash.slice(1));
    for (const [name, choice] of this._choices) {
      choice.value = given.get(name) ?? "";
      if (choice.selectedIndex < 0 || !choice.value) choice.value = CHOICES[name]?.[1] ?? "";
    }
    this._text.value = given.get("text") ?? "";
    this.page = Math.max(1, Math.min(Number(given.get("page")) || 1, 1_000_000) | 0);
  }

  _keep() {
    const fragment = `${this.query()}`;
    history.replaceState(null, "", fragment ? `#${fragment}` : location.pathname);
    this._changed();
  }
}

/**
 * A button that asks for files, and the files that are dropped anywhere on the page.
 * @param {(files: File[]) => void} take
 */
export function fileChooser(take) {
  const input = element("input", { type: "file", multiple: true, accept: ".jsonl,.gz", id: "files", class: "unseen" });
  input.addEventListener("change", () => {
    take([...(input.files ?? [])]);
    input.value = ""; // the same file may be chosen again
  });
  let depth = 0;
  /** @param {DragEvent} event */
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files") ?? false;
  const mark = () => document.body.classList.toggle("dropping", depth > 0);
  addEventListener("dragenter", (event) => {
    if (hasFiles(event)) depth += 1;
    mark();
  });
  addEventListener("dragleave", (event) => {
    if (hasFiles(event)) depth -= 1;
    mark();
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    mark();
    take([...(event.dataTransfer?.files ?? [])]);
  });
  return element("span", {}, input, element("label", { for: input.id, class: "button" }, icon("bring"), "Import games"));
}
