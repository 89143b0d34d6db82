"""Gymnasium knows the environments after `import tilefall`, whichever of both is imported first."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

GYMNASIUM = "gymnasium"


def register_soon() -> None:
    """Register the environments now if Gymnasium is there, else as soon as it is imported.

    Importing it here would make everyone wait who only plays.
    """
    if sys.modules.get(GYMNASIUM) is not None:
        _register()
    else:
        sys.meta_path.insert(0, _Watcher())


def _register() -> None:
    from tilefall.envs import register_envs

    register_envs()


class _Watcher:
    """Stands where modules are looked for until Gymnasium is imported, and goes."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """What the others find of Gymnasium, with the registration behind its import."""
        if name != GYMNASIUM:
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        specs = (finder.find_spec(name, path, target) for finder in others)
        spec = next((spec for spec in specs if spec is not None), None)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def execute_and_register(module: ModuleType) -> None:
                execute(module)
                if self in sys.meta_path:  # somebody may only have asked where it is
                    sys.meta_path.remove(self)
                _register()

            spec.loader.exec_module = execute_and_register  # type: ignore[method-assign]
        return spec
