// Play settings: how held keys repeat and what is seen of a board, kept by the browser.

/**
 * @typedef {object} PlaySettings
 * @property {number} repeatDelay milliseconds until a held key repeats
 * @property {number} repeatRate milliseconds from one repetition to the next; 0: to the wall at once
 * @property {boolean} letters on cells
 * @property {boolean} ghost the place where a piece would land
 * @property {boolean} text the board in letters, too
 */

const NAME = "tilefall-settings";
/** @type {Readonly<PlaySettings>} */
export const USUAL = { repeatDelay: 167, repeatRate: 33, letters: true, ghost: true, text: false };
export const DELAYS = { least: 50, most: 500 };
export const RATES = { least: 20, most: 200 }; // and 0: to the wall at once

/** @type {PlaySettings} */
let now = read();

/** @returns {Readonly<PlaySettings>} */
export function playSettings() {
  return now;
}

/**
 * Change some of them, for this page and those to come.
 * @param {Partial<PlaySettings>} changes
 */
export function changePlay(changes) {
  now = { ...now, ...changes };
  try {
    localStorage.setItem(NAME, JSON.stringify({ ...stored(), ...changes }));
  } catch {
    // it holds until the page is closed
  }
}

/** @returns {PlaySettings} */
function read() {
  const found = stored();
  return {
    repeatDelay: between(found.repeatDelay, DELAYS, USUAL.repeatDelay),
    repeatRate: found.repeatRate === 0 ? 0 : between(found.repeatRate, RATES, USUAL.repeatRate),
    letters: found.letters !== false,
    ghost: found.ghost !== false,
    text: found.text === true,
  };
}

/** @returns {Record<string, unknown>} */
function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(NAME) ?? "{}");
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {}; // nothing that could be read, or no leave to read it
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
