"""Whatever mypy remembers, it says what it would say from nothing: after any edit, in every mode."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import strategies as st
from plugin.workspace import Report, Workspace, offers

from .projects import EDITS, HEADER, Edit, Project

OTHERS = [
    options
    for options in (
        ("--num-workers=2",),
        ("--no-native-parser",),
        ("--no-fixed-format-cache", "--no-sqlite-cache"),
        ("--no-fixed-format-cache", "--no-sqlite-cache", "--no-native-parser"),
    )
    if all(map(offers, options))
]
"""Modes with a cache of their own, asked less often than the main ones."""

edits = st.builds(Edit, st.sampled_from(sorted(EDITS)), st.integers(0, 5), st.integers(0, 59), st.integers(0, 59))


@pytest.fixture(scope="module")
def workspace(stubs: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """Return a workspace that lives through every example, so that one example is one more edit for the next."""
    made = Workspace(tmp_path_factory.mktemp("incremental"), stubs)
    made.write(Project().files())
    made.remember("jaxtyping")
    yield made
    made.close()


@pytest.fixture
def new_workspace(stubs: Path, tmp_path: Path) -> Iterator[Workspace]:
    """Return a workspace of one test: mypy's own daemon crashes where errors move to a file that it is done with."""
    made = Workspace(tmp_path, stubs)
    made.remember("jaxtyping")
    yield made
    made.close()


def test_a_generated_project_is_not_clean(workspace: Workspace) -> None:
    workspace.write(Project().files())
    codes = {text.rpartition("[")[2].rstrip("]") for _, _, text in workspace.cold()}
    assert {"jdc-frozen", "jdc-shape", "jdc-structure", "assignment"} <= codes


CLASS = "{header}{decorator}\nclass A:\n    x: Annotated[Array, {metadata}]\n    y: int = 0\n"
USE = "{header}from {module} import {name}\n\ndef use(a: {name}) -> None:\n    {statement}\n"
SUBCLASS = "from base import A\n\nclass B(A):\n    pass\n"


@pytest.mark.parametrize("name", ["A", "B"])
@pytest.mark.parametrize(
    ("before", "after", "statement", "code"),
    [
        (("jdc.pytree_dataclass", "(3,)"), ("jdc.pytree_dataclass", "(4,)"), "{name}(jnp.zeros((3,)))", "shape"),
        (
            ("jdc.pytree_dataclass", "(..., 3)"),
            ("jdc.pytree_dataclass", "(..., 3), jnp.int32"),
            "_ = dataclasses.replace(a, x=jnp.zeros((3,)))",
            "dtype",
        ),
        (("dataclasses.dataclass", "(3,)"), ("jdc.pytree_dataclass", "(3,)"), "a.y = 1", "frozen"),
        (("dataclasses.dataclass", "(3,)"), ("upstream.pytree_dataclass", "(3,)"), "a.y = 1", "frozen"),
        (("dataclasses.dataclass", "(3,)"), ("jdc.pytree_dataclass", "(4,)"), "{name}(jnp.zeros((3,)))", "shape"),
    ],
)
def test_a_daemon_sees_what_only_metadata_says(
    workspace: Workspace, name: str, before: tuple[str, str], after: tuple[str, str], statement: str, code: str
) -> None:
    header = HEADER.replace("from dataclasses import dataclass, replace", "import dataclasses")
    files = {
        "sub.py": SUBCLASS,
        "use.py": USE.format(
            header=header,
            module="base" if name == "A" else "sub",
            name=name,
            statement=statement.format(name=name),
        ),
    }

    def base(decorator: str, metadata: str) -> str:
        return CLASS.format(header=header, decorator=f"@{decorator}", metadata=metadata)

    workspace.write({**files, "base.py": base(*before)})
    assert not workspace.daemon()
    assert not workspace.warm()
    workspace.write({**files, "base.py": base(*after)})
    found = workspace.daemon()
    assert [text.rpartition("[")[2] for _, _, text in found] == [f"jdc-{code}]"]
    assert found == workspace.warm()


ALIASES = """
from typing import Annotated, Final
from jax import Array
from jaxtyping import Float, Int
import jax.numpy as jnp
SIZE: Final = {size}
Vec = {vec}
{more}
"""
ALIASED = """
import jdc_runtime as jdc
from typing import Annotated
from jax import Array
from jaxtyping import Float
from {source} import Vec
import {sizes} as sizes

{head}
    x: Vec
    y: "Annotated[Array, (..., sizes.SIZE)] | None" = None
"""
MAKES = """
import jax.numpy as jnp
from base import A

def use() -> None:
    A(jnp.zeros((3,)))
    A(jnp.zeros((3,)), jnp.zeros((3,)))
"""
STATES = [
    (("3", 'Float[Array, "3"]', ""), []),
    (("3", 'Float[Array, "4"]', ""), [6, 7]),
    (("3", 'Float[Array, "n"]', ""), []),
    (("4", 'Float[Array, "n"]', ""), [7]),
    (("4", "Annotated[Array, (..., SIZE)]", ""), [6, 7, 7]),
    (("3", "Annotated[Array, (..., SIZE)]", "# a line"), []),
    (("3", 'Int[Array, "..."]', ""), [6, 7]),
    (("3", "Array", ""), []),
    (("3", 'Float[\n    Array,\n    "2"\n]', ""), [6, 7]),
    (("3", 'Float[Array, "a,b"]', ""), []),
    (("3", 'Float[Other, "2"]\nOther = Float[Array, "4"]', ""), [6, 7]),
]
"""Size and alias in a module, and the lines of ``use.py`` where the class in another module makes them wrong."""


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize(
    ("head", "source"),
    [("@jdc.pytree_dataclass\nclass A:", "kinds"), ("class A(jdc.PyTreeNode):", "package")],
)
def test_aliases_and_sizes_of_other_modules(workspace: Workspace, head: str, source: str) -> None:
    for (size, vec, more), lines in STATES:
        files = {
            "kinds.py": ALIASES.format(size=size, vec=vec, more=more),
            "package.py": "from kinds import Vec as Vec\n",
            "base.py": ALIASED.format(head=head, source=source, sizes="kinds"),
            "use.py": MAKES,
        }
        workspace.write(files)
        found = workspace.daemon()
        assert sorted(line for file, line, text in found if file == "use.py" and "jdc-" in text) == lines, vec
        assert workspace.warm() == found, vec
    assert workspace.cold() == found
    for options in OTHERS:
        assert workspace.warm(*options) == workspace.cold(*options) == found


BESIDE = """
import jax.numpy as jnp
from jaxtyping import Array, Float
from base import make

def scores(x: Float[Array, "n 4"]) -> Float[Array, "n"]:
    raise NotImplementedError

class Model:
    def __call__(self, x: Float[Array, "4"]) -> None: ...

made = make(1)
scores(jnp.zeros((10, 3)))
Model()(jnp.zeros((3,)))
"""


def test_a_daemon_keeps_what_functions_say_of_arrays(new_workspace: Workspace) -> None:
    """It analyses the top level of a module again, and not the functions, where an imported function changes."""
    for kind, more in (("int", []), ("str", ["arg-type]"]), ("int", [])):
        new_workspace.write({"base.py": f"def make(x: {kind}) -> {kind}:\n    return x\n", "use.py": BESIDE})
        found = new_workspace.daemon()
        assert sorted(text.rpartition("[")[2] for _, _, text in found) == [*more, "jdc-shape]", "jdc-shape]"]
        _same("daemon", found, new_workspace.warm())


MANAGER = """
import contextlib
from collections.abc import Iterator

@contextlib.contextmanager
def managed() -> Iterator[None]:
    {body}
"""
MANAGED = """
import jax.numpy as jnp
from base import managed

def first() -> None:
    with managed():
        jnp.zeros((3,)) + jnp.zeros((4,))

def second() -> None:
    with managed():
        jnp.zeros((5,)) + jnp.zeros((6,))
"""
KEEPS = """try:
        yield
    except TypeError:
        print("kept")"""


def test_a_daemon_sees_that_a_manager_keeps_errors(new_workspace: Workspace) -> None:
    """Each function that asks for it is checked again, though the module is read once."""
    for body, codes in (("yield", ["jdc-shape]"] * 2), (KEEPS, []), ("print(); yield", ["jdc-shape]"] * 2)):
        new_workspace.write({"base.py": MANAGER.format(body=body), "use.py": MANAGED})
        found = new_workspace.daemon()
        assert [text.rpartition("[")[2] for _, _, text in found] == codes
        _same("daemon", found, new_workspace.warm())


HELPERS = """
import jax

def asked(x: jax.Array) -> float:
    return {result}
"""
BETWEEN = """
import jax
from helpers import asked

def handed_on(x: jax.Array) -> float:
    return asked(x)
"""
ASKING = """
import jax
from between import handed_on

@jax.jit
def use(x: jax.Array) -> jax.Array:
    return x * handed_on(x)
"""


def test_a_helper_of_a_helper_is_seen_to_change(new_workspace: Workspace) -> None:
    """The module between them stays as it is."""
    for result, codes in (("1.0", []), ("float(x)", ["jdc-concrete]"]), ("x.ndim * 2.0", [])):
        helpers = HELPERS.format(result=result)
        new_workspace.write({"helpers.py": helpers, "between.py": BETWEEN, "use.py": ASKING})
        found = new_workspace.daemon()
        assert [text.rpartition("[")[2] for _, _, text in found if "[jdc-" in text] == codes
        _same("daemon", found, new_workspace.warm())


KINDS = """
import enum

class Kind(enum.Enum):
    A = {first}
    B = "b"
"""
OF_KIND = """
import jax
import jdc_runtime as jdc
from kinds import Kind

@jdc.pytree_dataclass
class State:
    x: jax.Array
    kind: Kind
"""
REGISTERING = """
import jax
from kinds import Kind

{call}
"""


def test_an_enumeration_is_seen_to_be_registered(new_workspace: Workspace) -> None:
    """The module that registers it is a third one."""
    call = "jax.tree_util.register_static(Kind)"
    for written, codes in (("", ["jdc-data-leaf]"]), (call, []), ("print(Kind.A)", ["jdc-data-leaf]"])):
        files = {"kinds.py": KINDS.format(first='"a"'), "use.py": OF_KIND}
        new_workspace.write({**files, "registering.py": REGISTERING.format(call=written)})
        found = new_workspace.daemon()
        assert [text.rpartition("[")[2] for _, _, text in found if "[jdc-" in text] == codes
        _same("daemon", found, new_workspace.warm())


NAMES = """
import jax
import jdc_runtime as jdc
from jax.tree_util import register_dataclass
from dataclasses import dataclass

static = jdc.static_field
register = {function}
"""
NAMED = """
import jax
from dataclasses import dataclass
from names import register

@register
@dataclass
class State:
    x: jax.Array
    name: str = jax.tree.static(default="a")

@jax.jit
def use(state: State) -> jax.Array:
    return state.x if state.x > 0 else -state.x
"""


def test_another_name_of_a_registering_function_is_seen_to_change(new_workspace: Workspace) -> None:
    for function, codes in (
        ("register_dataclass", ["jdc-concrete]"]),
        ("dataclass", []),
        ("register_dataclass", ["jdc-concrete]"]),
    ):
        new_workspace.write({"names.py": NAMES.format(function=function), "use.py": NAMED})
        found = new_workspace.daemon()
        assert [text.rpartition("[")[2] for _, _, text in found if "jdc-concrete" in text] == codes
        _same("daemon", found, new_workspace.warm())


METHOD = """
import jdc_runtime as jdc

{head}
    x: int

    def same(self) -> "A":
        {body}
"""


@pytest.mark.parametrize("head", ["@jdc.pytree_dataclass\nclass A:", "class A(jdc.PyTreeNode):"])
def test_a_daemon_sees_what_a_method_does(workspace: Workspace, head: str) -> None:
    use = {"use.py": "from base import A\n\ndef use(a: A) -> None:\n    a.same()\n"}
    for body, expected in (
        ("print(); return self", []),
        ("return A(self.x)", ["jdc-discarded]"]),
        ("return A(print() or 1)", []),
    ):
        workspace.write({**use, "base.py": METHOD.format(head=head, body=body)})
        found = workspace.daemon()
        assert [text.rpartition("[")[2] for file, _, text in found if file == "use.py"] == expected
        assert found == workspace.warm()


STACKED = """
import dataclasses
import jdc_runtime as jdc

{decorators}
class A:
{first}    x: int

{decorators}
class B:
{second}    x: int
"""


@pytest.mark.parametrize("decorator", ["@jdc.pytree_dataclass", "@dataclasses.dataclass(frozen=True)"])
def test_a_daemon_makes_a_class_of_two_decorators_again(workspace: Workspace, decorator: str) -> None:
    decorators = f"{decorator}\n@dataclasses.dataclass(frozen=True)"
    use, field = "from base import A, B\na = A(1)\nB(1)\n", "    y: int = 3\n"
    for first, second, last in (("", "", ""), (field, "", ""), ("", field, ""), ("", field, "z = A(1)\nz.x = 3\n")):
        base = STACKED.format(decorators=decorators, first=first, second=second)
        workspace.write({"base.py": base, "use.py": use + last})
        found = workspace.daemon()
        assert [text for _, _, text in found if "[no-redef]" in text] == []
        _same("daemon", _ours(found), _ours(workspace.warm()))


CACHED = """
import functools
import jdc_runtime as jdc

@jdc.pytree_dataclass
class A:
    x: int

    @functools.cached_property
    def twice(self) -> int:
        return self.x * 2
"""
READS_CACHED = """
import jax
import jdc_runtime as jdc
from base import A

@jdc.pytree_dataclass
class B(A):
    pass

b = B(1)

@jdc.jit
def step(y: int) -> int:
    return b.twice + y
"""


def test_a_class_of_the_cache_is_asked_for_a_property(new_workspace: Workspace) -> None:
    for more in ("", "b.x = 2\n"):
        new_workspace.write({"base.py": CACHED, "use.py": READS_CACHED + more})
        found = new_workspace.warm()
        assert [text.rpartition("[")[2] for _, _, text in found] == (["jdc-frozen]"] if more else [])
        _same("daemon", new_workspace.daemon(), found)


INHERITED = """
from __future__ import annotations
import jdc_runtime as jdc
from base import make

class A(jdc.PyTreeNode):
    x: int

class B(A):
    y: int = 0

class C(B):
    def more(self) -> C:
        return C(make(self.x), self.y)

def use(a: A, b: B) -> None:
    a.x = make(1)
    b.y = make(1)

def made() -> None:
    class Inner(C):
        z: int = 0

    Inner(make(1)).z = 3
"""


def test_a_daemon_comes_to_an_end_with_classes_that_a_base_makes_dataclasses(new_workspace: Workspace) -> None:
    """mypy makes all of them again where it checks one function, and would take that for a change of each."""
    for kind, more in (("int", []), ("str", ["arg-type]"] * 6), ("int", [])):
        new_workspace.write({"base.py": f"def make(x: {kind}) -> {kind}:\n    return x\n", "use.py": INHERITED})
        found = new_workspace.daemon()
        _same("daemon", found, new_workspace.warm())
        assert [text.rpartition("[")[2] for _, _, text in sorted(found) if "arg-type" in text] == more


KNOWN_TO_MYPY = """
import functools
import attrs

@functools.total_ordering
class Version:
    number: int = 0

    def __lt__(self, other: "Version") -> bool:
        return self.number < other.number

@attrs.define
class Point:
    x: int

Version() >= Version()
Point(x="s")
"""


def test_a_daemon_leaves_decorators_to_mypy_that_it_knows(new_workspace: Workspace) -> None:
    for added in ("", "z = Version() <= Version()\n"):
        new_workspace.write({"known.py": KNOWN_TO_MYPY + added})
        found = new_workspace.daemon()
        assert [text.rpartition("[")[2] for _, _, text in found] == ["arg-type]"]
        _same("daemon", found, new_workspace.warm())


MAPPING = """
import chex  # type: ignore

@chex.dataclass({option})
class A:
    x: int
"""
TAKES_MAPPING = """
from collections.abc import Mapping
from base import A

def take(values: Mapping[str, object]) -> None: ...

take(A(x=1))
"""


def test_a_daemon_sees_which_classes_are_mappings(new_workspace: Workspace) -> None:
    for option, count in ("", 0), ("mappable_dataclass=False", 1), ("frozen=True", 0):
        new_workspace.write({"base.py": MAPPING.format(option=option), "use.py": TAKES_MAPPING})
        found = new_workspace.daemon()
        assert len(found) == count
        assert found == new_workspace.warm() == new_workspace.cold()


JITTED = """
import jdc_runtime as jdc

@jdc.pytree_dataclass
class A:
    x: int

    @jdc.jit
    def step(self, by: {type}) -> "A":
        return self

    @jdc.jit(donate_argnums=0)
    def other(self) -> "A":
        return self
"""
CALLS = """
import jdc_runtime as jdc
from base import A

class B(A):
    pass

def use(a: B) -> None:
    A.step.lower(a, 1)
    B.other.clear_cache()
    B.other.lowr
    a.step(1)
    with jdc.copy_and_mutate(a) as new:
        new.x = "s"
"""


@pytest.mark.thorough
def test_jitted_methods_and_copies_in_every_mode(workspace: Workspace) -> None:
    for annotation, wrong in (("int", 0), ("str", 1), ("int", 0)):
        workspace.write({"base.py": JITTED.format(type=annotation), "use.py": CALLS})
        cold = workspace.cold()
        codes = [text.rpartition("[")[2].rstrip("]") for file, _, text in cold if file == "use.py"]
        assert sorted(codes) == ["arg-type"] * wrong + ["assignment", "attr-defined"]
        _same("warm", workspace.warm(), cold)
        _same("daemon", _ours(workspace.daemon()), _ours(cold))
        for options in OTHERS:
            _same(" ".join(options), workspace.warm(*options), cold)


@pytest.mark.slow
@pytest.mark.thorough
@settings(
    max_examples=4,
    deadline=None,
    phases=[Phase.generate],  # an example depends on those before it, so shrinking would mislead
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large],
)
@given(st.lists(edits, min_size=6, max_size=7))
def test_every_mode_agrees_after_every_edit(workspace: Workspace, sequence: list[Edit]) -> None:
    project = Project()
    for edit in [None, *sequence, None]:
        project = replace(project, broken=Project.broken) if edit is None else edit.apply(project)
        note(f"{edit}")
        workspace.write(project.files())
        cold = workspace.cold()
        _same("warm", workspace.warm(), cold)
        _same("daemon", _ours(workspace.daemon()), _ours(cold))
    for options in OTHERS:
        _same(" ".join(options), workspace.warm(*options), cold)


def _ours(report: Report) -> Report:
    """Leave out mypy's own errors: its daemon does not notice that a dataclass becomes frozen."""
    return frozenset(item for item in report if "[jdc-" in item[2])


def _same(mode: str, found: Report, expected: Report) -> None:
    assert (mode, sorted(found - expected), sorted(expected - found)) == (mode, [], [])
