"""The run of a program with a command line made of fields, a loader without end, and letters of a text."""

import argparse
import dataclasses
import itertools

import jax.numpy as jnp
import numpy as np


@dataclasses.dataclass
class Config:
    features: int = 6
    steps: int = 3
    names: list[str] = dataclasses.field(default_factory=list)


class Dataset:
    def __init__(self, size, features):
        self.x = np.random.default_rng(0).normal(size=(size, features))
        self.y = np.ones((size, 2))

    def batches(self, size):
        while True:
            order = np.random.permutation(len(self.x))
            for start in range(0, len(self.x) - size + 1, size):
                index = order[start : start + size]
                yield self.x[index], self.y[index]


def parse():
    parser = argparse.ArgumentParser()
    for field in dataclasses.fields(Config):
        if field.name != "names":
            parser.add_argument(f"--{field.name}", type=int, default=field.default)
    return Config(**vars(parser.parse_args()))


def main():
    config = parse()
    data = Dataset(32, config.features)
    weights = jnp.ones((config.features, 2))
    history = []
    for step, (x, y) in enumerate(itertools.islice(data.batches(8), config.steps)):
        x @ weights - y
        x @ weights.T  # E: jdc-shape
        history.append(float(step))
    jnp.array(history) + jnp.ones(3)
    jnp.array(history) + jnp.ones(4)  # E: jdc-shape
    text = "the quick brown fox jumps over the lazy dog " * 4
    letters = sorted(set(text))
    table = {letter: place for place, letter in enumerate(letters)}
    embedding = jnp.ones((len(letters), 5))
    embedding @ jnp.ones(5)
    embedding.T @ jnp.ones(len(table))
    embedding.T @ jnp.ones(26)  # E: jdc-shape
    codes = np.array([table[letter] for letter in text], dtype=np.int32)
    rows = codes[: len(codes) // 8 * 8].reshape(-1, 8)
    embedding[rows] @ jnp.ones(5)
    embedding[rows] @ jnp.ones(8)  # E: jdc-shape
    settings = vars(config)
    jnp.zeros(settings["features"]) + jnp.zeros(7)  # E: jdc-shape
    settings["features"] = 7
    jnp.zeros(config.features) + jnp.zeros(7)


if __name__ == "__main__":
    main()
