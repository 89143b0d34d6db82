// Colours: those of src/tilefall/colours.py and interfaces/screen/palette.py, which a test compares.

export const WELL = "#14161c";
/** @type {Record<string, Record<string, string>>} */
export const PIECES = {
  quintris: {
    X: "#ddbbff", I: "#ff7710", L: "#ffdd10", Y: "#997799", U: "#107755", N: "#bbffbb",
  },
  tetris: {
    I: "#56b4e9", O: "#f0e442", T: "#cc79a7", Z: "#d55e00", S: "#009e73", J: "#0072b2", L: "#e69f00",
  },
};
export const UPPER = "#3b82c4";
export const LOWER = "#e8871e";
export const WALL = "#3d4453"; // and floors
export const STACK = "#8a90a0"; // of which nobody knows the piece
export const ACCENT = "#5cb8ec";
export const WARNING = "#f0a830";

/**
 * A colour some way towards another.
 * @param {string} colour
 * @param {string} other
 * @param {number} share 0 is the colour, 1 the other
 */
export function mixed(colour, other, share) {
  const parts = [1, 3, 5].map((i) => {
    const from = parseInt(colour.slice(i, i + 2), 16);
    const to = parseInt(other.slice(i, i + 2), 16);
    return Math.round(from + (to - from) * share);
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * Black or white, whichever stands out more on a colour.
 * @param {string} colour
 */
export function inkOn(colour) {
  const [red, green, blue] = [1, 3, 5].map((i) => {
    const part = parseInt(colour.slice(i, i + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const light = 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
  return (light + 0.05) / 0.05 > 1.05 / (light + 0.05) ? "#000000" : "#ffffff";
}
