"""The tables of an arena in a terminal, as goldens that a person can check."""

from __future__ import annotations

from dataclasses import replace

from tests import GOLDEN
from tests.arena.arenas import lines_game, made_plan, pair
from tilefall.arena.plan import Plan
from tilefall.arena.played import Played
from tilefall.arena.text import COLUMNS, text
from tilefall.arena.verdict import Verdict
from tilefall.arena.winner import Winner
from tilefall.stats import Estimate

TABLES = (GOLDEN / "arena.txt").read_text(encoding="utf-8")
PROGRAM = "exec:./some/where/else/program --depth 3 --fast"


def golden(name: str) -> str:
    """What stands in the golden file below the line with this name."""
    return TABLES.split(f"=== {name}\n")[1].split("\n===")[0].strip("\n")


def crashed(bout: int, agent: int, lines: int, detail: str) -> Played:
    return lines_game(bout, agent, lines, is_over=False, forfeiter=0, cause="crash", detail=detail)


def test_one_player() -> None:
    plan = replace(made_plan("greedy", PROGRAM, games=3), seconds_a_move=0.5)
    games = [lines_game(bout, 0, lines) for bout, lines in enumerate((10, 20, 60))]
    games += [lines_game(0, 1, 14), lines_game(1, 1, 26, is_over=False)]
    games.append(crashed(2, 1, 3, "ended with code 139 after 30 moves"))
    said = f"greedy and {PROGRAM} are not told apart by 3 games: +15.7 [-24.8, +56.2] lines a game"
    verdict = Verdict(1, 0, Winner.OPEN, said, Estimate(-15.7, -56.2, 24.8), 3)
    assert text(plan, games, [verdict]) == golden("one player")


def three_players() -> tuple[Plan, list[Played]]:
    games = [*pair(0, 0, 1, (1, 1)), *pair(1, 0, 1, (1, 0)), *pair(0, 0, 2, (1, 0))]
    games += [*pair(1, 0, 2, (-1, 1)), *pair(0, 1, 2, (-1, -1))]
    games += [*pair(1, 1, 2, (0, 0), is_over=False), pair(2, 0, 1, (1, 1))[0]]
    games += [replace(game, bout=3) for game in pair(0, 0, 2, (1, 0))]
    slow = {"forfeiter": 1, "cause": "time", "detail": "5.0 s for a move, allowed are 1.0 s"}
    games[0] = replace(games[0], is_over=False, **slow)  # type: ignore[arg-type]
    return made_plan("one", "two", "three", game="ijk"), games


def test_two_players() -> None:
    plan, games = three_players()
    said = "one is stronger than two: +338 [-30, +inf] Elo, over 4 games"
    assert text(plan, games, [Verdict(0, 1, Winner.FIRST, said, None, 4)]) == golden("two players")


def test_before_the_first_game() -> None:
    plan = replace(made_plan("greedy", "random", games=500), is_until_sure=True, alpha=0.01)
    assert text(plan, [], []) == golden("before the first game")


def test_nobody_has_scored_against_anybody_before_the_first_pair() -> None:
    plan, games = three_players()
    assert "against the column" in text(plan, games, [])
    assert "against the column" not in text(plan, games[:1], [])


def test_no_line_is_wider_than_the_terminal() -> None:
    names = [f"exec:./a/very/long/path/to/program-{i} --and --many=options" for i in range(12)]
    alone = made_plan(*names, max_turns=10**9)
    lost = [crashed(bout, 2, 0, "said " * 60) for bout in range(2)]
    games = [lines_game(b, a, 1_234 * a + b) for a in range(12) for b in range(2, 9)]
    against = made_plan(*names, game="ijk:size=4,mode=nondeterministic,end=round")
    pairs = [
        game
        for i in range(12)
        for j in range(i)
        for b in range(9)
        for game in pair(b, j, i, (1, 0))
    ]
    verdict = Verdict(0, 1, Winner.EQUAL, f"{names[0]} and {names[1]} are equal", None, 10)
    for plan, played in ((alone, [*lost, *games]), (against, pairs)):
        told = text(plan, played, [verdict])
        assert max(map(len, told.splitlines())) <= COLUMNS
        # what is cut keeps both ends, so that the rows can still be told apart
        assert all(f"| {place:<3} | exec:./" in told for place in range(1, 13))
        assert "=options |" in told or "ptions |" in told


def test_names_and_messages_cannot_break_a_table_or_the_terminal() -> None:
    plan = made_plan("a|b", "c\x1b[2Jd")
    told = text(plan, [crashed(0, 1, 0, "\x1b]0;title\x07 | \n| 1 | fake |")], [])
    assert "\x1b" not in told
    assert "\x07" not in told
    assert "a\\|b" in told
    assert "c\\x1b[2Jd" in told
    assert "\n| 1 | fake" not in told


def test_a_verdict_cannot_break_the_terminal() -> None:
    told = text(made_plan("a", "b"), [], [Verdict(0, 1, Winner.OPEN, "\x1b[2Ja\nb", None, 0)])
    assert told.splitlines()[-1] == "- \\x1b[2Ja\\nb."
