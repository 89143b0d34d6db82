"""The page: an arena as one HTML file that needs nothing else, with games to watch."""
