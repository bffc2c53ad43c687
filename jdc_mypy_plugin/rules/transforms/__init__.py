"""Rules of what transformations are handed, carry and give back."""
