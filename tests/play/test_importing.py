"""Games from elsewhere: each is played again, whole or not at all, and never more than allowed."""

from __future__ import annotations

import gzip
import zlib
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from tilefall.engines import engine
from tilefall.play import importing, read_records
from tilefall.play.importing import BadImport, Bounds, Imported, imported
from tilefall.play.kept import (
    ID,
    KeptGame,
    NotKept,
    brought_back,
    data_folder,
    keep_game,
    kept_games,
    put_aside,
)
from tilefall.play.match import Recorder
from tilefall.play.record import Record
from tilefall.play.turning import following_state
from tilefall.rules.catalog import parse_game
from tilefall.rules.dice import SEEDS, Dice

WHEN = datetime(2026, 11, 15, 14, 25, 30)
BOUNDS = Bounds(bytes=100_000, records=20)


def game(seed: int = 7, text: str = "quintris", moves: int = 3) -> Record:
    """A short game of first moves."""
    rules, dice = parse_game(text), Dice(seed)
    state = rules.start(dice)
    recorder = Recorder(rules, ["first-fit"] * rules.players, seed)
    for _ in range(moves):
        move = state.legal_moves()[0]
        state = following_state(state, move, dice, None)
        recorder.add(move, state)
    return recorder.record()


def lines(*records: Record) -> bytes:
    return b"".join(f"{record.line()}\n".encode() for record in records)


def brought(content: bytes, bounds: Bounds = BOUNDS) -> Imported:
    return imported(content, bounds, WHEN, engine("native"))


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_games_that_hold_are_kept_under_names_of_our_own(pack: type[bytes]) -> None:
    records = [game(1), game(2, "ijk"), game(SEEDS - 1, "tetris")]
    found = brought(pack(lines(*records)))
    assert [next(read_records(kept.path)) for kept in found.kept] == records
    assert (found.known, found.refused) == ((), ())
    assert found.kept[0].id == "quintris-20261115-142530-seed-1-imported"
    assert set(kept_games()) == set(found.kept)
    for kept in found.kept:
        assert ID.fullmatch(kept.id)
        assert kept.is_imported
        assert kept.when == WHEN
    assert not keep_game(records[0], WHEN).is_imported


def test_what_does_not_hold_is_told_line_by_line() -> None:
    good, cheat = game(1), game(2)
    cheat = replace(cheat, score=10**6).sealed()  # the seal is right, the game never was
    touched = good.line().replace('"seed":1', '"seed":3')
    content = lines(good, cheat) + f"{touched}\n\nrubbish\n".encode() + b"\xff\n"
    found = brought(content)
    assert [kept.seed for kept in found.kept] == [1]
    assert [refused.line for refused in found.refused] == [2, 3, 4, 5, 6]
    reasons = [refused.reason for refused in found.refused]
    assert "the score is 1000000" in reasons[0]
    assert "departs" in reasons[1]
    assert "the line is empty" in reasons[2]
    assert "no JSON" in reasons[3]
    assert "not UTF-8" in reasons[4]


def test_a_reason_is_no_longer_than_anybody_reads() -> None:
    games = [game(seed) for seed in range(1, 9)]
    wrong = [replace(each, moves=(*each.moves[:2], 0)).sealed() for each in games]
    reasons = [refused.reason for refused in brought(lines(*wrong)).refused]
    start = "the record departs at move 3: illegal move 0, legal are ("
    assert all(each.startswith(start) and len(each) <= 160 for each in reasons)
    assert any(each.endswith(" ...") for each in reasons)


def test_a_game_that_is_here_already_is_not_kept_twice() -> None:
    first = brought(lines(game(1), game(1), game(2)))
    assert [kept.seed for kept in first.kept] == [1, 2]
    again = brought(lines(game(2), game(3)))
    assert [kept.seed for kept in again.kept] == [3]
    assert again.known == (first.kept[1],)


def test_names_are_no_longer_than_anybody_reads() -> None:
    long = replace(game(1), agents=("a" * 201,)).sealed()
    assert "at most 200" in brought(lines(long)).refused[0].reason
    assert brought(lines(replace(game(1), agents=("a" * 200,)).sealed())).kept


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        (gzip.compress(b""), "empty"),
        (b"\x1f\x8b rubbish", "no whole gzip file"),
        (gzip.compress(lines(game(1)))[:-9], "cut off"),
        (lines(game(1)) * 21, "at most 20 games"),
        (b"x" * 100_001, "more than"),
        (gzip.compress(b"\n" * 100_001), "more than"),
        (gzip.compress(lines(game(1))) + gzip.compress(b"x" * 100_000), "more than"),
        (gzip.compress(lines(game(1))) + b"rubbish", "no whole gzip file"),
    ],
    ids=[
        *("nothing", "blank lines", "nothing packed", "no gzip", "cut off", "too many games"),
        *("too long", "too long unpacked", "too long in two parts", "followed by rubbish"),
    ],
)
def test_of_a_bad_file_nothing_is_kept(content: bytes, reason: str) -> None:
    with pytest.raises(BadImport, match=reason):
        brought(content)
    assert kept_games() == ()


def test_a_bomb_is_never_unpacked() -> None:
    bomb = gzip.compress(bytes(50 * 2**20))
    sizes: list[int] = []

    class Counted:
        """Counts what is unpacked."""

        def __init__(self, wbits: int) -> None:
            self._part = real(wbits=wbits)

        def decompress(self, content: bytes, most: int) -> bytes:
            found = self._part.decompress(content, most)
            sizes.append(len(found))
            return found

    real = zlib.decompressobj
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(zlib, "decompressobj", Counted)
        with pytest.raises(BadImport, match="more than"):
            brought(bomb)
    assert sum(sizes) <= BOUNDS.bytes + 1


def test_checking_that_takes_too_long_ends_and_nothing_is_kept() -> None:
    asked = iter([False] * 5 + [True])
    bounds = replace(BOUNDS, is_enough=lambda: next(asked))
    with pytest.raises(BadImport, match="line 2: checking takes too long"):
        brought(lines(game(1), game(2)), bounds)
    assert kept_games() == ()


def test_a_disk_that_is_full_half_way_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing(record: Record, *arguments: object, **options: object) -> KeptGame:
        if record.seed == 3:
            raise NotKept("this game is not kept: no space left")
        return keep_game(record, WHEN, is_imported=True)

    monkeypatch.setattr(importing, "keep_game", failing)
    with pytest.raises(NotKept, match="no space"):
        brought(lines(game(1), game(2), game(3)))
    assert kept_games() == ()


def test_a_deleted_game_is_put_aside_and_comes_back(tmp_path: Path) -> None:
    kept = keep_game(game(1), WHEN)
    content = kept.path.read_bytes()
    aside = put_aside(kept)
    assert kept_games() == ()
    assert (data_folder() / "games" / "deleted" / f"{aside}.jsonl").read_bytes() == content
    assert brought_back(aside) == kept
    assert kept.path.read_bytes() == content
    with pytest.raises(NotKept, match=r"no game .* was deleted"):
        brought_back(aside)


def test_nothing_is_lost_where_names_are_the_same() -> None:
    first, second = game(1, moves=1), game(1, moves=2)
    put_aside(keep_game(first, WHEN))
    aside = put_aside(keep_game(second, WHEN))
    keep_game(first, WHEN)
    with pytest.raises(NotKept, match="there is another game"):
        brought_back("quintris-20261115-142530-seed-1")
    assert [next(read_records(brought_back(aside).path))] == [second]


@pytest.mark.parametrize("id", ["../../best", "link", "", "A", "x" * 65, "a/b", "..", "a.jsonl"])
def test_only_names_of_games_come_back(id: str, tmp_path: Path) -> None:
    aside = put_aside(keep_game(game(1), WHEN))
    for path in (data_folder() / "best.jsonl", tmp_path / "else.jsonl"):
        path.write_bytes(b"of no concern")
    deleted = data_folder() / "games" / "deleted"
    (deleted / "link.jsonl").symlink_to(tmp_path / "else.jsonl")
    (deleted / "A.jsonl").write_bytes(b"of no concern")
    with pytest.raises(NotKept, match="no game"):
        brought_back(id)
    assert kept_games() == ()
    assert brought_back(aside).seed == 1
