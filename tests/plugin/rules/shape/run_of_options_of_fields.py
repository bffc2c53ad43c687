import argparse
import dataclasses

import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class Sizes:
    width: int
    depth: int = 4


@dataclasses.dataclass(frozen=True)
class Config(Sizes):
    width: int = 3
    name: str = "run"
    extra: list[int] = dataclasses.field(default_factory=lambda: [1])

    @classmethod
    def read(cls, args):
        return cls(**{field.name: getattr(args, field.name) for field in dataclasses.fields(cls)})


def parsed():
    parser = argparse.ArgumentParser()
    for field in dataclasses.fields(Config):
        parser.add_argument(f"--{field.name}", type=type(field.default), default=field.default)
    return Config.read(parser.parse_args())


def main():
    config = parsed()
    x = jnp.zeros((2, config.width))
    x @ jnp.zeros((config.width, config.depth))
    x @ jnp.zeros((config.depth, config.width))  # E: jdc-shape


main()
