// Touch: what fingers on a board ask for: tap, drag and flick where pieces fall, swipe where tiles slide.

/**
 * @typedef {object} Wanted what each gesture does; empty if it does nothing
 * @property {string} tap
 * @property {string} flickUp
 * @property {boolean} slides a swipe in any direction is one slide
 * @property {boolean} sinks a slow drag down is a row for each cell
 */
/** @typedef {{x: number, y: number, time: number}} Point */

const STILL = 10; // pixels that a finger which only taps may move
const SHORT = 300; // milliseconds of a tap at most
const FLICK = 0.7; // pixels a millisecond at least
const FLICK_CELLS = 1.2; // that a flick is long at least
const RECENT = 80; // milliseconds that a speed is taken over

export class Touch {
  /**
   * @param {HTMLElement} board
   * @param {(action: string) => void} act
   * @param {() => number} cell its size in pixels
   * @param {() => Wanted | null} wanted null while no gesture is heard
   * @param {() => number} [now] milliseconds
   */
  constructor(board, act, cell, wanted, now = () => performance.now()) {
    this._act = act;
    this._cell = cell;
    this._wanted = wanted;
    this._now = now;
    this._pointer = -1;
    /** @type {Point[]} */
    this._points = [];
    this._begun = { x: 0, y: 0, time: 0 };
    this._anchor = { x: 0, y: 0 }; // where the steps that were made so far have come to
    this._axis = ""; // across or down, as soon as it is clear
    board.addEventListener("pointerdown", (event) => this._down(board, event));
    board.addEventListener("pointermove", (event) => this._move(event));
    board.addEventListener("pointerup", (event) => this._up(event));
    board.addEventListener("pointercancel", () => this.forget());
  }

  forget() {
    this._pointer = -1;
  }

  /**
   * @param {HTMLElement} board
   * @param {PointerEvent} event
   */
  _down(board, event) {
    if (!this._wanted() || !event.isPrimary || event.button !== 0) return;
    event.preventDefault();
    board.setPointerCapture(event.pointerId);
    this._pointer = event.pointerId;
    this._begun = { x: event.clientX, y: event.clientY, time: this._now() };
    this._anchor = { ...this._begun };
    this._points = [this._begun];
    this._axis = "";
  }

  /** @param {PointerEvent} event */
  _move(event) {
    const wanted = this._wanted();
    if (event.pointerId !== this._pointer || !wanted) return;
    const point = this._noted(event);
    if (wanted.slides) return;
    const across = point.x - this._begun.x, down = point.y - this._begun.y;
    if (!this._axis && Math.hypot(across, down) > STILL) {
      this._axis = Math.abs(across) >= Math.abs(down) ? "across" : "down";
    }
    if (this._axis === "across") this._drag(point.x);
    // what is quick may become a flick, which is no way down row by row
    else if (this._axis === "down" && wanted.sinks && this._speed("y") < FLICK) this._sink(point.y);
  }

  /** @param {PointerEvent} event */
  _up(event) {
    const wanted = this._wanted();
    if (event.pointerId !== this._pointer) return;
    this._pointer = -1;
    if (!wanted) return;
    const point = this._noted(event);
    const across = point.x - this._begun.x, down = point.y - this._begun.y;
    const far = Math.max(Math.abs(across), Math.abs(down));
    if (wanted.slides) {
      if (far > 2 * STILL) this._act(swipe(across, down));
    } else if (!this._axis && far <= STILL) {
      if (point.time - this._begun.time <= SHORT && wanted.tap) this._act(wanted.tap);
    } else if (this._axis === "down" && Math.abs(down) >= FLICK_CELLS * this._cell()) {
      const speed = this._speed("y");
      if (speed >= FLICK) this._act("drop");
      else if (speed <= -FLICK && wanted.flickUp) this._act(wanted.flickUp);
    }
  }

  /** @param {number} x */
  _drag(x) {
    const cell = this._cell();
    while (Math.abs(x - this._anchor.x) >= cell) {
      const step = Math.sign(x - this._anchor.x);
      this._anchor.x += step * cell;
      this._act(step < 0 ? "left" : "right");
    }
  }

  /** @param {number} y */
  _sink(y) {
    const cell = this._cell();
    while (y - this._anchor.y >= cell) {
      this._anchor.y += cell;
      this._act("down");
    }
  }

  /** @param {PointerEvent} event */
  _noted(event) {
    const point = { x: event.clientX, y: event.clientY, time: this._now() };
    this._points = [...this._points.filter((each) => point.time - each.time <= RECENT), point];
    return point;
  }

  /**
   * Pixels a millisecond over the last moments.
   * @param {"x" | "y"} axis
   */
  _speed(axis) {
    const first = this._points[0], last = this._points.at(-1);
    if (!first || !last || this._points.length < 2) return 0;
    return (last[axis] - first[axis]) / Math.max(1, last.time - first.time);
  }
}

/**
 * @param {number} across
 * @param {number} down
 */
function swipe(across, down) {
  if (Math.abs(across) >= Math.abs(down)) return across < 0 ? "left" : "right";
  return down < 0 ? "up" : "down";
}
