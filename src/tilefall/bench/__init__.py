"""Bench: how fast and how strong, measured on this machine and printed with its error."""
