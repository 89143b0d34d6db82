// Asked: data of the server, and what it says where there is none.

/** What went wrong, in words that may be shown. */
export class Trouble extends Error {}

/**
 * The answer to a question; Trouble says why there is none.
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
export async function asked(address, options = {}) {
  let answer;
  try {
    answer = await fetch(address, options);
  } catch {
    throw new Trouble("The server does not answer. Is tilefall serve still running?");
  }
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  const found = isJson ? await answer.json() : {};
  if (!answer.ok) throw new Trouble(found.trouble ?? `The server answered with ${answer.status}.`);
  return found;
}
