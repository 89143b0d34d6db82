"""Commands of the app: what they show for which words, and what they say when it is left."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.play.watching.watched import recorded
from tilefall.cli import cli
from tilefall.commands import app as app_command
from tilefall.interfaces.app.keeper import Kept
from tilefall.interfaces.app.main_menu import MainMenu
from tilefall.interfaces.app.playing import Playing
from tilefall.interfaces.app.setup import Setup
from tilefall.interfaces.app.stage import Stage
from tilefall.interfaces.app.stages import AllStages
from tilefall.interfaces.app.theatre import Theatre
from tilefall.interfaces.app.watching import WatchStage
from tilefall.interfaces.screen.look import Look
from tilefall.play import read_records, verify, write_records
from tilefall.play.kept import KeptGame
from tilefall.rules.ijk import Ijk
from tilefall.rules.marathon import Marathon
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris

TETRIS = recorded("tetris", ("dt-20",), turns=9)


@pytest.fixture(name="shown")
def shown_fixture(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Stage, AllStages]]:
    """What would have been shown: there is no terminal here, though the commands think so."""
    found: list[tuple[Stage, AllStages]] = []
    for command in ("play", "watch", "replay"):
        monkeypatch.setattr(f"tilefall.commands.{command}.is_terminal", lambda: True)
    monkeypatch.setattr("tilefall.commands.terminal.is_terminal", lambda: True)
    monkeypatch.setattr(app_command, "show", lambda stage, stages: found.append((stage, stages)))
    monkeypatch.setattr(
        "tilefall.commands.menu.show", lambda stage, stages: found.append((stage, stages))
    )
    return found


Shown = list[tuple[Stage, AllStages]]


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words), prog_name="tilefall")


def setup(shown: Shown, *words: str) -> Setup:
    """What `tilefall play` makes of these words."""
    result = run("play", *words)
    assert result.exit_code == 0, result.output
    stage, _ = shown.pop()
    assert isinstance(stage, Playing)
    return stage._setup


def test_pieces_fall_in_the_app_unless_somebody_says_simple(shown: Shown) -> None:
    assert setup(shown, "quintris", "--seed", "5") == Setup(Quintris(reach="fall"), 5)
    assert setup(shown, "quintris", "--mode", "animated", "--seed", "5").game == Quintris(
        reach="fall"
    )
    assert setup(shown, "quintris", "--mode", "simple").game == Quintris()
    assert setup(shown, "tetris").game == Marathon()
    assert setup(shown, "tetris", "--mode", "animated").game == Marathon()
    assert setup(shown, "tetris", "--mode", "simple").game == Tetris()
    assert setup(shown, "tetris:height=10").game == Tetris(height=10)
    assert setup(shown, "marathon", "--level", "7").game == Marathon(7)
    assert setup(shown, "tetris", "--level", "20").game == Marathon(20)


def test_options_reach_the_game(shown: Shown) -> None:
    found = setup(shown, "quintris", "--period", "0.25", "--practice", "--engine", "reference")
    assert (found.period, found.is_practice, found.engine) == (0.25, True, "reference")


def test_who_plays_ijk(shown: Shown) -> None:
    ijk = setup(shown, "ijk", "--seed", "5")
    assert ijk == Setup(Ijk(), 5, "greedy")
    assert setup(shown, "ijk", "--against", "first-fit", "--second", "--seed", "5") == replace(
        ijk, against="first-fit", is_second=True
    )
    assert setup(shown, "ijk", "--two", "--seed", "5") == replace(ijk, against=None)


def test_a_file_of_records_is_where_games_go_too(shown: Shown, tmp_path: Path) -> None:
    run("play", "quintris", "--record", str(tmp_path / "games.jsonl"))
    _, stages = shown.pop()
    assert stages.keeper.file == tmp_path / "games.jsonl"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("play quintris --against greedy", "quintris has one player"),
        ("play tetris --two", "tetris has one player"),
        ("play ijk --two --second", "--two is without an agent"),
        ("play ijk --against nobody", "nobody"),
        ("play ijk --period 0.5", "--period is for Quintris"),
        ("play quintris --mode simple --period 0.5", "--period is for Quintris"),
        ("play quintris --period 0", "--period"),
        ("play quintris --level 3", "--level is for Tetris"),
        ("play tetris --mode simple --level 3", "--level is for Tetris"),
        ("play tetris --level 21", "1<=x<=20"),
        ("play quintris:reach=fall --mode simple", "pieces fall by themselves"),
        ("play marathon --mode simple", "pieces of marathon fall"),
        ("play tetris:height=10 --mode animated", "plain `tetris` falls"),
        ("play quintris --plain --period 0.5", "--period is for the app"),
        ("play tetris --plain --level 3", "--level is for the app"),
        ("play quintris --json --practice", "--practice is for the app"),
        ("play quintris --plain --mode animated", "--mode animated needs the app"),
        ("watch quintris --period 0.5", "--period goes with --mode animated"),
        ("watch quintris --against greedy", "quintris has one player"),
    ],
)
def test_words_that_do_not_go_together(words: str, said: str, shown: Shown) -> None:
    result = run(*words.split())
    assert result.exit_code in (2, 3)
    assert said in " ".join(result.stderr.split())
    assert isinstance(result.exception, SystemExit)
    assert shown == []


def test_without_a_word_there_is_the_menu(shown: Shown) -> None:
    assert run().exit_code == 0
    assert isinstance(shown.pop()[0], MainMenu)


def test_watch_shows_agents_in_the_app(shown: Shown) -> None:
    assert run("watch", "ijk", "--agent", "greedy", "--against", "first-fit").exit_code == 0
    stage, _ = shown.pop()
    assert isinstance(stage, WatchStage)
    assert stage.watching.names == ("greedy", "first-fit")
    assert stage.watching.is_playing
    stage.close()


def test_a_watched_game_is_kept_in_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As far as it was played when the app is left."""
    path = tmp_path / "games.jsonl"
    monkeypatch.setattr("tilefall.commands.watch.is_terminal", lambda: True)

    def watched(theatre: Theatre, look: Look, now: object) -> bool:
        stage = theatre.top
        assert isinstance(stage, WatchStage)
        while stage.watching.length < 4:
            stage.watching.advance(0.0)
        theatre.close()
        return False

    monkeypatch.setattr("tilefall.interfaces.app.shell.run_theatre", watched)
    words = ("--agent", "dt-20", "--seed", "4", "--max-turns", "3", "--record", str(path))
    result = run("watch", "tetris", *words)
    assert result.exit_code == 0, result.output
    (record,) = read_records(path)
    assert (record.agents, record.seed, len(record.moves)) == (("dt-20",), 4, 3)
    assert verify(record) is None
    assert "See it again: tilefall replay" in result.stderr


@pytest.mark.parametrize("words", ["--plain", "--quiet", "--json", "--every 2", "--delay 0"])
def test_watch_is_text_where_text_is_asked_for(words: str, shown: Shown) -> None:
    result = run("watch", "tetris", "--max-turns", "3", *words.split())
    assert result.exit_code == 0
    assert shown == []
    assert "score" in result.stdout


def test_replay_shows_a_position_in_the_app(shown: Shown, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    write_records(path, [TETRIS, recorded("ijk", ("greedy", "greedy"), turns=25)])
    assert run("replay", str(path), "--move", "4").exit_code == 0
    stage, _ = shown.pop()
    assert isinstance(stage, WatchStage)
    assert stage.watching.record() == TETRIS
    stage.close()
    assert run("replay", str(path), "--game-number", "2").exit_code == 0
    stage, _ = shown.pop()
    assert isinstance(stage, WatchStage)
    assert stage.watching.game == Ijk()
    stage.close()
    for words in (["--plain"], ["--json"], ["--verify"]):
        assert run("replay", str(path), *words).exit_code == 0
        assert shown == []
    missing = run("replay", str(path), "--game-number", "3")
    assert missing.exit_code == 3
    assert "it has 2" in missing.stderr


def test_what_is_said_when_the_app_is_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tilefall.commands.play.is_terminal", lambda: True)
    ijk = recorded("ijk", ("greedy", "greedy"), turns=25)
    first = KeptGame(tmp_path / "first.jsonl", "first")
    last = KeptGame(tmp_path / "last.jsonl", "last")

    def played(theatre: Theatre, look: Look, now: object) -> bool:
        games = theatre.top._stages.keeper.games  # type: ignore[attr-defined]
        games += [
            Kept(TETRIS, True, first, ("A new best!",)),
            Kept(ijk, False, last, ()),
            *(Kept(replace(ijk, score=score), True, last, ()) for score in (1, -1, 0)),
            Kept(replace(TETRIS, score=1200), False, None, ("Not kept: the disk is full",)),
        ]
        return True

    monkeypatch.setattr("tilefall.interfaces.app.shell.run_theatre", played)
    result = run("play", "quintris")
    assert result.exit_code == 130
    assert result.stdout.splitlines() == [
        f"tetris, seed 3: score {TETRIS.score}",
        "ijk, seed 3: + greedy against - greedy, not over",
        "ijk, seed 3: + greedy has won against - greedy",
        "ijk, seed 3: - greedy has won against + greedy",
        "ijk, seed 3: a tie of + greedy and - greedy",
        "tetris, seed 3: score 1,200, not over",
    ]
    for words in (
        "A new best!",
        "the disk is full",
        f"tilefall replay {last.path}",
        "Interrupted.",
    ):
        assert words in result.stderr


def test_games_are_named_also_when_the_app_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilefall.commands.play.is_terminal", lambda: True)

    def broken(theatre: Theatre, look: Look, now: object) -> bool:
        games = theatre.top._stages.keeper.games  # type: ignore[attr-defined]
        games.append(Kept(TETRIS, True, None, ()))
        raise ZeroDivisionError("broken on purpose")

    monkeypatch.setattr("tilefall.interfaces.app.shell.run_theatre", broken)
    result = run("play", "quintris")
    assert isinstance(result.exception, ZeroDivisionError)
    assert "tetris, seed 3: score" in result.stdout
