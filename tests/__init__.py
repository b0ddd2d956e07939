"""The tests; each file mirrors the source file that it tests."""
