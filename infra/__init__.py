"""The outside world: settings, the table, the Bot API courier and the queue."""
