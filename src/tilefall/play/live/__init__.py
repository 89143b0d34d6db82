"""Live: games that a person steers while time passes; no screen and no real clock is needed."""
