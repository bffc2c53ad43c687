"""Arrays of which annotations tell a part: names for sizes, open axes, classes of dtypes."""
