"""Foreign agents: programs that are not ours, each in a process of its own that can harm nobody."""
