"""Marathon from end to end: what always holds, texts, records, commands and plain drawings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.rules.marathon import EMPTY_ROW, at, number
from tilefall.agents.catalog import agent, default_agent
from tilefall.agents.simple import FirstFit, RandomAgent
from tilefall.cli import cli
from tilefall.interfaces.terminal.plain import drawing, move_line, result_line
from tilefall.play import Recorder, append_record, play_match, read_records, verify
from tilefall.rules.catalog import FOR_PEOPLE, parse, parse_game
from tilefall.rules.dice import Dice
from tilefall.rules.falling_piece import DROP, HOLD, LOCK, MOST_RESETS, MOVES, Twist, appeared
from tilefall.rules.game import BadText, IllegalMove
from tilefall.rules.marathon import Marathon, MarathonState

# Drops now and then, or games would hardly come to a second piece.
MOVE_LISTS = st.lists(st.sampled_from([*range(len(MOVES)), DROP, DROP]), max_size=80)


def steered(seed: int, moves: Sequence[int], level: int = 1) -> list[MarathonState]:
    """The states of a game in which those of the moves are played that are legal."""
    dice = Dice(seed)
    states = [Marathon(level).start(dice)]
    for move in moves:
        if move in states[-1].legal_moves():
            states.append(states[-1].play(move).draw(dice))
    return states


@given(st.integers(0, 2**64 - 1), MOVE_LISTS)
@examples(50)
def test_whatever_is_played_the_position_holds_together(seed: int, moves: list[int]) -> None:
    """M1 to M8: pieces are inside and free, nothing is lost, keys that count are few."""
    for state in steered(seed, moves):
        assert len(state.board) == 40
        assert all(len(row) == 10 and "." in row for row in state.board)
        assert len(state.queue) == 5
        assert max(state.seen) - min(state.seen) <= 1
        assert 4 * state.pieces - 10 * state.lines == sum(row.count("x") for row in state.board)
        if state.falling and not state.is_over:
            assert state.falling.fits(state.board)
            assert state.falling.row <= state.falling.lowest
            assert 0 <= state.falling.resets <= MOST_RESETS
            assert state.ghost is not None
            assert state.ghost.lowered(state.board) is None
        assert (state.legal_moves() == ()) == state.is_over
        assert (HOLD in state.legal_moves()) <= (not state.is_hold_spent)


@given(st.integers(0, 2**64 - 1), MOVE_LISTS, st.integers(1, 20))
@examples(40)
def test_a_position_has_one_text(seed: int, moves: list[int], level: int) -> None:
    for state in steered(seed, moves, level)[-3:]:
        assert parse(state.text()) == state
        assert parse(state.text()).digest() == state.digest()


@given(st.integers(0, 2**64 - 1), MOVE_LISTS)
@examples(25)
def test_legal_moves_ascend_and_each_changes_something(seed: int, moves: list[int]) -> None:
    state = steered(seed, moves)[-1]
    legal = state.legal_moves()
    assert list(legal) == sorted(set(legal))
    for move in range(len(MOVES)):
        if move not in legal:
            with pytest.raises(IllegalMove):
                state.play(move)
            continue
        after = state.play(move)
        chances = after.chances()
        assert sum(chance.probability for chance in chances) == 1
        assert after.draw(Dice(seed)) in [chance.state for chance in chances]
        for chance in chances:
            following = chance.state
            assert isinstance(following, MarathonState)
            assert replace(following, turn=state.turn) != state
            assert following.turn == state.turn + 1
            assert following.score == state.score + after.reward
            assert following.digest() != state.digest()


@given(st.integers(0, 2**64 - 1), MOVE_LISTS)
@examples(25)
def test_a_record_of_keys_replays_and_verifies(seed: int, moves: list[int]) -> None:
    played = [move for move in moves if move != LOCK]
    states, kept = [Marathon().start(Dice(seed))], []
    for move in played:
        if move in states[-1].legal_moves():
            kept.append(move)
            states.append(states[-1].play(move).draw(Dice(seed)))
    recorder = Recorder(Marathon(), ["person"], seed)
    for move, state in zip(kept, states[1:], strict=True):
        recorder.add(move, state)
    record = recorder.record()
    assert verify(record) is None
    assert record.score == states[-1].score
    if kept:
        changed = replace(record, score=record.score + 1).sealed()
        assert verify(changed) is not None


def test_a_digest_knows_every_field() -> None:
    state = at(EMPTY_ROW, held=number("L"))
    piece = state.falling
    assert piece is not None
    others = [
        replace(state, board=(*state.board[:-1], "x.........")),
        *(
            replace(state, falling=replace(piece, **{name: getattr(piece, name) + 1}))
            for name in ("quarter", "row", "column", "lowest", "resets", "piece")
        ),
        replace(state, falling=None),
        replace(state, falling=replace(piece, twist=Twist.TURN)),
        replace(state, falling=replace(piece, twist=Twist.KICK)),
        replace(state, queue=state.queue[::-1]),
        replace(state, held=None),
        replace(state, is_hold_spent=True),
        replace(state, seen=(9,) * 7),
        replace(state, score=1),
        replace(state, lines=1),
        replace(state, streak=1),
        replace(state, turn=1),
        replace(state, has_chain=True),
    ]
    digests = {each.digest() for each in (state, *others)}
    assert len(digests) == 1 + len(others)


GOOD = "marathon xx1xxxxxxx T0@4,3 4,0,- IOZSJ L 1-1-1-1-1-1-1 40 0 0 - 9"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("T0@4,3", "T4@4,3", "piece 'T4@4,3', expected a letter of IOTZSJL, 0 to 3 quarter turns"),
        ("T0@4,3", "-", "piece '-', expected a letter"),
        ("T0@4,3", "T0@18,3", "footing '4,0,-' of T0@18,3, expected its lowest row, from 18 on"),
        ("T0@4,3 4,", "T0@18,3 18,", "piece 'T0@18,3' is not free there, only a new piece may"),
        ("T0@4,3", "T0@4,9", "piece 'T0@4,9' is not free there"),
        ("T0@4,3", "O1@4,3", "an O has no quarter turns"),
        ("4,0,-", "4,16,-", "expected its lowest row, from 4 on, 0 to 15 keys that count"),
        ("4,0,-", "20,0,-", "footing '20,0,-' of T0@4,3"),
        ("4,0,-", "4,0,spin", "and -, turn or kick, such as 4,0,-"),
        ("IOZSJ", "IOZS", "queue 'IOZS', expected 5 letters of IOTZSJL"),
        ("IOZSJ", "IOZSX", "queue 'IOZSX', expected 5 letters"),
        (" L ", " X ", "hold 'X', expected one of I O T Z S J L, small if spent, or -"),
        (" L ", " ß ", "hold 'ß', expected one of"),
        ("0 - 9", "0 b3b 9", "chain 'b3b', expected b2b or -"),
        ("1-1-1-1-1-1-1", "1-1-1-1-1-1-0", "seen counts 0 of L, expected 1 or more"),
        ("1-1-1-1-1-1-1", "1-1", "seen '1-1', expected 7 whole numbers"),
        (" 9", "", "10 fields after 'marathon', expected 11: board piece footing queue hold seen"),
        ("marathon ", "marathon:level=1 ", "the position is of 'marathon:level=1'"),
        ("marathon ", "marathon:level=0 ", "level '0', expected a whole number from 1 to 20"),
        ("marathon ", "marathon:width=9 ", "marathon has no parameter 'width', it has level"),
    ],
)
def test_bad_positions_say_what_is_wrong(old: str, new: str, reason: str) -> None:
    assert parse(GOOD).text() == GOOD
    assert GOOD.count(old) == 1
    with pytest.raises(BadText) as error:
        parse(GOOD.replace(old, new))
    assert reason in str(error.value)


def test_simple_agents_can_play_it_where_they_are_made_by_hand() -> None:
    for player in (RandomAgent(3), FirstFit()):
        record = play_match(Marathon(), [player], seed=3, max_turns=300)
        assert verify(record) is None


@pytest.mark.parametrize(
    "command",
    [
        ("watch", "marathon"),
        ("watch", "marathon:level=3", "--agent", "random"),
        ("watch", "marathon", "--mode", "animated"),
        ("arena", "marathon", "random", "first-fit"),
        ("arena", "marathon"),
        ("train", "marathon"),
        ("agents", "marathon"),
        ("explain", GOOD),
    ],
)
def test_commands_for_agents_refuse_it_in_one_line(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli, list(command))
    assert result.exit_code == 2
    assert result.stderr == f"Error: {FOR_PEOPLE}\n"
    assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_other_commands_say_which_games_they_take() -> None:
    for command, reason in (
        (["bench", "duel", "random", "random", "--game", "marathon"], "allowed is ijk"),
        (["bench", "agents", "--game", "marathon"], "allowed are quintris"),
    ):
        result = CliRunner().invoke(cli, command)
        assert result.exit_code == 2
        assert reason in result.stderr


def test_no_agent_is_made_for_it() -> None:
    for text in ("random", "greedy", "exec:./nobody"):
        with pytest.raises(BadText, match=r"^marathon is played by people"):
            agent(text, Marathon())
    with pytest.raises(BadText, match=r"^marathon is played by people"):
        default_agent(Marathon())
    agent("random", parse_game("tetris:rules=preview,pieces=bag"))  # what the line proposes


def test_a_position_in_plain_text() -> None:
    state = at(
        """
        .....oo...
        ....oo....
        ..........
        xxxx..xxx.
        """,
        "S0",
        held=number("T"),
        is_hold_spent=True,
        score=1234,
        lines=12,
        seen=(2, 2, 2, 2, 2, 1, 1),
    )
    rows = drawing(state).split("\n")
    assert rows[:4] == ["", "", "|..........|  score  1234", "|..........|  lines  12"]
    assert rows[4:6] == ["|..........|  level  2", "|..........|  pieces 5"]
    assert rows[7:9] == ["|..........|  next   IOZSJ", "|..........|  hold   T (spent)"]
    assert rows[-6:] == [
        "|.....SS...|",
        "|....SS....|",
        "|.....::...|",
        "|xxxx::xxx.|",
        "+----------+",
        " 0123456789",
    ]
    assert move_line(state, "person", 3) == "person plays turn back"
    said = "score 1234, 12 lines, level 2, 5 pieces, game not over (person)"
    assert result_line(state, ("person",)) == said


def test_a_piece_without_room_is_seen_to_clash() -> None:
    board = (EMPTY_ROW,) * 19 + ("...x......",) * 21
    rows = drawing(at(EMPTY_ROW, board=board, falling=appeared(number("J")))).split("\n")
    assert rows[:3] == ["    J", "    *JJ", "|...x......|  score  0"]
    assert len(rows) == 24


def test_replay_shows_a_game_piece_by_piece(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    states = steered(5, [0, 0, 2, 5, 6, 1, 5, 1, 1])
    recorder = Recorder(Marathon(), ["person"], 5)
    for move, state in zip([0, 0, 2, 5, 6, 1, 5, 1, 1], states[1:], strict=True):
        recorder.add(move, state)
    append_record(file, recorder.record())
    shown = CliRunner().invoke(cli, ["replay", str(file), "--plain"])
    assert shown.exit_code == 0
    said = [line for line in shown.stdout.splitlines() if line.startswith(("person", "score"))]
    assert [line.partition(", ")[0] for line in said] == [
        "person plays left 2",
        "person plays hold",
        "person plays right 2",
        f"score {states[-1].score}",
    ]
    assert said[0].startswith("person plays left 2, turn, drop, ")
    assert said[0].endswith(" points")
    assert said[-1].endswith("0 lines, level 1, 2 pieces, game not over (person), seed 5")
    assert shown.stdout.count("+----------+") == 4
    checked = CliRunner().invoke(cli, ["replay", str(file), "--verify"])
    assert checked.stdout.startswith("game 1 holds, 9 moves, ")
    as_json = CliRunner().invoke(cli, ["replay", str(file), "--json"])
    assert states[-1].text() in as_json.stdout


def test_a_person_without_a_clock_names_the_moves(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    command = ["play", "marathon", "--plain", "--seed", "5", "--record", str(file)]
    typed = "l\nturn  back\nleft\nk\nwhat\nF\nx\nq\n"
    result = CliRunner().invoke(cli, command, input=typed, prog_name="tilefall")
    assert result.exit_code == 0
    assert result.stderr.count("Type one of l (left), r (right), ") == 2  # no lock in the air
    (record,) = read_records(file)
    assert [MOVES[move] for move in record.moves] == ["left", "turn back", "left", "fall", "drop"]
    assert "1 piece, game not over (person), seed 5" in result.stdout
