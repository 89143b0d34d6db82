"""Bundle: the modules that a script imports, and the script itself, as one module without imports.

Each becomes a function that is called once and gives back what it exports, so names stay apart.
Only what these pages use is understood; anything else is refused rather than guessed at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from posixpath import dirname, join, normpath

from tilefall.interfaces.web.script_words import BadScript, Kind, Word, words

NEVER = ("<!--", "<script", "</script")  # a page would read these as its own markup
DECLARED = ("function", "class", "const")

Read = Callable[[str], str]  # the text of the script at a path


@dataclass(frozen=True)
class Import:
    """A statement that takes names from another module."""

    path: str
    names: tuple[tuple[str, str], ...] = ()  # as they are exported, and as they are used
    whole: str = ""  # the name of all that it exports


@dataclass(frozen=True)
class Module:
    """A script without its imports, and what it gives to others."""

    path: str
    imports: tuple[Import, ...]
    exports: tuple[tuple[str, str], ...]  # as others know them, and as it calls them itself
    body: str


def bundled(entry: str, read: Read) -> str:
    """One script that does what the entry and all its imports do; BadScript if that is unclear."""
    modules = _in_order(entry, read, {}, ())
    names = {path: f"module{number}" for number, path in enumerate(modules)}
    script = "\n".join(_called(module, names, modules) for module in modules.values())
    for text in NEVER:
        if text in script.lower():
            raise BadScript(f"{entry}: a script that holds {text!r} cannot stand in a page")
    return script


def _in_order(
    path: str, read: Read, found: dict[str, Module], above: tuple[str, ...]
) -> dict[str, Module]:
    """The modules by their paths, each after those that it needs."""
    if path in above:
        raise BadScript(f"{' imports '.join((*above[above.index(path) :], path))}: a circle")
    if path in found:
        return found
    module = parsed(path, read(path))
    for each in module.imports:
        _in_order(each.path, read, found, (*above, path))
    found[path] = module
    return found


def _called(module: Module, names: dict[str, str], modules: dict[str, Module]) -> str:
    taken = []
    for each in module.imports:
        known = {name for name, _ in modules[each.path].exports}
        for name, _ in each.names:
            if name not in known:
                raise BadScript(f"{module.path}: {each.path} exports no {name}")
        if each.whole:
            taken.append(f"const {each.whole} = {names[each.path]};")
        elif each.names:
            pairs = ", ".join(f"{name}: {used}" for name, used in each.names)
            taken.append(f"const {{ {pairs} }} = {names[each.path]};")
    given = ", ".join(f"{name}: {own}" for name, own in module.exports)
    inside = "\n".join([*taken, module.body, f"return {{ {given} }};"])
    return f"const {names[module.path]} = (() => {{\n{inside}\n}})();"


def parsed(path: str, script: str) -> Module:
    """A module with its imports and exports taken out of its text."""
    return _Parser(path, script).module()


class _Parser:
    """Goes through the words of a script once."""

    def __init__(self, path: str, script: str) -> None:
        self._path = path
        self._words = list(words(script, path))
        self._at = 0
        self._imports: list[Import] = []
        self._exports: dict[str, str] = {}

    def module(self) -> Module:
        """The whole script, taken apart."""
        body: list[str] = []
        depth, last = 0, ";"
        while self._at < len(self._words):
            word = self._words[self._at]
            if word.kind is Kind.NAME and last != "." and word.text in ("import", "export"):
                if depth:
                    raise self._bad(word, "inside of something else")
                self._at += 1
                self._import(word) if word.text == "import" else self._export(word)
            elif word.text == "await" and word.kind is Kind.NAME and depth == 0:
                raise self._bad(word, "outside of a function")
            else:
                depth += _deeper(word)
                if word.kind is not Kind.SPACE or body[-1:] not in (["\n"], []):
                    body.append(word.text)  # one end of a line is enough
                self._at += 1
            last = last if word.kind is Kind.SPACE else word.text
        exports = tuple(self._exports.items())
        return Module(self._path, tuple(self._imports), exports, "".join(body).strip())

    def _import(self, begin: Word) -> None:
        names: tuple[tuple[str, str], ...] = ()
        whole = ""
        if self._seen("*"):
            self._need(begin, "as")
            whole = self._name(begin)
            self._need(begin, "from")
        elif self._seen("{"):
            names = tuple(self._listed(begin))
            self._need(begin, "from")
        word = self._next()
        if word is None or word.kind is not Kind.TEXT or word.text[0] not in "\"'":
            raise self._bad(begin, "of a sort that is not understood here")
        self._imports.append(Import(self._resolved(begin, word.text[1:-1]), names, whole))
        self._need(begin, ";")

    def _export(self, begin: Word) -> None:
        """Note what is exported; a declaration stays where it is."""
        if self._seen("{"):
            for own, name in self._listed(begin):
                self._put(begin, name, own)
            self._need(begin, ";")
            return
        start = self._at
        is_async = self._seen("async")
        word = self._next()
        if word is None or word.text not in DECLARED or (is_async and word.text != "function"):
            raise self._bad(begin, "of a sort that is not understood here")
        name = self._name(begin)
        self._put(begin, name, name)
        after = self._next()
        if word.text == "const" and (after is None or after.text != "="):
            raise self._bad(begin, "of more than one name")
        self._at = start  # the declaration is read again, as part of the module's text

    def _put(self, begin: Word, name: str, own: str) -> None:
        if name in self._exports:
            raise self._bad(begin, f"of {name}, which is exported already,")
        self._exports[name] = own

    def _listed(self, begin: Word) -> list[tuple[str, str]]:
        """Names between braces, each with the one after `as`."""
        found = []
        while not self._seen("}"):
            name = self._name(begin)
            found.append((name, self._name(begin) if self._seen("as") else name))
            if not self._seen(","):
                self._need(begin, "}")
                break
        return found

    def _resolved(self, begin: Word, path: str) -> str:
        found = normpath(join(dirname(self._path), path))
        if not path.startswith(("./", "../")) or found.startswith("../"):
            raise self._bad(begin, f"from {path!r}, which is no file beside it,")
        return found

    def _next(self) -> Word | None:
        """The next word that is no space."""
        while self._at < len(self._words):
            word = self._words[self._at]
            self._at += 1
            if word.kind is not Kind.SPACE:
                return word
        return None

    def _seen(self, text: str) -> bool:
        """Whether this is the next word; it is passed then."""
        here = self._at
        word = self._next()
        if word is not None and word.text == text:
            return True
        self._at = here
        return False

    def _need(self, begin: Word, text: str) -> None:
        if not self._seen(text):
            raise self._bad(begin, f"without {text!r} where it belongs")

    def _name(self, begin: Word) -> str:
        word = self._next()
        if word is None or word.kind is not Kind.NAME or word.text == "default":
            raise self._bad(begin, "of a sort that is not understood here")
        return word.text

    def _bad(self, word: Word, why: str) -> BadScript:
        return BadScript(f"{self._path}, line {word.line}: {word.text} {why} cannot be bundled")


def _deeper(word: Word) -> int:
    if word.kind is not Kind.SIGN:
        return 0
    return (word.text in "{([") - (word.text in "})]")
