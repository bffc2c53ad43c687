"""What can be said for certain about the values of a type."""
