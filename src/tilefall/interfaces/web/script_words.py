"""Script words: a script in its words, so that nobody takes a string or a comment for code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from tilefall.errors import TilefallError


class BadScript(TilefallError, ValueError):
    """A script that cannot be put into one file; says where, and what it is about."""


class Kind(Enum):
    """What a word of a script is."""

    SPACE = auto()  # also a comment
    NAME = auto()  # keywords too
    TEXT = auto()  # a string, a template, a number or a pattern
    SIGN = auto()


@dataclass(frozen=True)
class Word:
    """A word of a script; all of them together are the script, without its comments."""

    kind: Kind
    text: str
    line: int


SPACE = re.compile(r"\s+|//[^\n]*|/\*.*?\*/", re.DOTALL)
NAME = re.compile(r"#?[A-Za-z_$][\w$]*")
NUMBER = re.compile(r"0[xXbBoO][\da-fA-F_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?n?")
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', re.DOTALL)
PATTERN = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
SIGN = re.compile(r"\.\.\.|=>|[{}()\[\];,<>+\-*/%&|^!~?:=.@]")
# After these a slash begins a pattern; after any other name it divides.
BEFORE_A_PATTERN = (
    *("return", "typeof", "case", "in", "of", "delete", "void"),
    *("throw", "new", "instanceof", "do", "else", "yield", "await"),
)


def words(script: str, where: str) -> Iterator[Word]:
    """The words of a script; BadScript where it holds something else."""
    at, last = 0, Word(Kind.SIGN, ";", 1)
    while at < len(script):
        line = script.count("\n", 0, at) + 1
        word = _word(script, at, last, line)
        if word is None:
            said = script[at : at + 20].split("\n")[0]
            raise BadScript(f"{where}, line {line}: {said!r} is nothing that is understood here")
        at += len(word.text)
        if word.kind is Kind.SPACE:
            yield Word(Kind.SPACE, "\n" if "\n" in word.text else " ", line)
        else:
            last = word
            yield word


def _word(script: str, at: int, last: Word, line: int) -> Word | None:
    tries = [(Kind.SPACE, SPACE), (Kind.NAME, NAME), (Kind.TEXT, NUMBER), (Kind.TEXT, STRING)]
    if _may_begin_a_pattern(last):
        tries.append((Kind.TEXT, PATTERN))
    tries.append((Kind.SIGN, SIGN))
    if script[at] == "`":
        return Word(Kind.TEXT, script[at : _end_of_template(script, at, line)], line)
    for kind, form in tries:
        if found := form.match(script, at):
            is_unclear = found.group() == "/" and last.text == "}"  # of an object or of a block
            return None if is_unclear else Word(kind, found.group(), line)
    return None


def _may_begin_a_pattern(last: Word) -> bool:
    if last.kind is Kind.NAME:
        return last.text in BEFORE_A_PATTERN
    return last.kind is Kind.SIGN and last.text not in (")", "]", "}")


def _end_of_template(script: str, begin: int, line: int) -> int:
    """Where a template ends; what it holds between ${ and } is code, with templates of its own."""
    at = begin + 1
    while at < len(script):
        if script[at] == "`":
            return at + 1
        if script.startswith("${", at):
            at = _end_of_code(script, at + 2, line)
        else:
            at += 2 if script[at] == "\\" else 1
    raise BadScript(f"line {line}: a template that does not end")


def _end_of_code(script: str, begin: int, line: int) -> int:
    """Where the code inside a template ends, past its brace; it must not import anything."""
    at, depth, last = begin, 0, Word(Kind.SIGN, ";", line)
    while at < len(script):
        if script[at] == "}" and depth == 0:
            return at + 1
        word = _word(script, at, last, line)
        if word is None or word.text in ("import", "export"):
            break
        depth += {"{": 1, "}": -1}.get(word.text, 0) if word.kind is Kind.SIGN else 0
        at += len(word.text)
        last = last if word.kind is Kind.SPACE else word
    raise BadScript(f"line {line}: a template whose code is not understood here")
