"""Course programs, unchanged, play by our rules in a process of their own."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.agents.foreign.course_referee import PROGRAMS, Course
from tilefall.engines import engine
from tilefall.rules.catalog import parse
from tilefall.rules.dice import Dice
from tilefall.rules.falling import TICK
from tilefall.rules.ijk import MOVES, Ijk, IjkState
from tilefall.rules.quintris import PIECES, Quintris, QuintrisState
from tilefall.rules.tetris import Tetris
from tilefall.search.course import course_searched
from tilefall.search.course_values import Program

GAME = (
    "from SimpleQuintris import *\nfrom AnimatedQuintris import *\nfrom QuintrisGame import *\n"
    "import copy\nclass Player:\n"
)
SIMPLE = "try:\n    SimpleQuintris().start_game(Player())\nexcept EndOfGame as s:\n    print(s)\n"
ANIMATED = SIMPLE.replace("Simple", "Animated")


def written(folder: Path, body: str, ending: str = SIMPLE) -> Path:
    """A program whose player has these lines."""
    path = folder / "quintris.py"
    path.write_text(GAME + "".join(f"    {line}\n" for line in body.splitlines()) + ending)
    return path


def state_of(text: str) -> QuintrisState:
    state = parse(text)
    assert isinstance(state, QuintrisState)
    return state


def moves_of(program: Path, *states: QuintrisState) -> list[int]:
    """The moves that a program's keys lead to in these states, asked one after the other."""
    with Course("course_quintris", program) as course:
        assert course.start(states[0].game)
        moves = []
        for state in states:
            answer = course.choose(state)
            assert answer is not None, course.ended().errors
            moves.append(state.move_by_keys(str(answer["keys"])))
        assert course.over(states[-1]).code == 0
    return moves


def played(program: Path, game: Quintris, seed: int, turns: int) -> tuple[list[str], str]:
    """The keys of a whole game, each of them legal, and what the program has printed."""
    dice = Dice(seed)
    state, keys = game.start(dice), []
    with Course("course_quintris", program) as course:
        assert course.start(game), course.ended().errors
        while not state.is_over and state.turn < turns:
            answer = course.choose(state)
            assert answer is not None, course.ended().errors
            keys.append(str(answer["keys"]))
            state = state.play(state.move_by_keys(keys[-1])).draw(dice)
        ended = course.over(state)
    assert ended.code == 0, ended.errors
    assert f"Final score: {state.score}" in ended.errors
    return keys, ended.errors


def seen_in(printed: str) -> Iterator[tuple[list[str], list[str], int, str]]:
    """What a program printed of each piece: board, piece, column and the keys it meant."""
    for line in re.findall(r"^seen (.*)$", printed, re.M):
        board, piece, column, keys = re.fullmatch(r"(\[.*?\]) (\[.*?\]) (\d+) ?(.*)", line).groups()  # type: ignore[union-attr]
        yield ast.literal_eval(board), ast.literal_eval(piece), int(column), keys


@pytest.mark.parametrize("name", ["quintris.py", "scratch.py"])
def test_a_program_sees_every_piece_and_its_keys_are_played(name: str) -> None:
    game, dice = Quintris(), Dice(5)
    keys, printed = played(PROGRAMS / name, game, seed=5, turns=40)
    assert len(keys) >= 10
    state = game.start(dice)
    for (board, piece, column, meant), pressed in zip(seen_in(printed), keys, strict=True):
        assert board == [row.replace(".", " ") for row in state.board]
        assert piece == [row.replace(".", " ") for row in PIECES.shapes[state.current].rows]
        assert column == state.column
        move = state.move_by_keys(pressed)
        assert move == state.move_by_keys(meant)
        state = state.play(move).draw(dice)


def test_a_program_plays_the_moves_of_its_agent() -> None:
    """Fifty pieces of course-sum, by its agent here and by a program for the course."""
    game, dice = Quintris(), Dice(4)
    keys, _ = played(PROGRAMS / "sum.py", game, seed=4, turns=50)
    state = game.start(dice)
    for pressed in keys:
        move = course_searched(state, Program("sum", "one"), engine()).chosen
        assert state.move_by_keys(pressed) == move
        state = state.play(move).draw(dice)
    assert state.score > 0


def test_a_program_plays_animated_games() -> None:
    keys, _ = played(PROGRAMS / "quintris.py", Quintris(reach="fall"), seed=6, turns=25)
    assert len(keys) >= 10
    assert any(set(pressed) & set("bmnh") for pressed in keys)


def test_a_game_can_be_played_again() -> None:
    """Its own random numbers are the same in every game."""
    first, again = (played(PROGRAMS / "quintris.py", Quintris(), 7, 12) for _ in range(2))
    assert first == again


def test_our_modules_win_over_copies_beside_the_program(tmp_path: Path) -> None:
    for name in ("scratch.py", "heights.py"):
        shutil.copy(PROGRAMS / name, tmp_path)
    for name in ("QuintrisGame.py", "SimpleQuintris.py"):
        (tmp_path / name).write_text("raise SystemExit('the copy beside it')")
    keys, _ = played(tmp_path / "scratch.py", Quintris(), seed=5, turns=3)
    assert len(keys) == 3


BAR = state_of("quintris - I1@3 X0 1-1-0-0-0-0 0 0")
PLUS = state_of("quintris 4x10 X0@5 I0 2-1-0-0-0-0 0 1")


@pytest.mark.parametrize(
    ("body", "keys"),
    [
        ("def get_moves(self, q):\n    q.left(); q.rotate()\n    return 'm'", "bnm"),
        ("def get_moves(self, q):\n    return ['m', 'n']", "mn"),
        ("def get_moves(self, q):\n    q.col = 9\n    return 'b'", "mmmmmmb"),
        ("def get_moves(self, q):\n    q.col = 90\n    return 'b'", "b"),
        ("def get_moves(self, q):\n    q.piece = ['xx', 'xx']\n    return 'm'", "m"),
        ("def get_moves(self, q):\n    q.state = (['x' * 15] * 25, 9)\n    return 'm'", "m"),
        ("def get_moves(self, q):\n    q.get_board()[0] = 'x' * 15\n    return 'mn'", "mn"),
        ("def get_moves(self, q):\n    q.row = 20\n    return 'n'", "n"),
        ("def get_moves(self, q):\n    q.vflip(); q.move(2, q.piece)\n    return ''", "mm"),
        ("def get_moves(self, q):\n    q.finish()\n    return ''", ""),
        ("def get_moves(self, q):\n    copy.copy(q).left()\n    return 'm'", "m"),
        ("def get_moves(self, q):\n    copy.deepcopy(q).down()\n    return 'm'", "m"),
        ("def get_moves(self, q):\n    QuintrisGame().down()\n    return 'm'", "m"),
    ],
)
def test_only_keys_reach_the_game(body: str, keys: str, tmp_path: Path) -> None:
    """What a program writes to the object moves the piece as far as keys could have done."""
    move, after = moves_of(written(tmp_path, body), BAR, PLUS)
    assert move == BAR.move_by_keys(keys)
    assert after in PLUS.legal_moves()


def test_a_drop_in_the_middle_of_get_moves_is_played(tmp_path: Path) -> None:
    body = (
        "def get_moves(self, q):\n    q.left()\n    q.down()\n    assert q.col == 5\n    return 'm'"
    )
    assert moves_of(written(tmp_path, body), BAR, PLUS) == [
        BAR.move_by_keys("b"),
        PLUS.move_by_keys("m"),
    ]


FULL = "/".join(["xxxxxxxxxxxxxx1"] * 23)
NO_ROOM = state_of(f"quintris {FULL} I0@4 I1 0-2-0-0-0-0 0 0")


def test_an_end_in_a_programs_thoughts_is_not_the_end_of_its_game(tmp_path: Path) -> None:
    """After the bar the next piece has no room in most columns; the program does not catch it."""
    body = (
        "def get_moves(self, q):\n    q.left()\n"
        "    for _ in range(99):\n        copy.copy(q).down()\n    return 'm'"
    )
    assert moves_of(written(tmp_path, body), NO_ROOM, BAR)[0] == NO_ROOM.move_by_keys("b")


def test_an_end_in_the_thoughts_of_an_animated_program_drops_its_piece(tmp_path: Path) -> None:
    body = (
        "def control_game(self, q):\n    q.left()\n"
        "    for _ in range(99):\n        copy.copy(q).down()\n"
    )
    state = state_of(NO_ROOM.text().replace("quintris ", "quintris:reach=fall "))
    assert moves_of(written(tmp_path, body, ANIMATED), state) == [state.move_by_keys("b")]


def test_gravity_locks_the_piece_of_a_program_that_thinks_too_long(tmp_path: Path) -> None:
    """It presses a key and never calls down."""
    body = "def control_game(self, q):\n    q.right()\n    while 1: pass\n"
    rows = "/".join(["xxxxxxxxxxxxxx1"] * 20)
    state = state_of(f"quintris:reach=fall {rows} I0@4 X0 1-1-0-0-0-0 0 0")
    with Course("course_quintris", written(tmp_path, body, ANIMATED)) as course:
        assert course.start(state.game)
        answer = course.choose(state)
        assert answer is not None
        keys = str(answer["keys"])
        assert (keys.count(TICK), keys.replace(TICK, "")) == (3, "m")
        assert state.move_by_keys(keys) == state.move_by_keys("m")
        assert course.choose(state) is not None


def test_workers_of_a_program_get_copies(tmp_path: Path) -> None:
    """A pool's processes are forked from the game's, and whatever they drop is a thought."""
    path = tmp_path / "quintris.py"
    path.write_text(
        "from multiprocessing import get_context\nfrom SimpleQuintris import *\n"
        "def look(q):\n    q.down()\n    quintris.down()\n"
        "    return sum('x' in row for row in q.get_board())\n"
        "class Player:\n    def get_moves(self, q):\n"
        "        with get_context('fork').Pool(2) as pool:\n"
        "            assert pool.map(look, [q, q]) == [5, 5]\n"
        "        return 'm'\n"
        "quintris = SimpleQuintris()\n"
        "try:\n    quintris.start_game(Player())\nexcept EndOfGame:\n    pass\n"
    )
    assert moves_of(path, BAR) == [BAR.move_by_keys("m")]


@pytest.mark.parametrize(
    ("body", "ending", "message"),
    [
        ("def get_moves(self, q):\n    return 'bx'", SIMPLE, "bad command 'x'"),
        ("def get_moves(self, q):\n    return None", SIMPLE, "'NoneType' object is not iterable"),
        ("def get_moves(self, q):\n    1 / 0", SIMPLE, "ZeroDivisionError: division by zero"),
        ("def get_moves(self, q):\n    q.piece_dist", SIMPLE, "piece_dist is hidden from players"),
        ("def get_moves(self, q):\n    return input('?')", SIMPLE, "nobody answers '?'"),
        ("def get_moves(self, q):\n    return ''", ANIMATED, "needs quintris:reach=fall"),
    ],
)
def test_errors_of_a_program_are_told(body: str, ending: str, message: str, tmp_path: Path) -> None:
    with Course("course_quintris", written(tmp_path, body, ending)) as course:
        if course.start(BAR.game):
            assert course.choose(BAR) is None
        ended = course.ended()
    assert ended.code == 1
    assert message in ended.errors.splitlines()[-1]
    assert "runpy" not in ended.errors


def test_a_human_is_not_there(tmp_path: Path) -> None:
    text = (PROGRAMS / "quintris.py").read_text()
    path = tmp_path / "quintris.py"
    path.write_text(text.replace('player_opt == "human"', 'player_opt == "computer"'))
    state = state_of("quintris:reach=fall - I1@3 X0 1-1-0-0-0-0 0 0")
    with Course("course_quintris", path) as course:
        assert course.start(state.game)
        assert course.choose(state) is None
        assert "nobody is at the keyboard" in course.ended().errors.splitlines()[-1]


def test_programs_that_do_not_play_are_told(tmp_path: Path) -> None:
    path = tmp_path / "quintris.py"
    for text, code, message in (
        ("print('done')", 2, "ended before its game was over"),
        ("x = (", 1, "SyntaxError"),
        ("import nothing_of_this_name", 1, "No module named 'nothing_of_this_name'"),
    ):
        path.write_text(text)
        with Course("course_quintris", path) as course:
            assert not course.start(BAR.game)
            ended = course.ended()
        assert ended.code == code
        assert message in ended.errors.splitlines()[-1]


def test_a_program_that_gives_up_is_told(tmp_path: Path) -> None:
    body = "def control_game(self, q):\n    pass"
    state = state_of("quintris:reach=fall - I1@3 X0 1-1-0-0-0-0 0 0")
    with Course("course_quintris", written(tmp_path, body, ANIMATED)) as course:
        assert course.start(state.game)
        assert course.choose(state) is None
        ended = course.ended()
    assert (ended.code, "control_game has returned" in ended.errors) == (1, True)


@pytest.mark.parametrize(
    ("host", "game"),
    [
        ("course_quintris", Tetris()),
        ("course_quintris", Quintris(width=14)),
        ("course_ijk", Quintris()),
        ("course_ijk", Ijk(size=4)),
    ],
)
def test_games_of_another_kind_are_refused(host: str, game: Quintris | Tetris | Ijk) -> None:
    with Course(host, PROGRAMS / "ai_IJK.py") as course:
        assert not course.start(game)
        ended = course.ended()
    assert ended.code == 2
    assert ended.errors.count("\n") == 1
    assert game.text() in ended.errors


@pytest.mark.parametrize("host", ["course_quintris", "course_ijk"])
def test_a_program_that_is_not_there_is_refused_in_a_line(host: str, tmp_path: Path) -> None:
    with Course(host, tmp_path / "none.py") as course:
        assert not course.start(Quintris() if host == "course_quintris" else Ijk())
        ended = course.ended()
    assert ended.code == 2
    assert re.fullmatch(r"course program '.*none.py': there is no such file\n", ended.errors)


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
