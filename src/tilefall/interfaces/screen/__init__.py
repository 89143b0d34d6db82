"""Screen: what there is to see, as a grid of coloured characters; no terminal is needed for it."""
