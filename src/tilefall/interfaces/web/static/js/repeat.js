// Repeat: what a held key asks for, at once and then again and again, by a clock that is given.

/**
 * @typedef {object} Timer
 * @property {() => number} now milliseconds
 * @property {(act: () => void, wait: number) => number} later
 * @property {(number: number) => void} cancel
 */
/** @typedef {{delay: number, rate: number}} Pace milliseconds before the second step, and between all others */
/** @typedef {{action: string, source: string}} Held which key, button or finger asks for it */

export const AGAIN = 33; // milliseconds between slides to the wall, so that the next piece goes there too
const FASTEST = 20; // of what has no wall, where the rate is 0
const SIDEWAYS = ["left", "right"];

/** @type {Timer} */
export const PAGE_TIMER = {
  now: () => performance.now(),
  later: (act, wait) => window.setTimeout(act, wait),
  cancel: (number) => window.clearTimeout(number),
};

/** What is held in one direction or its opposite: the last that was pressed acts. */
class Lane {
  /**
   * @param {(action: string) => void} act
   * @param {Timer} timer
   * @param {() => Pace} pace
   * @param {(action: string) => string} wallOf
   */
  constructor(act, timer, pace, wallOf) {
    this._act = act;
    this._timer = timer;
    this._pace = pace;
    this._wallOf = wallOf;
    /** @type {Held[]} */
    this._held = [];
    this._number = 0;
    this._first = 0; // when the second step is due
    this._made = 0; // steps since then
    this._every = 0;
    this._step = "";
  }

  /** @param {Held} held */
  press(held) {
    if (this._held.some((each) => each.source === held.source)) return;
    this._catchUp();
    this._held.push(held);
    this._act(held.action);
    this._begin(held.action);
  }

  /** @param {string} source */
  release(source) {
    const place = this._held.findIndex((each) => each.source === source);
    if (place < 0) return;
    this._catchUp();
    const wasActing = place === this._held.length - 1;
    this._held.splice(place, 1);
    if (!wasActing) return;
    this._timer.cancel(this._number);
    const still = this._held.at(-1);
    // a tap the other way is a correction: what is still held waits before it goes on
    if (still) this._begin(still.action);
  }

  releaseAll() {
    this._timer.cancel(this._number);
    this._held = [];
  }

  /** @param {string} action */
  _begin(action) {
    const { delay, rate } = this._pace();
    const wall = rate === 0 ? this._wallOf(action) : "";
    this._step = wall || action;
    this._every = rate || (wall ? AGAIN : FASTEST);
    this._first = this._timer.now() + delay;
    this._made = 0;
    this._await();
  }

  _await() {
    this._timer.cancel(this._number);
    // times are multiples from the first one on: what comes late makes nothing after it late
    const due = this._first + this._made * this._every;
    this._number = this._timer.later(() => {
      this._catchUp();
      this._await();
    }, Math.max(0, Math.ceil(due - this._timer.now())));
  }

  /** Make the steps that are due by now, neither fewer nor more. */
  _catchUp() {
    if (!this._held.length) return;
    const due = Math.floor((this._timer.now() - this._first) / this._every) + 1;
    for (; this._made < due; this._made += 1) this._act(this._step);
  }
}

export class Repeat {
  /**
   * @param {(action: string) => void} act
   * @param {() => Pace} pace
   * @param {Timer} [timer]
   */
  constructor(act, pace, timer = PAGE_TIMER) {
    this._act = act;
    /** @type {Record<string, string>} */
    this._repeated = {};
    const wallOf = (/** @type {string} */ action) => this._repeated[action] ?? "";
    const lane = () => new Lane(act, timer, pace, wallOf);
    this._sideways = lane();
    this._down = lane();
  }

  /** @param {Record<string, string>} repeated actions that repeat, each with the one that slides to the wall */
  allow(repeated) {
    this._repeated = repeated;
  }

  /**
   * @param {string} action
   * @param {string} source of which a release will be told
   */
  press(action, source) {
    if (!(action in this._repeated)) this._act(action);
    else if (SIDEWAYS.includes(action)) this._sideways.press({ action, source });
    else this._down.press({ action, source });
  }

  /** @param {string} source */
  release(source) {
    this._sideways.release(source);
    this._down.release(source);
  }

  releaseAll() {
    this._sideways.releaseAll();
    this._down.releaseAll();
  }
}
