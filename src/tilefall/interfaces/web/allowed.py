"""Allowed: which agents a client may ask for, and with which parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tilefall.agents.catalog import catalog
from tilefall.interfaces.web.session import Trouble
from tilefall.rules.game import BadText
from tilefall.rules.notation import parse_game_text
from tilefall.search.course_values import SEARCHES, VARIANTS
from tilefall.search.expectimax import BELIEFS
from tilefall.search.ijk_evaluation import EVALUATIONS

DEEPEST = 16
WIDEST = 2048


def _is_number(most: int) -> Callable[[str], bool]:
    return lambda word: word.isascii() and word.isdigit() and len(word) < 6 and int(word) <= most


def _is_one_of(words: Sequence[str]) -> Callable[[str], bool]:
    return lambda word: word in words


# What may follow an agent's name. No files, and nothing that takes memory or threads: those are
# the server's to give.
PARAMETERS: Mapping[str, Callable[[str], bool]] = {
    "depth": _is_number(DEEPEST),
    "beam": _is_number(WIDEST),
    "sample": _is_number(36),
    "belief": _is_one_of(tuple(BELIEFS)),
    "evaluation": _is_one_of(tuple(EVALUATIONS)),
    "search": _is_one_of([word for words in SEARCHES.values() for word in words]),
    "variant": _is_one_of(VARIANTS),
}


def check_agent(name: str) -> None:
    """Trouble for whatever is no agent of ours: programs and files are not for the web."""
    try:
        base, parameters = parse_game_text(name)
    except BadText as error:
        raise Trouble(str(error)) from error
    if base not in catalog():
        raise Trouble(f"No agent {base!r} here. There are {', '.join(catalog())}.")
    for key, word in parameters.items():
        if key not in PARAMETERS:
            allowed = ", ".join(each for each in catalog()[base].parameters if each in PARAMETERS)
            raise Trouble(
                f"Agent {base} has no parameter {key!r} here, it has {allowed or 'none'}."
            )
        if not PARAMETERS[key](word):
            raise Trouble(f"Parameter {key} of {base}: {word!r} is not allowed here.")


def consulted(names: Sequence[str]) -> tuple[str, ...]:
    """Those of the names in a record that a client could have asked for; nobody for the others."""
    return tuple(name if is_allowed(name) else NOBODY for name in names)


NOBODY = "nobody"


def is_allowed(name: str) -> bool:
    """Whether a client may ask for an agent of this name."""
    try:
        check_agent(name)
    except Trouble:
        return False
    return True
