"""Operations in code that never runs, or on some machines only, are no mistakes."""

import sys

import jax
import jax.numpy as jnp
import pytest

rows = jnp.zeros((3, 4))
ON_TPU = any(each.platform == "tpu" for each in jax.devices())

for _ in ():
    rows @ rows
for _ in range(0):
    rows @ rows
while False:
    rows @ rows
if jax.default_backend() == "gpu":
    rows @ rows
if len(jax.devices()) > 1:
    rows @ rows
if ON_TPU:
    rows @ rows
for _ in range(1):
    rows @ rows  # E: jdc-shape
if jax.numpy is jnp:
    rows @ rows  # E: jdc-shape


@pytest.mark.skipif(jax.default_backend() == "cpu", reason="wants an accelerator")
def test_on_gpu() -> None:
    rows @ rows


@pytest.mark.skipif(sys.platform == "linux", reason="elsewhere")
class TestElsewhere:
    def test_it(self) -> None:
        rows @ rows


def test_with_another_library() -> None:
    pytest.importorskip("no_such_library")
    rows @ rows


def test_with_jax() -> None:
    pytest.importorskip("jax")
    rows @ rows  # E: jdc-shape


def test_skipped() -> None:
    if jax.default_backend() != "gpu":
        pytest.skip("wants an accelerator")
    rows @ rows


def on_accelerators() -> None:
    if jax.default_backend() == "cpu":
        return
    rows @ rows


def on_many_devices() -> None:
    if jax.device_count() < 8:
        sys.exit(0)
    rows @ rows
