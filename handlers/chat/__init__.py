"""The conversation: updates in, screens out."""
