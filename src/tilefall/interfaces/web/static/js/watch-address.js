// Watch address: what the fragment of the page's address asks for.

/** @typedef {{do: string, [field: string]: unknown}} Beginning a message that begins a session */

const TEXTS = ["game", "explainer", "run", "checkpoint", "id", "arena"];
const NUMBERS = ["seed", "at", "number"];

/**
 * The message for a fragment; null where nothing is asked for.
 * @param {string} fragment without its #
 * @returns {Beginning | null}
 */
export function beginning(fragment) {
  const given = new URLSearchParams(fragment);
  if (![...given.keys()].length) return null;
  if (given.has("moves")) return { do: "replay", link: fragment };
  /** @type {Record<string, unknown>} */
  const fields = {};
  for (const name of TEXTS) if (given.get(name)) fields[name] = given.get(name);
  for (const name of NUMBERS) if (given.get(name)) fields[name] = numberOf(given.get(name) ?? "");
  const agents = given.getAll("agents").flatMap((names) => separated(names));
  if (agents.length) fields.agents = agents;
  return { do: given.has("id") || given.has("arena") ? "replay" : "watch", ...fields };
}

/**
 * A whole number; what is none goes to the server as it is, which says what is expected.
 * @param {string} text
 */
function numberOf(text) {
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

/**
 * Names between commas; a comma between parameters separates none: a:depth=2,beam=4,b is two.
 * @param {string} names
 */
function separated(names) {
  /** @type {string[]} */
  const found = [];
  for (const part of names.split(",")) {
    if (found.length && part.includes("=") && !part.includes(":")) found.push(`${found.pop()},${part}`);
    else if (part) found.push(part);
  }
  return found;
}
