"""Arenas to look at in tests: some made by hand, some from games that were really played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tilefall.agents.catalog import agent
from tilefall.arena.plan import Plan
from tilefall.arena.played import Played
from tilefall.play.match import Recorder, turns
from tilefall.play.openings import Plies, openings
from tilefall.play.record import Record, digest_text
from tilefall.rules.catalog import parse_game
from tilefall.rules.game import State
from tilefall.rules.ijk import Ijk


@dataclass(frozen=True)
class Arena:
    """What a report is made of; records by their lines."""

    plan: Plan
    played: list[Played]
    records: dict[int, Record]


def made_plan(*agents: str, game: str = "quintris", games: int = 4, max_turns: int = 100) -> Plan:
    return Plan(
        game=game,
        agents=agents,
        games=games,
        is_until_sure=False,
        first_seed=1,
        max_turns=max_turns,
        plies=Plies(2, 4),
        seconds_a_move=None,
        alpha=0.05,
        elo=5.0,
        margin=0.0,
    )


def lines_game(bout: int, agent: int, lines: int, **others: object) -> Played:
    """A game of one player, over by the rules unless something else is said."""
    game = Played(
        bout=bout,
        seed=bout + 1,
        players=(agent,),
        score=lines,
        turns=10 * lines,
        is_over=True,
        moves=(10 * lines,),
        seconds=(0.001 * lines,),
        digest=f"{bout:08x}{agent:08x}",
    )
    return replace(game, **others)  # type: ignore[arg-type]


def pair(
    bout: int, first: int, second: int, results: Sequence[int], **others: object
) -> list[Played]:
    """Both games of a bout by how they went for the first, who is + in the first of them."""
    games = []
    for number, outcome in enumerate(results):
        players = (first, second) if number == 0 else (second, first)
        game = Played(
            bout=bout,
            seed=bout + 1,
            players=players,
            score=outcome if number == 0 else -outcome,
            turns=40,
            is_over=True,
            moves=(20, 18),
            seconds=(0.02, 0.036),
            digest=f"{bout:06x}{first:04x}{second:04x}{number:02x}",
        )
        games.append(replace(game, **others))  # type: ignore[arg-type]
    return games


def played_alone(
    *names: str,
    game: str = "quintris",
    games: int = 3,
    max_turns: int = 60,
    first_seed: int = 1,
) -> Arena:
    """An arena of real games of one player."""
    plan = made_plan(*names, game=game, games=games, max_turns=max_turns)
    rules, played, records = parse_game(game), list[Played](), dict[int, Record]()
    for bout in range(games):
        seed = first_seed + bout
        for place, name in enumerate(names):
            recorder = Recorder(rules, [name], seed)
            last: State = recorder.first
            for turn in turns(rules, [agent(name, rules, seed)], seed, max_turns=max_turns):
                recorder.add(turn.move, turn.next)
                last = turn.next
            record = recorder.record()
            records[len(records) + 1] = record
            found = _played(bout, (place,), last, record, (len(record.moves),), len(records))
            played.append(found)
    return Arena(plan, played, records)


def played_against(*names: str, game: str = "ijk:size=3", pairs: int = 2) -> Arena:
    """An arena of real games of two players, each pairing from the same openings."""
    plan = made_plan(*names, game=game, games=2 * pairs, max_turns=60)
    rules, played, records = parse_game(game), list[Played](), dict[int, Record]()
    assert isinstance(rules, Ijk)
    for bout, opening in enumerate(openings(rules, pairs, 1, plan.plies)):
        for first in range(len(names)):
            for second in range(len(names)):
                if first == second:
                    continue
                players = [agent(names[i], rules, opening.seed) for i in (first, second)]
                recorder = Recorder(rules, [names[first], names[second]], opening.seed)
                for move, state in zip(opening.moves, opening.states[1:], strict=True):
                    recorder.add(move, state)
                last: State = opening.state
                left = plan.max_turns - len(opening.moves)
                for turn in turns(rules, players, opening.seed, max_turns=left, start=last):
                    recorder.add(turn.move, turn.next)
                    last = turn.next
                record = recorder.record()
                records[len(records) + 1] = record
                made = len(record.moves) - len(opening.moves)
                counts = (made // 2, made - made // 2)
                found = _played(bout, (first, second), last, record, counts, len(records))
                played.append(found)
    return Arena(plan, played, records)


def _played(
    bout: int,
    players: tuple[int, ...],
    last: State,
    record: Record,
    moves: tuple[int, ...],
    line: int,
) -> Played:
    assert record.digest == digest_text(last.digest())
    return Played(
        bout=bout,
        seed=record.seed,
        players=players,
        score=record.score,
        turns=len(record.moves),
        is_over=not last.legal_moves(),
        moves=moves,
        seconds=tuple(0.001 * count for count in moves),
        digest=record.digest,
        record=line,
    )
