"""Functions as they are written: what they return, change and ask of what they are given."""
