"""Keys in time: pressed at their ticks they lead to their move, also after the piece has fallen."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.conftest import NATIVE_ENGINES, examples
from tests.rules.boards import pentomino, quintris
from tests.rules.positions import quintris_states
from tilefall.engines import Engine, Reference, engine
from tilefall.rules.falling import Spot
from tilefall.rules.quintris import PIECES, QuintrisState
from tilefall.rules.timing import DROP, Press, in_words, presses

NATIVES = [engine(name) for name in NATIVE_ENGINES]
REFERENCE = Reference()
WEIGHTS = (-222, 92, -224, -658, 180, -44, 0, -52, -1808, -58, 0)
OVERHANG = """
    ......xxxxxxxxx
    ...............
    ...............
"""


def played(state: QuintrisState, spot: Spot, fallen: int, timed: tuple[Press, ...]) -> Spot:
    """Where the piece rests when gravity ticks and these keys are pressed, by F5, F6 and F8."""
    well, tick = state.well, fallen
    for press in timed:
        while tick < press.tick:
            spot, has_locked = well.ticked(spot)
            assert not has_locked, "no key is heard after the lock"
            tick += 1
        assert tick == press.tick
        spot = well.dropped(spot) if press.key == DROP else well.pressed(spot, press.key)
    assert timed[-1].key == DROP
    return spot


@st.composite
def falling_pieces(draw: st.DrawFn) -> tuple[QuintrisState, Spot, int]:
    """A state with room for its piece, and where the piece is after some ticks of free fall."""
    state = draw(quintris_states())
    state = replace(state, game=replace(state.game, reach="fall"))
    assume(not state.is_over)
    spot = state.spawn
    for tick in range(draw(st.integers(0, 20))):
        lower, has_locked = state.well.ticked(spot)
        if has_locked:
            return state, spot, tick
        spot = lower
    return state, spot, spot.row


def test_f12_a_press_is_a_key_and_the_ticks_before_it() -> None:
    assert presses("bn..m.h") == ((0, "b"), (0, "n"), (2, "m"), (3, "h"), (3, " "))
    assert presses("") == ((0, " "),)
    assert presses("b.m", fallen=4) == ((4, "b"), (5, "m"), (5, " "))


def test_f12_presses_in_words() -> None:
    assert in_words(presses("")) == "drop"
    assert in_words(presses("bbn")) == "bbn, drop"
    assert in_words(presses("bbn..m.h")) == "bbn; after tick 2 m; after tick 3 h, drop"
    assert in_words(presses("b", fallen=7)) == "after tick 7 b, drop"


@given(falling_pieces())
@examples(60)
def test_f12_pressed_at_their_ticks_keys_lead_to_their_move(
    falling: tuple[QuintrisState, Spot, int],
) -> None:
    """For every legal move of any position, from the spawn and from wherever the piece is."""
    state, spot, fallen = falling
    number = state.game.moves.number
    for move, keys in state.keys.items():
        assert number(*played(state, state.spawn, 0, presses(keys))) == move
    for move, keys in state.keys_from(spot).items():
        assert number(*played(state, spot, fallen, presses(keys, fallen))) == move


@given(falling_pieces())
@examples(60)
def test_f12_what_a_fallen_piece_reaches_the_piece_reached_before(
    falling: tuple[QuintrisState, Spot, int],
) -> None:
    state, spot, fallen = falling
    assert spot.row == fallen
    reached = state.keys_from(spot)
    assert reached
    assert reached.keys() <= state.keys.keys()
    for move, keys in reached.items():
        assert len(state.keys[move]) <= fallen + len(keys)


@given(falling_pieces(), st.permutations(WEIGHTS))
@examples(60)
def test_f12_engines_agree_about_fallen_pieces(
    falling: tuple[QuintrisState, Spot, int], weights: list[int]
) -> None:
    state, spot, _ = falling
    chosen = REFERENCE.choose_from(state, spot, weights)
    for native in NATIVES:
        assert native.keys_from(state, spot) == state.keys_from(spot)
        assert native.choose_from(state, spot, weights) == chosen


def test_f12_engines_choose_among_what_is_still_in_reach(engine: Engine) -> None:
    """Who loves landing high wants a bar to stand up; below row 20 it no longer can."""
    state = quintris("", "I0", 3, reach="fall")
    high = (1,) + (0,) * 10
    for row, name in ((0, "I1"), (20, "I1"), (21, "I0")):
        chosen = engine.choose_from(state, Spot(pentomino("I0"), row, 3), high)
        assert state.game.moves[chosen].shape.name == name


@given(quintris_states(), st.integers(0, 30))
@examples(60)
def test_f12_engines_agree_about_spots_without_room(state: QuintrisState, row: int) -> None:
    """Also where the piece lies on filled cells or sticks out at the floor."""
    state = replace(state, game=replace(state.game, reach="fall"))
    spot = state.spawn._replace(row=row % state.game.height)
    for native in NATIVES:
        assert native.keys_from(state, spot) == state.keys_from(spot)
    assert bool(state.keys_from(spot)) == state.well.fits(spot)


def test_f12_a_piece_below_the_gap_can_no_longer_get_through(engine: Engine) -> None:
    """At the lowest row but one the bar still slides under the roof, but no longer turns."""
    state = quintris(OVERHANG, "I0", 0, reach="fall")
    number, flat, standing = state.game.moves.number, pentomino("I0"), pentomino("I1")
    early = engine.keys_from(state, Spot(flat, 5, 0))
    late = engine.keys_from(state, Spot(flat, 23, 0))
    under_the_roof, in_the_corner = number(flat, 24, 10), number(standing, 20, 0)
    assert early[under_the_roof] == "m" + "." * 18 + "m" * 9
    assert late[under_the_roof] == "m" * 10
    assert in_the_corner in early
    assert in_the_corner not in late
    assert engine.choose_from(state, Spot(flat, 23, 0), WEIGHTS) in late


def test_the_best_of_all_in_reach_is_the_agents_choice_where_nothing_has_fallen(
    engine: Engine,
) -> None:
    for column in (0, 7):
        state = quintris(OVERHANG, "L3", column, reach="fall")
        chosen = engine.choose(state, WEIGHTS)
        assert engine.choose_from(state, state.spawn, WEIGHTS) == chosen
        assert PIECES.shapes[state.game.moves.shape_number(chosen)].name[0] == "L"
