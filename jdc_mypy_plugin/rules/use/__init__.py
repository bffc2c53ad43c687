"""Rules on what a program does with an object once it is made."""
