"""What a course program does to its object, what the referee hears of it, and when ticks come."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable

import pytest

from tilefall.agents.foreign.course_table import Table, keys_in_row
from tilefall.agents.foreign.messages import Message, choose_message, over_message
from tilefall.agents.foreign.skeleton.AnimatedQuintris import PERIOD, AnimatedQuintris
from tilefall.agents.foreign.skeleton.logic_IJK import initialGame
from tilefall.agents.foreign.skeleton.QuintrisGame import EndOfGame, QuintrisGame
from tilefall.agents.foreign.skeleton.SimpleQuintris import SimpleQuintris
from tilefall.engines import engine
from tilefall.rules.catalog import parse
from tilefall.rules.quintris import QuintrisState

FALL = "quintris:reach=fall - I1@3 X0 1-1-0-0-0-0 2 0"


class Line:
    """A referee that asks of the same states again and again, then ends the game."""

    def __init__(self, *texts: str) -> None:
        self.states = [parse(text) for text in texts]
        self.keys: list[str] = []

    def request(self) -> Message:
        turn = len(self.keys)
        if turn == len(self.states):
            return over_message(self.states[-1])
        return choose_message(self.states[turn], engine(), seconds=1.0)

    def answer(self, message: Message) -> None:
        if message != {"type": "ready"}:
            self.keys.append(str(message["keys"]))


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def tick(self) -> None:
        self.now += PERIOD


Live = Callable[[AnimatedQuintris, Clock], object]


class Player:
    """Whoever does this with the object, then drops the piece."""

    def __init__(self, acts: Live, clock: Clock) -> None:
        self._acts = acts
        self._clock = clock

    def control_game(self, quintris: AnimatedQuintris) -> None:
        self._acts(quintris, self._clock)
        while True:
            quintris.down()


def keys_of(acts: Live, *texts: str) -> list[str]:
    """What the referee hears of each piece."""
    line, clock = Line(*(texts or (FALL,))), Clock()
    with pytest.MonkeyPatch.context() as patch:
        table = Table(line, "fall", clock, has_thread=False)
        patch.setattr(QuintrisGame, "_home", table)
        with pytest.raises(EndOfGame, match="Final score: 2"):
            AnimatedQuintris().start_game(Player(acts, clock))
    return line.keys


def test_keys_and_ticks_come_in_their_order() -> None:
    def acts(game: AnimatedQuintris, clock: Clock) -> None:
        game.right()
        clock.tick()
        game.rotate()
        clock.tick()
        clock.tick()
        game.left()
        assert (game.row, game.col, game.piece) == (3, 3, ["xxxxx"])

    assert keys_of(acts) == ["m.n..b"]


def test_a_look_shows_what_gravity_did() -> None:
    def acts(game: AnimatedQuintris, clock: Clock) -> None:
        for row in range(1, 20):
            clock.tick()
            assert game.get_piece() == (["x"] * 5, row, 3)
        clock.now += 0.99 * PERIOD
        assert game.get_piece()[1] == 19
        clock.tick()  # it comes to the floor, and the next piece follows
        assert game.get_piece() == ([" x ", "xxx", " x "], 0, 7)

    text = "quintris:reach=fall 3xx10 X0@7 I0 1-1-0-0-0-0 2 1"
    assert keys_of(acts, FALL, text) == ["." * 19, ""]


def test_what_a_program_tries_out_is_not_disturbed_by_a_tick() -> None:
    def acts(game: AnimatedQuintris, clock: Clock) -> None:
        state, row, col = game.state, game.row, game.col
        thought = (["x" * 15] * 25, 0)
        game.state, game.col = thought, 11
        clock.tick()
        game.left()
        assert (game.state, game.row, game.col) == (thought, 0, 11)
        game.state, game.row = state, 9
        clock.tick()
        game.left()
        assert (game.state, game.row, game.col) == (state, 9, 10)
        game.row, game.col = row, col
        game.right()

    assert keys_of(acts) == ["..m"]


def test_a_piece_put_back_is_where_it_was() -> None:
    def acts(game: AnimatedQuintris, clock: Clock) -> None:
        piece, col = game.piece, game.col
        for _ in range(5):
            game.right()
        game.rotate()
        game.piece, game.col = piece, col
        clock.tick()
        game.left()

    assert keys_of(acts) == [".b"]


def test_a_piece_is_not_where_keys_cannot_have_led_it() -> None:
    def acts(game: AnimatedQuintris, clock: Clock) -> None:
        game.right()
        clock.tick()
        game.get_piece()
        game.col = 14  # behind the wall of the board below
        clock.tick()
        assert game.get_piece()[2] == 4

    wall = "/".join(["9x5"] * 25)
    assert keys_of(acts, FALL.replace(" - ", f" {wall} ")) == ["m.."]


def test_a_drop_counts_from_the_row_where_the_piece_is() -> None:
    """A row that the program wrote is no row that the piece has reached."""

    def acts(game: AnimatedQuintris, clock: Clock) -> None:
        game.row, game.col = 18, 5

    assert keys_of(acts) == ["mm"]


def test_the_end_is_told_to_every_call() -> None:
    line = Line(FALL)
    with pytest.MonkeyPatch.context() as patch:
        table = Table(line, "fall", Clock(), has_thread=False)
        patch.setattr(QuintrisGame, "_home", table)
        game = AnimatedQuintris()
        table.sit(game, PERIOD)
        with pytest.raises(RuntimeError, match="start_game was called again"):
            table.sit(QuintrisGame(), None)
        for call in (game.down, game.left, game.get_board, game.down):
            with pytest.raises(EndOfGame):
                call()
        with pytest.raises(EndOfGame):
            SimpleQuintris().start_game(NoPlayer())
    assert line.keys == [""]


class NoPlayer:
    """Nobody is asked after the end."""

    def get_moves(self, quintris: SimpleQuintris) -> str:
        raise AssertionError


def test_without_a_referee_nothing_starts() -> None:
    with pytest.raises(RuntimeError, match="there is no referee"):
        SimpleQuintris().start_game(NoPlayer())


def test_f5_keys_in_a_row_are_those_of_the_rules() -> None:
    """Every spot that the keys lead to is found, by keys that lead to it, and no other."""
    state = parse("quintris 5x9/x2x11/15 L0@6 X0 0-0-1-0-0-0 0 0")
    assert isinstance(state, QuintrisState)
    found = keys_in_row(state.well, state.spawn)
    for spot, keys in found.items():
        reached = state.spawn
        for key in keys:
            reached = state.well.pressed(reached, key)
        assert reached == spot
        assert all(state.well.pressed(spot, key) in found for key in "bmnh")
    assert {state.game.moves.number(*state.well.dropped(spot)) for spot in found} == set(
        state.legal_moves()
    )


def test_looking_ahead_draws_nothing_from_the_programs_generator() -> None:
    random.seed(1)
    before = random.getstate()
    game = QuintrisGame()
    copy.copy(game).down()
    initialGame(deterministic=False).makeMove("R")
    assert random.getstate() == before


def test_tiles_of_a_look_ahead_appear_anywhere() -> None:
    boards = [initialGame(deterministic=False).makeMove("R").getGame() for _ in range(50)]
    cells = {(row.index("a"), i) for board in boards for i, row in enumerate(board) if "a" in row}
    assert len(cells) > 10


def test_copies_are_games_of_their_own() -> None:
    line = Line("quintris - I1@3 X0 1-1-0-0-0-0 2 0")
    with pytest.MonkeyPatch.context() as patch:
        table = Table(line, "drop")
        patch.setattr(QuintrisGame, "_home", table)
        game = SimpleQuintris()
        table.sit(game, None)
        for twin in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
            twin.left()
            twin.down()
            assert twin.get_board()[24] == "  x            "
            assert twin.get_piece()[0] == game.next_piece
        assert (game.get_board()[24], game.get_piece()) == (" " * 15, (["x"] * 5, 0, 3))
    assert line.keys == []


def test_a_board_in_thought_may_grow_beyond_the_wall() -> None:
    """As in the course, where a program that sets a column itself has to see for itself."""
    board = [" " * 15] * 25
    placed, score = QuintrisGame.place_piece(board, 3, ["xxxxx"], 24, 12)
    assert (placed[24], score) == (" " * 12 + "xxxxx", 3)
    assert board[24] == " " * 15


def test_turns_and_flips_of_a_piece() -> None:
    piece = ["xxxx", "   x"]
    assert QuintrisGame.rotate_piece(piece, 0) == piece
    assert QuintrisGame.rotate_piece(piece, 90) == [" x", " x", " x", "xx"]
    assert QuintrisGame.rotate_piece(piece, 180) == ["x   ", "xxxx"]
    assert QuintrisGame.rotate_piece(piece, 270) == ["xx", "x ", "x ", "x "]
    assert QuintrisGame.hflip_piece(piece) == ["xxxx", "x   "]
    assert QuintrisGame.vflip_piece(piece) == ["   x", "xxxx"]
    with pytest.raises(KeyError):
        QuintrisGame.rotate_piece(piece, 45)


def test_print_board_draws_the_falling_piece(capsys: pytest.CaptureFixture[str]) -> None:
    game = QuintrisGame()
    game.state = ([" " * 15] * 24 + ["x" * 14 + " "], 4)
    game.piece, game.row, game.col, game.next_piece = ["xx"], 23, 0, [" x "]
    game.print_board(False)
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["Next piece:", " x "]
    assert lines[-4:] == [
        " " * 15 + "|",
        "xx" + " " * 13 + "|",
        "x" * 14 + " |",
        "-" * 15,
    ]
    assert "Score: 4 " in lines
