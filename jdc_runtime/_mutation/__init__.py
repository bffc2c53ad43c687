"""`copy_and_mutate`: a copy that may be written to for the time of a ``with`` block."""
