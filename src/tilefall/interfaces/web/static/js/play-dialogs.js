// Play dialogs: the question before help, the end of a game, the keys, and how held keys repeat.

import { button, element } from "./dom.js";
import { keyTable } from "./play-view.js";
import { change, DEFAULTS, DELAYS, RATES, settings } from "./settings.js";

/** @typedef {import("./types.js").PlayView} View */

export const DEAF = 600; // milliseconds in which the end of a game hears nothing: somebody still steers

/**
 * A dialog over the page; closed by escape or by what it returns, and gone when it is closed.
 * @param {string} title
 * @param {(Node | string)[]} content
 * @param {() => void} closed
 * @param {() => boolean} [isDeaf] whether escape is not heard
 * @returns {{box: HTMLDialogElement, close: () => void}}
 */
export function dialog(title, content, closed, isDeaf = () => false) {
  const heading = element("h2", { tabindex: "-1", id: "dialog-title" }, title);
  const box = element("dialog", { "aria-labelledby": "dialog-title" }, heading, ...content);
  const close = () => {
    if (!box.isConnected) return;
    box.close();
    box.remove();
    closed();
  };
  // at once: browsers tell that a dialog is closed a frame later, and keys may come before
  box.addEventListener("cancel", (event) => {
    event.preventDefault();
    if (!isDeaf()) close();
  });
  box.addEventListener("close", close);
  document.body.append(box);
  box.showModal();
  heading.focus();
  return { box, close };
}

/**
 * Ask before help makes a game an assisted one; the key that asked does it, too.
 * @param {View} view
 * @param {(wish: string) => void} wish
 */
export function askingDialog(view, wish) {
  const what = view.asked;
  let answer = "resume";
  const answered = (/** @type {string} */ chosen) => {
    answer = chosen;
    made.close();
  };
  const yes = button(what === "undo" ? "Take back" : "Show advice", () => answered(what), { class: "main" });
  const made = dialog(
    "This makes the game practice",
    [element("p", {}, `${view.asking.split(":")[0]}.`), element("div", { class: "row" }, yes, button("Go on without", () => answered("resume")))],
    () => wish(answer),
  );
  yes.focus();
  made.box.addEventListener("keydown", (event) => {
    if (event.repeat || view.wishes[event.key] !== what) return;
    event.preventDefault();
    answered(what);
  });
}

/**
 * @typedef {object} Choice at the end of a game
 * @property {string} key
 * @property {string} words
 * @property {string} [about]
 * @property {() => void} act
 */

/**
 * What has been reached, and what to do next.
 * @param {View} view
 * @param {Choice[]} choices
 * @param {() => void} closed
 */
export function resultDialog(view, choices, closed) {
  const opened = performance.now();
  const isDeaf = () => performance.now() - opened < DEAF;
  let act = () => {};
  const choose = (/** @type {Choice} */ choice) => {
    if (isDeaf()) return;
    act = choice.act;
    made.close();
  };
  const lines = choices.map((choice, i) => {
    const line = button("", () => choose(choice), { class: i === 0 ? "choice main" : "choice" });
    line.append(element("kbd", {}, choice.key), element("span", {}, choice.words, element("small", {}, choice.about ?? "")));
    return line;
  });
  const made = dialog(
    "Game over",
    [...view.result.map((words, i) => element("p", { class: i === 0 ? "reached" : "" }, words)), element("div", { class: "choices" }, ...lines)],
    () => {
      closed();
      act();
    },
    isDeaf,
  );
  made.box.addEventListener("keydown", (event) => {
    if (isDeaf()) return event.preventDefault();
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    const found = choices.find((choice) => choice.key === event.key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    choose(found);
  });
}

/**
 * @param {View} view
 * @param {() => void} closed
 */
export function helpDialog(view, closed) {
  const touch = view.board.kind === "tiles"
    ? "Touch: swipe to slide."
    : "Touch: tap turns, drag moves, a slow drag down sinks, a flick down drops" +
      (view.has_hold ? ", a flick up holds." : view.can.includes("flip") ? ", a flick up flips." : ".");
  const made = dialog(`${view.title}: keys`, [
    keyTable(view.help),
    element("p", { class: "soft" }, touch),
    element("div", { class: "row" }, button("Close", () => made.close(), { class: "main" })),
  ], closed);
}

/** @param {() => void} closed */
export function settingsDialog(closed) {
  const { repeatDelay, repeatRate } = settings();
  const [delay, delayLine] = slider("Before a held key repeats", DELAYS.least, DELAYS.most, repeatDelay, (value) => `${value} ms`);
  // below the fastest rate is no rate at all: the piece is at the wall at once
  const [rate, rateLine] = slider("Between two steps", RATES.least - 1, RATES.most, repeatRate || RATES.least - 1,
    (value) => (value < RATES.least ? "at once to the wall" : `${value} ms`));
  const keep = () => {
    const rated = Number(rate.value);
    change({ repeatDelay: Number(delay.value), repeatRate: rated < RATES.least ? 0 : rated });
  };
  delay.addEventListener("input", keep);
  rate.addEventListener("input", keep);
  const usual = button("As usual", () => {
    for (const [input, value] of /** @type {[HTMLInputElement, number][]} */ ([[delay, DEFAULTS.repeatDelay], [rate, DEFAULTS.repeatRate]])) {
      input.value = `${value}`;
      input.dispatchEvent(new Event("input"));
    }
  });
  const made = dialog("Held keys", [
    element("p", { class: "soft" }, "Left, right and down go on while their key or button is held."),
    delayLine, rateLine,
    element("div", { class: "row" }, button("Close", () => made.close(), { class: "main" }), usual),
  ], closed);
}

/**
 * @param {string} name
 * @param {number} least
 * @param {number} most
 * @param {number} value
 * @param {(value: number) => string} words
 * @returns {[HTMLInputElement, HTMLElement]}
 */
function slider(name, least, most, value, words) {
  const input = element("input", { type: "range", min: least, max: most, value });
  const output = element("output");
  const tell = () => {
    output.textContent = words(Number(input.value));
    input.setAttribute("aria-valuetext", output.textContent);
  };
  input.addEventListener("input", tell);
  tell();
  return [input, element("label", { class: "slider" }, element("span", {}, name), input, output)];
}
