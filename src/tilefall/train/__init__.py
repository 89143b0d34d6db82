"""Training: weights that anyone can make again."""
