// Play chooser: which game to play, and how.

import { element } from "./dom.js";

/** @typedef {{game: string, name: string, about: string, options: string[]}} Way */
/** @typedef {{title: string, about: string, ways: Way[]}} GameChoice */
/** @typedef {{name: string, about: string, mode: string}} Opponent */
/**
 * @typedef {object} Choices as src/tilefall/interfaces/web/choices.py has them
 * @property {GameChoice[]} games
 * @property {Opponent[]} opponents
 * @property {string} usual
 * @property {[number, number]} levels
 * @property {number} period
 */

const TWO = "two people";

/**
 * Let somebody choose; the fragment of the page then says what was chosen.
 * @param {HTMLElement} place
 */
export async function choose(place) {
  const answer = await fetch("/data/play");
  if (!answer.ok) throw new Error(`the server said ${answer.status}`);
  const choices = /** @type {Choices} */ (await answer.json());
  place.replaceChildren(
    element("h1", {}, "Play"),
    element("div", { class: "chooser" }, ...choices.games.map((game) => card(game, choices))),
  );
}

/**
 * @param {GameChoice} game
 * @param {Choices} choices
 */
function card(game, choices) {
  const way = element("select", { name: "game" }, ...game.ways.map((each) => element("option", { value: each.game }, each.name)));
  const about = element("p", { class: "soft" });
  const level = element("input", { type: "number", name: "level", min: choices.levels[0], max: choices.levels[1], value: choices.levels[0], required: true });
  const period = element("input", { type: "number", name: "period", min: 0.05, max: 10, step: 0.05, value: choices.period, required: true });
  const against = element("select", { name: "against" });
  const seat = element("select", { name: "second" }, element("option", { value: "" }, "you"), element("option", { value: "1" }, "the other"));
  const opponent = element("p", { class: "soft" });
  const optional = {
    level: [labelled("Level", level)],
    period: [labelled("Seconds a row", period)],
    against: [labelled("Against", against), opponent, labelled("Who begins", seat)],
  };
  const seed = element("input", { name: "seed", inputmode: "numeric", pattern: "[0-9]{1,20}", placeholder: "any", title: "a whole number: the same seed is the same game", autocomplete: "off" });
  const practice = element("input", { type: "checkbox", name: "practice" });

  const chosen = () => game.ways.find((each) => each.game === way.value) ?? game.ways[0];
  const describe = () => {
    const found = choices.opponents.find((each) => each.name === against.value);
    opponent.textContent = found?.about ?? "take turns at one keyboard or screen";
    seat.disabled = against.value === TWO;
  };
  const arrange = () => {
    const found = chosen();
    about.textContent = found?.about ?? "";
    const mode = found?.game.includes("nondeterministic") ? "nondeterministic" : "deterministic";
    const able = choices.opponents.filter((each) => !each.mode || each.mode === mode).map((each) => each.name);
    const before = against.value || choices.usual;
    against.replaceChildren(...[...able, TWO].map((name) => element("option", { selected: name === before }, name)));
    for (const [name, parts] of Object.entries(optional)) for (const part of parts) part.hidden = !found?.options.includes(name);
    describe();
  };
  way.addEventListener("change", arrange);
  against.addEventListener("change", describe);
  arrange();

  const form = element(
    "form",
    { class: "panel card", "aria-label": game.title },
    element("h2", {}, game.title),
    element("p", {}, game.about),
    labelled("How", way), about,
    ...optional.level, ...optional.period, ...optional.against,
    labelled("Seed", seed),
    labelled("Practice: take back and ask freely", practice, "check"),
    element("button", { class: "main" }, `Play ${game.title}`),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const found = chosen();
    if (!found) return;
    const wanted = new URLSearchParams({ game: found.game });
    if (found.options.includes("level") && Number(level.value) !== choices.levels[0]) wanted.set("game", `${found.game}:level=${level.value}`);
    if (found.options.includes("period") && Number(period.value) !== choices.period) wanted.set("period", period.value);
    if (found.options.includes("against")) {
      if (against.value === TWO) wanted.set("two", "1");
      else {
        wanted.set("against", against.value);
        if (seat.value) wanted.set("second", "1");
      }
    }
    if (practice.checked) wanted.set("practice", "1");
    if (seed.value) wanted.set("seed", seed.value);
    location.hash = wanted.toString();
  });
  return form;
}

/**
 * @param {string} words
 * @param {HTMLElement} control
 * @param {string} [kind]
 */
function labelled(words, control, kind = "") {
  return element("label", { class: `labelled ${kind}` }, element("span", {}, words), control);
}
