"""The run of a program whose layers and settings stand in dicts of another module, some of which a third one changes."""

import dataclasses

import jax
import jax.numpy as jnp
import parts_changing_registry
import parts_registry as parts
from parts_registry import LISTED, READ, SETTINGS, SPEC, Config, Serial, passed


def later():
    jnp.zeros(SETTINGS["width"]) + jnp.zeros(7)


def main():
    net = Serial(SPEC)
    params = net.init(jax.random.key(0), 3)
    net.apply(params, jnp.zeros((5, 3))) @ jnp.zeros(2)
    net.apply(params, jnp.zeros((5, 4)))  # E: jdc-shape
    config = Config.from_dict(SETTINGS)
    jnp.zeros(config.width) + jnp.zeros(8)
    jnp.zeros(config.width) + jnp.zeros(4)  # E: jdc-shape
    jnp.zeros(config.depth) + jnp.zeros(3)  # E: jdc-shape
    written = dataclasses.asdict(config)
    jnp.zeros(written["width"]) + jnp.zeros(8)
    jnp.zeros(written["width"]) + jnp.zeros(7)  # E: jdc-shape
    jnp.zeros(READ["width"]) + jnp.zeros(6)  # E: jdc-shape
    jnp.zeros(parts.CHANGED["width"]) + jnp.zeros(7)
    jnp.zeros(parts.UNPACKED["width"]) + jnp.zeros(7)
    jnp.zeros(len(LISTED)) + jnp.zeros(2)
    passed().append(3)
    jnp.zeros(len(passed())) + jnp.zeros(9)  # E: jdc-shape
    jnp.zeros(parts_changing_registry.width()) + jnp.zeros(11)  # E: jdc-shape


if __name__ == "__main__":
    main()
