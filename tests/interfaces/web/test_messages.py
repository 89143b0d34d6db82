"""Messages from outside: whatever is said, it is understood or refused, and never more."""

from __future__ import annotations

import json
from time import perf_counter
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.conftest import examples
from tilefall.interfaces.web.allowed import check_agent, consulted
from tilefall.interfaces.web.limits import Limits
from tilefall.interfaces.web.messages import SAID, BadMessage, Message, parse_message
from tilefall.interfaces.web.session import Trouble

LONGEST = Limits().message_bytes
FIELDS = sorted({name for fields in SAID.values() for name in fields})
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
MESSAGES = st.fixed_dictionaries(
    {"do": st.sampled_from(sorted(SAID)) | st.text(max_size=8) | JSON},
    optional=dict.fromkeys(FIELDS, JSON),
)


def check(text: str) -> None:
    begun = perf_counter()
    found = parsed(text)
    assert perf_counter() - begun < 1.0
    if isinstance(found, str):
        assert 0 < len(found) < 500
        assert found.isprintable()
    else:
        fields = SAID[found.do]
        assert all(value is None or fields[name].holds(value) for name, value in found.told.items())


def parsed(text: str) -> Message | str:
    """The message, or what is wrong with it."""
    try:
        return parse_message(text)
    except BadMessage as error:
        return str(error)


@given(st.text())
@example("[" * LONGEST)
@example('{"a":' * (LONGEST // 5))
@example("9" * LONGEST)
@example('{"do":"play","seed":' + "9" * 5000 + "}")
@example('{"do":"play","seed":1e400}')
@example('{"do":"play","period":NaN}')
@example('{"do":"play","period":Infinity}')
@example('{"do":"play","do":"watch"}')
@example('{"do":"replay","id":"../../secret"}')
@example('{"do":"act","action":{"a":1}}')
@example('{"do":"act","action":[1]}')
@example("\ud800")
def test_any_text_is_a_message_or_a_bad_one(text: str) -> None:
    check(text)


@examples(40)
@given(MESSAGES)
def test_any_object_is_a_message_or_a_bad_one(message: dict[str, Any]) -> None:
    check(json.dumps(message))


REFUSED = [
    '{"do":"play","seed":true}',
    '{"do":"play","seed":-1}',
    '{"do":"play","seed":1.0}',
    '{"do":"play","period":0}',
    '{"do":"play","period":true}',
    '{"do":"play","period":1e999}',
    '{"do":"play","game":""}',
    '{"do":"play","game":"a\\u0000b"}',
    '{"do":"play","game":"a\\nb"}',
    '{"do":"play","game":"' + "a" * 300 + '"}',
    '{"do":"watch","agents":["a","b","c"]}',
    '{"do":"watch","agents":[]}',
    '{"do":"watch","agents":["a",1]}',
    '{"do":"watch","agents":"greedy"}',
    '{"do":"replay","id":"../x"}',
    '{"do":"replay","id":"A"}',
    '{"do":"replay","id":"-a"}',
    '{"do":"replay","id":"a/b"}',
    '{"do":"replay","id":"' + "a" * 65 + '"}',
    '{"do":"replay","id":"a\\n"}',
    '{"do":"seek"}',
    '{"do":"seek","to":99999999999}',
    '{"do":"act","action":"__class__"}',
    '{"do":"__init__"}',
    '{"do":"act","action":"left","extra":1}',
    '{"do":"play","seed":1,"seed":"x"}',
    "{}",
    "null",
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_of_the_right_sort_is_refused(text: str) -> None:
    with pytest.raises(BadMessage):
        parse_message(text)


@pytest.mark.parametrize(
    "name",
    [
        "./program",
        "/bin/sh",
        "cmd:sh -c id",
        "module:function",
        "greedy:weights=/etc/passwd",
        "greedy:weights=dt-20",
        "tuples",
        "alphabeta:network=/dev/zero",
        "alphabeta:table=32",
        "alphabeta:threads=1024",
        "expectimax:threads=64",
        "expectimax:depth=17",
        "expectimax:depth=99999999999999999999",
        "expectimax:depth=\u0663",
        "expectimax:belief=/etc/passwd",
        "expectimax:depth",
        "course-genetic:weights=/etc/passwd",
        "nobody",
        "",
    ],
)
def test_files_programs_and_the_server_s_own_means_are_not_asked_for(name: str) -> None:
    with pytest.raises(Trouble):
        check_agent(name)
    assert consulted([name, "greedy"]) == ("nobody", "greedy")


@pytest.mark.parametrize(
    "name",
    [
        "greedy",
        "expectimax:depth=2,beam=8,belief=uniform",
        "alphabeta:depth=4,evaluation=tiles",
        "course-wavy:search=one,variant=published",
        "expectiminimax:sample=4",
    ],
)
def test_agents_of_ours_are(name: str) -> None:
    check_agent(name)
