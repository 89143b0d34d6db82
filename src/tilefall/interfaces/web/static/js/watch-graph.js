// Watch graph: the value over the game; a click or a drag jumps to a position.

import { element } from "./dom.js";
import { axisOf, columns, xOf, yOf } from "./watch-curve.js";
import { signed } from "./watch-candidates.js";
import { short } from "./watch-reasons.js";

/** @typedef {import("./watch-view.js").Part} Part */
/** @typedef {import("./types.js").WatchView} WatchView */

const HEIGHT = 132, LEFT = 60, RIGHT = 10, TOP = 10, BOTTOM = 10;
const CERTAIN = 1e300; // and beyond: a certain win or loss

/**
 * @param {import("./watch-driver.js").Driver} driver
 * @returns {Part}
 */
export function graphPart(driver) {
  const canvas = element("canvas", {
    role: "slider", tabindex: 0, "aria-label": "Value over the game", "aria-valuemin": 0,
  });
  const heading = element("h2", {}, "Value over the game");
  const note = element("p", { class: "soft graph-note" });
  const box = element("div", { class: "graph" }, heading, canvas, note);
  /** @type {WatchView | null} */
  let shown = null;
  /** @type {number | null} */
  let wanted = null; // a position that is asked for with the next picture
  new ResizeObserver(() => shown && paint(canvas, shown)).observe(box);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => shown && paint(canvas, shown));

  /** @param {PointerEvent} event */
  function jump(event) {
    if (!shown) return;
    const { left, width } = canvas.getBoundingClientRect();
    const share = (event.clientX - left - LEFT) / Math.max(1, width - LEFT - RIGHT);
    if (wanted === null) requestAnimationFrame(seek);
    wanted = Math.round(Math.min(1, Math.max(0, share)) * (shown.length - 1));
  }

  function seek() {
    if (wanted !== null) driver.wish("seek", { to: wanted });
    wanted = null;
  }

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    jump(event);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (canvas.hasPointerCapture(event.pointerId)) jump(event);
  });

  return {
    box,
    show(view, changed) {
      shown = view;
      box.hidden = !view.is_explained;
      if (!["values", "value_range", "position", "length", "mistakes", "look"].some((part) => changed.has(part))) return;
      paint(canvas, view);
      canvas.setAttribute("aria-valuemax", `${view.length - 1}`);
      canvas.setAttribute("aria-valuenow", `${view.position}`);
      canvas.setAttribute("aria-valuetext", words(view));
      note.textContent = noteOf(view);
    },
  };
}

/** @param {WatchView} view */
function words(view) {
  const value = view.values[view.position];
  const mistake = view.mistakes.includes(view.position) ? ", a mistake" : "";
  return `position ${view.position} of ${view.length - 1}, ${valueWords(view, value)}${mistake}`;
}

/**
 * @param {WatchView} view
 * @param {number | null | undefined} value
 */
function valueWords(view, value) {
  if (value === null || value === undefined) return "no value yet";
  if (value >= CERTAIN) return "a certain win";
  if (value <= -CERTAIN) return view.board.kind === "tiles" ? "a certain loss" : "every move ends the game";
  return view.has_odds ? `${value.toFixed(0)} points of 100` : `value ${signed(short(value))}`;
}

/** @param {WatchView} view */
function noteOf(view) {
  const here = `Here: ${valueWords(view, view.values[view.position])}.`;
  const whose = view.board.kind === "tiles" ? " Values are those of +, the upper case." : "";
  const found = view.mistakes.length;
  return `${here}${whose}${found ? ` \u2715 ${found} mistake${found > 1 ? "s" : ""} found.` : ""}`;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {WatchView} view
 */
function paint(canvas, view) {
  const width = Math.max(120, canvas.parentElement?.clientWidth ?? 0);
  const scale = devicePixelRatio || 1;
  const [across, down] = [Math.round(width * scale), Math.round(HEIGHT * scale)];
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${HEIGHT}px`;
  }
  const brush = canvas.getContext("2d");
  if (!brush) return;
  brush.setTransform(scale, 0, 0, scale, 0, 0);
  brush.clearRect(0, 0, width, HEIGHT);
  const style = getComputedStyle(canvas);
  /** @param {string} name */
  const colour = (name) => style.getPropertyValue(name).trim();
  const frame = { left: LEFT, top: TOP, width: width - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM };
  const axis = axisOf(view);
  drawAxis(brush, frame, axis, view, colour);
  drawCurve(brush, frame, axis, view, colour("--link"));
  drawMarks(brush, frame, axis, view, colour);
}

/** @typedef {import("./watch-curve.js").Frame} Frame */
/** @typedef {import("./watch-curve.js").Axis} Axis */

/**
 * @param {CanvasRenderingContext2D} brush
 * @param {Frame} frame
 * @param {Axis} axis
 * @param {WatchView} view
 * @param {(name: string) => string} colour
 */
function drawAxis(brush, frame, axis, view, colour) {
  brush.fillStyle = colour("--shade");
  brush.fillRect(frame.left, frame.top, frame.width, frame.height);
  brush.fillStyle = colour("--soft");
  brush.font = "12px ui-sans-serif, system-ui, sans-serif";
  brush.textAlign = "right";
  brush.textBaseline = "middle";
  const middle = axis.low < 0 && axis.high > 0 ? 0 : (axis.low + axis.high) / 2;
  const lines = axis.low === axis.high ? [axis.low] : [axis.high, middle, axis.low];
  brush.strokeStyle = colour("--rule");
  brush.lineWidth = 1;
  for (const value of lines) {
    const y = Math.round(yOf(value, axis, frame)) + 0.5;
    brush.beginPath();
    brush.moveTo(frame.left, y);
    brush.lineTo(frame.left + frame.width, y);
    brush.stroke();
    if (axis.isKnown) brush.fillText(view.has_odds ? `${value}` : signed(short(value)), frame.left - 6, y);
  }
}

/**
 * @param {CanvasRenderingContext2D} brush
 * @param {Frame} frame
 * @param {Axis} axis
 * @param {WatchView} view
 * @param {string} ink
 */
function drawCurve(brush, frame, axis, view, ink) {
  brush.strokeStyle = brush.fillStyle = ink;
  brush.lineWidth = 1.75;
  brush.lineJoin = "round";
  brush.beginPath();
  let isDown = false;
  for (const column of columns(view.values, view.length, Math.ceil(frame.width))) {
    if (!column) {
      isDown = false;
      continue;
    }
    const x = xOf(column.at, view.length, frame);
    const [first, low, high, last] = [column.first, column.low, column.high, column.last].map((value) => yOf(value, axis, frame));
    if (isDown) brush.lineTo(x, first ?? 0);
    else brush.moveTo(x - 0.75, first ?? 0);
    brush.lineTo(x, low ?? 0);
    brush.lineTo(x, high ?? 0);
    brush.lineTo(x + (isDown ? 0 : 0.75), last ?? 0);
    isDown = true;
  }
  brush.stroke();
}

/**
 * The shown position as a line with a dot, mistakes as crosses.
 * @param {CanvasRenderingContext2D} brush
 * @param {Frame} frame
 * @param {Axis} axis
 * @param {WatchView} view
 * @param {(name: string) => string} colour
 */
function drawMarks(brush, frame, axis, view, colour) {
  const x = xOf(view.position, view.length, frame);
  brush.strokeStyle = brush.fillStyle = colour("--ink");
  brush.lineWidth = 1.5;
  brush.beginPath();
  brush.moveTo(x, frame.top - 4);
  brush.lineTo(x, frame.top + frame.height + 4);
  brush.stroke();
  const value = view.values[view.position];
  if (value !== null && value !== undefined) {
    brush.beginPath();
    brush.arc(x, yOf(value, axis, frame), 4, 0, 2 * Math.PI);
    brush.fill();
  }
  brush.strokeStyle = colour("--warning");
  brush.lineWidth = 2.5;
  brush.beginPath();
  for (const mistake of view.mistakes) {
    const at = xOf(mistake, view.length, frame);
    const known = view.values[mistake];
    const y = known === null || known === undefined ? frame.top + frame.height : yOf(known, axis, frame);
    brush.moveTo(at - 5, y - 5);
    brush.lineTo(at + 5, y + 5);
    brush.moveTo(at - 5, y + 5);
    brush.lineTo(at + 5, y - 5);
  }
  brush.stroke();
}
