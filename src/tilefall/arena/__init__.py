"""The arena: agents play the same games, and figures with intervals say who is better."""
