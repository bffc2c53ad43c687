"""Rules on which fields are data and which are static."""
