"""Tests, in folders that mirror src/tilefall; `tests/docs` has those of documents and examples."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "golden"
