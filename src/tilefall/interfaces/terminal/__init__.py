"""Terminal: the games in plain text."""
