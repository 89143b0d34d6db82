"""Engine bench: placements and leaves a second, against the plain rules in the same run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilefall.bench.signature import signature
from tilefall.bench.timing import per_second
from tilefall.engines import packing, packing_ijk
from tilefall.engines.native import Native
from tilefall.engines.packing_ijk import ijk
from tilefall.engines.protocol import FallingState
from tilefall.rules.dice import Dice
from tilefall.rules.falling import cleared, locked
from tilefall.rules.features import changes, columns, hole_cells, wells
from tilefall.rules.ijk import Ijk, IjkState
from tilefall.rules.notation import EMPTY, Rows
from tilefall.rules.pieces import FILLED, Placement
from tilefall.rules.quintris import Quintris
from tilefall.rules.tetris import Tetris, TetrisState
from tilefall.search.linear import PUBLISHED, shipped

POSITIONS = 64  # of each game
TURNS_BETWEEN = 7  # so that every kind of piece and stack occurs
FIRST_TURN = 30
REPEATS = 20  # choices in all positions between two looks at the clock
IJK_TURNS, IJK_DEPTH, IJK_REFERENCE_DEPTH = 200, 7, 3


@dataclass(frozen=True)
class EngineSpeed:
    """What one core does with the best instruction set, and how much faster than others that is."""

    isa: str
    signature: str
    quintris_placements_per_s: float
    tetris_placements_per_s: float
    ijk_leaves_per_s: float
    quintris_pieces_per_s: float
    tetris_pieces_per_s: float
    speedup_over_reference: dict[str, float]
    speedup_over_portable: dict[str, float]


def falling_positions(game: Quintris | Tetris, native: Native) -> list[FallingState]:
    """Mid-game positions: a good controller plays, and every few turns one is kept."""
    weights = shipped(PUBLISHED)["dellacherie"].weights
    positions: list[FallingState] = []
    seed = 0
    while len(positions) < POSITIONS:
        seed += 1
        dice = Dice(seed)
        state: FallingState = game.start(dice)
        while not state.is_over and len(positions) < POSITIONS and state.turn < 100:
            after = native.play(state, native.choose(state, weights))
            following = native.draw(after, dice)
            assert isinstance(following, type(state))
            state = following
            if state.turn >= FIRST_TURN and state.turn % TURNS_BETWEEN == 0 and not state.is_over:
                positions.append(state)
    return positions


def placements_per_s(positions: list[FallingState], native: Native, seconds: float) -> float:
    """Placements made and given the six features of Dellacherie, natively."""
    rules = packing.packed_rules(positions[0].game)
    states = [packing.packed(state) for state in positions]
    weights = shipped(PUBLISHED)["dellacherie"].weights

    def work() -> int:
        native.set_isa()
        return packing.falling.choose_all(rules, states, weights, REPEATS)[0]

    return per_second(work, seconds)


def six_features(board: Rows, place: Placement) -> tuple[int, ...]:
    """The six features of Dellacherie by the plain rules, and no others."""
    full = locked(board, place.shape, place.row, place.column)
    after, removed = cleared(full)
    eroded = removed * sum(EMPTY not in full[place.row + i] for i, _ in place.shape.cells)
    return (
        2 * (len(board) - place.row - place.shape.height) + place.shape.height - 1,
        eroded,
        sum(changes(FILLED + row + FILLED) for row in after),
        sum(changes(EMPTY + column + FILLED) for column in columns(after)),
        len(hole_cells(after)),
        wells(after),
    )


def reference_placements_per_s(positions: list[FallingState], seconds: float) -> float:
    """The same work by the plain rules: list the moves, make each board, count its features."""
    turn = 0

    def work() -> int:
        nonlocal turn
        turn += 1
        known = positions[turn % len(positions)]
        state = known.game.parse(known.text())  # without what the last round has remembered
        done = 0
        for move in state.legal_moves():
            if not (isinstance(state, TetrisState) and state.ends_game(move)):
                six_features(state.board, state.game.moves[move])
                done += 1
        return done

    return per_second(work, seconds)


def ijk_positions(native: Native) -> list[IjkState]:
    """Positions after random play."""
    game = Ijk()
    rules = packing_ijk.packed_rules(game)
    native.set_isa()
    return [
        packing_ijk.unpacked(game, ijk.playout(rules, seed, IJK_TURNS))
        for seed in range(1, POSITIONS + 1)
    ]


def ijk_leaves_per_s(positions: list[IjkState], native: Native, seconds: float) -> float:
    """Leaves of all games of a length, each one slid, given its tile and tested for its end."""
    rules = packing_ijk.packed_rules(positions[0].game)
    states = [packing_ijk.packed(state) for state in positions]
    turn = 0

    def work() -> int:
        nonlocal turn
        turn += 1
        state = states[turn % len(states)]
        native.set_isa()
        return ijk.perft(rules, state, IJK_DEPTH, 0, with_digest=False).leaves

    return per_second(work, seconds)


def ijk_reference_leaves_per_s(positions: list[IjkState], seconds: float) -> float:
    """The same work by the plain rules."""
    turn = 0

    def leaves(state: IjkState, depth: int) -> int:
        if depth == 0:
            return 1
        after = [state.play(move) for move in state.legal_moves()]
        return sum(leaves(each.draw(Dice(0)), depth - 1) for each in after)

    def work() -> int:
        nonlocal turn
        turn += 1
        return leaves(positions[turn % len(positions)], IJK_REFERENCE_DEPTH)

    return per_second(work, seconds)


def pieces_per_s(
    game: Quintris | Tetris, native: Native, weights: tuple[int, ...], seconds: float
) -> float:
    """Pieces decided and played in whole games, draws and removed rows included."""
    seed = 0

    def work() -> int:
        nonlocal seed
        seed += 1
        outcomes = native.playout(game, weights, [seed], max_turns=20_000)
        return sum(outcome.turns for outcome in outcomes)

    return per_second(work, seconds)


def measure(seconds: float, tell: Callable[[str], None] = lambda what: None) -> EngineSpeed:
    """Everything, each part for about this long; `tell` hears what is being measured."""
    native, portable = Native(), Native("portable")
    games: dict[str, Quintris | Tetris] = {"quintris": Quintris(), "tetris": Tetris()}
    speeds, over_reference, over_portable = {}, {}, {}
    for name, game in games.items():
        tell(name)
        positions = falling_positions(game, native)
        speeds[name] = placements_per_s(positions, native, seconds)
        over_portable[name] = speeds[name] / placements_per_s(positions, portable, seconds)
        over_reference[name] = speeds[name] / reference_placements_per_s(positions, seconds)
    tell("ijk")
    tiles = ijk_positions(native)
    speeds["ijk"] = ijk_leaves_per_s(tiles, native, seconds)
    over_portable["ijk"] = speeds["ijk"] / ijk_leaves_per_s(tiles, portable, seconds)
    over_reference["ijk"] = speeds["ijk"] / ijk_reference_leaves_per_s(tiles, seconds)
    tell("whole games")
    weights = shipped(PUBLISHED)["dellacherie"].weights
    return EngineSpeed(
        isa=native.isa,
        signature=signature(native),
        quintris_placements_per_s=speeds["quintris"],
        tetris_placements_per_s=speeds["tetris"],
        ijk_leaves_per_s=speeds["ijk"],
        quintris_pieces_per_s=pieces_per_s(games["quintris"], native, weights, seconds),
        tetris_pieces_per_s=pieces_per_s(games["tetris"], native, weights, seconds),
        speedup_over_reference=over_reference,
        speedup_over_portable=over_portable,
    )
