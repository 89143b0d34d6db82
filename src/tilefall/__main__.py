"""Runs the command line: `python -m tilefall`."""

from tilefall.cli import main

if __name__ == "__main__":
    main()
