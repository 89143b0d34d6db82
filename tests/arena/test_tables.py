"""The tables of an arena: in a terminal, as CSV and as JSON."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

from tests import GOLDEN
from tests.arena.arenas import lines_game, made_plan, pair, played_alone
from tilefall.arena.columns import COLUMNS, text
from tilefall.arena.export import games_csv, report, table_csv
from tilefall.arena.plan import Plan
from tilefall.arena.played import Played
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


ALONE = made_plan("greedy", 'exec:./a,b --name "x"')
IJK = made_plan("one", "two", game="ijk")


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_a_row_a_game_in_the_order_in_which_they_count() -> None:
    lost = lines_game(
        0, 1, 3, is_over=False, forfeiter=0, cause="crash", detail='exit 1,\n"why"', record=9
    )
    found = rows(games_csv(ALONE, [lines_game(1, 0, 4), lost, lines_game(0, 0, 5)]))
    assert [row["agent"] for row in found] == ["greedy", ALONE.agents[1], "greedy"]
    assert [row["seed"] for row in found] == ["1", "1", "2"]
    assert [row["score"] for row in found] == ["5", "3", "4"]
    assert found[1]["forfeiter"] == ALONE.agents[1]
    assert (found[1]["cause"], found[1]["detail"], found[1]["record"]) == (
        "crash",
        'exit 1,\n"why"',
        "9",
    )
    assert (found[0]["is_over"], found[1]["is_over"], found[0]["record"]) == ("1", "0", "")
    assert (found[0]["turns"], found[0]["agent_moves"]) == ("50", "50")
    assert found[0]["agent_seconds"] == "0.005000"


def test_of_two_players_plus_stands_first() -> None:
    found = rows(games_csv(IJK, pair(0, 0, 1, (1, 1))))
    assert [(row["plus"], row["minus"], row["score"]) for row in found] == [
        ("one", "two", "1"),
        ("two", "one", "-1"),
    ]
    assert (found[0]["plus_moves"], found[0]["minus_moves"]) == ("20", "18")


def test_every_game_is_there_with_its_record() -> None:
    arena = played_alone("random", "random", games=2, max_turns=20)
    for row in rows(games_csv(arena.plan, arena.played)):
        record = arena.records[int(row["record"])]
        assert (row["digest"], row["seed"]) == (record.digest, str(record.seed))
        assert row["score"] == str(record.score)


def test_agents_that_are_named_alike_can_be_told_apart() -> None:
    plan = made_plan("greedy", "random", "random")
    played = [lines_game(0, agent, 5) for agent in range(3)]
    called = ["greedy", "random (number 2)", "random (number 3)"]
    assert [row["agent"] for row in rows(games_csv(plan, played))] == called
    assert [row["agent"] for row in rows(table_csv(plan, played))] == called
    assert [row["agent"] for row in report(plan, played, [])["agents"]] == called


def test_no_text_of_a_program_is_a_formula() -> None:
    bad = lines_game(0, 0, 1, is_over=False, forfeiter=0, cause="crash", detail="=cmd|'/c calc'!A1")
    (row,) = rows(games_csv(ALONE, [bad]))
    assert row["detail"] == "'=cmd|'/c calc'!A1"


def test_a_row_an_agent() -> None:
    games = [lines_game(0, 0, 5), lines_game(1, 0, 7), lines_game(0, 1, 9)]
    first, second = rows(table_csv(ALONE, games))
    assert (first["agent"], first["games"], first["mean"]) == ("greedy", "2", "6.0")
    assert (first["more_than_first"], second["more_than_first"]) == ("", "4.0")
    assert (second["mean_low"], second["mean_high"]) == ("", "")  # infinite
    assert first["ms_a_move"] == str(1000 * 0.012 / 120)


def test_a_row_an_agent_of_two_players() -> None:
    first, second = rows(table_csv(IJK, pair(0, 0, 1, (1, 0))))
    assert [first[name] for name in ("wins", "ties", "losses")] == ["1", "1", "0"]
    assert (first["score_percent"], second["score_percent"]) == ("75.0", "25.0")
    assert (first["to_the_end"], float(first["elo"])) == ("2", 0)


def test_json_has_all_figures_and_nothing_infinite() -> None:
    verdict = Verdict(1, 0, Winner.OPEN, "two and one", Estimate(3.0, -float("inf"), 9.0), 2)
    games = pair(0, 0, 1, (1, 1), seed=2**63)
    text = json.dumps(report(IJK, games, [verdict]), allow_nan=False)
    found = json.loads(text)
    assert found["plan"]["agents"] == ["one", "two"]
    assert found["seeds"] == {"first": 2**63, "last": 2**63}
    assert (found["games"], found["pairs_dropped"], found["games_without_pair"]) == (2, 0, 0)
    assert [row["agent"] for row in found["agents"]] == ["one", "two"]
    assert found["agents"][0]["results"] == {"wins": 2, "ties": 0, "losses": 0}
    assert found["agents"][0]["score"]["value"] == 100
    assert found["pairings"][0]["points"] == [2.0]
    assert found["verdicts"] == [
        {
            "first": "two",
            "second": "one",
            "kind": "open",
            "text": "two and one",
            "estimate": {"value": 3.0, "low": None, "high": 9.0},
            "games": 2,
        }
    ]


def test_json_of_one_player_and_before_the_first_game() -> None:
    lost = lines_game(0, 1, 3, is_over=False, forfeiter=0, cause="crash", detail="exit 1")
    found = json.loads(json.dumps(report(ALONE, [lines_game(0, 0, 5), lost], []), allow_nan=False))
    assert found["agents"][1]["agent"] == ALONE.agents[1]  # in full
    assert found["agents"][1]["difference"] == {"value": -2.0, "low": None, "high": None}
    assert found["agents"][1]["forfeits"] == [{"cause": "crash", "games": 1, "example": "exit 1"}]
    empty = report(ALONE, [], [])
    assert (empty["seeds"], empty["agents"][0]["mean"]) == (None, None)
    assert rows(games_csv(ALONE, [])) == []
