// Watch sharing: a link to a position, its record as a file, and a game that goes on from it.

import { element } from "./dom.js";

/** @typedef {import("./watch-driver.js").Driver} Driver */

export class Sharing {
  /**
   * @param {Driver} driver
   * @param {(words: string) => void} tell
   */
  constructor(driver, tell) {
    this._driver = driver;
    this._tell = tell;
    this._isToPlay = false; // what the link is for that is on its way
  }

  copy() {
    this._isToPlay = false;
    this._driver.wish("link");
  }

  play() {
    this._isToPlay = true;
    this._driver.wish("pause");
    this._driver.wish("link");
  }

  save() {
    this._driver.wish("record");
  }

  /** @param {Record<string, unknown>} answer */
  hear(answer) {
    if (answer.is === "record") this._download(`${answer.name}`, `${answer.line}\n`);
    if (answer.is !== "link") return;
    if (this._isToPlay) {
      history.replaceState(null, "", `/watch#${answer.link}`); // who goes back comes to this position
      location.assign(`/play#${answer.link}`);
    } else void this._copy(`${location.origin}/watch#${answer.link}`);
  }

  /** @param {string} address */
  async _copy(address) {
    history.replaceState(null, "", address); // so that the page itself can be shared too
    try {
      await navigator.clipboard.writeText(address);
      this._tell("The link is copied.");
    } catch {
      this._tell("The link is in the address bar now, to be copied from there.");
    }
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  _download(name, text) {
    const address = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
    element("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
    this._tell(`Saved as ${name}.`);
  }
}
