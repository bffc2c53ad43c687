"""Rules: each a small module that turns the model and a place in the code into diagnostics."""
