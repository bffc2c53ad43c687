"""A program that writes its own command line."""

import argparse
import sys

import jax.numpy as jnp


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=5)
    sys.argv = ["program", "--size", "6"]
    args = parser.parse_args()
    jnp.zeros(args.size) + jnp.zeros(6)
    jnp.zeros(parser.parse_args([]).size) + jnp.zeros(6)  # E: jdc-shape


main()
