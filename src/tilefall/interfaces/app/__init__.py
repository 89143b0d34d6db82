"""App: what a person sees and does in a terminal, as stages that keys lead through."""
