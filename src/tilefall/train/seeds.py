"""Seeds: where the seeds of games begin that are learned on, judged on, and measured on later."""

from __future__ import annotations

TRAINING_SEED, VALIDATION_SEED, RECORDS_SEED = 1_000_000_000, 2_000_000_000, 3_000_000_000
