"""Remembered: plain searches ask the rules the same over and over; here they are told once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tilefall.rules.falling import Spot, Well
from tilefall.rules.features import Features, features
from tilefall.rules.notation import Rows
from tilefall.rules.pieces import Placement
from tilefall.search import expectimax


@pytest.fixture(autouse=True, scope="module")
def remembered_rules() -> Iterator[None]:
    """For modules that import it: features and places are found once each."""
    plain_places = Well.places
    wells: dict[tuple[Rows, int, Spot, str], dict[Spot, str]] = {}
    found: dict[tuple[Rows, Rows, int, int], Features] = {}

    def places(well: Well, start: Spot, reach: str) -> dict[Spot, str]:
        key = well.board, id(well.pieces), start, reach  # the sets of pieces live on
        if key not in wells:
            wells[key] = plain_places(well, start, reach)
        return wells[key]

    def features_of(board: Rows, place: Placement) -> Features:
        key = board, place.shape.rows, place.row, place.column
        if key not in found:
            found[key] = features(board, place)
        return found[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Well, "places", places)
        patch.setattr(expectimax, "features", features_of)
        yield
