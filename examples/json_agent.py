#!/usr/bin/env python3
"""An agent that speaks JSON lines, in nothing but Python: see docs/protocol.md.

A falling piece comes to rest as low as it can; in IJK the slide merges the most pairs.
"""

import json
import sys


def pairs(lines: list[str]) -> int:
    """How many pairs of equal letters would merge along these lines."""
    found = 0
    for line in lines:
        last = ""
        for tile in line.upper().replace(".", ""):
            found += tile == last
            last = "" if tile == last else tile
    return found


def choice(message: dict) -> int:
    if "current" in message:
        return max(message["moves"], key=lambda place: place["row"])["move"]
    rows = message["board"]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    names = [entry["name"] for entry in message["moves"]]
    return names.index("L" if pairs(rows) >= pairs(columns) else "U")


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "choose":
        print(json.dumps({"move": choice(message)}), flush=True)
