"""The rule on the functions that apply structure trees."""
