// Scales of charts: even ones and ones by factors, where they begin and end, and their numbers.

/** @typedef {[number, number]} Ends */

/**
 * By factors means of value + 1, as src/tilefall/scale.py has it: nothing has a place too.
 * @param {number} value
 */
export function factor(value) {
  return Math.log1p(Math.max(value, -0.999));
}

/**
 * Where an axis begins and ends, so that all values have a place.
 * @param {number | null} low of the values; null if there are none
 * @param {number | null} high
 * @param {{isLog: boolean, isFromZero: boolean}} look
 * @returns {Ends}
 */
export function ends(low, high, { isLog, isFromZero }) {
  if (low === null || high === null) return [0, 1];
  if (isLog) return [Math.max(0, Math.min(low, high)), Math.max(high, low + 1) * 1.06 + 0.1];
  const bottom = isFromZero && low >= 0 ? 0 : low;
  const room = (high - bottom || Math.abs(high) / 5 || 1) * 0.05;
  return [bottom === 0 ? 0 : bottom - room, high + room];
}

/**
 * Round numbers of an axis by factors, at most so many of them.
 * @param {number} low
 * @param {number} high
 * @param {number} most
 */
export function factorTicks(low, high, most) {
  /** @type {number[]} */
  let found = [];
  for (const digits of [[1, 2, 5], [1, 3], [1]]) {
    found = [0];
    for (let decade = 1; decade <= high; decade *= 10) found.push(...digits.map((digit) => digit * decade));
    found = found.filter((tick) => low <= tick && tick <= high);
    if (found.length <= most) return found;
  }
  const apart = Math.ceil(found.length / most);
  return found.filter((_, i) => (found.length - 1 - i) % apart === 0);
}

/**
 * Round numbers of an even axis, at most so many of them.
 * @param {number} low
 * @param {number} high
 * @param {number} most
 */
export function evenTicks(low, high, most) {
  const power = 10 ** Math.floor(Math.log10((high - low) / most));
  for (const step of [power, 2 * power, 5 * power, 10 * power, 20 * power]) {
    const [first, last] = [Math.ceil(low / step - 1e-9), Math.floor(high / step + 1e-9)];
    if (last - first >= most) continue;
    return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(9)));
  }
  return [low, high];
}
