"""No class body and no function of a structure tree, however odd, makes the plugin fail."""

from __future__ import annotations

import ast
import operator
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from plugin.workspace import Workspace, offers

MODES = [(), *((option,) for option in ("--no-native-parser", "--num-workers=2") if offers(option))]
HEADER = """\
from __future__ import annotations
import dataclasses, enum, functools, typing
import typing as t
import jax, jax.numpy as jnp
import jax.numpy as np
import jax_dataclasses as upstream
import jdc_runtime as jdc
from dataclasses import KW_ONLY, InitVar, dataclass, field
from jax import Array
from jdc_runtime import EnforcedAnnotationsMixin, PyTreeNode, Static, copy_and_mutate, static_field
from jdc_runtime import structure
from jdc_runtime.structure import Module, StateOrganizer, StructureTree, organized_apply, organized_init
from typing import (Annotated, Any, Callable, ClassVar, Final, Generic, Literal, NamedTuple, Optional, ParamSpec,
    Protocol, Self, TypedDict, TypeVar, TypeVarTuple, Union, Unpack)
T = TypeVar("T")
P = ParamSpec("P")
Ts = TypeVarTuple("Ts")
Alias = Annotated[Array, (..., 3), jnp.float32]
Nested = list[Static[T]]
Recursive = Union[int, list["Recursive"]]
n = 3
"""


def _words(text: str) -> st.SearchStrategy[str]:
    return st.sampled_from(text.split())


def _phrases(text: str) -> st.SearchStrategy[str]:
    return st.sampled_from(text.split("; "))


NAMES = st.sampled_from(["x", "y", "z", "replace", "_", "__init__", "self", "cls", "fields", "__slots__"])
ATOMS = st.one_of(
    _words(
        "int float str bytes None Array jax.Array Any Self T Ts P Alias Nested Recursive jdc np.ndarray Undefined "
        "jdc.Undefined jdc.Static Static ... 0 3 -1 1.5 1j True n jnp.float32 jnp.undefined float32 KW_ONLY () [] {} "
        "object type ClassVar Final InitVar functools.partial Literal[1] Callable enum.Enum Class0 Class1 Class2 C "
        "'int' '(' '*Ts' 'jnp.float32' b'x' f'{n}'"
    ),
    st.sampled_from(["\"Annotated[int, 'a b']\"", "\"'int'\"", "''", "' '", "'x y'", "[i * i for i, j in n]"]),
)
ANNOTATIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.builds(
            "{0}[{1}]".format,
            _words(
                "Annotated Static jdc.Static Optional list tuple dict ClassVar Final InitVar Union Callable "
                "type Nested Literal Unpack Generic t.Annotated typing.Annotated Undefined Class0 Array"
            ),
            st.lists(inner, min_size=1, max_size=4).map(", ".join),
        ),
        st.builds("({0})".format, st.lists(inner, max_size=4).map(lambda items: ", ".join([*items, ""]))),
        st.builds("{0} | {1}".format, inner, inner),
        st.builds("[{0}]".format, st.lists(inner, max_size=3).map(", ".join)),
        st.builds("{{{0}: {1}}}".format, inner, inner),
        st.builds("{0}({1}, k={0})".format, inner, inner),
        st.builds("(lambda q, *a: {0})".format, inner),
        st.builds("({0} if {1} else {0})".format, inner, inner),
        st.builds("tuple[*{0}]".format, inner),
        st.builds("({0} < {1})".format, inner, inner),
        st.builds("(q := {0})".format, inner),
        st.builds("{0}.{1}".format, ATOMS, NAMES),
        st.builds("(not {0})".format, inner),
        inner.map(repr),
    ),
    max_leaves=6,
)
FIELDS = _words("field jdc.field static_field dataclasses.field upstream.static_field jax.tree.static C")
VALUES = st.one_of(
    ANNOTATIONS,
    st.builds(
        "{0}({1}={2})".format,
        FIELDS,
        _words("default default_factory metadata static init kw_only repr pytree_node"),
        ANNOTATIONS,
    ),
    st.builds("{0}(**{1})".format, FIELDS, ANNOTATIONS),
    st.builds("{0}(metadata={{'static': {1}, **{1}}})".format, FIELDS, ANNOTATIONS),
    st.builds("{0}(metadata=dict({1}, static={1}))".format, FIELDS, ANNOTATIONS),
    st.builds("{0}(*{1})".format, FIELDS, ANNOTATIONS),
)
LINES = st.one_of(
    st.builds("{0}: {1}".format, NAMES, ANNOTATIONS),
    st.builds("{0}: {1} = {2}".format, NAMES, ANNOTATIONS, VALUES),
    st.builds("{0} = {1}".format, NAMES, VALUES),
    st.builds("x.{0}: {1}".format, NAMES, ANNOTATIONS),
    st.builds("x[0]: {0}".format, ANNOTATIONS),
    st.builds("if {0}:\n        {1}: {2}\n    else:\n        {1}: {0}".format, ANNOTATIONS, NAMES, ANNOTATIONS),
    st.builds("def {0}(self, a: {1} = {2}) -> {1}: self.x = {2}; del self.x".format, NAMES, ANNOTATIONS, VALUES),
    st.builds("for {0} in {1}: {0}: {1}".format, NAMES, VALUES),
    st.builds("with copy_and_mutate({0}) as {1}: {1}.x = {0}".format, VALUES, NAMES),
    st.builds("class {0}(PyTreeNode):\n        {0}: {1} = {2}".format, NAMES, ANNOTATIONS, VALUES),
    st.builds("setattr({0}, {1!r}, {0})".format, VALUES, NAMES),
    st.just("pass"),
)
DECORATORS = _phrases(
    "jdc.pytree_dataclass; upstream.pytree_dataclass; dataclass; jdc.pytree_dataclass(kw_only=n); "
    "jdc.pytree_dataclass(data_fields=['x'], meta_fields=('y',)); jdc.pytree_dataclass(data_fields=n, **n); "
    "jdc.pytree_dataclass(*n); jdc.pytree_dataclass(None); jdc.pytree_dataclass()(); jdc.pytree_dataclass[int]; "
    "functools.partial(jdc.pytree_dataclass, kw_only=True); Undefined; n; (lambda c: c); "
    "jdc.pytree_dataclass(eq=False); upstream.pytree_dataclass(**{}); dataclasses.dataclass(frozen=n); "
    "functools.total_ordering; jdc.jit"
)
BASES = _phrases(
    "PyTreeNode; Class0; Class1; Class2; Generic[T]; Generic[Unpack[Ts]]; NamedTuple; TypedDict; Protocol; enum.Enum; "
    "EnforcedAnnotationsMixin; Undefined; Any; int; type; metaclass=type; kw_only=n; C; Class0[int]; *n; **n; "
    "tuple[T]; dataclass; (lambda: 1)"
)


@st.composite
def classes(draw: st.DrawFn) -> str:
    """Write one class that Python can parse, and uses of it; it is called C in its own body."""
    text = "".join(f"@{item}\n" for item in draw(st.lists(DECORATORS, max_size=2)))
    text += f"class C({', '.join(draw(st.lists(BASES, max_size=3)))}):\n"
    text += "".join(f"    {line}\n" for line in draw(st.lists(LINES, min_size=1, max_size=5)))
    use = draw(VALUES)
    text += f"c = C({use}, x={use})\nc.x = {use}\nc.replace(x={use}, **{use})\ndataclasses.replace(c, y={use})\n"
    text += (
        f"with copy_and_mutate(c) as d, Undefined({use}) as d.x:\n    d.x = d.y.x = {use}\n    (d.x, *d.y) = {use}\n"
    )
    return text


ORGANIZERS = _phrases(
    "organized_init; organized_apply; structure.organized_init_with_rng; organized_init(); organized_apply(f1); "
    "Undefined; functools.cache; organized_apply"
)
PARAMETERS = _phrases(
    "organizer: StateOrganizer; organizer; *organizer: StateOrganizer; x: int, organizer: StateOrganizer; ; x; "
    "organizer: StateOrganizer | None = None; organizer: 'StateOrganizer', *, y: T; tree: StructureTree, config: dict; "
    "*, organizer: StateOrganizer; organizer: Undefined; organizer: Any; organizer: StateOrganizer, width: int = n; "
    "organizer: C; tree: StructureTree; organizer: StateOrganizer, /, **rest: int; tree: StructureTree, x: Array"
)
NAMED = _words("x y f0 f1 norm aux apply params set_apply __class__ __getattr__ get_state")
DEEDS = st.one_of(
    st.builds("organizer.{0} = {1}".format, NAMED, VALUES),
    st.builds("organizer.{0}: {1} = {1}".format, NAMED, ANNOTATIONS),
    st.builds("organizer.{0} += organizer.{1}".format, NAMED, NAMED),
    st.builds("organizer.{0} = organizer.{1} = organizer.{0}".format, NAMED, NAMED),
    st.builds("local = organizer.{0} = local\n    organizer.{1} = [local, local * n, *local]".format, NAMED, NAMED),
    st.builds("organizer[{0}] = {0}".format, VALUES),
    st.builds("(organizer.x, *organizer.y), [organizer] = {0}".format, VALUES),
    st.builds("organizer.register_{0}({1!r}, {2})".format, _words("aux buffer parameter submodule x"), NAMED, VALUES),
    st.builds("organizer.register_aux({0}, *{0}, **{0})".format, VALUES),
    st.builds("organizer.register_aux(value={0}, name={1!r})".format, VALUES, NAMED),
    st.builds("organizer.{0}(f1 if {1} else {1})".format, _words("set_apply create_module"), VALUES),
    st.builds("organizer.set_apply(apply={0})".format, _words("f0 f1 f0(1) C C.x lambda:0 organizer organizer.x")),
    st.builds("reveal_type(organizer.{0}.{1}({2}))".format, NAMED, NAMED, VALUES),
    st.builds("del organizer.{0}, organizer[{1}]".format, NAMED, VALUES),
    st.builds("for organizer.{0} in {1}: organizer.{0}".format, NAMED, VALUES),
    st.builds("with {1} as organizer.{0}: organizer".format, NAMED, VALUES),
    st.builds("organizer = structure.StateOrganizer({0})".format, _words("tree tree,config x **x *x")),
    st.builds("organizer = {0}".format, VALUES),
    st.builds("try: organizer.{0}\n    except {1}: organizer.{0} = {1}".format, NAMED, VALUES),
    st.builds(
        "def f1(organizer: StateOrganizer): return organizer.{0}, (lambda organizer: {1})".format, NAMED, VALUES
    ),
    st.builds("tree[{0}][{0}] = tree['aux'][{0}] = tree['submodules'][{0}]['apply'] = {0}".format, VALUES),
    st.builds("tree['{0}'].update({1})".format, NAMED, VALUES),
    st.builds("return structure.fill_tree({{'apply': f0, 'params': {0}, **{0}}}), {0}".format, VALUES),
    st.builds("return StructureTree(params={0}, buffers={0}, aux={0}, apply=f0, submodules={0})".format, VALUES),
    st.just("pass"),
)


@st.composite
def functions(draw: st.DrawFn) -> str:
    """Write functions of a structure tree that Python can parse; each may be another's apply function."""
    text = ""
    for number in range(3):
        text += "".join(f"@{item}\n" for item in draw(st.lists(ORGANIZERS, max_size=2)))
        text += f"def f{number}({draw(PARAMETERS)}) -> {draw(st.sampled_from(['None', 'Module', 'Any', 'T']))}:\n"
        text += "".join(f"    {line}\n" for line in draw(st.lists(DEEDS, min_size=1, max_size=6)))
    return text


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True


@pytest.fixture(scope="module")
def workspaces(stubs: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Workspace, Workspace]:
    """Return a workspace with the plugin and one without."""
    folder = tmp_path_factory.mktemp("robust")
    return Workspace(folder / "plugin", stubs), Workspace(folder / "plain", stubs, plugins="")


@pytest.mark.thorough
@pytest.mark.slow
@settings(
    max_examples=1,
    deadline=None,
    phases=[Phase.generate],
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
@given(
    bodies=st.lists(
        st.builds(operator.add, classes(), st.one_of(st.just(""), functions())).filter(_parses),
        min_size=30,
        max_size=50,
    )
)
def test_no_class_makes_the_plugin_fail(workspaces: tuple[Workspace, Workspace], bodies: list[str]) -> None:
    files = {
        f"part{number}.py": HEADER + re.sub(r"\bC\(", f"Class{number}(", body) for number, body in enumerate(bodies)
    }
    for options in MODES:
        _check(workspaces, files, options)


def _check(workspaces: tuple[Workspace, Workspace], files: dict[str, str], options: tuple[str, ...]) -> None:
    """Run mypy over the files; those on which it fails without the plugin too are left out."""
    checked, plain = workspaces
    left = dict(files)
    while _fails(checked, left, options):
        culprit = _culprit(checked, left, options)
        only = {culprit: left.pop(culprit)}
        assert _fails(plain, only, options), f"only with the plugin:\n{only[culprit]}"


def _fails(workspace: Workspace, files: dict[str, str], options: tuple[str, ...]) -> bool:
    workspace.write(files)
    try:
        workspace.warm(*options)
    except RuntimeError:
        return True
    return False


def _culprit(workspace: Workspace, files: dict[str, str], options: tuple[str, ...]) -> str:
    """Find one file on which mypy fails."""
    names = list(files)
    while len(names) > 1:
        half = names[: len(names) // 2]
        failing = _fails(workspace, {name: files[name] for name in half}, options)
        names = half if failing else names[len(names) // 2 :]
    return names[0]
