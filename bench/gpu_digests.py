"""Plays games of each kind on the GPU and on the processor and says whether they are the same.

python bench/gpu_digests.py                    100,000 games of each kind
python bench/gpu_digests.py --games 1000       fewer
"""

from __future__ import annotations

import argparse
import os
import sys

from tilefall.bench.gpu import CASES
from tilefall.bench.gpu_digests import compared
from tilefall.engines.cuda import Cuda
from tilefall.errors import FAILURE, NOT_MET, TilefallError


def main(words: list[str]) -> int:
    """Prints a line for each kind; 4 if a game differs, 1 if there is no GPU to ask."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=100_000, help="of each kind (100000)")
    parser.add_argument("--first-seed", type=int, default=1, help="of the games (1)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="of the processor")
    given = parser.parse_args(words)
    if given.games < 1 or given.first_seed < 0 or not 1 <= given.threads <= 1024:
        parser.error("--games from 1, --first-seed from 0, --threads from 1 to 1024")
    try:
        cuda = Cuda()
    except TilefallError as error:
        print(f"Error: {error}", file=sys.stderr)
        return FAILURE
    print(f"{cuda.name}, seeds from {given.first_seed}")
    all_equal = True
    for case in CASES:
        found = compared(case, given.games, given.first_seed, cuda, given.threads)
        all_equal &= found.is_equal
        print(
            f"{found.name:28} {found.games:>9,} games {found.pieces:>12,} pieces "
            f"{found.ended:>8,} lost   processor {found.digest:016x}   "
            f"GPU {found.gpu_digest:016x}   "
            + ("equal" if found.is_equal else f"{found.differing:,} DIFFER"),
            flush=True,
        )
    print("All games are equal." if all_equal else "Some games differ.")
    return 0 if all_equal else NOT_MET


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
