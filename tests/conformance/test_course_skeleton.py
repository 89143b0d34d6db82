"""What the original did, done again by the modules that course programs import."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from tests.conformance.cases import DROPPED_TO_THE_END, Case, case_id, cases
from tests.conformance.test_quintris_vectors import ANIMATED, GAMES, first_state, next_state
from tilefall.agents.foreign.course_table import Table
from tilefall.agents.foreign.messages import Message, choose_message, over_message
from tilefall.agents.foreign.skeleton.AnimatedQuintris import PERIOD, AnimatedQuintris
from tilefall.agents.foreign.skeleton.logic_IJK import Game_IJK, initialGame
from tilefall.agents.foreign.skeleton.QuintrisGame import EndOfGame, QuintrisGame
from tilefall.agents.foreign.skeleton.SimpleQuintris import SimpleQuintris
from tilefall.engines import engine
from tilefall.rules.quintris import Quintris, QuintrisAfterstate

POSITIONS = cases("ijk_vectors.jsonl")
IJK_GAMES = cases("ijk_games.jsonl")
HIDDEN = {"U": "up", "D": "down", "L": "left", "R": "right"}


class Referee:
    """Plays a case's draws, whatever the keys."""

    def __init__(self, case: Case, reach: str) -> None:
        self.state = first_state(case, Quintris(reach=reach))
        self.landed: list[tuple[list[str], int, int]] = []  # piece, row, column
        self._case = case

    def request(self) -> Message:
        if self.state.is_over:
            return over_message(self.state)
        return choose_message(self.state, engine(), seconds=1.0)

    def answer(self, message: Message) -> None:
        if "keys" not in message:
            return
        move = self.state.move_by_keys(str(message["keys"]))
        place = self.state.game.moves[move]
        rows = [row.replace(".", " ") for row in place.shape.rows]
        self.landed.append((rows, place.row, place.column))
        after = engine().play(self.state, move)
        assert isinstance(after, QuintrisAfterstate)
        self.state = next_state(self._case, after, after.turn)


class NoMoreKeys(Exception):
    """The case is at its end."""


class Typist:
    """A player that presses the keys of a case."""

    def __init__(self, commands: list[str]) -> None:
        self._commands = iter(commands)

    def get_moves(self, quintris: SimpleQuintris) -> str:
        try:
            return next(self._commands)
        except StopIteration:
            raise NoMoreKeys from None


def press(game: QuintrisGame, keys: str) -> None:
    pressed = {"b": game.left, "m": game.right, "n": game.rotate, "h": game.hflip, " ": game.down}
    for key in keys:
        pressed[key]()


def shown(game: QuintrisGame) -> Case:
    """What an object shows, in the words of a case."""
    board, score = game.state
    return {
        "board": board,
        "score": score,
        "piece": game.piece,
        "row": game.row,
        "col": game.col,
        "next_piece": game.next_piece,
    }


def drawn(draw: list[int]) -> list[str]:
    return QuintrisGame.rotate_piece(QuintrisGame.PIECES[draw[0]], draw[1])


@pytest.mark.parametrize("case", GAMES, ids=case_id)
def test_simple_games_with_a_referee(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    referee = Referee(case, "drop")
    monkeypatch.setattr(QuintrisGame, "_home", Table(referee, "drop"))
    game = SimpleQuintris()
    with pytest.raises(EndOfGame if case["game_over"] else NoMoreKeys) as end:
        game.start_game(Typist(case["cmds"]))
    told = [(told["piece"], told["land_row"], told["col"]) for told in case["trace"]]
    assert referee.landed == told
    if case["game_over"]:
        assert str(end.value) == case["trace"][-1]["msg"]
    else:
        assert shown(game).items() <= case.items()


@pytest.mark.parametrize("case", GAMES, ids=case_id)
def test_simple_games_in_thought(case: Case) -> None:
    """An object that nobody referees: a copy, or one that a program has made itself."""
    game = QuintrisGame()
    game.state = (list(case["board0"]), case["score0"])
    for turn, (keys, told) in enumerate(zip(case["cmds"], case["trace"], strict=True)):
        game.piece, game.next_piece = map(drawn, case["draws"][turn : turn + 2])
        game.row, game.col = 0, case["spawn_cols"][turn]
        press(game, keys)
        assert (game.piece, game.col) == (told["piece"], told["col"])
        following, before = game.next_piece, game.state[1]
        with suppress(EndOfGame):  # its column is drawn
            game.down()
        assert game.get_piece()[:2] == (following, 0)
        assert game.get_score() - before == told["cleared"]
        assert game.get_score() == told["score"]
    assert game.get_board() == case["board"]


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class LiveTypist:
    """A player that presses the keys of a script between ticks."""

    def __init__(self, script: list[str], clock: Clock) -> None:
        self.ticks: list[Case] = []
        self.end = "script end"
        self._script = script
        self._clock = clock

    def control_game(self, quintris: AnimatedQuintris) -> None:
        for keys in self._script:
            with self._ended_by("player"):
                press(quintris, keys)
            self._clock.now += PERIOD
            with self._ended_by("gravity"):
                _, row, col = quintris.get_piece()
            self.ticks.append({"row": row, "col": col, "score": quintris.get_score()})
        raise NoMoreKeys

    @contextmanager
    def _ended_by(self, who: str) -> Iterator[None]:
        try:
            yield
        except EndOfGame:
            self.end = f"game over in {who}"
            raise


@pytest.mark.parametrize("case", [*ANIMATED, *DROPPED_TO_THE_END], ids=case_id)
def test_animated_games(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    referee, clock = Referee(case, "fall"), Clock()
    monkeypatch.setattr(QuintrisGame, "_home", Table(referee, "fall", clock, has_thread=False))
    game, typist = AnimatedQuintris(), LiveTypist(case["script"], clock)
    with pytest.raises((EndOfGame, NoMoreKeys)):
        game.start_game(typist)
    assert typist.ticks == case["after_tick"]
    assert typist.end == case["end"]
    assert referee.state.score == case["score"]
    if not referee.state.is_over:
        assert shown(game).items() <= case.items()


def cells(rows: list[str]) -> list[list[str]]:
    return [list(row) for row in rows]


@pytest.mark.parametrize("case", POSITIONS, ids=case_id)
def test_positions_of_ijk(case: Case) -> None:
    game = Game_IJK(cells(case["board"]), case["player"], deterministic=True)
    assert game.state() == case["state"]
    assert game.isGameFull() == (" " not in "".join(case["board"]))
    for move, expected in case["det"].items():
        changed = copy.deepcopy(game)
        after = changed.makeMove(move)
        assert after is not changed
        for result in (changed, after):
            assert result.getGame() == cells(expected["board"])
            assert result.getCurrentPlayer() == expected["player"]
            assert result.state() == expected["state"]
        assert game.getGame() == cells(case["board"])


@pytest.mark.parametrize("case", POSITIONS, ids=case_id)
def test_positions_of_ijk_with_chance(case: Case) -> None:
    """A slide by its hidden name adds no tile; a move adds one in any empty cell."""
    game = Game_IJK(cells(case["board"]), case["player"], deterministic=False)
    for move, expected in case["nondet_slide"].items():
        slid = copy.deepcopy(game)
        result = getattr(slid, f"_Game_IJK__{HIDDEN[move]}")(slid.getGame())
        assert result == (cells(expected["board"]), expected["changed"])
        assert slid.getGame() == cells(expected["board"])
        after = copy.deepcopy(game).makeMove(move).getGame()
        new = [[i, j] for i in range(6) for j in range(6) if after[i][j] != slid.getGame()[i][j]]
        assert len(new) == min(1, len(expected["empties"]))
        assert all(cell in expected["empties"] for cell in new)
        assert all(after[i][j] == expected["tile"] for i, j in new)


def plies(case: Case) -> Iterator[Game_IJK]:
    """The positions of a deterministic game, the first one included."""
    game = initialGame(6, "+", deterministic=True)
    yield game
    for move in case["moves"]:
        game = game.makeMove(move)
        yield game


@pytest.mark.parametrize("case", [case for case in IJK_GAMES if case["det"]], ids=case_id)
def test_games_of_ijk(case: Case) -> None:
    first, last = case["first_end"], case["referee_end"]
    for ply, game in enumerate(plies(case)):
        assert (game.state() != 0) or ply != first[0]
        if ply in (first[0], last[0]):
            end = first if ply == first[0] else last
            assert [game.state(), game.getGame()] == [end[1], cells(end[2])]
        elif ply < first[0]:
            assert game.state() == 0
