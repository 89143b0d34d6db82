"""The bundler: modules become one script that does the same, or are refused in one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests import ROOT
from tilefall.interfaces.web.bundle import bundled
from tilefall.interfaces.web.script_words import BadScript, Kind, words

SCRIPTS = ROOT / "src/tilefall/interfaces/web/static/js"

# Every module has names that another one has too, and text that looks like code.
MODULES = {
    "main.js": """
// import { nothing } from "./comment.js";
import { add, twice as doubled } from "./sums.js";
import * as words from "./deep/words.js";
import "./effect.js";
const own = "main"; /* export const no = 1; */
const text = `a ${[1, 2].map((n) => `${own}:${n}`).join(`}`)} \\` import x


export`;
const pattern = /["'`/]import {/.test("x") || /[/]\\/"/g.test('//"');
globalThis.found = {
  sum: add(1, 2), twice: doubled(4), shout: words.shout("a"), names: Object.keys(words).sort(),
  text, pattern, own, half: (3 + 1) / 2 / 1, order: globalThis.order, made: new words.Kept(5).value,
};
""",
    "sums.js": """
import { own } from "./deep/words.js";
globalThis.order = [...(globalThis.order ?? []), "sums"];
export function add(a, b) { return a + b; }
const hidden = (a) => add(a, a);
export { hidden as twice };
export const label = own;
""",
    "effect.js": 'globalThis.order = [...(globalThis.order ?? []), "effect"];\n',
    "deep/words.js": """
import { add } from "../plain.js";
globalThis.order = [...(globalThis.order ?? []), "words"];
export const own = "words";
export async function later() { await null; return 1; }
export class Kept {
  #kept;
  constructor(value) { this.#kept = add(value); }
  get value() { return this.#kept; }
}
export const shout = (text) => `${text}!`;
""",
    "plain.js": "export function add(a) { return a + 100; }\n",
}


def read(modules: Mapping[str, str]) -> Any:
    return modules.__getitem__


def test_a_bundle_does_what_its_modules_do(browser: Any) -> None:
    script = bundled("main.js", read(MODULES))
    assert "// import" not in script
    assert "no = 1" not in script
    page = browser.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_content("<p></p>")
    page.evaluate(
        """script => { const made = document.createElement("script"); made.type = "module";
        made.textContent = script; document.body.append(made); }""",
        script,
    )
    page.wait_for_function("globalThis.found !== undefined")
    assert page.evaluate("found") == {
        "sum": 3,
        "twice": 8,
        "shout": "a!",
        "names": ["Kept", "later", "own", "shout"],
        "text": "a main:1}main:2 ` import x\n\n\nexport",
        "pattern": True,
        "own": "main",
        "half": 2,
        "order": ["words", "sums", "effect"],
        "made": 105,
    }
    assert not errors
    page.close()


def test_the_scripts_of_the_viewer_are_understood() -> None:
    script = bundled("viewer.js", lambda each: (SCRIPTS / each).read_text(encoding="utf-8"))
    assert "WebSocket" not in script  # nothing of it knows a server
    assert len(script) < 100_000


REFUSED = {
    'import fixed from "./b.js";': "import of a sort that is not understood",
    'const later = await import("./b.js");': "await outside of a function",
    'function f() { return import("./b.js"); }': "import inside of something else",
    "const here = import.meta.url;": "import of a sort that is not understood",
    'export * from "./b.js";': "export of a sort that is not understood",
    'export { a } from "./b.js";': "export without ';'",
    "export default 1;": "export of a sort that is not understood",
    "export let a = 1;": "export of a sort that is not understood",
    "export const { a } = {};": "export of a sort that is not understood",
    "export const a = 1; export function a() {}": "a, which is exported already",
    'import { a } from "react";': "from 'react', which is no file beside it",
    'import { a } from "../../etc/passwd";': "which is no file beside it",
    'import { missing } from "./b.js";': "b.js exports no missing",
    'import { a } from "./b.js"': "import without ';'",
    'const a = "</script>";': "'</script' cannot stand in a page",
    "const a = `<!--`;": "'<!--' cannot stand in a page",
    "const a = 'no end": "is nothing that is understood here",
    "const a = `no end": "a template that does not end",
    "const a = `${import('./b.js')}`;": "a template whose code is not understood",
    "if (a) {} /b/.test(c);": "is nothing that is understood here",
    'import { c } from "./circle.js";': "a circle",
}


@pytest.mark.parametrize(("script", "reason"), REFUSED.items())
def test_what_is_not_understood_is_refused(script: str, reason: str) -> None:
    others = {
        "b.js": "export const a = 1;\n",
        "circle.js": 'import { a } from "./a.js";\nexport const c = 1;\n',
    }
    with pytest.raises(BadScript) as caught:
        bundled("a.js", read({"a.js": script, **others}))
    assert reason in str(caught.value)
    assert str(caught.value).isprintable()


def test_words_are_the_script_without_its_comments() -> None:
    script = "const a = b / c; // d\nreturn /x/g.test(`${ {e: 1} }`) /* f\n */ + .5e3;"
    found = list(words(script, "a.js"))
    joined = "".join(word.text for word in found if word.kind is not Kind.SPACE)
    assert joined == "consta=b/c;return/x/g.test(`${ {e: 1} }`)+.5e3;"
    assert [word.text for word in found if word.kind is Kind.TEXT] == [
        "/x/g",
        "`${ {e: 1} }`",
        ".5e3",
    ]
    assert [word.line for word in found if word.text in ("a", "return", ".5e3")] == [1, 2, 3]
