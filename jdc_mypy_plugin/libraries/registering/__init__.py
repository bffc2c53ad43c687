"""Statements, loops and functions that register classes which are defined elsewhere."""
