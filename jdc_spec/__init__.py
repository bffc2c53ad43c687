"""The vocabulary that the runtime and the checkers share. Standard library only."""
