"""Keeper: keeps the games of a person, and says what became of them in a few words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from tilefall.play.files import append_record
from tilefall.play.kept import KeptGame, NotKept, keep_game
from tilefall.play.live.live import PERSON
from tilefall.play.record import BadRecord, Record
from tilefall.play.scores import Tally, best_score, note_game, tally


@dataclass(frozen=True)
class Kept:
    """A game that has been played, and where it is now."""

    record: Record
    is_over: bool
    game: KeptGame | None  # None if it could not be kept
    words: tuple[str, ...]  # what there is to say of it


@dataclass
class Keeper:
    """Where games go: the data folder, and a file of records if one was asked for."""

    today: Callable[[], datetime] = datetime.now
    file: Path | None = None
    games: list[Kept] = field(default_factory=list)  # of this run of the app

    def best(self, game: str, against: str | None) -> str:
        """The best score so far, or how games against an agent ended; empty before the first."""
        if against is not None:
            counted = tally(game, against)
            return "" if counted == Tally() else str(counted)
        best = best_score(game)
        return "" if best is None else f"{best.score:,}"

    def keep(self, record: Record, is_over: bool) -> Kept:
        """A game in the data folder, its score noted. Troubles are told, and stop nobody."""
        words: list[str] = []
        game = None
        now = self.today()
        try:
            game = keep_game(record, now)
            noted = note_game(record, is_over, now, game.id)
            if noted.is_best:
                words.append("A new best!")
            if noted.problem:
                words.append(noted.problem)
        except NotKept as error:
            words.append(str(error))
        if PERSON not in record.agents:
            words.append("Assisted: it does not count for the best score.")
        try:
            if self.file is not None:
                append_record(self.file, record)
        except (OSError, BadRecord) as error:
            words.append(f"Not added to {self.file}: {error}")
        kept = Kept(record, is_over, game, tuple(words))
        self.games.append(kept)
        return kept
