// Viewer pace: which positions are due while a game goes on by itself.

const PATIENCE = 0.25; // seconds of lost time that are made up for; of more nothing is

export class Pace {
  /**
   * @param {[number, string][]} speeds positions a second, and their names
   * @param {number} usual which of them
   */
  constructor(speeds, usual) {
    this._speeds = speeds;
    this._number = usual;
    this.isPlaying = false;
    this._from = 0; // when the shown position began to be shown, in milliseconds
  }

  get speed() {
    return this._speeds[this._number]?.[0] ?? 1;
  }

  get name() {
    return this._speeds[this._number]?.[1] ?? "";
  }

  /** @param {number} now */
  play(now) {
    this.isPlaying = true;
    this._from = now;
  }

  pause() {
    this.isPlaying = false;
  }

  /**
   * Show the position of this moment for its full time.
   * @param {number} now
   */
  restart(now) {
    this._from = now;
  }

  /**
   * @param {number} by one faster or slower
   * @param {number} now
   */
  change(by, now) {
    this._number = Math.min(Math.max(this._number + by, 0), this._speeds.length - 1);
    this._from = now;
  }

  /** When the next position is due, in milliseconds. */
  get due() {
    return this._from + 1000 / this.speed;
  }

  /**
   * How many positions to go on by now.
   * @param {number} now
   */
  steps(now) {
    const steps = Math.floor(((now - this._from) * this.speed) / 1000 + 1e-6);
    const most = Math.max(1, Math.floor(PATIENCE * this.speed));
    if (steps > most) {
      this._from = now;
      return most;
    }
    this._from += (1000 * steps) / this.speed;
    return Math.max(0, steps);
  }
}
