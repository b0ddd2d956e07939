"""The tests of the screens."""
