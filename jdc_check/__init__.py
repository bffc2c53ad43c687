"""The command ``jdc``: drives the analysis and prints what it finds."""
