// Watch speech: what is said to those who listen: where a step led, what was found, how it ended.

import { say } from "./dom.js";

/** @typedef {import("./types.js").WatchView} WatchView */

export class Speech {
  constructor() {
    this._position = -1; // of which the best move was told
    this._news = "";
    this._wasOver = false;
    this._wasPlaying = true;
  }

  /**
   * While a game plays by itself nothing is said before its end.
   * @param {WatchView} view
   * @param {Set<string>} changed
   */
  hear(view, changed) {
    if (changed.has("session")) this._position = -1;
    const words = [];
    const hasNews = view.news !== this._news;
    if (hasNews && view.news) words.push(`${view.news}.`);
    this._news = view.news;
    if (!view.is_playing) {
      const best = view.candidates[0];
      const isKnown = best !== undefined || Boolean(view.nothing) || !view.is_explained;
      const hasStopped = this._wasPlaying && !changed.has("session");
      if (isKnown && (view.position !== this._position || hasStopped)) {
        this._position = view.position;
        words.push(where(view));
      }
    }
    this._wasPlaying = view.is_playing;
    if (words.length) say(words.join(" "));
  }
}

/** @param {WatchView} view */
function where(view) {
  const figures = new Map(view.figures);
  const about = ["score", "to move", "result"].filter((name) => figures.has(name)).map((name) => `${name} ${figures.get(name)}`);
  const best = view.candidates[0];
  const played = view.candidates.find((each) => each.is_played);
  const words = [`Position ${view.position} of ${view.length - 1}`, ...about];
  if (best) words.push(`best ${best.name}, ${best.value}`);
  if (played && played !== best) words.push(`played ${played.name}, rank ${played.rank}`);
  if (view.mistakes.includes(view.position)) words.push("a mistake");
  if (view.nothing) words.push(view.nothing);
  return `${words.join(". ")}.`;
}
