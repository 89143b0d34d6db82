// Wording: numbers and times as people read them, the same on every page.

/**
 * A number with commas, and with as many digits as tell something.
 * @param {number} value
 * @returns {string}
 */
export function number(value) {
  const size = Math.abs(value);
  const digits = size >= 1000 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 4;
  return value.toLocaleString("en-GB", { maximumFractionDigits: digits });
}

/**
 * How long something takes.
 * @param {number} seconds
 */
export function duration(seconds) {
  if (seconds < 60) return `${number(Math.round(seconds * 10) / 10)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/**
 * How long ago something was; a date if that is long.
 * @param {number} then seconds since 1970
 * @param {number} [now]
 */
export function ago(then, now = Date.now() / 1000) {
  const seconds = Math.max(0, now - then);
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ago`;
  return new Date(1000 * then).toISOString().slice(0, 10);
}

/**
 * So many things.
 * @param {number} count
 * @param {string} thing
 */
export function many(count, thing) {
  return `${number(count)} ${thing}${count === 1 ? "" : "s"}`;
}
