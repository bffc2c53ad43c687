"""Classes of a module that says its name for other reasons, and that nothing registers."""

import logging
import sys
from dataclasses import dataclass

import jax

logger = logging.getLogger(__name__)
is_tested = "pytest" in sys.modules


@dataclass
class Spoke:
    r: jax.Array

    def shown(self) -> str:
        return ", ".join(f"{name}={value}" for name, value in vars(self).items())


if __name__ == "__main__":
    print(Spoke(jax.numpy.ones(2)).shown())


def forgotten(x: jax.Array) -> None:
    x.at[0].set(1)  # E: jdc-discarded
