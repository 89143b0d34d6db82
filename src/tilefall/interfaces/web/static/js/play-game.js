// Play game: one page's game: views come in, keys, fingers and buttons go out.

import { button, element, say } from "./dom.js";
import { isForElement, keyName, keySource } from "./keys.js";
import { pads } from "./pads.js";
import { askingDialog, helpDialog, resultDialog, settingsDialog } from "./play-dialogs.js";
import { PlayPicture, tool } from "./play-view.js";
import { Repeat } from "./repeat.js";
import { change, onChange, settings } from "./settings.js";
import { Session } from "./socket.js";
import { Touch } from "./touch.js";
import { asFragment } from "./wanted.js";

/** @typedef {import("./types.js").PlayView} View */
/** @typedef {import("./wanted.js").Fields} Fields */

const LOOKS = ["board", "following", "held"]; // what looks otherwise under other settings

export class PlayGame {
  /**
   * @param {HTMLElement} place
   * @param {Fields} fields what the message play asks for
   */
  constructor(place, fields) {
    this._fields = fields;
    /** @type {View | null} */
    this._view = null;
    /** @type {Set<string>} */
    this._changed = new Set(); // since the last frame
    this._frame = 0;
    this._isAway = false; // a dialog is open that the game waits for
    this._resumed = 0; // how often the game was told to go on
    this._picture = new PlayPicture(() => this._session.wish("forget"));
    this._repeat = new Repeat((action) => this._session.wish("act", { action }), () => {
      const { repeatDelay, repeatRate } = settings();
      return { delay: repeatDelay, rate: repeatRate };
    });
    this._touch = new Touch(this._picture.stage, (action) => this._session.wish("act", { action }), () => this._picture.size, () => this._gestures());
    this._session = new Session({
      view: (view, changed) => {
        if (view.session !== "play") return;
        this._picture.trouble.textContent = ""; // not in a later frame: that would hide what goes wrong until then
        this._arrived(view, changed);
      },
      trouble: (words) => this._troubled(words),
      answer: (answer) => this._answered(answer),
      lost: () => this._lost(),
    });
    this._ending = new AbortController();
    this._listen();
    this._furnish();
    place.replaceChildren(this._picture.root);
    this._picture.stage.focus();
    this._session.wish("play", fields);
  }

  close() {
    this._ending.abort();
    this._repeat.releaseAll();
    cancelAnimationFrame(this._frame);
    this._session.close();
    document.querySelector("dialog[open]")?.remove();
  }

  _listen() {
    const { signal } = this._ending;
    document.addEventListener("keydown", (event) => this._keyDown(event), { signal });
    document.addEventListener("keyup", (event) => this._repeat.release(keySource(event)), { signal });
    window.addEventListener("blur", () => this._left(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden && this._left(), { signal });
    window.addEventListener("pagehide", () => this._session.close(), { signal });
    // a button that a pointer has pressed gives the keys back to the game
    this._picture.tools.addEventListener("click", (event) => event.detail > 0 && this._picture.stage.focus(), { signal });
  }

  _furnish() {
    const wish = (/** @type {string} */ what) => () => this._session.wish(what);
    const text = tool("text", "Text view", "", () => change({ text: !settings().text }));
    const showText = () => {
      this._picture.showText(settings().text);
      text.setAttribute("aria-pressed", `${settings().text}`);
    };
    showText();
    const end = onChange(() => {
      showText();
      if (this._view) this._arrived(this._view, new Set(LOOKS));
    });
    this._ending.signal.addEventListener("abort", end);
    this._whilePlayed = [
      tool("pause", "Pause", "p", wish("pause")),
      tool("undo", "Take back", "⌫", wish("undo")),
      tool("advice", "Advice", "e", wish("explain")),
    ];
    this._picture.tools.append(
      ...this._whilePlayed,
      text,
      tool("keys", "Keys", "?", () => this._help()),
      tool("settings", "Held keys", "", () => this._away(settingsDialog)),
    );
    const goOn = button("Go on", () => this._resume(), { class: "main" });
    this._picture.menu.append(
      element("p", { class: "paused" }, "Paused"),
      goOn,
      button("Same game again", () => this._again(this._fields)),
      button("New game", () => this._new()),
      element("a", { class: "button", href: "/play" }, "Other games"),
      element("p", { class: "soft" }, "Any key or a tap goes on."),
    );
    this._picture.cover.addEventListener("click", (event) => {
      const isButton = event.target instanceof Element && event.target.closest("button, a");
      if (!isButton && this._view && this._isWaiting(this._view)) this._resume();
    });
    this._goOn = goOn;
  }

  /**
   * @param {View} view
   * @param {Set<string>} changed
   */
  _arrived(view, changed) {
    this._view = view;
    if (changed.has("session")) this._resumed = 0;
    for (const part of changed) this._changed.add(part);
    this._frame ||= requestAnimationFrame(() => this._show());
  }

  _show() {
    const view = this._view, changed = this._changed;
    this._frame = 0;
    this._changed = new Set();
    if (!view) return;
    if (changed.has("session")) this._begun(view);
    this._picture.show(view, changed);
    this._coverOrNot(view);
    if (changed.has("is_over")) {
      this._picture.pads.inert = view.is_over;
      for (const each of this._whilePlayed ?? []) each.disabled = view.is_over;
    }
    if (changed.has("news") && view.news.rows.length && !changed.has("session")) this._picture.flash(view);
    this._speak(view, changed);
    if (changed.has("asked") && view.asked) askingDialog(view, (wish) => this._session.wish(wish));
    if (changed.has("is_over") && view.is_over) this._ended(view);
  }

  /** @param {View} view */
  _begun(view) {
    document.title = `${view.title} - tilefall`;
    this._repeat.releaseAll();
    this._repeat.allow(view.repeated);
    this._picture.pads.replaceChildren(...pads(view.can, this._repeat));
    if (!this._fields.link) this._fields = { ...this._fields, seed: view.seed };
    history.replaceState(null, "", `#${asFragment(this._fields)}`);
  }

  /** @param {View} view */
  _coverOrNot(view) {
    const { cover, menu, stage } = this._picture;
    const wasWaiting = !menu.hidden;
    cover.hidden = !view.hidden || view.is_over;
    menu.hidden = !this._isWaiting(view);
    if (!wasWaiting && !menu.hidden) {
      this._repeat.releaseAll();
      this._goOn?.focus();
    } else if (wasWaiting && menu.hidden && !document.querySelector("dialog[open]")) stage.focus();
  }

  /** @param {View} view */
  _isWaiting(view) {
    return !this._goesOn(view) && view.hidden && !view.asked && !this._isAway;
  }

  /**
   * Whether pieces fall, or will when the server has heard of it: keys that are pressed meanwhile come after that.
   * @param {View} view
   */
  _goesOn(view) {
    return !view.is_paused || view.resumed < this._resumed;
  }

  _resume() {
    this._resumed = Math.max(this._resumed, this._view?.resumed ?? 0) + 1;
    this._session.wish("resume");
  }

  /**
   * @param {View} view
   * @param {Set<string>} changed
   */
  _speak(view, changed) {
    if (changed.has("is_over") && view.is_over) say([view.news.words, "Game over", ...view.result].join(". "));
    else if (changed.has("is_paused") && this._isWaiting(view)) say("Paused");
    else if (changed.has("advice") && view.candidates.length) say(view.advice.join(". "));
    else if (changed.has("news")) say(view.news.words);
  }

  /** @param {View} view */
  _ended(view) {
    this._repeat.releaseAll();
    const go = (/** @type {string} */ address) => () => location.assign(address);
    const game = encodeURIComponent(view.game);
    const choices = [
      { key: "r", words: "Same game again", about: `seed ${view.seed}`, act: () => this._again(this._fields) },
      { key: "g", words: "New game", act: () => this._new() },
      ...(view.kept ? [{ key: "v", words: "Review", about: view.has_hold ? "every piece and every key" : "every move, and what was better", act: go(`/watch#id=${view.kept}`) }] : []),
      { key: "w", words: "Watch the best agent", about: "on the same game", act: go(`/watch#game=${game}&seed=${view.seed}`) },
      { key: "l", words: "Copy a link", about: "to this game", act: () => this._session.wish("link") },
      { key: "q", words: "Other games", act: go("/play") },
    ];
    const open = () => resultDialog(view, choices, () => this._picture.stage.focus());
    this._picture.notice.replaceChildren(view.notice, " ", button("What next?", open));
    open();
  }

  /** @param {Fields} fields */
  _again(fields) {
    this._session.wish("play", fields);
  }

  _new() {
    const { seed, link, at, ...same } = this._fields;
    this._fields = { ...same, game: same.game ?? this._view?.game ?? "" };
    this._again(this._fields);
  }

  _help() {
    const view = this._view;
    if (view) this._away((back) => helpDialog(view, back));
  }

  /**
   * Open a dialog; a game that is going on stands still meanwhile, and goes on after it.
   * @param {(back: () => void) => void} open
   */
  _away(open) {
    const view = this._view;
    if (this._isAway || !view) return;
    const goesOn = this._goesOn(view) && !view.is_over;
    this._repeat.releaseAll();
    this._isAway = goesOn;
    if (goesOn) this._session.wish("pause");
    open(() => {
      this._isAway = false;
      if (goesOn) this._resume();
      this._picture.stage.focus();
    });
  }

  /** Somebody looks elsewhere: nothing falls unseen. */
  _left() {
    const view = this._view;
    this._repeat.releaseAll();
    this._touch.forget();
    if (view?.has_time && !view.is_over && this._goesOn(view)) this._session.wish("pause");
  }

  /** @param {KeyboardEvent} event */
  _keyDown(event) {
    const view = this._view, name = keyName(event);
    if (!view || !name || event.defaultPrevented || isForElement(event)) return;
    const action = view.actions[name], wish = view.wishes[name];
    const isWaiting = this._isWaiting(view);
    if (action || wish || name === "?" || isWaiting) event.preventDefault();
    if (event.repeat || document.querySelector("dialog[open]")) return; // keys that are held repeat by their own clock
    if (isWaiting) this._resume();
    else if (name === "?") this._help();
    else if (view.is_over) return;
    else if (name === "Escape" && view.advice.length) this._session.wish("forget");
    else if (wish) this._session.wish(wish);
    else if (action) this._repeat.press(action, keySource(event));
  }

  /** @returns {import("./touch.js").Wanted | null} */
  _gestures() {
    const view = this._view;
    if (!view || view.is_over || this._isWaiting(view)) return null;
    const { can } = view;
    return {
      tap: can.includes("turn") ? "turn" : "",
      flickUp: can.includes("hold") ? "hold" : can.includes("flip") ? "flip" : "",
      slides: can.includes("up"),
      sinks: can.includes("down"),
    };
  }

  /** @param {Record<string, unknown>} answer */
  _answered(answer) {
    if (answer.is !== "link" || typeof answer.link !== "string") return;
    const link = `${location.origin}/watch#${answer.link}`;
    navigator.clipboard?.writeText(link).then(
      () => this._tell("The link is copied."),
      () => this._tell(link), // no leave to copy: it can be selected by hand
    ) ?? this._tell(link);
  }

  /** @param {string} words */
  _tell(words) {
    this._picture.notice.textContent = words;
    say(words);
  }

  /** @param {string} words */
  _troubled(words) {
    this._picture.trouble.textContent = words;
    if (!this._view) this._picture.trouble.append(" ", element("a", { href: "/play" }, "Other games"));
  }

  _lost() {
    if (this._ending.signal.aborted) return;
    this._repeat.releaseAll();
    this._picture.trouble.replaceChildren("The server is gone; the game as far as it came is kept. ", button("Try again", () => location.reload()));
  }
}
