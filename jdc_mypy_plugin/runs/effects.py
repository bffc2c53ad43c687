"""Things that a run does besides computing: writes to what was there before, prints, checks, and unknown code."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Decorator,
    Expression,
    IfStmt,
    MemberExpr,
    NameExpr,
    PassStmt,
    ReturnStmt,
    Statement,
    StrExpr,
)

from jdc_operations.registry import OPERATIONS
from jdc_operations.values import UNKNOWN, ArrayValue, Text

from ..model.functions.pure_methods import ARRAY_METHODS
from ..syntax.names.targets import unpacked
from ..syntax.walk import descendants, expressions_in, statements
from .changes import Changes
from .frameworks.nnx_modes import MODES
from .things import Layer, Made, Method, Object, Own, Parser, Partly, Row, Table, Thing, Variable

_PACKAGES: Final = (
    *(f"jax.{name}." for name in ("numpy", "lax", "nn", "random", "tree", "scipy", "ops", "image", "dtypes")),
    *("jax.tree_util.tree_", "optax.", "math.", "equinox.nn.", "equinox.is_", "typing."),
)
"""Beginnings of the names of functions that only compute."""
_FUNCTIONS: Final = frozenset(
    (
        *("jax.device_put", "jax.tree_map", "jax.tree_leaves", "jax.named_scope", "functools.partial"),
        *(f"jax.{name}" for name in ("jit", "vmap", "grad", "value_and_grad", "checkpoint", "remat", "named_call")),
        *(f"jax.{name}" for name in ("jacfwd", "jacrev", "jacobian", "hessian", "custom_jvp", "custom_vjp")),
        *(f"equinox.{name}" for name in ("tree_at", "partition", "combine", "apply_updates", "if_array", "filter")),
        *(f"equinox.filter_{name}" for name in ("jit", "grad", "value_and_grad", "vmap", "checkpoint", "jvp", "vjp")),
        *("dataclasses.replace", "dataclasses.asdict", "dataclasses.fields", "copy.replace", "copy.copy"),
        *("copy.deepcopy", "jdc_runtime.replace", "jax_dataclasses.replace", "jdc_runtime.jit"),
        *("jax_dataclasses.jit", "jdc_runtime.copy_and_mutate", "jax_dataclasses.copy_and_mutate"),
        *(f"builtins.{name}" for name in ("min", "max", "abs", "round", "any", "all", "len", "str", "repr", "sum")),
        *(f"builtins.{name}" for name in ("range", "zip", "enumerate", "list", "tuple", "dict", "set", "frozenset")),
        *(f"builtins.{name}" for name in ("sorted", "reversed", "isinstance", "issubclass", "type", "int", "float")),
        *(f"builtins.{name}" for name in ("bool", "complex", "divmod", "pow", "slice", "hasattr", "getattr", "id")),
        *(f"builtins.{name}" for name in ("hash", "callable", "super", "object", "object.__init__")),
    )
)
_CALLING: Final = frozenset(
    (
        *(f"jax.lax.{name}" for name in ("associative_scan", "reduce", "reduce_window", "custom_root")),
        *("jax.lax.custom_linear_solve", "jax.numpy.piecewise", "jax.numpy.apply_over_axes"),
    )
)
"""Those that call functions which the run does not follow."""
_STAGED: Final = ("block_until_ready", "copy_to_host_async", "delete")
"""Methods of arrays of JAX that do something."""
_BINDING: Final = AssignmentStmt | ReturnStmt | PassStmt | IfStmt


class Mark(NamedTuple):
    """A moment of the run."""

    noted: int
    touches: int
    first: int
    """The number that the next thing gets."""
    replays: int
    jits: int


class Effects:
    """Counts effects; that of a function under `jax.jit` counts where it is traced."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._noted = 0
        self.replays = 0
        """Calls under `jax.jit` that did not run the function again."""
        self.jits = 0
        """Calls under `jax.jit`."""
        self._watched: CallExpr | None = None
        self._begun: Mark | None = None
        self.is_own = False
        """True where the watched call has come to a function of the program."""

    @property
    def is_watching(self) -> bool:
        """True while a call is followed whose result nobody takes."""
        return self._watched is not None

    def note(self) -> None:
        """Count something that may be seen from outside."""
        self._noted += 1

    @contextmanager
    def watching(self, call: CallExpr) -> Generator[None]:
        """Take note of the moment in which the arguments of a call are known and it begins."""
        before = self._watched, self._begun, self.is_own
        self._watched, self._begun, self.is_own = call, None, False
        try:
            yield
        finally:
            self._watched, self._begun, self.is_own = before

    def begin(self, call: CallExpr) -> None:
        """Begin a call."""
        if call is self._watched and self._begun is None:
            first = Row(self._changes.regions).number
            self._begun = Mark(self._noted, len(self._changes.touches), first, self.replays, self.jits)

    def enter(self, at: Expression | None) -> None:
        """Take note of a function of the program that a call leads to."""
        self.is_own = self.is_own or (at is not None and at is self._watched)

    def begun(self) -> Mark | None:
        """Return the moment in which the watched call began."""
        return self._begun

    def are_none_since(self, mark: Mark) -> bool:
        """Return whether nothing has had an effect: what was made since then may change."""
        writes = self._changes.touches[mark.touches :]
        return self._noted == mark.noted and all(held.number >= mark.first for held in writes)

    def of_named(self, name: str, given: Sequence[Thing], keywords: Mapping[str, Thing]) -> None:
        """Count the call of a function of a library, unless it is known to compute alone."""
        is_of_numpy = name.startswith("numpy.") and not name.startswith("numpy.random.")
        is_known = name in _FUNCTIONS or name.startswith(_PACKAGES) or (is_of_numpy and name in OPERATIONS)
        is_writing = "out" in keywords or (is_of_numpy and len(given) > _place_of_out(name))
        is_writing = is_writing or name == "numpy.nan_to_num"
        if not is_known or is_writing or _leads_elsewhere(name, given, keywords):
            self.note()

    def of_method(self, method: Method, given: Sequence[Thing], keywords: Mapping[str, Thing]) -> None:
        """Count the call of a method of an array, or of an object of a library, that may do something."""
        receiver = method.receiver
        if "out" in keywords or (isinstance(receiver, Text) and _write(given, ("__format__", "__str__", "__repr__"))):
            is_known = False
        elif isinstance(receiver, ArrayValue):
            is_known = method.name in ARRAY_METHODS if receiver.library != "jax" else method.name not in _STAGED
        elif isinstance(receiver, Row | Table):
            is_known = (receiver.items if isinstance(receiver, Row) else receiver.entries) is not None
        else:
            is_set = isinstance(receiver, Object) and method.name in MODES
            is_known = not isinstance(receiver, Variable | Parser) and not is_set
        if not is_known:
            self.note()

    def of_layer(self, layer: Layer) -> None:
        """Count the call of a layer of `flax.nnx`, which may count or draw."""
        if not layer.name.startswith(("equinox.", "flax.linen.")):
            self.note()

    def of_skipped(self, bodies: Iterable[Sequence[Statement]]) -> None:
        """Count what another turn, or other arguments of the program, would do in branches that do not run."""
        if any(map(may_act, bodies)):
            self.note()

    def of_skipped_part(self, *parts: Expression) -> None:
        """Count the same of parts of an expression that are not evaluated: ``verbose and print(x)``."""
        if self._watched is not None and any(_calls_others(descendants(each)) for each in parts):
            self.note()


def may_act(body: Sequence[Statement]) -> bool:
    """Return whether statements may do more than compute and bind variables."""
    inside = statements(body)
    if any(not isinstance(each, _BINDING) for each in inside):
        return True
    targets = (each for one in inside if isinstance(one, AssignmentStmt) for each in one.lvalues)
    if any(not isinstance(name, NameExpr) for each in targets for name in unpacked(each)):
        return True
    return _calls_others(expressions_in(body))


def _calls_others(expressions: Iterable[Expression]) -> bool:
    return any(isinstance(each, CallExpr) and not _only_computes(each.callee) for each in expressions)


def _only_computes(callee: Expression) -> bool:
    """Return whether a function is one of `jax.numpy` or the like, or of Python, by its name."""
    if isinstance(callee, NameExpr) and callee.fullname in _FUNCTIONS:
        return True
    if isinstance(callee, MemberExpr) and isinstance(callee.expr, StrExpr):
        return True
    while isinstance(callee, MemberExpr) and isinstance(callee.expr, MemberExpr | NameExpr):
        callee = callee.expr
    return (
        isinstance(callee, NameExpr) and callee.fullname.startswith(("jax", "numpy")) and "debug" not in callee.name
    )


def _functions(given: Iterable[Thing]) -> Iterator[Thing]:
    """Yield what a function is given, and the items of lists in it."""
    for each in given:
        yield from (each.items or ()) if isinstance(each, Row) else (each,)


def _is_acting(function: Thing) -> bool:
    """Return whether a function that JAX calls, which is not followed there, may do more than compute."""
    if isinstance(function, Own):
        return may_act(function.function.body.body)
    return function is UNKNOWN or isinstance(function, Method | Made | Partly)


def _leads_elsewhere(name: str, given: Sequence[Thing], keywords: Mapping[str, Thing]) -> bool:
    """Return whether a function calls one of the program: ``len(x)`` and ``max(x, key=f)``."""
    if name in _CALLING and any(map(_is_acting, _functions([*given, *keywords.values()]))):
        return True
    if "is_leaf" in keywords and _is_acting(keywords["is_leaf"]):
        return True
    module, _, short = name.partition(".")
    if short == "hasattr" and any(map(_has_acting_property, given)):
        return True
    methods = [f"__{short}__", *(("__repr__",) if short == "str" else ("__getattr__",) if short == "hasattr" else ())]
    return module == "builtins" and (_write(given, methods) or ("key" in keywords and short in ("min", "max")))


def _write(given: Sequence[Thing], methods: Sequence[str]) -> bool:
    """Return whether the class of an object writes one of some methods."""
    classes = [each.info for each in given if isinstance(each, Object) and each.info is not None]
    return any(method in each.names for info in classes for each in info.mro[:-1] for method in methods)


def _has_acting_property(thing: Thing) -> bool:
    """Return whether an object has a property that may do more than compute."""
    info = thing.info if isinstance(thing, Object) else None
    nodes = [each.node for base in (info.mro[:-1] if info is not None else ()) for each in base.names.values()]
    return any(isinstance(each, Decorator) and may_act(each.func.body.body) for each in nodes)


def _place_of_out(name: str) -> int:
    """Return from which place on a function of NumPy is given an array that it writes to: ``np.add(x, 1, x)``."""
    operation = OPERATIONS.get(name)
    if operation is None:
        return 0
    names = [each.partition("=")[0] for each in operation.form.partition("*")[0].split(", ") if each not in ("", "/")]
    return names.index("out") if "out" in names else len(names)
