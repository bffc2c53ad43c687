"""Rules on the shapes and dtypes of what annotated fields hold."""
