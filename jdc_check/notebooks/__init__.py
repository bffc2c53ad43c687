"""Jupyter notebooks: their code cells, in order, as one module of which every line has a place in a cell."""
