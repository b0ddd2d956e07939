"""The soak: many matches at once, played by real functions in processes that die, in a chaos that a seed decides."""
