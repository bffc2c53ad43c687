"""A program that is started without arguments has the defaults of its options."""

import argparse

import jax.numpy as jnp


def parse():
    parser = argparse.ArgumentParser(description="train")
    parser.add_argument("rows", type=int, nargs="?")
    parser.add_argument("--hidden-size", "-n", type=int, default=32)
    parser.add_argument("--size", type=int, default="7")
    parser.add_argument("--depth", type=int, dest="layers", default=2)
    group = parser.add_argument_group("more")
    group.add_argument("--wide", action="store_true")
    group.add_argument("--count", action="count", default=3)
    parser.set_defaults(extra=5)
    return parser.parse_args()


def main():
    args = parse()
    hidden = jnp.zeros(args.hidden_size)
    hidden + jnp.zeros(32)
    hidden + jnp.zeros(3)  # E: jdc-shape
    hidden + jnp.zeros(args.size)
    hidden + jnp.zeros(args.rows or 32)
    jnp.zeros((args.layers, 4)) @ jnp.zeros((4, args.extra)) + jnp.zeros(6)  # E: jdc-shape
    if args.wide:
        hidden + jnp.zeros(5)
    args.layers = 9
    jnp.zeros(args.layers) + jnp.zeros(2)  # E: jdc-shape


def with_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=4)
    args = parser.parse_args(["--size", "5"])
    jnp.zeros(args.size) + jnp.zeros(5)


def with_required():
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, required=True)
    args = parser.parse_args()
    jnp.zeros(args.size) + jnp.zeros(5)


if __name__ == "__main__":
    main()
