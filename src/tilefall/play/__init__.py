"""Play: matches between agents, and records that replay and prove themselves."""

from tilefall.play.files import append_record, read_records, write_records
from tilefall.play.match import Recorder, Turn, play_match, turns
from tilefall.play.record import BadRecord, Record
from tilefall.play.verify import Departs, Departure, replayed, verify

__all__ = [
    "BadRecord",
    "Departs",
    "Departure",
    "Record",
    "Recorder",
    "Turn",
    "append_record",
    "play_match",
    "read_records",
    "replayed",
    "turns",
    "verify",
    "write_records",
]
