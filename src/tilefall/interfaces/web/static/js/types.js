// Types: what the server sends, as src/tilefall/interfaces/screen/views.py names it.

/** @typedef {[number, number]} Place row and column; rows above the board are negative */
/** @typedef {{letter: string, places: Place[]}} Piece */
/**
 * @typedef {object} Well
 * @property {"well"} kind
 * @property {string} game whose colours: quintris or tetris
 * @property {string[]} cells letters, "x" where nobody knows the piece, "." where it is empty
 * @property {number} above rows over the top that are shown too
 * @property {Piece | null} piece
 * @property {Piece | null} ghost
 * @property {Piece | null} outline
 * @property {string} outline_name
 * @property {string[]} roof
 * @property {number[]} full_rows
 */
/**
 * @typedef {object} Tiles
 * @property {"tiles"} kind
 * @property {string[]} board
 * @property {Record<string, string>} said
 * @property {string} best
 * @property {string} last
 * @property {Place | null} new
 */
/** @typedef {Well | Tiles} Board */
/** @typedef {[string, string][]} Figures names and what they are */
/**
 * @typedef {object} PlayView a game that a person plays
 * @property {"play"} session
 * @property {string} title
 * @property {string} game
 * @property {string} seed in digits: it may have 64 bits
 * @property {boolean} has_time whether something falls by itself
 * @property {Board} board
 * @property {Figures} figures
 * @property {Piece[]} following
 * @property {Piece | null} held
 * @property {boolean} has_hold
 * @property {boolean} is_hold_spent
 * @property {string} notice
 * @property {boolean} hidden
 * @property {string[]} advice
 * @property {Candidate[]} candidates of the advice
 * @property {boolean} is_over
 * @property {boolean} is_paused
 * @property {number} resumed how often the game was told to go on
 * @property {boolean} is_assisted
 * @property {string} asked what is to be wished for twice: undo, explain, or nothing
 * @property {string} asking the question, in words
 * @property {{count: number, words: string, rows: number[]}} news the last lock or slide
 * @property {string[]} result how the game ended, and what became of it
 * @property {string} kept the id of the game as it was kept
 * @property {Record<string, string>} actions keys as browsers name them, and what they ask for
 * @property {Record<string, string>} wishes other keys, and which wish they are
 * @property {string[]} can what can be asked for
 * @property {Record<string, string>} repeated what repeats while it is held, and what slides to the wall
 * @property {[string, string][]} keys of the game itself
 * @property {[string, string][]} help these and all others
 */
/**
 * @typedef {object} Candidate
 * @property {number} rank
 * @property {string} name
 * @property {string} value
 * @property {string} gap
 * @property {boolean} [is_played]
 * @property {Place[]} places where its piece would rest; none in IJK
 * @property {string[]} [board] in IJK what its slide leads to
 */
/** @typedef {[string, number, number]} Reason a feature, what it adds to the first and to the second */
/**
 * @typedef {object} WatchView a game that agents play or have played
 * @property {"watch"} session
 * @property {string} title
 * @property {string} game
 * @property {number} seed
 * @property {string[]} names
 * @property {Board} board
 * @property {Figures} figures
 * @property {Candidate[]} candidates
 * @property {Reason[]} reasons
 * @property {string} why
 * @property {(number | null)[]} values as far as they are known; beyond 1e300 a certain end
 * @property {[number, number] | null} value_range between which most of them are
 * @property {boolean} has_odds values are points of 100
 * @property {number} position
 * @property {number} length
 * @property {string} status
 * @property {Piece[]} following
 * @property {number[]} mistakes
 * @property {string} nothing
 * @property {boolean} is_explained
 * @property {boolean} is_playing
 * @property {boolean} is_over
 * @property {boolean} is_match it is being played: there is no record to verify yet
 * @property {boolean} has_keys a piece takes several keys, as in a marathon
 * @property {string} speed
 * @property {string} news what came of the last wish
 * @property {string} error
 * @property {Record<string, {do: string, [field: string]: unknown}>} keys as browsers name them
 * @property {[string, string][]} help keys and what they do
 */
/** @typedef {PlayView | WatchView} View */

export {};
