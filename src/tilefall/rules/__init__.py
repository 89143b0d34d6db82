"""The rules of the three games in plain Python: the specification."""
