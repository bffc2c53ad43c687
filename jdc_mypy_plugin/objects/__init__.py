"""Objects and functions that expressions stand for, where mypy does not say it: made, kept, patched, bound again."""
