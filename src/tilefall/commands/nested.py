"""Nested: a command that takes a game as its first word, and has a command of its own beside."""

from __future__ import annotations

from typing import Any

import click


def beside(inner: click.Command) -> type[click.Command]:
    """A kind of command whose first word may be the name of another one, which then runs."""

    class Outer(click.Command):
        """The command itself, unless the other one is named."""

        def make_context(
            self,
            info_name: str | None,
            args: list[str],
            parent: click.Context | None = None,
            **extra: Any,
        ) -> click.Context:
            """What the words are for."""
            if args[:1] != [inner.name]:
                return super().make_context(info_name, args, parent, **extra)
            return inner.make_context(f"{info_name} {inner.name}", args[1:], parent, **extra)

    return Outer
