"""Layers of libraries: what they take, what they give, and the parameters that they declare."""
