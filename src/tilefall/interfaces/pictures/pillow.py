"""Pillow: whether it is there, which only pictures of pixels need."""

from __future__ import annotations

from tilefall.train.extras import extra_package


def check_pillow(purpose: str = "a picture of pixels") -> None:
    """Raises MissingExtra where Pillow is not installed."""
    extra_package("PIL", "pictures", purpose)
