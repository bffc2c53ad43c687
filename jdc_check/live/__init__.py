"""The analysis that stays: a process for each project, which checks again only what an edit reaches.

The process has mypy's trees and types in memory, so it also answers what an editor asks about a place. It speaks in
frames (`frames`) with whoever started it, and ends when that one does.
"""
