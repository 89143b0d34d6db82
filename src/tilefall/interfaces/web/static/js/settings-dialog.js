// Settings dialog: what can be set, each with a control that takes effect at once.

import { button, element } from "./dom.js";
import { openDialog } from "./dialog.js";
import { change, DEFAULTS, DELAYS, onChange, RATES, settings } from "./settings.js";

/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {(now: Readonly<Settings>) => void} Follow how a control takes a change from elsewhere */

/** Ask for the settings; what is chosen holds at once. */
export function openSettings() {
  /** @type {Follow[]} */
  const follows = [];
  const content = [
    group("Look",
      choice("Theme", "theme", [["system", "System"], ["light", "Light"], ["dark", "Dark"]], follows),
      tick("Letters on pieces", "letters", "so that colours are never the only sign", follows),
      tick("Board in letters", "text", "a text of the board below it, for screen readers and eyes alike", follows),
      choice("Motion", "motion", [["system", "System"], ["less", "Less"]], follows)),
    group("Play",
      tick("Ghost", "ghost", "shows where a piece would land", follows),
      slider("Held keys repeat after", "repeatDelay", DELAYS, follows),
      slider("and then every", "repeatRate", RATES, follows)),
  ];
  for (const follow of follows) follow(settings());
  const end = onChange((now) => follows.forEach((follow) => follow(now)));
  const dialog = openDialog("Settings", content, [
    button("Reset", () => change(DEFAULTS)),
    button("Done", () => dialog.close(), { class: "main" }),
  ]);
  dialog.addEventListener("close", end);
}

/**
 * @param {string} name
 * @param {...HTMLElement} controls
 */
function group(name, ...controls) {
  return element("fieldset", {}, element("legend", {}, name), ...controls);
}

/**
 * @param {string} words
 * @param {"theme" | "motion"} name
 * @param {[string, string][]} options
 * @param {Follow[]} follows
 */
function choice(words, name, options, follows) {
  const inputs = options.map(([value]) => {
    const input = element("input", { type: "radio", name, value });
    input.addEventListener("change", () => change({ [name]: value }));
    return input;
  });
  follows.push((now) => inputs.forEach((input) => (input.checked = input.value === now[name])));
  const labels = inputs.map((input, i) =>
    element("label", { class: "segment" }, input, element("span", {}, options[i]?.[1] ?? "")));
  return element("div", { class: "setting", role: "radiogroup", "aria-label": words },
    element("span", {}, words), element("span", { class: "segments" }, ...labels));
}

/**
 * @param {string} words
 * @param {"letters" | "ghost" | "text"} name
 * @param {string} about
 * @param {Follow[]} follows
 */
function tick(words, name, about, follows) {
  const input = element("input", { type: "checkbox", class: "switch", role: "switch" });
  input.addEventListener("change", () => change({ [name]: input.checked }));
  follows.push((now) => (input.checked = now[name]));
  const said = element("small", { id: `about-${name}` }, about);
  input.setAttribute("aria-describedby", said.id);
  return element("div", { class: "setting" },
    element("span", {}, element("label", { for: (input.id = `set-${name}`) }, words), said), input);
}

/**
 * @param {string} words
 * @param {"repeatDelay" | "repeatRate"} name
 * @param {{least: number, most: number}} limits
 * @param {Follow[]} follows
 */
function slider(words, name, { least, most }, follows) {
  const first = name === "repeatRate" ? least - 1 : least; // left of the shortest: at once
  const input = element("input", { type: "range", min: first, max: most, id: `set-${name}` });
  const shown = element("output", { for: input.id });
  input.addEventListener("input", () => {
    const value = input.valueAsNumber;
    change({ [name]: value < least ? 0 : value });
  });
  follows.push((now) => {
    input.value = String(Math.max(now[name], first));
    shown.value = now[name] ? `${now[name]} ms` : "at once";
    input.setAttribute("aria-valuetext", now[name] ? `${now[name]} milliseconds` : "at once");
  });
  return element("div", { class: "setting" },
    element("label", { for: input.id }, words), element("span", { class: "slide" }, input, shown));
}
