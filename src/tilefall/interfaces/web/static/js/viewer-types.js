// Viewer types: what stands in the file of a viewer, as src/tilefall/interfaces/viewer/frames.py tells it.

/** @typedef {import("./types.js").WatchView} WatchView */
/**
 * @typedef {object} Told
 * @property {Partial<WatchView>[]} frames of each position the parts that are not as before
 * @property {(number | null)[]} values
 * @property {Pick<WatchView, "value_range" | "has_odds" | "mistakes">} shared
 * @property {Record<string, string>} mistakes what is said of them, by their positions
 * @property {string} judge who looked for mistakes; empty if nobody did
 * @property {string} verified what came of playing the record again
 * @property {[number, string][]} speeds positions a second, and their names
 * @property {number} speed the usual one of them
 * @property {number[] | null} stops where pieces appear that take several keys
 * @property {string | null} link the fragment of a link to the game
 * @property {{is: string, name: string, line: string}} record
 * @property {number} at the position that is shown first
 * @property {WatchView["keys"]} keys
 * @property {WatchView["help"]} help
 */

export {};
