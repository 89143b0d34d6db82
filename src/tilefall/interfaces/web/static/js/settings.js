// Settings: how a person likes pages to look and keys to feel, kept by the browser for all pages.

/**
 * @typedef {object} Settings
 * @property {"system" | "light" | "dark"} theme
 * @property {boolean} letters on cells
 * @property {boolean} ghost the place where a piece would land
 * @property {boolean} text the board in letters, below it
 * @property {"system" | "less"} motion
 * @property {number} repeatDelay milliseconds until a held key repeats
 * @property {number} repeatRate milliseconds from one repetition to the next; 0: to the wall at once
 */

const KEY = "tilefall-settings";

/** @type {Readonly<Settings>} */
export const DEFAULTS = Object.freeze({
  theme: "system",
  letters: true,
  ghost: true,
  text: false,
  motion: "system",
  repeatDelay: 167,
  repeatRate: 33,
});

// Shortest and longest; keys that repeat faster would be more than a server hears.
export const DELAYS = Object.freeze({ least: 50, most: 500 });
export const RATES = Object.freeze({ least: 20, most: 200 });

/** @type {{[Name in keyof Settings]: (value: unknown) => boolean}} */
const HOLDS = {
  theme: (value) => value === "system" || value === "light" || value === "dark",
  letters: isYesOrNo,
  ghost: isYesOrNo,
  text: isYesOrNo,
  motion: (value) => value === "system" || value === "less",
  repeatDelay: (value) => isWhole(value, DELAYS),
  repeatRate: (value) => value === 0 || isWhole(value, RATES),
};

const changed = new EventTarget();
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let now = read();

/**
 * The settings as they are now.
 * @returns {Readonly<Settings>}
 */
export function settings() {
  return now;
}

/**
 * Change some of them, here and in every other page that is open; what does not hold is left out.
 * @param {Partial<Settings>} changes
 */
export function change(changes) {
  take(checked({ ...now, ...changes }, now));
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // without a store they hold until the page is left
  }
}

/**
 * Hear of every change, also of one in another page, and of the system's wish for less motion.
 * @param {(settings: Readonly<Settings>) => void} listener
 * @returns {() => void} what ends it
 */
export function onChange(listener) {
  const hear = () => listener(now);
  changed.addEventListener("change", hear);
  return () => changed.removeEventListener("change", hear);
}

/** Whether things should rather not move: so the person says, or the system. */
export function isCalm() {
  return now.motion === "less" || calm.matches;
}

/** @param {Readonly<Settings>} found */
function take(found) {
  now = found;
  const { dataset } = document.documentElement;
  if (now.theme === "system") delete dataset.theme;
  else dataset.theme = now.theme;
  if (now.motion === "system") delete dataset.motion;
  else dataset.motion = now.motion;
  changed.dispatchEvent(new Event("change"));
}

function read() {
  try {
    return checked(JSON.parse(localStorage.getItem(KEY) ?? "{}"), DEFAULTS);
  } catch {
    return DEFAULTS;
  }
}

/**
 * What holds of a value that may be anything; the rest as it was.
 * @param {unknown} found
 * @param {Readonly<Settings>} former
 * @returns {Readonly<Settings>}
 */
function checked(found, former) {
  const given = typeof found === "object" && found !== null ? found : {};
  const held = Object.entries(given).filter(([name, value]) =>
    Object.hasOwn(HOLDS, name) && HOLDS[/** @type {keyof Settings} */ (name)](value));
  return Object.freeze({ ...former, ...Object.fromEntries(held) });
}

/** @param {unknown} value */
function isYesOrNo(value) {
  return typeof value === "boolean";
}

/**
 * @param {unknown} value
 * @param {{least: number, most: number}} limits
 */
function isWhole(value, { least, most }) {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
}

addEventListener("storage", (event) => {
  if (event.key === KEY || event.key === null) take(read());
});
calm.addEventListener("change", () => changed.dispatchEvent(new Event("change")));
