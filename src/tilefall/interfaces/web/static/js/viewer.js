// Viewer: a game that stands in the page itself is watched, without a server.

import { element, part } from "./dom.js";
import { LocalDriver } from "./viewer-driver.js";
import { shareDialog } from "./viewer-share.js";
import { lookTools } from "./viewer-tools.js";
import { watchView } from "./watch-view.js";

/** @typedef {import("./viewer-types.js").Told} Told */

/** @returns {Promise<Told>} */
async function unpacked() {
  const { deflated } = JSON.parse(part("game").textContent ?? "");
  const bytes = Uint8Array.from(atob(deflated), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** @param {Told} told */
function show(told) {
  const main = part("main");
  const at = new URLSearchParams(location.hash.slice(1)).get("at");
  const share = shareDialog();
  const driver = new LocalDriver(at ? { ...told, at: Number(at) } : told, share.open);
  const { look, buttons } = lookTools(() => page.refresh());
  const page = watchView(main, driver, { canPlay: false, canLink: told.link !== null, look: () => look });
  part("tools").append(...buttons);
  main.append(share.box);
  addEventListener("hashchange", () => {
    const to = new URLSearchParams(location.hash.slice(1)).get("at");
    if (to) driver.wish("seek", { to: Number(to) });
  });
}

unpacked().then(show, () => {
  part("waiting").replaceWith(element("p", { class: "trouble", role: "alert" },
    "This browser cannot unpack the game: it is too old, or the file is cut off."));
});
