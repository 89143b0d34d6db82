// Viewer share: a link as a command to be copied, since a file has no address that others can open.

import { button, element, say } from "./dom.js";

/**
 * A dialog for links, and what opens it.
 * @returns {{box: HTMLDialogElement, open: (link: string) => void}}
 */
export function shareDialog() {
  const field = element("textarea", { readonly: true, "aria-label": "The command", spellcheck: "false" });
  const done = element("p", { class: "soft" });
  const copy = button("Copy", () => void copied(), { class: "main" });
  const box = element("dialog", { class: "share", "aria-label": "Link" },
    element("h2", {}, "This position as a link"),
    element("p", {}, "This command shows it in a terminal; behind /watch# of a page that tilefall serve has opened, the text between the quotes does the same."),
    field, done,
    element("div", { class: "row" }, copy, button("Close", () => box.close())));

  async function copied() {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      tell("It is copied.");
    } catch {
      tell("It is selected, to be copied with the keyboard.");
    }
  }

  /** @param {string} words */
  function tell(words) {
    done.textContent = words;
    say(words);
  }

  return {
    box,
    open(link) {
      field.value = `tilefall replay "${link}"`;
      done.textContent = "";
      box.showModal();
      copy.focus();
    },
  };
}
