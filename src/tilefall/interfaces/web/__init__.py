"""Web: the games, agents and results in a browser."""
