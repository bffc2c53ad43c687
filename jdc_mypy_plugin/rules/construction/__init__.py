"""Rules on calls that make an object."""
