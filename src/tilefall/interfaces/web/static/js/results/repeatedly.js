// Repeatedly: looks at what changes, while the page is seen.

/**
 * Do something now and then every so many seconds, while the page is seen, one at a time.
 * @param {number} seconds
 * @param {() => Promise<void>} work
 * @returns {() => void} ends it
 */
export function repeatedly(seconds, work) {
  let isOver = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  async function turn() {
    clearTimeout(timer);
    if (isOver) return;
    if (!document.hidden) await work();
    if (!isOver) timer = setTimeout(turn, 1000 * seconds);
  }
  const seen = () => {
    if (!document.hidden && timer !== undefined) void turn();
  };
  document.addEventListener("visibilitychange", seen);
  void turn();
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", seen);
  };
}
