"""jdc-discarded: what stands in a ``try`` for errors of files is not there to see whether an update fails."""

import logging
import sys
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np

log = logging.getLogger(__name__)


@flax.struct.dataclass
class Weights:
    w: jax.Array
    version: int = flax.struct.field(pytree_node=False, default=0)

    def doubled(self) -> "Weights":
        return self.replace(w=self.w * 2)


class Server:
    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def reload(self, name: str) -> None:
        try:
            self.weights.replace(w=jnp.zeros(3))  # E: jdc-discarded
        except FileNotFoundError:
            log.warning("no %s", name)

    def reload_late(self) -> None:
        try:
            self.weights.doubled()  # E: jdc-discarded
        except (OSError, TimeoutError):
            log.warning("late")

    def release(self) -> None:
        try:
            self.weights.replace(version=1)  # E: jdc-discarded
        finally:
            log.info("released")

    def reload_well(self) -> None:
        try:
            self.weights = self.weights.replace(w=jnp.zeros(3))
        except FileNotFoundError:
            log.warning("none")

    def can_load(self, name: str) -> bool:
        try:
            self.weights.replace(w=jnp.load(name))
        except FileNotFoundError:
            return False
        return True

    def takes(self, **values: Any) -> bool:
        try:
            self.weights.replace(**values)
        except TypeError:
            return False
        return True

    def takes_key(self, rows: dict[str, Weights], name: str) -> bool:
        try:
            rows[name].replace(version=1)
        except KeyError:
            return False
        return True

    def takes_any(self) -> bool:
        try:
            self.weights.replace(version=1)
        except (OSError, TypeError):
            return False
        return True


def can_read_raw(weights: Weights, name: str) -> bool:
    try:
        weights.replace(w=jnp.asarray(np.fromfile(name)))
    except OSError:
        return False
    return True


def smoke(weights: Weights) -> None:
    try:
        weights.doubled()
        weights.replace(version=2)
    except TypeError:
        sys.exit(1)


def refuses(weights: Weights, **values: Any) -> None:
    try:
        weights.doubled()
        weights.replace(**values)
    except TypeError as error:
        assert "unexpected" in str(error)
    else:
        raise AssertionError


def trained(weights: Weights, log_step: Any) -> Weights:
    try:
        weights.doubled()  # E: jdc-discarded
        log_step.write(weights)
    except TypeError:
        sys.exit(1)
    return weights
