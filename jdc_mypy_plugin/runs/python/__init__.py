"""Python itself in a run: statements, expressions, loops, containers, and its own functions."""
