// Watch driver: what leads through a watched game, whether a server holds it or the page itself.

import { Session } from "./socket.js";

/** @typedef {import("./types.js").WatchView} WatchView */
/**
 * @typedef {object} WatchListener
 * @property {(view: WatchView, changed: Set<string>) => void} view all there is to see, and which parts are new
 * @property {(words: string) => void} trouble
 * @property {(answer: Record<string, unknown>) => void} answer what the wishes "link" and "record" ask for
 * @property {() => void} lost nothing more will come
 */
/**
 * @typedef {object} Driver
 * @property {(what: string, fields?: Record<string, unknown>) => void} wish one of: toggle, pause, faster,
 *     slower, step {by}, step_pieces {by}, seek {to}, next_mistake, previous_mistake, verify, link, record
 * @property {(listener: WatchListener) => void} listen views come from now on
 */
/** @typedef {{from: number, more: [number, number][]}} Patch numbers of positions and their values */

/**
 * A game that the server holds.
 * @implements {Driver}
 */
export class RemoteDriver {
  /** @param {{do: string, [field: string]: unknown}} beginning what is to be watched */
  constructor({ do: what, ...fields }) {
    this._what = what;
    this._fields = fields;
    /** @type {Session | null} */
    this._session = null;
    /** @type {(number | null)[]} */
    this._values = [];
  }

  /** @param {WatchListener} listener */
  listen(listener) {
    this._session = new Session({
      view: (view, changed) => {
        if (view.session !== "watch") return;
        if (changed.has("session")) this._begun(view);
        if (changed.has("valued")) this._value(/** @type {{valued: Patch}} */ (/** @type {unknown} */ (view)).valued);
        view.values = this._values;
        if (changed.has("valued")) changed.add("values");
        listener.view(view, changed);
      },
      trouble: listener.trouble,
      answer: listener.answer,
      lost: listener.lost,
    });
    this._session.wish(this._what, this._fields);
  }

  /**
   * @param {string} what
   * @param {Record<string, unknown>} [fields]
   */
  wish(what, fields = {}) {
    this._session?.wish(what, fields);
  }

  /** @param {WatchView} view */
  _begun(view) {
    this._values = [];
    if (this._what !== "watch" || this._fields.seed !== undefined) return;
    // the address stands for this game, so that it is there again when somebody comes back
    const words = location.hash.slice(1);
    history.replaceState(null, "", `#${words}${words ? "&" : ""}seed=${view.seed}`);
  }

  /** @param {Patch} patch */
  _value({ from, more }) {
    if (from === 0) this._values = [];
    for (const [position, value] of more) {
      while (this._values.length < position) this._values.push(null);
      this._values[position] = value;
    }
  }
}
