// Replay words: what a list says of a kept game.

/**
 * @typedef {object} Row as src/tilefall/interfaces/web/shelf.py makes it
 * @property {string} id
 * @property {string} title
 * @property {string} when
 * @property {boolean} is_imported
 * @property {string} game
 * @property {string[]} agents
 * @property {string} who
 * @property {string} seed
 * @property {number} score
 * @property {string} result
 * @property {number} moves
 * @property {string} problem
 */

/**
 * When a game was played, as the browser's language writes it.
 * @param {string} when
 */
export function timeWords(when) {
  if (!when) return "";
  const then = new Date(when);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(when).setHours(0, 0, 0, 0)) / 86_400_000);
  const time = then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  if (days === 0) return `today, ${time}`;
  if (days === 1) return `yesterday, ${time}`;
  return `${then.toLocaleDateString([], { day: "numeric", month: "short", year: "numeric" })}, ${time}`;
}

/**
 * Who played, in people's words.
 * @param {Row} row
 */
export function playerWords({ agents, is_imported }) {
  const person = is_imported ? "a person" : "you"; // who knows who played a game that came from elsewhere
  const people = new Map([["person", person], ["person-assisted", `${person}, helped`]]);
  return agents.map((name) => people.get(name) ?? name).join(" against ");
}

/**
 * How it ended: a score with its unit, or who has won.
 * @param {Row} row
 */
export function resultWords(row) {
  if (row.problem) return "";
  const unit = row.game.startsWith("marathon") ? "point" : "line";
  return row.agents.length > 1 ? row.result : `${row.result} ${unit}${row.score === 1 ? "" : "s"}`;
}

/**
 * The page on which a game is seen again.
 * @param {string} id
 */
export function watchAddress(id) {
  return `/watch#id=${encodeURIComponent(id)}`;
}
