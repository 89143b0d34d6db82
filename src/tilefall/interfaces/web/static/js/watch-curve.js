// Watch curve: where values stand in a graph, and thousands of them in a few hundred columns.

/** @typedef {import("./types.js").WatchView} WatchView */
/** @typedef {{left: number, top: number, width: number, height: number}} Frame in pixels */
/** @typedef {{low: number, high: number, isKnown: boolean}} Axis */
/**
 * @typedef {object} Column what lies over one column of pixels
 * @property {number} at the position of the first value
 * @property {number} first
 * @property {number} low
 * @property {number} high
 * @property {number} last
 */

/**
 * The values at the foot and the top: all of 0 to 100 for odds, else the usual range.
 * @param {WatchView} view
 * @returns {Axis}
 */
export function axisOf(view) {
  if (view.has_odds) return { low: 0, high: 100, isKnown: true };
  if (view.value_range) return { low: view.value_range[0], high: view.value_range[1], isKnown: true };
  return { low: 0, high: 0, isKnown: false };
}

/**
 * @param {number} position
 * @param {number} length
 * @param {Frame} frame
 */
export function xOf(position, length, frame) {
  return frame.left + (position / Math.max(1, length - 1)) * frame.width;
}

/**
 * The height of a value; one beyond the axis stands at its end, and a flat curve in the middle.
 * @param {number} value
 * @param {Axis} axis
 * @param {Frame} frame
 */
export function yOf(value, { low, high }, frame) {
  if (low === high) return frame.top + frame.height / 2;
  const share = (Math.min(high, Math.max(low, value)) - low) / (high - low);
  return frame.top + (1 - share) * frame.height;
}

/**
 * The values by columns, of each the range, so that no extreme is lost; null where nothing is known.
 * @param {(number | null)[]} values
 * @param {number} length positions of the game, which the values may not reach
 * @param {number} width most columns
 * @returns {(Column | null)[]}
 */
export function columns(values, length, width) {
  const count = Math.min(length, Math.max(1, width));
  /** @type {(Column | null)[]} */
  const found = new Array(count).fill(null);
  for (let at = 0; at < Math.min(values.length, length); at += 1) {
    const value = values[at];
    if (value === null || value === undefined) continue;
    const i = Math.floor((at * count) / length);
    const column = found[i];
    if (column) {
      column.low = Math.min(column.low, value);
      column.high = Math.max(column.high, value);
      column.last = value;
    } else {
      found[i] = { at, first: value, low: value, high: value, last: value };
    }
  }
  return found;
}
