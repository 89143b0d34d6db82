// Watch preview: which candidates are marked on the board, and which of them stands out.

/** @typedef {import("./types.js").WatchView} WatchView */
/** @typedef {import("./types.js").Candidate} Candidate */
/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Place} Place */

const MARKED = 3; // candidates that are outlined without being asked for

export class Preview {
  /** @param {() => void} changed is called when something else is marked */
  constructor(changed) {
    this._changed = changed;
    this.isOn = true;
    /** @type {number | null} */
    this._kept = null; // rank that was chosen, until the position changes
    /** @type {number | null} */
    this._pointed = null; // rank under the pointer or with the focus
  }

  /** The rank of the candidate that somebody looks at. */
  get rank() {
    return this._pointed ?? this._kept;
  }

  /** The rank that was chosen to stay. */
  get kept() {
    return this._kept;
  }

  /** @param {number | null} rank of the candidate to keep in view, none if it is in view already */
  keep(rank) {
    this._kept = rank === this._kept ? null : rank;
    this._changed();
  }

  /** @param {number | null} rank */
  point(rank) {
    if (rank === this._pointed) return;
    this._pointed = rank;
    this._changed();
  }

  toggle() {
    this.isOn = !this.isOn;
    this._changed();
  }

  /** Another position: the choice was about the last one. */
  forget() {
    this._kept = null;
  }

  /**
   * The board with what is looked at: in IJK the one that a slide would lead to.
   * @param {WatchView} view
   * @returns {Board}
   */
  board(view) {
    const chosen = view.candidates.find((each) => each.rank === this.rank);
    if (view.board.kind !== "tiles" || !chosen?.board?.length) return view.board;
    return { kind: "tiles", board: chosen.board, said: {}, best: "", last: chosen.name, new: null };
  }

  /**
   * The outlines on a well, the one that stands out last, so that nothing lies over it.
   * @param {WatchView} view
   * @returns {import("./board.js").Outline[]}
   */
  outlines(view) {
    const { rank } = this;
    const strong = rank ?? 1;
    const marked = view.candidates.filter((each) =>
      each.places.length && (each.rank === rank || (this.isOn && each.rank <= MARKED)));
    /** @type {Set<string>} */
    const named = new Set(); // places that bear a number
    return marked
      .sort((one, other) => Number(other.rank === strong) - Number(one.rank === strong) || one.rank - other.rank)
      .map((each) => ({ places: withFreeFirst(each.places, named), name: `${each.rank}`, is_strong: each.rank === strong }))
      .reverse();
  }
}

/**
 * The places of a piece, first one that bears no number of another.
 * @param {Place[]} places
 * @param {Set<string>} named
 */
function withFreeFirst(places, named) {
  const free = places.find((place) => !named.has(`${place}`)) ?? places[0];
  if (!free) return places;
  named.add(`${free}`);
  return [free, ...places.filter((place) => place !== free)];
}
