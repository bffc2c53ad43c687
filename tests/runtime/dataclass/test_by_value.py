"""Classes of ``__main__`` that real picklers send to a second process by value arrive whole, or copied."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import jax
import pytest

import jdc_runtime as jdc

SENDER = Path(__file__).parent / "by_value" / "sender.py"


@pytest.mark.thorough
@pytest.mark.parametrize(
    "first",
    [(), ("jdc_runtime",), ("flax.serialization",)],
    ids=["nothing first", "jdc first", "flax first"],
)
@pytest.mark.parametrize("pickler", ["cloudpickle", "dill"])
def test_second_process(pickler: str, first: tuple[str, ...]) -> None:
    pytest.importorskip(pickler)
    command = [sys.executable, str(SENDER), pickler, *first]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (finished.returncode, finished.stdout) == (0, "done\n"), finished.stderr


class Node(jdc.PyTreeNode):
    x: Any


@jdc.pytree_dataclass
class Plain:
    x: Any
    name: jdc.Static[str] = "n"


@pytest.mark.parametrize("cls", [Node, Plain])
def test_copy_of_a_class_is_a_pytree_of_its_own(cls: type) -> None:
    members = {name: v for name, v in vars(cls).items() if name not in ("__dict__", "__weakref__")}
    copied = type("Copied", cls.__bases__, members)
    made = copied(1.0)
    assert jax.tree.leaves(made) == [1.0]
    assert type(jax.tree.map(lambda leaf: leaf, made)) is copied
    assert type(jax.tree.map(lambda leaf: leaf, cls(1.0))) is cls


def test_class_that_a_pickler_defines_by_a_class_statement_is_an_ordinary_one() -> None:
    def _make_skeleton_class(name: str) -> type:
        class Other(jdc.PyTreeNode):
            x: Any

        return Other

    assert jax.tree.leaves(_make_skeleton_class("Another")(1.0)) == [1.0]


def test_empty_class_that_is_made_by_an_unknown_function_is_refused_when_it_is_filled() -> None:
    """So that a change of cloudpickle is noticed."""
    cloudpickle = pytest.importorskip("cloudpickle")

    class Local(jdc.PyTreeNode):
        x: Any

    code = cloudpickle.cloudpickle._make_skeleton_class.__code__
    data = cloudpickle.dumps(Local(1.0))
    cloudpickle.cloudpickle._DYNAMIC_CLASS_TRACKER_BY_ID.clear()  # as in a process that has not seen the class
    cloudpickle.cloudpickle._make_skeleton_class.__code__ = code.replace(co_name="_make_class")
    try:
        with pytest.raises(TypeError, match='"Local" arrived without its fields.*define it in a module'):
            cloudpickle.loads(data)
    finally:
        cloudpickle.cloudpickle._make_skeleton_class.__code__ = code
