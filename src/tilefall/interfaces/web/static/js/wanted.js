// Wanted: which game the fragment of the page's address asks for.

const OWN = ["against", "second", "two", "practice", "period"]; // all that is not part of a link

/** @typedef {Record<string, string | number | boolean>} Fields of the message play */

/**
 * The game that a fragment asks for; null if it asks for none.
 * @param {string} fragment without its #
 * @returns {Fields | null}
 */
export function wanted(fragment) {
  const given = new URLSearchParams(fragment);
  /** @type {Fields} */
  const fields = {};
  if (given.has("moves")) {
    const parts = fragment.split("&").filter((part) => !OWN.includes(part.split("=")[0] ?? ""));
    fields.link = parts.join("&");
    fields.at = Number(given.get("at") ?? "0");
  } else {
    const game = given.get("game");
    if (!game) return null;
    fields.game = game;
    const seed = given.get("seed");
    if (seed) fields.seed = seed;
  }
  const against = given.get("against"), period = given.get("period");
  if (against) fields.against = against;
  if (period) fields.period = Number(period);
  for (const name of ["second", "two", "practice"]) if (given.get(name) === "1") fields[name] = true;
  return fields;
}

/**
 * A fragment that asks for these fields.
 * @param {Fields} fields
 */
export function asFragment(fields) {
  const { link, at, ...others } = fields;
  const words = Object.entries(others).map(([name, value]) => `${name}=${value === true ? "1" : readable(`${value}`)}`);
  return [...(link ? [`${link}`] : []), ...words].join("&");
}

/**
 * A value of which only what would be misread is encoded.
 * @param {string} value
 */
function readable(value) {
  return encodeURIComponent(value).replaceAll("%3A", ":").replaceAll("%3D", "=").replaceAll("%2C", ",");
}
