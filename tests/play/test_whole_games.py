"""Whole games: native ones tell their moves, and their records are those of a match."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engines.test_native_errors import WEIGHTS, python
from tilefall.agents.catalog import agent
from tilefall.engines import packing
from tilefall.engines.native import ISA_VARIABLE, available_isas
from tilefall.play import play_match, verify
from tilefall.play.record import parse_record
from tilefall.play.whole_games import WholeGame, is_native, line_of, record_of, whole_games
from tilefall.rules.catalog import parse_game
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris

QUINTRIS = ("greedy", "dt-10", "lookahead", "course-sum", "course-voids", "random")
TETRIS = ("greedy", "dt-20", "lookahead", "course-genetic", "first-fit")
PLAYED = [
    *(("quintris", name) for name in QUINTRIS),
    *(("quintris:reach=fall", name) for name in ("greedy", "lookahead:beam=3")),
    *(("quintris:pieces=bag", name) for name in ("el-tetris", "expectimax:beam=2", "course-wavy")),
    *(("tetris:height=10", name) for name in TETRIS),
    ("tetris:rules=preview,pieces=bag,width=6,height=6", "expectimax:depth=2"),
    ("tetris:rules=preview,pieces=bag,width=6,height=6", "course-genetic:variant=published"),
]
NATIVE = [pair for pair in PLAYED if pair[1] not in ("random", "first-fit")]


def falling(text: str) -> Quintris | Tetris:
    game = parse_game(text)
    assert isinstance(game, Quintris | Tetris)
    return game


def without_seconds(played: WholeGame) -> tuple[object, ...]:
    return tuple(value for field, value in played._asdict().items() if field != "seconds")


@pytest.mark.parametrize(("text", "name"), PLAYED)
def test_records_are_those_of_a_match(text: str, name: str) -> None:
    # The plain rules take long for pieces that slide.
    seeds, most = ((3,), 17) if "fall" in text else ((3, 2**64 - 1), 37)
    game = falling(text)
    for seed, played in zip(seeds, whole_games(name, game, seeds, most, 2, True), strict=True):
        player = agent(name, game, seed)
        expected = play_match(game, [player], seed, most)
        assert record_of(game, player.name, seed, played) == expected
        assert line_of(game, player.name, seed, played) == f"{expected.line()}\n".encode()
        assert played.turns == len(expected.moves)
        assert played.is_over == (played.turns < most)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("quintris", "course-wavy:search=one"),
        ("tetris:width=5,height=6", "dt-10"),
        ("tetris:rules=preview,width=5,height=6", "lookahead"),
    ],
)
def test_games_that_end_are_kept_to_their_end(text: str, name: str) -> None:
    game, seeds = falling(text), range(5, 8)
    for seed, played in zip(seeds, whole_games(name, game, seeds, 2000, 1, True), strict=True):
        assert played.is_over
        record = record_of(game, name, seed, played)
        assert parse_record(record.line()) == record
        assert verify(record) is None


@pytest.mark.parametrize(("text", "name"), NATIVE)
def test_keeping_moves_changes_no_game(text: str, name: str) -> None:
    game, seeds = falling(text), range(11, 14)
    for kept, played in zip(
        whole_games(name, game, seeds, 25, 1, True),
        whole_games(name, game, seeds, 25, 1),
        strict=True,
    ):
        assert played.packed_moves is None
        assert played.checks == ""
        assert without_seconds(played)[:4] == without_seconds(kept)[:4]
        assert played.seconds > 0
        assert kept.seconds > 0


@pytest.mark.parametrize(("text", "name"), NATIVE)
def test_instruction_sets_and_threads_keep_the_same(
    text: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = falling(text)
    found = []
    for isa in available_isas():
        monkeypatch.setenv(ISA_VARIABLE, isa)
        for threads in (1, 3):
            games = whole_games(name, game, range(20, 24), 18, threads, True)
            found.append([without_seconds(each) for each in games])
    assert all(each == found[0] for each in found)


@pytest.mark.parametrize(("text", "name"), [("quintris", "greedy"), ("tetris", "course-genetic")])
def test_a_cap_at_any_turn_keeps_what_was_played(text: str, name: str) -> None:
    """Checks are made some at a time, so every length counts."""
    game = falling(text)
    (whole,) = whole_games(name, game, [9], 50, 1, True)
    assert verify(record_of(game, name, 9, whole)) is None
    for turns in range(51):
        (part,) = whole_games(name, game, [9], turns, 1, True)
        assert part.turns == turns
        assert part.moves == whole.moves[:turns]
        assert part.checks == whole.checks[: 4 * turns]
        assert part.checks[-4:] == (part.digest[-4:] if turns else "")


def test_agents_know_the_seed_of_their_game() -> None:
    """Those that are told the mix, and those that play by chance."""
    game, seeds = Quintris(), (1, 2)
    for name in ("expectimax:belief=told,beam=2", "random"):
        for seed, played in zip(seeds, whole_games(name, game, seeds, 12, 1, True), strict=True):
            assert played.moves == play_match(game, [agent(name, game, seed)], seed, 12).moves


def test_no_seeds_are_no_games() -> None:
    assert whole_games("greedy", Quintris(), [], 9, 1, True) == []


def test_a_game_whose_moves_were_not_kept_has_no_record() -> None:
    for name in ("greedy", "first-fit"):
        (played,) = whole_games(name, Quintris(), [1], 5, 1)
        for make in (record_of, line_of):
            with pytest.raises(ValueError, match="not kept; whole_games"):
                make(Quintris(), name, 1, played)


def test_native_are_those_that_an_engine_plays() -> None:
    for text, name in PLAYED:
        game = falling(text)
        made = agent(name, game)
        assert is_native(made) == ((text, name) in NATIVE)
        assert not is_native(agent(name, game, 0, "reference"))
    for name in ("alphabeta", "greedy"):
        assert not is_native(agent(name, parse_game("ijk")))


@given(st.lists(st.integers(0, 65535)))
def test_moves_have_two_bytes_and_commas_between_them(moves: list[int]) -> None:
    packed = struct.pack(f"<{len(moves)}H", *moves)
    assert packing.falling.moves_text(packed) == ",".join(map(str, moves))
    assert WholeGame(0, 0, False, 0.0, "", packed).moves == tuple(moves)


# Room for a thread, but not for the turns of a game as long as may be kept.
LITTLE_MEMORY = f"""
import resource
from tilefall.engines import packing
from tilefall.engines.native import Native
from tilefall.rules.tetris import Tetris

rules = packing.packed_rules(Tetris())
Native().set_isa()
words = dict(line.split(":") for line in open("/proc/self/status"))
most = int(words["VmSize"].split()[0]) * 1024 + (32 << 20)
resource.setrlimit(resource.RLIMIT_AS, (most, most))
try:
    packing.falling.whole_linear(rules, {WEIGHTS}, [5, 6], 1 << 24, 1, True)
except MemoryError:
    print("no memory")
print(packing.falling.whole_linear(rules, {WEIGHTS}, [5], 50, 1, True)[0].turns)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks Linux for its size")
def test_moves_that_find_no_memory_are_an_error_and_not_the_end() -> None:
    done = python(LITTLE_MEMORY, "")
    assert done.stdout.splitlines() == ["no memory", "50"], done.stderr
