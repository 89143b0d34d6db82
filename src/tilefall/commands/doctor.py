"""Doctor: says what this installation has, what is wrong with it and what to do."""

from __future__ import annotations

import json
import os
import platform
import shutil
import sys
from dataclasses import asdict, dataclass

import click

from tilefall import __version__
from tilefall.commands import options
from tilefall.engines import EngineError
from tilefall.errors import FAILURE

COLUMNS, ROWS = 40, 30  # what a plain Quintris position takes


@dataclass(frozen=True)
class Check:
    """One thing looked at: what was found, and what to do if it is not well."""

    name: str
    ok: bool
    found: str
    advice: str = ""


@click.command()
@options.json_option
def doctor(as_json: bool) -> None:
    """Check the installation: engine, instruction sets and terminal."""
    native = native_check()
    checks = [
        *(version_check(), python_check(), platform_check(), native, programs_check()),
        *terminal_checks(),
    ]
    if as_json:
        click.echo(json.dumps({"ok": native.ok, "checks": [asdict(check) for check in checks]}))
    else:
        for check in checks:
            click.echo(f"{'ok' if check.ok else 'problem':8} {check.name:9} {check.found}")
            if check.advice:
                click.echo(f"{'':18} {check.advice}")
    if not native.ok:
        click.get_current_context().exit(FAILURE)


def version_check() -> Check:
    """The version of the package."""
    return Check("tilefall", True, __version__)


def python_check() -> Check:
    """The version of Python; the package does not install on one that is too old."""
    return Check("python", True, f"{platform.python_version()} at {sys.executable}")


def platform_check() -> Check:
    """System, processor kind and cores."""
    cores = os.cpu_count() or 1
    return Check("platform", True, f"{platform.system()} {platform.machine()}, {cores} cores")


def native_check() -> Check:
    """The native engine with its instruction sets, or why it is missing."""
    try:
        from tilefall.engines.native import available_isas, chosen_isa

        isas, chosen = available_isas(), chosen_isa()
    except (ImportError, EngineError) as error:
        advice = "Build it: pip install --force-reinstall tilefall; until then: --engine reference."
        if wish := os.environ.get("TILEFALL_ISA"):
            advice = f"TILEFALL_ISA asks for {wish!r}: unset it to take the best there is."
        return Check("engine", False, f"no native engine: {error}", advice)
    return Check("engine", True, f"native, {chosen} chosen of {', '.join(isas)}")


def programs_check() -> Check:
    """How foreign programs are contained."""
    from tilefall.agents.foreign.sandbox import containment

    if platform.system() != "Linux":
        return Check("programs", True, "none but ours: foreign ones need Linux")
    way = containment()
    return Check("programs", way != "", f"contained by {way}" if way else "cannot be contained")


def terminal_checks() -> list[Check]:
    """Size, colour and encoding of the terminal, as far as there is one."""
    columns, rows = shutil.get_terminal_size()
    is_terminal = sys.stdout.isatty()
    encoding = sys.stdout.encoding or "ascii"
    is_large = not is_terminal or (columns >= COLUMNS and rows >= ROWS)
    has_colour = (
        is_terminal and "NO_COLOR" not in os.environ and os.environ.get("TERM", "dumb") != "dumb"
    )
    size = f"{columns} x {rows}" if is_terminal else "output goes to a file or pipe"
    is_utf8 = encoding.lower().replace("-", "") == "utf8"
    return [
        Check(
            "terminal",
            is_large,
            size,
            "" if is_large else f"Quintris needs {COLUMNS} x {ROWS}: make the window larger.",
        ),
        Check("colour", True, "yes" if has_colour else "no, letters and signs tell everything"),
        Check("encoding", is_utf8, encoding, "" if is_utf8 else "Set PYTHONUTF8=1 for full texts."),
    ]
