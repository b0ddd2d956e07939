"""A local Telegram: the Bot API as strict as Telegram's, and people who write to the bot through a small client API."""
