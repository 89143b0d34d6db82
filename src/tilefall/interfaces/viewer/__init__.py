"""The viewer: a recorded game as one HTML file that needs no server and nothing else."""
