"""Settings of a program, which know nothing of arrays."""

WIDTH = 8
DEPTH = 2
NAME: str = 3  # E: assignment


class Settings:
    features = 5
    hidden = WIDTH * 2
