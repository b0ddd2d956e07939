"""Matches played from outside, through the client API, by programs that know the rules and nothing of the code."""
