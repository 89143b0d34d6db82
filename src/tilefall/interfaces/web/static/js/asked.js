// Asked: data of the server, and what it says where there is none.

/**
 * The answer to a question; an Error with words for people if there is none.
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
export async function asked(address, options = {}) {
  let answer;
  try {
    answer = await fetch(address, options);
  } catch {
    throw new Error("The server does not answer: is it still running?");
  }
  const isJson = (answer.headers.get("content-type") ?? "").startsWith("application/json");
  const found = isJson ? await answer.json() : null;
  if (!answer.ok) throw new Error(found?.words ?? `The server refused it (${answer.status}).`);
  return found;
}
