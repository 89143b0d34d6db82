// Data: what the server knows beside games, asked for when it is needed and while it changes.

/** What went wrong, in words that may be shown. */
export class Trouble extends Error {}

/**
 * The answer to a question; Trouble says why there is none.
 * @template Answer
 * @param {string} path
 * @returns {Promise<Answer>}
 */
export async function asked(path) {
  let response;
  try {
    response = await fetch(path, { headers: { Accept: "application/json" } });
  } catch {
    throw new Trouble("The server does not answer. Is tilefall serve still running?");
  }
  const isJson = response.headers.get("Content-Type")?.includes("application/json");
  const answer = isJson ? await response.json() : {};
  if (!response.ok) throw new Trouble(answer.trouble ?? `The server answered with ${response.status}.`);
  return answer;
}

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
