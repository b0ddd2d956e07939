"""The same bot on one machine, for trying and developing it; never in the Lambda package."""
