"""Tests of the Lambda functions."""
