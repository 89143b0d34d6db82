"""Watching: games that agents play or a record holds, and what is thought of them; no screen."""

from tilefall.play.watching.begin import watched_match, watched_record
from tilefall.play.watching.position import Beginning
from tilefall.play.watching.watching import Watching

__all__ = ["Beginning", "Watching", "watched_match", "watched_record"]
