"""The game itself: pure rules and decisions, with no clock, no randomness and no I/O."""
