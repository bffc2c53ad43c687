"""Objects that hold arrays: their classes, and the fields that the source shows."""
