// Watch controls: buttons and a slider that lead through the game.

import { button, element } from "./dom.js";
import { icon } from "./watch-icons.js";

/** @typedef {import("./watch-view.js").Part} Part */
/** @typedef {import("./watch-driver.js").Driver} Driver */

const FARTHEST = 1_000_000; // beyond any game: the last position

/**
 * @param {Driver} driver
 * @param {import("./watch-preview.js").Preview} preview
 * @param {Record<string, () => void>} actions of the page itself
 * @param {import("./watch-view.js").WatchOptions} options
 * @returns {Part}
 */
export function controlsPart(driver, preview, actions, options) {
  /**
   * @param {string} name
   * @param {string} words
   * @param {() => void} act
   */
  const signed = (name, words, act) => {
    const made = button("", act, { "aria-label": words, title: words, class: "sign" });
    made.append(icon(name));
    return made;
  };
  /** @param {number} by */
  const step = (by) => () => driver.wish("step_pieces", { by });
  const play = signed("play", "Play (space)", () => driver.wish("toggle"));
  play.classList.add("main");
  const keyBack = button("\u2039", () => driver.wish("step", { by: -1 }), { title: "One key back (,)", "aria-label": "One key back (,)", class: "sign" });
  const keyOn = button("\u203a", () => driver.wish("step", { by: 1 }), { title: "One key on (.)", "aria-label": "One key on (.)", class: "sign" });
  const speed = element("output", { class: "speed" });
  const slower = signed("slower", "Slower (arrow down)", () => driver.wish("slower"));
  const faster = signed("faster", "Faster (arrow up)", () => driver.wish("faster"));
  const slider = element("input", { type: "range", min: 0, max: 0, value: 0, class: "slider", "aria-label": "Position" });
  const place = element("span", { class: "place soft" });
  const previousMistake = button("\u2039 Mistake", () => driver.wish("previous_mistake"), { title: "To the mistake before (N)" });
  const nextMistake = button("Mistake \u203a", () => driver.wish("next_mistake"), { title: "To the next mistake (n)" });
  const verify = button("Verify", () => driver.wish("verify"), { title: "Check every move of the record (v)" });
  const outlines = button("Outlines", () => actions.outlines?.(), { title: "Mark the first candidates on the board (o)" });
  const from = button("Play from here", () => actions.play_from_here?.(), { title: "Play on yourself (p)" });
  const link = button("Copy link", () => actions.copy_link?.(), { title: "A link that shows this position (c)" });
  const save = button("Save", () => actions.save?.(), { title: "Download the record (s)" });
  const help = button("Keys", () => actions.help?.(), { title: "All keys (?)" });
  from.hidden = !options.canPlay;
  link.hidden = !options.canLink;

  let isHeld = false; // by a pointer: it does not follow the game then
  /** @type {number | null} */
  let wanted = null;
  const hold = () => (isHeld = true);
  const release = () => (isHeld = false);
  slider.addEventListener("pointerdown", hold);
  slider.addEventListener("pointerup", release);
  slider.addEventListener("pointercancel", release);
  slider.addEventListener("input", () => {
    if (wanted === null) requestAnimationFrame(seek);
    wanted = Number(slider.value);
  });

  /** At most once a picture, however fast the slider moves. */
  function seek() {
    if (wanted !== null) driver.wish("seek", { to: wanted });
    wanted = null;
  }

  const steps = element("div", { class: "row steps", role: "group", "aria-label": "Go through the game" },
    signed("start", "To the start (home)", () => driver.wish("seek", { to: 0 })),
    signed("back", "Ten moves back (page up)", step(-10)),
    signed("previous", "One move back (arrow left)", step(-1)),
    keyBack, play, keyOn,
    signed("next", "One move on (arrow right)", step(1)),
    signed("on", "Ten moves on (page down)", step(10)),
    signed("end", "To the end (end)", () => driver.wish("seek", { to: FARTHEST })),
    element("span", { class: "row pace", role: "group", "aria-label": "Speed" }, slower, speed, faster));
  const box = element("div", { class: "controls" }, steps,
    element("div", { class: "row" }, slider, place),
    element("div", { class: "row more" }, previousMistake, nextMistake, verify, outlines, from, link, save, help));

  return {
    box,
    show(view, changed) {
      if (changed.has("is_playing")) {
        const words = view.is_playing ? "Pause (space)" : "Play (space)";
        play.replaceChildren(icon(view.is_playing ? "pause" : "play"));
        play.setAttribute("aria-label", words);
        play.title = words;
      }
      keyBack.hidden = keyOn.hidden = !view.has_keys;
      steps.classList.toggle("keyed", view.has_keys);
      verify.hidden = view.is_match;
      previousMistake.hidden = nextMistake.hidden = outlines.hidden = !view.is_explained;
      outlines.hidden ||= view.board.kind === "tiles";
      from.disabled = view.is_over;
      speed.textContent = view.speed;
      slider.max = `${view.length - 1}`;
      if (!isHeld && wanted === null) slider.value = `${view.position}`;
      const words = `${view.position.toLocaleString("en-GB")} of ${(view.length - 1).toLocaleString("en-GB")}`;
      place.textContent = words;
      slider.setAttribute("aria-valuetext", words);
      outlines.setAttribute("aria-pressed", String(preview.isOn));
    },
  };
}
