// Result types: what the server tells of arenas and runs, as web/arenas.py and web/trainings.py do.

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} name where it is below the folder
 * @property {boolean} is_running
 * @property {number} changed seconds since 1970
 * @property {string} [wrong] why nothing else is known of it
 */
/**
 * @typedef {object} ArenaProgress
 * @property {number} played
 * @property {number} planned
 * @property {boolean} is_most whether it may be enough earlier
 * @property {boolean} is_finished
 */
/**
 * @typedef {object} ArenaListed
 * @property {string} game
 * @property {string[]} agents
 * @property {string} headline
 * @property {number} players
 */
/** @typedef {Entry & ArenaProgress & ArenaListed} ArenaEntry */
/** @typedef {{agent: number, value: number | null, low: number | null, high: number | null, words: string}} Bar */
/** @typedef {{title: string, unit: string, zero: number | null, bars: Bar[]}} Bars */
/** @typedef {{words: string, percent: number | null, interval: string, games: number}} Crossed */
/** @typedef {{agent: number, lines: number[], percent: number[]}} Fallen */
/**
 * @typedef {object} Differences
 * @property {number} agent
 * @property {number} reach the bins go from minus this to this
 * @property {number[]} counts
 * @property {number} better
 * @property {number} worse
 * @property {number} games
 */
/**
 * @typedef {object} ArenaFigures
 * @property {string} stamp
 * @property {number[]} ranks places of the agents, the best first
 * @property {{kind: string, words: string}[]} verdicts
 * @property {string[]} facts
 * @property {string[]} notes
 * @property {string[]} head
 * @property {string[][]} rows in the order of the ranks
 * @property {{agent: number, games: number, cause: string, example: string}[]} forfeits
 * @property {string} command
 * @property {boolean} has_records
 * @property {Bars[]} bars
 * @property {Fallen[]} curves
 * @property {boolean} is_skewed
 * @property {Differences[]} differences
 * @property {[number, number, number][] | null} results won, tied, lost, in the order of the ranks
 * @property {(Crossed | null)[][] | null} cross in the order of the ranks, both ways
 */
/** @typedef {ArenaEntry & ArenaFigures} Arena */
/**
 * @typedef {object} ArenaGame
 * @property {number | null} number null if it was not recorded
 * @property {string} seed
 * @property {string[]} players
 * @property {number} score
 * @property {number} turns
 * @property {string} end
 * @property {boolean} is_forfeit
 * @property {boolean} is_left_out whether it repeats another or waits for the other of its pair
 */
/**
 * @typedef {object} GamesPage
 * @property {number} games
 * @property {number} page
 * @property {number} pages
 * @property {ArenaGame[]} rows
 */
/**
 * @typedef {object} RunListed
 * @property {string} game
 * @property {string} agent
 * @property {string} method
 * @property {string} date
 * @property {number} done
 * @property {number} planned
 * @property {string} unit generations or games
 * @property {boolean} is_finished
 * @property {number} seconds
 * @property {number | null} left_seconds
 * @property {string} judged how good it was on other seeds, in words
 */
/** @typedef {Entry & RunListed} RunEntry */
/** @typedef {"generations" | "games" | "seconds"} Across */
/** @typedef {{generations: number, games: number, seconds: number, value: number, low?: number | null, high?: number | null}} Point */
/** @typedef {{up: string, points: Point[], judged: Point[]}} Panel */
/**
 * @typedef {object} RunFigures
 * @property {string} stamp
 * @property {string} version
 * @property {[string, string][]} figures
 * @property {string} command
 * @property {string} resume
 * @property {Panel[]} panels
 */
/** @typedef {RunEntry & RunFigures} Run */
/** @typedef {{name: string, at: number | null, words: string}} Checkpoint */

export {};
