"""Genes: the four weights of the course's genetic program, its author's or trained ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tilefall.search.course_values import BILLIARD, GENES
from tilefall.search.weights_file import (
    BadWeights,
    checked_features,
    named_entry,
    with_largest,
)

SHIPPED_GENES = ("tetris-genetic",)  # files in weights/


@dataclass(frozen=True)
class CourseGenes:
    """One whole number for each of GENES."""

    name: str
    about: str
    genes: tuple[int, ...]


def scaled_genes(floats: Mapping[str, float]) -> tuple[int, ...]:
    """Genes as whole numbers, the largest of them 10^15; those left out are 0.

    >>> scaled_genes({"summed_heights": -0.5, "complete_rows": 1})
    (-500000000000000, 1000000000000000, 0, 0)
    """
    return with_largest(checked_features(floats, GENES), BILLIARD)


def named_genes(text: str) -> CourseGenes:
    """The genes that a name or a file stands for."""
    entry = named_entry(text, SHIPPED_GENES)
    try:
        return CourseGenes(entry.name, entry.about, scaled_genes(entry.features))
    except BadWeights as error:
        raise BadWeights(f"{text}, {entry.name}: {error}") from error
