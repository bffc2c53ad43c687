"""Random keys and the distributions that are drawn with them."""
