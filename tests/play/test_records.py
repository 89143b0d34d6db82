"""Records replay and prove themselves: whatever is changed in one is found, and where."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import GOLDEN
from tests.conftest import examples
from tilefall.agents.agent import UNLIMITED, Limit
from tilefall.agents.simple import FirstFit, RandomAgent
from tilefall.play import (
    Departs,
    Departure,
    Record,
    Recorder,
    play_match,
    read_records,
    replayed,
    turns,
    verify,
)
from tilefall.play.record import parse_record
from tilefall.rules.catalog import parse, parse_game
from tilefall.rules.dice import SEEDS, Dice
from tilefall.rules.game import RULES_VERSION, IllegalMove, State

RECORDS = GOLDEN / "records.jsonl"
GAMES = (
    "quintris",
    "quintris:pieces=bag",
    "tetris:width=5,height=6",
    "tetris:rules=preview,pieces=bag",
    "ijk",
    "ijk:size=3,mode=nondeterministic",
    "ijk:size=2,end=round",
    "marathon",
)
CHANCY = tuple(game for game in GAMES if "ijk" not in game)


def played(game_text: str, seed: int, max_turns: int | None = None) -> Record:
    game = parse_game(game_text)
    return play_match(game, [RandomAgent(seed)] * game.players, seed, max_turns)


@st.composite
def records(draw: st.DrawFn, games: tuple[str, ...] = GAMES) -> Record:
    seed = draw(st.integers(0, SEEDS - 1))
    return played(draw(st.sampled_from(games)), seed, draw(st.integers(1, 8)))


def found(record: Record) -> Departure:
    departure = verify(record)
    assert departure is not None, "the change was not found"
    return departure


@examples(40)
@given(records())
def test_a_played_record_replays_verifies_and_reads_back(record: Record) -> None:
    assert verify(record) is None
    assert parse_record(record.line()) == record
    states = list(replayed(record))
    assert len(states) == len(record.moves) + 1 == len(record.checks) // 4 + 1
    assert states[-1].score == record.score
    assert f"{states[-1].digest():016x}" == record.digest


@given(
    st.tuples(st.integers(), st.text(), st.text(), st.integers(), st.lists(st.text(), min_size=1)),
    st.tuples(st.integers(), st.none() | st.text(), st.integers(), st.text()),
    st.lists(st.integers() | st.integers(0, 20_000)),
    st.tuples(st.text(), st.text()),
)
def test_a_line_is_the_json_of_the_fields(
    head: tuple[int, str, str, int, list[str]],
    middle: tuple[int, str | None, int, str],
    moves: list[int],
    end: tuple[str, str],
) -> None:
    record = Record(*head[:4], tuple(head[4]), *middle, tuple(moves), *end)
    assert record.line() == json.dumps(vars(record), separators=(",", ":"))
    empty = json.dumps(vars(record) | {"seal": ""}, separators=(",", ":"))
    assert record.expected_seal() == hashlib.sha256(empty.encode()).hexdigest()[:16]
    assert record.sealed() == replace(record, seal=record.expected_seal())


@examples(60)
@given(records(), st.data(), st.booleans())
def test_a_changed_move_is_found_where_it_is(
    record: Record, data: st.DataObject, is_sealed_again: bool
) -> None:
    number = data.draw(st.integers(1, len(record.moves)))
    states = list(replayed(record))
    before, after = states[number - 1], states[number]
    others = st.integers(-1, 12_000).filter(lambda move: move != record.moves[number - 1])
    legal = [move for move in before.legal_moves() if move != record.moves[number - 1]]
    move = data.draw(st.sampled_from(legal) | others if legal else others)
    moves = (*record.moves[: number - 1], move, *record.moves[number:])
    changed = replace(record, moves=moves)
    is_seen = move not in legal or _check(before.play(move).draw(Dice(record.seed))) != _check(
        after
    )
    if is_seen:
        changed = changed.sealed() if is_sealed_again else changed
        assert found(changed).move_number == number
    else:  # the same state by another move: only the seal can tell
        assert found(changed).move_number in (None, *range(number, len(moves) + 1))


def _check(state: State) -> int:
    return state.digest() & 0xFFFF


@examples(60)
@given(records(), st.data())
def test_one_changed_digit_is_found_where_it_is(record: Record, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["checks", "digest", "seal"]))
    text: str = getattr(record, name)
    place = data.draw(st.integers(0, len(text) - 1))
    digit = data.draw(st.sampled_from([d for d in "0123456789abcdef" if d != text[place]]))
    text = text[:place] + digit + text[place + 1 :]
    changed = parse_record(json.dumps(vars(record) | {name: text}))
    expected = {"checks": place // 4 + 1, "digest": len(record.moves), "seal": None}[name]
    assert found(changed).move_number == expected


@examples(25)
@given(records(), st.integers(0, SEEDS - 1), st.integers(-5, 5).filter(bool))
def test_a_changed_score_seed_game_or_name_is_found(record: Record, seed: int, more: int) -> None:
    assert found(replace(record, score=record.score + more)).move_number == len(record.moves)
    if seed != record.seed:
        found(replace(record, seed=seed))
    for game in GAMES:
        if game != record.game:
            found(replace(record, game=game))
    found(replace(record, agents=tuple(f"{name}x" for name in record.agents)))
    found(replace(record, tilefall="9.9.9"))
    found(replace(record, version=2))
    found(replace(record, rules=RULES_VERSION + 1))


@examples(30)
@given(records(CHANCY), st.integers(0, SEEDS - 1))
def test_another_seed_shows_by_the_moves_alone(record: Record, seed: int) -> None:
    changed = replace(record, seed=seed).sealed()
    if [s.digest() for s in _from_seed(changed)] != [s.digest() for s in replayed(record)]:
        assert found(changed).move_number in range(1, len(record.moves) + 1)


def _from_seed(record: Record) -> list[State]:
    """The states that the moves lead to under the seed, as far as they are legal."""
    dice = Dice(record.seed)
    states = [parse_game(record.game).start(dice)]
    for move in record.moves:
        if move not in states[-1].legal_moves():
            break
        states.append(states[-1].play(move).draw(dice))
    return states


def test_a_game_in_which_pieces_slide_under_overhangs_verifies_too() -> None:
    record = played("quintris:reach=fall", 3, max_turns=4)
    assert verify(record) is None
    assert found(replace(record, moves=(record.moves[0] ^ 1, *record.moves[1:]))).move_number == 1


def test_the_reason_says_what_is_wrong() -> None:
    record = played("tetris:height=6", 3)
    last = len(record.moves)
    for changed, number, words in [
        (replace(record, game="tetriss"), 0, "Did you mean tetris"),
        (replace(record, game="tetris:height=99"), 0, "height '99'"),
        (replace(record, start="nonsense"), 0, "expected one of 'tetris:height=6'"),
        (replace(record, rules=7), 0, "rules 7, these are rules 1"),
        (replace(record, agents=("a", "b")), 0, "2 agents, tetris has 1"),
        (replace(record, moves=(99999, *record.moves[1:])), 1, "illegal move 99999, legal are"),
        (replace(record, checks=record.checks[:-4]), last, "no check"),
        (replace(record, checks=record.checks + "0000"), last, f"{last + 1} checks for {last}"),
        (replace(record, moves=(*record.moves, 0)), last + 1, "illegal move 0"),
        (replace(record, score=record.score + 1), last, f"the score is {record.score + 1}"),
        (replace(record, digest="0" * 16), last, "the digest is 0000000000000000"),
        (replace(record, seal="0" * 16), None, "its seal 0000000000000000, expected"),
    ]:
        departure = found(changed)
        assert departure.move_number == number, words
        assert words in departure.reason
        assert "\n" not in departure.reason


def test_checks_belong_to_their_moves() -> None:
    record = played("tetris", 3, max_turns=6)
    first, second = record.checks[:4], record.checks[4:8]
    assert first != second
    changed = replace(record, checks=second + first + record.checks[8:]).sealed()
    assert found(changed).move_number == 1


def test_a_replay_stops_at_the_departure() -> None:
    record = played("tetris", 3, max_turns=6)
    changed = replace(record, checks=record.checks[:8] + "zzzz" + record.checks[12:])
    states: list[State] = []
    with pytest.raises(Departs, match="the record departs at move 3: the check is zzzz"):
        states.extend(replayed(changed))
    assert len(states) <= 3


def test_a_match_from_a_position_records_and_replays_it() -> None:
    start = parse("tetris:height=6 xxxx1xxxxx I - 1-0-0-0-0-0-0 4 11")
    record = play_match(start.game, [FirstFit()], seed=2, max_turns=3, start=start)
    assert record.start == start.text()
    assert len(record.moves) == 3
    assert verify(record) is None
    assert next(iter(replayed(record))) == start
    found(replace(record, start=None))


def test_a_match_of_no_turns_is_a_record_too() -> None:
    record = played("quintris", 3, max_turns=0)
    assert (record.moves, record.checks, record.score) == ((), "", 0)
    assert verify(record) is None


def test_turns_show_both_halves_and_go_on_where_they_left() -> None:
    game = parse_game("ijk:size=3")
    shown = list(turns(game, [FirstFit(), RandomAgent(1)], seed=1))
    for turn in shown:
        assert turn.after == turn.state.play(turn.move)
        assert turn.next == turn.after.draw(Dice(1))
    assert [turn.agent for turn in shown[:2]] == ["first-fit", "random"]
    assert not shown[-1].next.legal_moves()


def test_an_agent_that_cheats_is_named() -> None:
    class Cheat:
        name = "cheat"

        def choose(self, state: State, limit: Limit) -> int:
            return 77

    with pytest.raises(IllegalMove, match="cheat chose move 77, legal are"):
        play_match(parse_game("ijk"), [Cheat(), Cheat()], seed=1)


def test_agents_are_given_the_limit() -> None:
    limits = []

    class Curious:
        name = "curious"

        def choose(self, state: State, limit: Limit) -> int:
            limits.append(limit)
            return state.legal_moves()[0]

    play_match(parse_game("tetris"), [Curious()], 1, max_turns=2, limit=Limit(nodes=9))
    play_match(parse_game("tetris"), [Curious()], 1, max_turns=1)
    assert limits == [Limit(nodes=9), Limit(nodes=9), UNLIMITED]


def test_the_number_of_agents_must_fit_the_game() -> None:
    with pytest.raises(ValueError, match="1 agents, ijk has 2 players"):
        play_match(parse_game("ijk"), [FirstFit()], seed=1)
    with pytest.raises(ValueError, match="at most -1 turns"):
        play_match(parse_game("tetris"), [FirstFit()], seed=1, max_turns=-1)


def test_golden_records_hold_and_are_played_again_to_the_letter() -> None:
    golden = list(read_records(RECORDS))
    assert [record.game for record in golden] == [
        "quintris",
        "tetris:height=8",
        "ijk:size=3,mode=nondeterministic",
    ]
    for record, line in zip(golden, RECORDS.read_text().splitlines(), strict=True):
        assert verify(record) is None
        assert record.line() == line
        again = played(record.game, record.seed, max_turns=len(record.moves))
        assert replace(again, tilefall=record.tilefall).sealed() == record


def test_the_fields_of_a_line_are_in_their_order() -> None:
    line = played("ijk", 1, 1).line()
    assert list(json.loads(line)) == [field.name for field in fields(Record)]
    assert "\n" not in line


def test_a_recorder_gives_a_whole_record_at_any_moment() -> None:
    game = parse_game("ijk")
    recorder = Recorder(game, ["random", "random"], seed=4)
    for turn in turns(game, [RandomAgent(4)] * 2, seed=4, max_turns=5):
        assert verify(recorder.record()) is None
        recorder.add(turn.move, turn.next)
    assert recorder.record() == played("ijk", 4, 5)
