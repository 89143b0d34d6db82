// Socket: a session with the server; views arrive in parts, and are put together here.

/** @typedef {import("./types.js").View} View */
/** @typedef {{do: string, [field: string]: unknown}} Message */
/**
 * @typedef {object} Listener
 * @property {(view: View, changed: Set<string>) => void} view all there is to see, and which parts are new
 * @property {(words: string) => void} trouble
 * @property {(answer: Record<string, unknown>) => void} [answer] what a wish asked for
 * @property {() => void} [lost] the server is gone
 */

export class Session {
  /** @param {Listener} listener */
  constructor(listener) {
    this._listener = listener;
    /** @type {Message[]} */
    this._waiting = [];
    /** @type {Record<string, unknown>} */
    this._view = {};
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this._socket = new WebSocket(`${scheme}://${location.host}/socket`);
    this._socket.addEventListener("open", () => {
      for (const message of this._waiting.splice(0)) this._send(message);
    });
    this._socket.addEventListener("message", (event) => this._hear(JSON.parse(event.data)));
    this._socket.addEventListener("close", () => listener.lost?.());
  }

  /**
   * Ask for something, as src/tilefall/interfaces/web/messages.py lists it.
   * @param {string} what
   * @param {Record<string, unknown>} [fields]
   */
  wish(what, fields = {}) {
    const message = { do: what, ...fields };
    if (this._socket.readyState === WebSocket.CONNECTING) this._waiting.push(message);
    else if (this._socket.readyState === WebSocket.OPEN) this._send(message);
  }

  close() {
    this._socket.close();
  }

  /** @param {Message} message */
  _send(message) {
    this._socket.send(JSON.stringify(message));
  }

  /** @param {Record<string, unknown>} heard */
  _hear({ is, ...parts }) {
    if (is === "trouble") return this._listener.trouble(String(parts.words));
    if (is !== "view") return this._listener.answer?.({ is, ...parts });
    // a first view has all parts, as has that of another session on the same socket
    this._view = "session" in parts ? parts : { ...this._view, ...parts };
    this._listener.view(
      /** @type {View} */ (/** @type {unknown} */ (this._view)),
      new Set(Object.keys(parts)),
    );
  }
}
