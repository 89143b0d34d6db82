// Replay link: a link that carries a whole game, asked of the server and put onto the clipboard.

import { openDialog } from "./dialog.js";
import { button, element } from "./dom.js";
import { Session } from "./socket.js";

/**
 * The address that replays a game anywhere, without the file; an Error says why there is none.
 * @param {string} id
 * @returns {Promise<string>}
 */
export function linkTo(id) {
  return new Promise((resolve, reject) => {
    const session = new Session({
      view: () => {},
      trouble: (words) => end(() => reject(new Error(words))),
      answer: (answer) => end(() => resolve(`${location.origin}/watch#${answer.link}`)),
      lost: () => reject(new Error("The server does not answer: is it still running?")),
    });
    /** @param {() => void} settle */
    const end = (settle) => {
      settle();
      session.close();
    };
    session.wish("replay", { id });
    session.wish("link");
  });
}

/**
 * Whether a text is on the clipboard now; where that is not allowed it is shown to be copied.
 * @param {string} link
 */
export async function copied(link) {
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {
    const field = element("input", { value: link, readonly: true, "aria-label": "Link" });
    const dialog = openDialog("A link to this game", [field], [button("Done", () => dialog.close(), { class: "main" })]);
    field.focus();
    field.select();
    return false;
  }
}
