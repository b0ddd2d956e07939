"""How well the house plays. A match names the level of its house; the numbers by which it plays are elsewhere."""

from enum import StrEnum


class Level(StrEnum):
    """How the house picks: at random, for the most points now, or for the best average over the whole match."""

    RANDOM = "random"
    GREEDY = "greedy"
    BEST = "best"
