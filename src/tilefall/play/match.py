"""Match: agents play a game, turn by turn or to a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import index

from tilefall import __version__
from tilefall.agents.agent import UNLIMITED, Agent, Limit
from tilefall.play.record import FORMAT, Record, check_text, digest_text
from tilefall.rules.dice import Dice
from tilefall.rules.game import RULES_VERSION, Afterstate, Game, IllegalMove, State


@dataclass(frozen=True)
class Turn:
    """One turn of a match: the state, the move, the certain half and what chance made of it."""

    agent: str
    state: State
    move: int
    after: Afterstate
    next: State


def turns(
    game: Game,
    agents: Sequence[Agent],
    seed: int,
    *,
    max_turns: int | None = None,
    limit: Limit = UNLIMITED,
    start: State | None = None,
) -> Iterator[Turn]:
    """The turns of a match as they are played, until the game is over or the cap is reached."""
    if len(agents) != game.players:
        raise ValueError(f"{len(agents)} agents, {game.name} has {game.players} players")
    if max_turns is not None and max_turns < 0:
        raise ValueError(f"at most {max_turns} turns, expected 0 or more")
    dice = Dice(seed)
    state = game.start(dice) if start is None else start
    played = 0
    while (max_turns is None or played < max_turns) and state.legal_moves():
        agent = agents[state.player]
        move = index(agent.choose(state, limit))
        try:
            after = state.play(move)
        except IllegalMove as error:
            raise IllegalMove(f"{agent.name} chose {error}") from error
        turn = Turn(agent.name, state, move, after, after.draw(dice))
        yield turn
        state, played = turn.next, played + 1


def play_match(
    game: Game,
    agents: Sequence[Agent],
    seed: int,
    max_turns: int | None = None,
    limit: Limit = UNLIMITED,
    start: State | None = None,
) -> Record:
    """The record of a whole match."""
    recorder = Recorder(game, [agent.name for agent in agents], seed, start)
    for turn in turns(game, agents, seed, max_turns=max_turns, limit=limit, start=start):
        recorder.add(turn.move, turn.next)
    return recorder.record()


@dataclass(frozen=True)
class _Ply:
    move: int
    score: int
    digest: str


class Recorder:
    """Writes a game down as it goes, so that its record can be had at any moment."""

    def __init__(
        self, game: Game, agents: Sequence[str], seed: int, start: State | None = None
    ) -> None:
        self.game, self.agents, self.seed, self.start = game, tuple(agents), seed, start
        self.first = game.start(Dice(seed)) if start is None else start
        self._plies: list[_Ply] = []

    def add(self, move: int, state: State) -> None:
        """Note a move and the state that it led to."""
        # one append: an interrupt leaves a whole number of moves
        self._plies.append(_Ply(move, state.score, digest_text(state.digest())))

    def take_back(self, moves: int) -> None:
        """Forget the last moves, as if they had not been played."""
        del self._plies[len(self._plies) - moves :]

    def record(self) -> Record:
        """The game so far."""
        plies = self._plies
        first_digest = digest_text(self.first.digest())
        return Record(
            version=FORMAT,
            tilefall=__version__,
            game=self.game.text(),
            rules=RULES_VERSION,
            agents=self.agents,
            seed=self.seed,
            start=None if self.start is None else self.start.text(),
            score=plies[-1].score if plies else self.first.score,
            digest=plies[-1].digest if plies else first_digest,
            moves=tuple(ply.move for ply in plies),
            checks="".join(check_text(int(ply.digest, 16)) for ply in plies),
        ).sealed()
