"""``jdc lsp --proxy``: in front of the server that an editor runs.

All goes through byte for byte, but for the diagnostics of that server, which lose what is false and gain those of
jdc, and its code actions, which gain those of jdc. The diagnostics and actions of jdc come from a ``jdc lsp`` of its
own, which hears the same.
"""
