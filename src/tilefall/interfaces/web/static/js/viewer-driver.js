// Viewer driver: leads through a game that the page itself holds.

import { Pace } from "./viewer-pace.js";

/** @typedef {import("./types.js").WatchView} WatchView */
/** @typedef {import("./viewer-types.js").Told} Told */
/** @typedef {import("./watch-driver.js").Driver} Driver */
/** @typedef {import("./watch-driver.js").WatchListener} WatchListener */

/** @implements {Driver} */
export class LocalDriver {
  /**
   * @param {Told} told
   * @param {(link: string) => void} share what becomes of a link that is asked for
   */
  constructor(told, share) {
    this._told = told;
    this._share = share;
    this._frames = whole(told.frames);
    this._position = clamped(told.at, this._frames.length);
    this._news = "";
    this._pace = new Pace(told.speeds, told.speed);
    /** @type {WatchListener | null} */
    this._listener = null;
    /** @type {Record<string, unknown>} */
    this._shown = {};
    this._timer = 0;
    /** @type {Record<string, (fields: Record<string, unknown>) => void>} */
    this._wishes = {
      toggle: () => this._toggle(),
      pause: () => this._pace.pause(),
      faster: () => this._pace.change(1, performance.now()),
      slower: () => this._pace.change(-1, performance.now()),
      step: ({ by }) => this._step(Number(by)),
      step_pieces: ({ by }) => this._step(this._byPieces(Number(by))),
      seek: ({ to }) => this._seek(Number(to)),
      next_mistake: () => this._mistake(1),
      previous_mistake: () => this._mistake(-1),
      verify: () => (this._news = `${told.verified}, when this file was made`),
      link: () => this._link(),
      record: () => this._listener?.answer({ ...told.record }),
    };
  }

  /** @param {WatchListener} listener */
  listen(listener) {
    this._listener = listener;
    this._show();
  }

  /**
   * @param {string} what
   * @param {Record<string, unknown>} [fields]
   */
  wish(what, fields = {}) {
    this._news = "";
    this._wishes[what]?.(fields);
    this._show();
  }

  _toggle() {
    if (this._pace.isPlaying) return this._pace.pause();
    if (this._position === this._frames.length - 1) this._position = 0;
    this._pace.play(performance.now());
  }

  /** @param {number} by */
  _step(by) {
    this._pace.pause();
    this._seek(this._position + by);
  }

  /** @param {number} to */
  _seek(to) {
    this._position = clamped(to, this._frames.length);
    this._pace.restart(performance.now());
  }

  /**
   * How many positions some pieces are; back, first to where the piece appeared.
   * @param {number} by
   */
  _byPieces(by) {
    const { stops } = this._told;
    if (!stops) return by;
    const here = stops.findLastIndex((stop) => stop <= this._position);
    const missing = by < 0 && this._position > (stops[here] ?? 0) ? 1 : 0;
    return (stops[clamped(here + by + missing, stops.length)] ?? 0) - this._position;
  }

  /** @param {number} step 1 forwards, -1 backwards */
  _mistake(step) {
    this._pace.pause();
    const { judge, mistakes, shared } = this._told;
    const found = step > 0
      ? shared.mistakes.find((number) => number > this._position)
      : shared.mistakes.findLast((number) => number < this._position);
    const where = step > 0 ? "after" : "before";
    if (!judge) this._news = "nobody looked for mistakes when this file was made";
    else if (found === undefined) this._news = `no mistake ${where} this, says ${judge}`;
    else {
      this._seek(found);
      this._news = mistakes[found] ?? "";
    }
  }

  _link() {
    this._pace.pause();
    if (this._told.link) this._share(`${this._told.link}&at=${this._position}`);
  }

  _advance() {
    const now = performance.now();
    const last = this._frames.length - 1;
    if (this._position === last) this._pace.pause();
    else this._position = clamped(this._position + this._pace.steps(now), last + 1);
    this._show();
  }

  _show() {
    clearTimeout(this._timer);
    if (this._pace.isPlaying) {
      this._timer = setTimeout(() => this._advance(), Math.max(0, this._pace.due - performance.now()));
    }
    const view = this._view();
    const before = this._shown;
    const changed = new Set(Object.keys(view).filter((name) => view[name] !== before[name]));
    this._shown = view;
    if (changed.size) this._listener?.view(/** @type {WatchView} */ (/** @type {unknown} */ (view)), changed);
  }

  /** @returns {Record<string, unknown>} */
  _view() {
    const { values, shared, keys, help } = this._told;
    return {
      ...this._frames[this._position], ...shared, values, keys, help,
      position: this._position,
      speed: this._pace.name,
      is_playing: this._pace.isPlaying,
      news: this._news,
      status: [this._activity(), this._news].filter(Boolean).join("; "),
      error: "",
    };
  }

  _activity() {
    if (this._pace.isPlaying) return `playing, ${this._pace.name}`;
    if (this._position < this._frames.length - 1) return "paused";
    return this._frames[this._position]?.is_over ? "the game is over" : "the end, the game is not over";
  }
}

/**
 * Every frame with all its parts; those that do not change are the same objects in all of them.
 * @param {Partial<WatchView>[]} frames
 */
function whole(frames) {
  /** @type {Partial<WatchView>} */
  let last = {};
  return frames.map((frame) => (last = { ...last, ...frame }));
}

/**
 * The nearest number of one of so many things.
 * @param {number} number
 * @param {number} count
 */
function clamped(number, count) {
  return Math.min(Math.max(Math.trunc(number) || 0, 0), count - 1);
}
