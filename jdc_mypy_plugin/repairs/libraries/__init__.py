"""What the types of one library get wrong, of its classes or its functions."""
