"""Names of a module: what binds them, and what they hold where they are used."""
