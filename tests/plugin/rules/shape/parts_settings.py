"""Settings of a program, which know nothing of arrays."""

WIDTH = 8
DEPTH = 2


class Settings:
    features = 5
    hidden = WIDTH * 2
