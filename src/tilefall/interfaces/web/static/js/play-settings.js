// Play settings: how held keys repeat, kept by the browser.

/** @typedef {import("./repeat.js").Pace} Pace */

const NAME = "tilefall.repeat";
/** @type {Readonly<Pace>} */
export const USUAL = { delay: 167, rate: 33 };
export const DELAYS = { least: 50, most: 500 };
export const RATES = { least: 20, most: 200 }; // and 0: to the wall at once

/** @returns {Pace} */
export function readPace() {
  try {
    const found = JSON.parse(localStorage.getItem(NAME) ?? "{}");
    return {
      delay: between(found?.delay, DELAYS, USUAL.delay),
      rate: found?.rate === 0 ? 0 : between(found?.rate, RATES, USUAL.rate),
    };
  } catch {
    return { ...USUAL }; // nothing that could be read, or no leave to read it
  }
}

/** @param {Pace} pace */
export function keepPace(pace) {
  try {
    localStorage.setItem(NAME, JSON.stringify(pace));
  } catch {
    // it holds until the page is closed
  }
}

/**
 * @param {unknown} value
 * @param {{least: number, most: number}} range
 * @param {number} usual
 */
function between(value, range, usual) {
  if (typeof value !== "number" || !Number.isFinite(value)) return usual;
  return Math.min(Math.max(Math.round(value), range.least), range.most);
}
