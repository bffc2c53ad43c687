"""Modules: their sources, their constants, what they write into each other and register."""
