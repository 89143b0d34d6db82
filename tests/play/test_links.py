"""Links: games go into a fragment and come back the same; what is wrong with a text is said."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.play.test_records import GAMES, played
from tests.rules.positions import falling_states, ijk_states
from tilefall.agents.simple import RandomAgent
from tilefall.play import BadRecord, Record, Recorder, play_match, verify
from tilefall.play.links import (
    DIGITS,
    FIELDS,
    LONGEST,
    BadLink,
    LinkTooLong,
    beginning_of,
    fragment_of,
    link_of,
    linked,
    record_of,
)
from tilefall.play.verify import replayed
from tilefall.rules.catalog import parse_game
from tilefall.rules.dice import SEEDS
from tilefall.rules.game import RULES_VERSION, State

NAMES = st.text(min_size=1, max_size=30).filter(str.isprintable)
ODD = ("&moves=AA#", "a,b", "100 %", "%41", "</script>", "ä ✓ 𝕏", "+=?/", "v=1")
IJK = played("ijk:size=3", 3, 12)
LINK = link_of(IJK, 4)


def renamed(record: Record, names: list[str]) -> Record:
    return replace(record, agents=tuple(names[: len(record.agents)])).sealed()


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Of every game, from its start or from any position, with any names."""
    seed = draw(st.integers(0, SEEDS - 1))
    turns = draw(st.integers(0, 8))
    names = draw(st.lists(st.sampled_from(ODD) | NAMES, min_size=2, max_size=2))
    if draw(st.booleans()):
        return renamed(played(draw(st.sampled_from(GAMES)), seed, turns), names)
    states: st.SearchStrategy[State] = st.one_of(falling_states, ijk_states())
    start = draw(states)
    players = [RandomAgent(seed)] * start.game.players
    return renamed(play_match(start.game, players, seed, turns, start=start), names)


@examples(40)
@given(records(), st.data())
def test_a_link_tells_the_whole_game(record: Record, data: st.DataObject) -> None:
    at = data.draw(st.none() | st.integers(0, len(record.moves)))
    text = link_of(record, at)
    assert text.isascii()
    assert not set(text) & set(" \"'<>`#\\")  # an address holds it as it is
    found = linked(text)
    assert (found.record, found.at) == (record, at)
    assert verify(found.record) is None
    states = list(replayed(record))
    here = beginning_of(text)
    assert here.start == states[-1 if at is None else at]
    assert (here.game.text(), here.seed) == (record.game, record.seed)


def test_moves_take_as_few_digits_as_their_game_allows() -> None:
    for game, width in (("ijk", 1), ("marathon", 1), ("tetris", 3), ("quintris", 3)):
        record = played(game, 5, 6)
        _, _, moves = link_of(record).partition("&moves=")
        assert len(moves) == width * len(record.moves), game
    assert link_of(IJK).endswith("".join(DIGITS[move] for move in IJK.moves))


def test_a_link_can_be_read_and_cut_out_of_an_address() -> None:
    record = renamed(played("tetris:width=5,height=6", 3, 2), ["expectimax:depth=2,beam=4"])
    text = link_of(record, 1)
    head = "v=1&game=tetris:width=5%2Cheight=6&rules=1&seed=3&agents=expectimax:depth=2%2Cbeam=4"
    assert text.startswith(f"{head}&moves=")
    assert text.endswith("&at=1")
    for before in ("", "#", "http://127.0.0.1:8765/watch#", "https://[::1]:80/watch?a=b#", " "):
        assert fragment_of(f"{before}{text}") == text
    for other in ("game.jsonl", "v=1.jsonl", "C:\\games\\v=1", "/tmp/a#v=1", "http://a/watch", ""):
        assert fragment_of(other) is None, other


def test_play_goes_on_from_any_position_of_a_link() -> None:
    states = list(replayed(IJK))
    assert beginning_of(LINK).start == states[4]
    for at in (0, 7, len(IJK.moves), 10**6):
        assert beginning_of(LINK, at).start == states[min(at, len(IJK.moves))]


BAD = {
    "": "a field ''",
    "x=1": "a field 'x'",
    "v": "a field 'v'",
    LINK + "&at=4": "the field at twice",
    LINK + "&": "a field ''",
    LINK.replace("&seed=3", ""): "no field seed",
    LINK.replace("v=1", "v=2"): "v='2', this tilefall reads 1",
    LINK.replace("rules=1", "rules=7"): f"rules '7', these are rules {RULES_VERSION}",
    LINK.replace("game=ijk", "game=ikj"): 'No game "ikj". Did you mean ijk?',
    LINK.replace("seed=3", "seed=-3"): "seed '-3', expected a whole number",
    LINK.replace("seed=3", f"seed={SEEDS}"): f"seed '{SEEDS}'",
    LINK.replace("at=4", "at=13"): "at '13', expected a whole number from 0 to 12",
    LINK.replace("random,random", "random"): "1 agents, ijk has 2",
    LINK.replace("random,random", "random,"): "agents: '' is no text",
    LINK.replace("random,random", "random,%ff"): "'%ff' is not UTF-8",
    LINK.replace("random,random", "random,%0a"): "'%0a' is no text that can be shown",
    LINK.replace("random,random", "random,%4"): "'%4' is no text that can be shown",
    LINK.replace("&moves=", "&moves=!"): "at move 1: '!' is no digit",
    LINK.replace("&moves=", "&moves=_"): "at move 1: number 63, ijk has moves 0 to 3",
    LINK.replace("&moves=", "&moves=E"): "at move 1: number 4, ijk has moves 0 to 3",
    LINK.replace("&moves=", "&start=ijk:size=3%20x%20%2B%200&moves="): "the link: ",
    link_of(played("quintris", 3, 4))[:-1]: "11 digits, expected 3 for each: it is cut off",
    LINK + "A" * LONGEST: "at most 15,000 are allowed",
}


@pytest.mark.parametrize(("text", "reason"), BAD.items())
def test_what_is_wrong_with_a_link_is_said_in_one_line(text: str, reason: str) -> None:
    with pytest.raises(BadLink) as caught:
        record_of(text)
    assert reason in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


def test_a_move_that_the_rules_forbid_is_named() -> None:
    record = played("quintris", 3, 4)
    text = link_of(record)
    wrong = text[:-6] + text[-9:-6] + text[-3:]  # the third move is the second one again
    with pytest.raises(
        BadLink, match=r"^the link at move 3: illegal move \d+, legal are \("
    ) as found:
        record_of(wrong)
    assert str(found.value).isprintable()
    assert len(str(found.value)) < 300


def test_nothing_is_believed_but_game_seed_and_moves() -> None:
    """Another seed is another game; score, checks and seal are those of the moves."""
    record = played("ijk:mode=nondeterministic", 3, 3)
    for other in range(4, 40):
        try:
            found = record_of(link_of(record).replace("seed=3", f"seed={other}"))
        except BadLink:
            continue
        assert verify(found) is None
        if found.digest != record.digest:
            return
    raise AssertionError("the seed made no difference")


@examples(150)
@given(
    st.text()
    | st.lists(
        st.tuples(st.sampled_from(FIELDS), st.text(max_size=12) | st.sampled_from(["1", "ijk"]))
    ).map(lambda pairs: "&".join(f"{name}={value}" for name, value in pairs))
)
def test_any_text_is_a_game_or_a_bad_link(text: str) -> None:
    with pytest.raises(BadLink):
        record_of(text)


@examples(150)
@given(
    st.sampled_from([link_of(played(game, 3, 4), 2) for game in GAMES]),
    st.integers(0, 200),
    st.integers(0, 3),
    st.text(max_size=3),
)
def test_a_damaged_link_is_another_game_or_a_bad_link(
    text: str, where: int, cut: int, put: str
) -> None:
    damaged = text[:where] + put + text[where + cut :]
    said = ""
    try:
        assert verify(record_of(damaged)) is None
    except BadLink as error:
        said = str(error)
    assert not said or said.isprintable()


def test_a_long_game_is_saved_instead() -> None:
    game = parse_game("ijk")
    record = replace(IJK, game=game.text(), moves=(0,) * LONGEST)
    with pytest.raises(LinkTooLong, match=r"15,000 moves .* save it as a file instead"):
        link_of(record)
    fits = replace(record, moves=(0,) * (LONGEST - len(link_of(replace(record, moves=())))))
    assert len(link_of(fits)) == LONGEST


def test_what_cannot_be_a_link_is_refused_when_it_is_made() -> None:
    with pytest.raises(BadRecord, match="move 2 is 4, ijk has moves 0 to 3"):
        link_of(replace(IJK, moves=(0, 4)))
    with pytest.raises(BadRecord, match="cannot be part of a link"):
        link_of(replace(IJK, agents=("\ud800", "a")))
    with pytest.raises(ValueError, match="position 13, the game has 0 to 12"):
        link_of(IJK, 13)


def test_a_game_without_a_move_is_a_game() -> None:
    record = Recorder(parse_game("marathon"), ["you"], 7).record()
    assert record_of(link_of(record)) == record
