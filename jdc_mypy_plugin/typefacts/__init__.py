"""Facts that are certain of every value of a type."""
