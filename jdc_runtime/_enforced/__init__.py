"""Objects that check their arrays against the annotations of their fields."""
