"""tilefall: play, search, train and compare AIs on games where tiles fall or slide."""
