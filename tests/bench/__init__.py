"""What the bot takes, measured beside what people would otherwise use: `make bench`."""
