"""``jdc lsp``: a language server beside the one that an editor runs.

It analyses nothing itself: each project has a process for that (`jdc_check.live`), which may crash or be stopped.
"""
