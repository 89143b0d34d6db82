"""Course programs of IJK, unchanged, play by our rules in a process of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agents.foreign.course_referee import PROGRAMS, Course
from tilefall.rules.catalog import parse
from tilefall.rules.dice import Dice
from tilefall.rules.ijk import MOVES, Ijk, IjkState


def ijk_played(names: tuple[str, str], game: Ijk, plies: int) -> list[str]:
    """The moves of a game between two course programs."""
    dice = Dice(3)
    state, moves = game.start(dice), []
    with (
        Course("course_ijk", PROGRAMS / names[0]) as first,
        Course("course_ijk", PROGRAMS / names[1]) as second,
    ):
        players = (first, second)
        for number, player in enumerate(players):
            assert player.start(game, number), player.ended().errors
        while not state.is_over and state.turn < plies:
            player = players[state.player]
            answer = player.choose(state)
            assert answer is not None, player.ended().errors
            move = answer["move"]
            assert isinstance(move, int)
            moves.append(MOVES[move])
            state = state.play(move).draw(dice)
        for player in players:
            assert player.over(state).code == 0
    return moves


@pytest.mark.parametrize("mode", ["deterministic", "nondeterministic"])
def test_two_programs_play_ijk(mode: str) -> None:
    game = Ijk(mode=mode)
    moves = ijk_played(("ai_IJK.py", "ai_function.py"), game, plies=40)
    assert len(moves) == 40
    assert moves == ijk_played(("ai_IJK.py", "ai_function.py"), game, plies=40)


IJK_STATE = Ijk().start(Dice(0))


def ijk_answer(folder: Path, text: str, seconds: float = 60.0) -> tuple[object, str]:
    """The move that a program of these lines gives, and what it printed."""
    path = folder / "ai_IJK.py"
    path.write_text(text)
    with Course("course_ijk", path) as course:
        if not course.start(Ijk()):
            return None, course.ended().errors
        answer = course.choose(IJK_STATE, seconds)
        return (answer or {}).get("move"), course.ended(is_killed=answer is not None).errors


@pytest.mark.parametrize(
    "lines",
    [
        "    import time; time.sleep(1000)",
        "    while True:\n        try: sum(range(10**5))\n        except Exception: pass",
        "    import itertools; yield from itertools.repeat('D')",
    ],
)
def test_the_last_move_in_time_counts(lines: str, tmp_path: Path) -> None:
    text = f"def next_move(game):\n    yield 'L'\n    yield 'D'\n{lines}\n    yield 'U'\n"
    assert ijk_answer(tmp_path, text, seconds=1.5)[0] == MOVES.index("D")


def test_a_program_that_catches_everything_is_stopped_again(tmp_path: Path) -> None:
    text = (
        "import time\ndef next_move(game):\n    yield 'D'\n"
        "    try:\n        time.sleep(1000)\n    except:\n        time.sleep(1000)\n"
    )
    assert ijk_answer(tmp_path, text, seconds=1.5)[0] == MOVES.index("D")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def next_move(game):\n    yield 'u'", "has given 'u', allowed are U, D, L, R"),
        ("def next_move(game):\n    return []", "next_move has given no move"),
        ("def next_move(game):\n    return None", "'NoneType' object is not iterable"),
        ("def next_move(game):\n    game.makeMove('S')", "move 'S', allowed are U, D, L, R"),
        ("def next_moves(game):\n    yield 'U'", "it has no function next_move"),
        ("def next_move(game, player):\n    yield 'U'", "missing 1 required positional argument"),
    ],
)
def test_errors_of_a_program_of_ijk_are_told(text: str, message: str, tmp_path: Path) -> None:
    move, errors = ijk_answer(tmp_path, text)
    assert move is None
    assert message in errors.splitlines()[-1]


def test_a_program_without_a_move_in_time_leaves_the_word_to_the_referee(tmp_path: Path) -> None:
    text = "def next_move(game):\n    while True: pass\n    yield 'U'\n"
    move, errors = ijk_answer(tmp_path, text, seconds=0.5)
    assert move is None
    assert "next_move has given no move" in errors


def test_a_program_gets_a_copy_of_the_position(tmp_path: Path) -> None:
    """In both hands: player, mode and board are those of the question."""
    text = (
        "def next_move(game):\n"
        "    board = game.getGame()\n    assert board[0][:2] == ['B', 'a'] and board[5][5] == ' '\n"
        "    assert game.getCurrentPlayer() == '-' and not game.getDeterministic()\n"
        "    game.makeMove('U')\n    return 'R'\n"
    )
    path = tmp_path / "ai_IJK.py"
    path.write_text(text)
    state = parse("ijk:mode=nondeterministic Ba4/6/6/6/6/6 - 1")
    assert isinstance(state, IjkState)
    with Course("course_ijk", path) as course:
        assert course.start(state.game, 1)
        for _ in range(2):
            assert course.choose(state) == {"move": MOVES.index("R")}, course.ended().errors
