"""Which names and attributes of a module may stand for a mutable copy, and what is written to them."""
