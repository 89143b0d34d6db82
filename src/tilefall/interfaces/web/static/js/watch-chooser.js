// Watch chooser: what to watch: a game, who plays it, and the seed that decides its chance.

import { button, element } from "./dom.js";

/** @typedef {{name: string, about: string}} Agent */
/** @typedef {{game: string, name: string, about: string, players: number, usual: string, agents: Agent[]}} Game */

/**
 * Build the choice into an element; what is chosen becomes the fragment of the address.
 * @param {HTMLElement} root
 */
export async function chooser(root) {
  root.replaceChildren(element("h1", {}, "Watch"));
  const answer = await fetch("/data/agents");
  if (!answer.ok) {
    root.append(element("p", { class: "trouble", role: "alert" }, `The server did not tell its agents: ${answer.status}.`));
    return;
  }
  const { games } = /** @type {{games: Game[]}} */ (await answer.json());
  const seed = element("input", { id: "seed", inputmode: "numeric", pattern: "\\d{1,15}", value: randomSeed(), autocomplete: "off" });
  const players = element("div", { class: "players" });
  const form = element("form", { class: "chooser" },
    element("fieldset", { class: "games" }, element("legend", {}, "Game"), ...games.map(gameChoice)),
    players,
    element("p", { class: "row" },
      element("label", { for: "seed" }, "Seed"), seed,
      button("Another", () => (seed.value = randomSeed()))),
    element("p", { class: "soft" }, "The same seed deals the same pieces or tiles again."),
    element("p", {}, element("button", { class: "main", type: "submit" }, "Watch")));
  const show = () => {
    const game = chosen();
    players.replaceChildren(...(game ? playerChoices(game) : []));
  };
  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "game") show();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const game = chosen();
    if (!game) return;
    const agents = [...players.querySelectorAll("select")].map((each) => each.value);
    location.hash = new URLSearchParams({ game: game.game, agents: agents.join(","), seed: seed.value || randomSeed() }).toString();
  });
  root.append(element("p", { class: "soft" }, "Agents play, and you see what they think of every move."), form);
  show();

  function chosen() {
    const found = new FormData(form).get("game");
    return games.find(({ game }) => game === found);
  }
}

/**
 * @param {Game} game
 * @param {number} number
 */
function gameChoice({ game, name, about }, number) {
  return element("label", { class: "panel choice" },
    element("input", { type: "radio", name: "game", value: game, checked: number === 0 }),
    element("span", {}, element("strong", {}, name), element("span", { class: "soft" }, about)));
}

/**
 * Who plays: a list for each player, and one line about the one that is chosen.
 * @param {Game} game
 */
function playerChoices({ players, agents, usual }) {
  return Array.from({ length: players }, (_, player) => {
    const list = element("select", { id: `agent-${player}` },
      ...agents.map(({ name }) => element("option", { value: name, selected: name === usual }, name === usual ? `${name} (usual)` : name)));
    const about = element("p", { class: "soft", id: `about-${player}` });
    const tell = () => (about.textContent = agents.find(({ name }) => name === list.value)?.about ?? "");
    list.addEventListener("change", tell);
    list.setAttribute("aria-describedby", about.id);
    tell();
    const words = players === 1 ? "Agent" : ["Agent of + (upper case)", "Agent of \u2212 (lower case)"][player];
    return element("div", { class: "player" }, element("label", { for: list.id }, words ?? ""), list, about);
  });
}

function randomSeed() {
  return String(Math.floor(Math.random() * 1e9));
}
