"""The tests of the texts."""
