// Page: where results are listed or shown by the address, and what went wrong is told.

import { Trouble } from "../asked.js";
import { element, part } from "../dom.js";

export class ResultsPage {
  constructor() {
    this._wrong = element("p", { class: "trouble", role: "alert", hidden: true });
    this.content = element("div");
    part("main").append(this._wrong, this.content);
    this._end = () => {};
  }

  /**
   * Say what went wrong, or nothing if all is well again.
   * @param {unknown} error
   */
  tell(error) {
    if (error !== null && !(error instanceof Trouble)) throw error;
    this._wrong.hidden = error === null;
    this._wrong.textContent = error === null ? "" : error.message;
  }

  /**
   * Show what the address names, now and whenever it changes.
   * @param {(words: URLSearchParams) => () => void} show gives back what ends it
   */
  follow(show) {
    const turn = () => {
      this._end();
      this.tell(null);
      this._end = show(new URLSearchParams(location.hash.slice(1)));
    };
    addEventListener("hashchange", turn);
    turn();
  }
}
