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


def with_defaults_before():
    parser = argparse.ArgumentParser()
    parser.set_defaults(size=4)
    parser.add_argument("--size", type=int, default=3)
    parser.add_argument("--rows", type=int, default=3)
    args = parser.parse_args([])
    jnp.zeros(args.size) + jnp.zeros(3)
    jnp.zeros(args.rows) + jnp.zeros(4)  # E: jdc-shape
    args.__dict__["rows"] = 6
    jnp.zeros(args.rows) + jnp.zeros(6)


def with_a_parent():
    parent = argparse.ArgumentParser(add_help=False)
    parent.add_argument("--size", type=int, default=9)
    parser = argparse.ArgumentParser(parents=[parent], argument_default=2)
    parser.add_argument("--rows", type=int)
    args = parser.parse_args([])
    if args.rows is None:
        jnp.zeros(3) + jnp.zeros(args.size)
    jnp.zeros(args.rows or 3) + jnp.zeros(2)


if __name__ == "__main__":
    main()
