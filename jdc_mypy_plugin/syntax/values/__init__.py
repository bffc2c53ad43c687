"""Values that are held, taken apart and used again."""
