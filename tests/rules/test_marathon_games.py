"""The rules M9 to M15 of Marathon, points, ends and time; and whole games of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.rules.marathon import EMPTY_ROW, at, check_turn, last, number, pressed
from tilefall.agents.catalog import agent, default_agent
from tilefall.agents.simple import FirstFit, RandomAgent
from tilefall.cli import cli
from tilefall.interfaces.terminal.plain import drawing, move_line, result_line
from tilefall.play import Recorder, append_record, play_match, read_records, verify
from tilefall.rules.catalog import FOR_PEOPLE, parse, parse_game
from tilefall.rules.dice import Dice
from tilefall.rules.falling_piece import (
    DROP,
    HOLD,
    LOCK,
    MOST_RESETS,
    MOVES,
    Falling,
    Twist,
    appeared,
)
from tilefall.rules.game import BadText, Chance, IllegalMove
from tilefall.rules.marathon import Marathon, MarathonState
from tilefall.rules.marathon_points import Lock, Spin, seconds_a_row
from tilefall.rules.marathon_tetris import as_tetris, keys_to, said
from tilefall.rules.tetris import PIECES

FLOOR = """
    ..........
    ..........
    ...o......
    ...ooo....
"""


@pytest.mark.parametrize(("rows", "points"), [(1, 100), (2, 300), (3, 500), (4, 800)])
def test_m9_points_for_rows_at_the_level_before_they_went(rows: int, points: int) -> None:
    state = at("\n".join([*["o........."] * (4 - rows), *["oxxxxxxxxx"] * rows]), "I1")
    board = (*state.board[:-5], ".......x..", *state.board[-4:])  # so that it is not all clear
    for lines, level in ((0, 1), (9, 1), (10, 2), (25, 3)):
        after = last(replace(state, board=board, lines=lines), "lock")
        assert after.reward == points * level
        assert after.state.score == points * level
        assert after.state.lines == lines + rows
        assert after.state.level == 1 + (lines + rows) // 10


def test_m9_a_game_may_start_at_a_level() -> None:
    state = Marathon(level=5).start(Dice(1))
    assert (state.level, replace(state, lines=19).level) == (5, 6)
    for level in (0, 21):
        with pytest.raises(ValueError, match=rf"^level {level}, allowed are 1 to 20$"):
            Marathon(level)


def spun(drawing: str, shape: str, twist: Twist) -> Lock:
    """What a piece does that locks here after such a turn."""
    state = at(drawing, shape)
    assert state.falling is not None
    lock = last(replace(state, falling=replace(state.falling, twist=twist)), "lock").lock
    assert lock is not None
    return lock


DOUBLE = """
    .x........
    xoooxxxxxx
    xxoxxxxxxx
"""


def test_m10_a_t_spin_double() -> None:
    state = check_turn(
        """
        .xo.......
        x.ooxxxxxx
        xxoxxxxxxx
        """,
        "T1",
        "turn",
        DOUBLE,
    )
    after = last(state, "lock")
    assert after.reward == 1200
    assert after.lock is not None
    assert (after.lock.spin, after.lock.words()) == (Spin.FULL, "T-spin double")
    assert last(state, "drop").reward == 1200  # a drop by no row moves nothing


def test_m10_what_moves_the_piece_after_the_turn_undoes_it() -> None:
    assert spun(DOUBLE, "T2", Twist.NONE).points == 300
    turned = pressed(at(EMPTY_ROW), "turn")
    assert turned.falling is not None
    assert turned.falling.twist is Twist.TURN
    for key in ("left", "right", "down", "fall"):
        moved = pressed(turned, key)
        assert moved.falling is not None
        assert moved.falling.twist is Twist.NONE
    assert last(at(EMPTY_ROW), "turn", "turn back", "drop").lock == Lock(
        lines=0, spin=Spin.NONE, streak=0, is_back_to_back=False, is_all_clear=False, level=1
    )


@pytest.mark.parametrize(
    ("drawing", "shape", "twist", "spin"),
    [
        # two corners only
        ("..o.......\n.ooo......", "T0", Twist.TURN, Spin.NONE),
        # one of the two in front, and the floor behind
        (".xo.......\n.ooo......", "T0", Twist.TURN, Spin.MINI),
        (".xo.......\n.ooo......", "T0", Twist.KICK, Spin.FULL),
        (".xox......\n.ooo......", "T0", Twist.TURN, Spin.FULL),
        # the wall behind, one in front
        ("o.........\noo........\nox........", "T1", Twist.TURN, Spin.MINI),
        ("ox........\noo........\nox........", "T1", Twist.TURN, Spin.FULL),
        # pointing to the left
        (".......x.o\n........oo\n........xo", "T3", Twist.TURN, Spin.MINI),
        # what is above the T or beside it is no corner
        ("..x.......\n..o.......\nxooox.....", "T0", Twist.TURN, Spin.NONE),
        # another piece
        (".o.x......\n.ooo......", "J0", Twist.KICK, Spin.NONE),
    ],
)
def test_m10_corners_tell_minis_from_t_spins(
    drawing: str, shape: str, twist: Twist, spin: Spin
) -> None:
    assert spun(drawing, shape, twist).spin is spin


@pytest.mark.parametrize(
    ("spin", "points"),
    [(Spin.MINI, (100, 200, 400)), (Spin.FULL, (400, 800, 1200, 1600))],
)
def test_m10_points_of_t_spins(spin: Spin, points: tuple[int, ...]) -> None:
    for lines, expected in enumerate(points):
        for level in (1, 7):
            lock = Lock(lines, spin, int(lines > 0), False, False, level)
            assert lock.points == expected * level


def test_m10_the_fifth_place_makes_a_triple_full() -> None:
    state = pressed(
        at(
            """
            .x........
            xxo.......
            xooo......
            x.xxxxxxxx
            x..xxxxxxx
            x.xxxxxxxx
            """,
            "T0",
        ),
        "turn",
    )
    after = last(state, "lock")
    assert after.lock is not None
    assert after.lock.words() == "T-spin triple"
    assert after.reward == 1600


def cleared_by(lines: int, spin: Spin, *, has_chain: bool) -> tuple[Lock, bool]:
    """A bar that removes so many rows, or the T of the double, after such a chain."""
    if spin is Spin.FULL:
        state = at(DOUBLE, "T2")
        assert state.falling is not None
        state = replace(state, falling=replace(state.falling, twist=Twist.TURN))
    else:
        rows = ["....x.....", *["o........."] * (4 - lines), *["oxxxxxxxxx"] * lines]
        state = at("\n".join(rows), "I1")
    after = last(replace(state, has_chain=has_chain), "lock")
    assert after.lock is not None
    return after.lock, after.state.has_chain


def test_m11_back_to_back_is_half_as_much_again() -> None:
    tetris, goes_on = cleared_by(4, Spin.NONE, has_chain=True)
    assert (tetris.points, tetris.words(), goes_on) == (1200, "tetris, back to back", True)
    double, goes_on = cleared_by(2, Spin.FULL, has_chain=True)
    assert (double.points, goes_on) == (1800, True)
    first, goes_on = cleared_by(4, Spin.NONE, has_chain=False)
    assert (first.points, goes_on) == (800, True)
    plain, goes_on = cleared_by(3, Spin.NONE, has_chain=True)
    assert (plain.points, plain.is_back_to_back, goes_on) == (500, False, False)
    nothing, goes_on = cleared_by(0, Spin.NONE, has_chain=True)
    assert (nothing.points, goes_on) == (0, True)


def test_m11_a_t_spin_without_rows_keeps_the_chain_and_gains_nothing_by_it() -> None:
    state = at("..x.......\n" + ".xox......\n.ooo......", "T0", has_chain=True)
    assert state.falling is not None
    after = last(replace(state, falling=replace(state.falling, twist=Twist.TURN)), "lock")
    assert (after.reward, after.state.has_chain) == (400, True)


def test_m12_combos_count_pieces_in_a_row() -> None:
    row = "....x.....\n..........\no.........\no.........\no.........\noxxxxxxxxx"
    points = []
    for streak in range(4):
        after = last(at(row, "I1", streak=streak, lines=10), "lock")
        assert after.state.streak == streak + 1
        points.append(after.reward)
    assert points == [200, 300, 400, 500]
    ended = last(at(FLOOR, "J0", streak=3), "lock")
    assert (ended.state.streak, ended.reward) == (0, 0)


@pytest.mark.parametrize(("rows", "bonus"), [(1, 800), (2, 1200), (3, 1800), (4, 2000)])
def test_m12_all_clear(rows: int, bonus: int) -> None:
    lock = Lock(rows, Spin.NONE, 1, False, True, level=2)
    assert lock.points - replace(lock, is_all_clear=False).points == 2 * bonus
    assert Lock(4, Spin.NONE, 1, True, True, level=1).points == 1200 + 3200
    full = last(at("\n".join(["oxxxxxxxxx"] * 4), "I1"), "lock")
    assert full.lock is not None
    assert (full.lock.is_all_clear, full.reward) == (True, 2800)
    assert not any("x" in row for row in full.state.board)


def test_m13_a_new_piece_without_room_ends_the_game() -> None:
    board = (EMPTY_ROW,) * 19 + ("...x......",) * 21
    aside = Falling(number("O"), 0, -2, 8, -2)
    state = at(EMPTY_ROW, board=board, falling=aside, queue=tuple(map(number, "TOZSJ")))
    over = state.play(DROP).draw(Dice(1))
    assert over.is_over
    assert over.legal_moves() == ()
    assert over.falling == appeared(number("T"))
    assert over.ghost is None
    going_on = replace(state, queue=tuple(map(number, "OTZSJ"))).play(DROP).draw(Dice(1))
    assert not going_on.is_over  # the square appears beside it


def test_m13_a_piece_from_the_hold_ends_it_too() -> None:
    board = (EMPTY_ROW,) * 19 + ("......x...",) * 21  # in the way of a bar, and of no T
    state = at(EMPTY_ROW, board=board, held=number("I"))
    assert not state.is_over
    assert pressed(state, "hold").is_over


def test_m13_a_piece_that_locks_out_of_sight_ends_the_game_and_removes_nothing() -> None:
    board = (EMPTY_ROW,) * 19 + ("xxx...xxxx",) + ("...xxx....",) * 20
    state = at(EMPTY_ROW, board=board)
    after = last(state, "drop")
    assert after.lock is None
    assert after.state.falling is None
    assert after.state.legal_moves() == ()
    assert after.state.board[19] == "x" * 10
    assert after.chances() == (Chance(Fraction(1), after.state),)
    assert after.draw(Dice(1)) == after.state
    assert after.state.pieces == state.pieces + 1
    # one cell in sight is enough
    low = at(EMPTY_ROW, board=(EMPTY_ROW,) * 20 + ("xxx...xxxx",) + ("...xxx....",) * 19)
    assert not low.play(DROP).draw(Dice(1)).is_over


def test_m14_pieces_fall_faster_at_every_level_up_to_twenty() -> None:
    seconds = [seconds_a_row(level) for level in range(1, 40)]
    known = [1.0, 0.793, 0.618, 0.473, 0.355, 0.262, 0.19, 0.135, 0.094, 0.064]
    assert [round(each, 3) for each in seconds[:10]] == known
    assert seconds[:20] == sorted(set(seconds[:20]), reverse=True)
    assert set(seconds[19:]) == {seconds[19]}
    assert seconds[19] > 0


def test_m15_a_position_for_agents() -> None:
    state = at(FLOOR.replace("o", "x"), falling=Falling(number("L"), 1, 3, 0, 3), lines=7)
    found = as_tetris(replace(state, seen=(2, 1, 1, 1, 1, 1, 1)))
    assert found is not None
    assert found.text() == "tetris:rules=preview,pieces=bag 3x6/3xxx4 L I 2-0-1-0-0-0-1 7 2"
    assert parse(found.text()) == found
    assert as_tetris(at("\n".join(["x........."] * 21))) is None
    assert as_tetris(replace(state, falling=None)) is None


def test_m15_every_placement_is_reached_by_the_keys_that_are_told() -> None:
    for letter in PIECES.letters:
        state = at("x.........\nxx.xxx.xxx", falling=appeared(number(letter)))
        agents = as_tetris(state)
        assert agents is not None
        for move in agents.legal_moves():
            placement = agents.game.moves[move]
            keys = keys_to(state, placement)
            assert keys is not None
            *steps, drop = keys
            assert MOVES[drop] == "drop"
            landed = pressed(state, *(MOVES[key] for key in steps)).play(drop).state
            assert landed.board[20:] == agents.play(move).board


def test_m15_a_placement_in_words() -> None:
    state = at("..........", falling=appeared(number("I")))
    agents = as_tetris(state)
    assert agents is not None
    flat, upright = (agents.game.moves[agents.legal_moves()[i]] for i in (0, 7))
    assert said(state, flat) == "I in columns 0 to 3: left 3, drop"
    assert said(state, upright) == "I in column 0: turn back, left 4, drop"
    cave = at("xxxxxxxxx.\n..........\n...oooo...\nxxxxxx.xxx", "I0")
    assert said(cave, upright) == "I in column 0, out of reach now"
    assert keys_to(replace(cave, falling=None), upright) is None
    assert LOCK in cave.legal_moves()


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
