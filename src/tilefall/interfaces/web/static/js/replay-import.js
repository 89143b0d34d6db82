// Replay import: files that are brought to the server, and what became of every line of them.

import { asked } from "./asked.js";
import { element } from "./dom.js";

/** @typedef {{kept: {id: string}[], known: string[], refused: {line: number, reason: string}[]}} Imported */

const SHOWN = 20; // lines that are told of

/**
 * What became of files, as a report; each is checked by itself.
 * @param {File[]} files
 * @param {number} most bytes that the server takes
 */
export async function broughtFiles(files, most) {
  const reports = [];
  for (const file of files) reports.push(await brought(file, most));
  return reports;
}

/**
 * @param {File} file
 * @param {number} most
 */
async function brought(file, most) {
  try {
    // more would be cut off by the server before it could say so
    if (file.size > most) throw new Error(`It has more than ${most / 2 ** 20} MiB: split it.`);
    const type = { "Content-Type": "application/octet-stream" };
    return report(file.name, await asked("/data/replays", { method: "POST", body: file, headers: type }));
  } catch (error) {
    const words = error instanceof Error ? error.message : `${error}`;
    return element("div", { class: "panel" }, element("p", {}, element("strong", {}, file.name), ": nothing is kept."),
      element("p", { class: "trouble" }, words));
  }
}

/**
 * @param {string} name
 * @param {Imported} found
 */
function report(name, { kept, known, refused }) {
  const said = [`${counted(kept.length, "game")} kept`];
  if (known.length) said.push(`${counted(known.length, "game")} were here already`.replace(/^(1 game) were/, "$1 was"));
  if (refused.length) said.push(`${counted(refused.length, "line")} not kept`);
  const lines = refused.slice(0, SHOWN).map(({ line, reason }) => element("li", {}, `Line ${line}: ${reason}`));
  if (refused.length > SHOWN) lines.push(element("li", {}, `and ${refused.length - SHOWN} more`));
  return element("div", { class: "panel" },
    element("p", {}, element("strong", {}, name), `: ${said.join(", ")}.`),
    ...(lines.length ? [element("ul", { class: "refused" }, ...lines)] : []));
}

/**
 * @param {number} count
 * @param {string} word
 */
function counted(count, word) {
  return `${count.toLocaleString()} ${word}${count === 1 ? "" : "s"}`;
}
