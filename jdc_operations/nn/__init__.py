"""Layers, activations, losses, convolutions and images."""
