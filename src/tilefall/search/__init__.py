"""Search: what a placement or a position is worth, and looking ahead."""
