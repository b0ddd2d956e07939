"""Tests of the outside world's adapters."""
