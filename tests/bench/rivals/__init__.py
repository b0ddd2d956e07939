"""What the bot is measured against: the same tap, served in two other ways."""
