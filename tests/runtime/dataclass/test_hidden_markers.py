"""Static markers under names that do not exist when a class is defined: refused, and nothing else is."""

import importlib.util
import sys
import textwrap

import pytest

import jdc_runtime as jdc
from jdc_runtime._dataclass.layout import layout_of

HEAD = """
from __future__ import annotations
from typing import TYPE_CHECKING, Any, Annotated, ClassVar, Final, Optional
import jdc_runtime as jdc
"""
ALIASES = """
from typing import Annotated, Any, Literal, TypeVar
from typing_extensions import TypeAliasType
import jdc_runtime as jdc
from jdc_runtime import Static as Renamed
T = TypeVar("T")
S = jdc.Static
IntS = jdc.Static[int]
Generic = jdc.Static[T]
Documented = Annotated[jdc.Static[int], "documentation"]
Alias = TypeAliasType("Alias", jdc.Static[int])
Chained = Renamed
Again = Chained
Pair: Any = Generic[int]
Nested = list[jdc.Static[int]]
Optionally = jdc.Static[int] | None
Text = "jdc.Static[int]"
class Namespace:
    S = jdc.Static[int]
class Array: ...
Number = int | float
Mode = Literal["Static"]
Annotated_ = Annotated[int, "Static"]
def make(): raise RuntimeError
Made = make
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Write modules of a package ``hidden``; what was imported of it is forgotten at the end."""
    monkeypatch.syspath_prepend(str(tmp_path))
    folder = tmp_path / "hidden"
    folder.mkdir()
    (folder / "aliases.py").write_text(ALIASES)
    (folder / "inner").mkdir()
    (folder / "inner" / "__init__.py").write_text("from ..aliases import *\nfrom .. import aliases as renamed\n")

    def write(name, source):
        (folder / f"{name}.py").write_text(textwrap.dedent(source))

    write("__init__", "from .aliases import S as Exported\nfrom . import aliases")
    yield write
    for name in [name for name in sys.modules if name.partition(".")[0] == "hidden"]:
        del sys.modules[name]


def define(package, imports, annotation, *, before="", after=""):
    """Define a class whose field ``m`` has an annotation, with imports for type checkers only."""
    lines = [HEAD, before, "if TYPE_CHECKING:", *(f"    {line}" for line in imports.split("\n")), "    ..."]
    lines += ["@jdc.pytree_dataclass", "class Hidden:", "    x: Any", f"    m: {annotation} = 0", after]
    package("using", "\n".join(lines))
    __import__("hidden.using")
    return layout_of(sys.modules["hidden.using"].Hidden)


def assert_refused(package, imports, annotation, **more):
    with pytest.raises(jdc.StaticFieldError) as caught:
        define(package, imports, annotation, **more)
    text = str(caught.value)
    assert 'field "m" of "Hidden"' in text
    assert "TYPE_CHECKING" in text
    assert "static_field()" in text


STATIC = [
    ("from hidden.aliases import S", "S[int]"),
    ("from hidden.aliases import S", "S"),
    ("from .aliases import S", "S[int]"),
    ("from .aliases import S as Other", "Other[int]"),
    ("from .aliases import (  # noqa: TC\n        Array,\n        S,\n    )", "S[int]"),
    ("from .aliases import \\\n        S", "S[int]"),
    ("from .aliases import *", "S[int]"),
    ("from .inner import *", "S[int]"),
    ("from .inner import IntS", "IntS"),
    ("from .inner import renamed", "renamed.S[int]"),
    ("from .aliases import IntS", "IntS"),
    ("from .aliases import Generic", "Generic[int]"),
    ("from .aliases import Documented", "Documented"),
    ("from .aliases import Alias", "Alias"),
    ("from .aliases import Again", "Again[int]"),
    ("from .aliases import Pair", "Pair"),
    ("from .aliases import Nested", "Nested"),
    ("from .aliases import Optionally", "Optionally"),
    ("from .aliases import Namespace", "Namespace.S"),
    ("from .aliases import Text", "Text"),
    ("from . import aliases", "aliases.S[int]"),
    ("from . import Exported", "Exported[int]"),
    ("import hidden", "hidden.Exported[int]"),
    ("import hidden", "hidden.aliases.S[int]"),
    ("import hidden.aliases", "hidden.aliases.S[int]"),
    ("import hidden.aliases as al", "al.S[int]"),
    ("import hidden.aliases as al", "al.Namespace.S"),
    ("from .aliases import S", "S[int] | None"),
    ("from .aliases import S", "Optional[S[int]]"),
    ("from .aliases import S", "list[S[int]]"),
    ("from .aliases import S", "Final[S[int]]"),
    ("from .aliases import S", "Annotated[S[int], 'documentation']"),
    ("from .aliases import S", "'S[int]'"),
    ("from typing import Annotated as An\nfrom .aliases import S", "S[An[int, 'x']]"),
    ("S = jdc.Static", "S[int]"),
    ("S: Any = jdc.Static[int]", "S"),
    ("import jax_dataclasses as upstream", "upstream.Static[int]"),
    ("from jax_dataclasses import Static as U", "U[int]"),
    ("from equinox import Module; from hidden.aliases import S", "S[int]"),
]


@pytest.mark.parametrize("loaded", [True, False], ids=["imported", "not imported"])
@pytest.mark.parametrize(("imports", "annotation"), STATIC)
def test_aliases_for_type_checkers_only_are_refused(package, imports, annotation, loaded):
    package("__init__", "" if not loaded else "from .aliases import S as Exported\nfrom . import aliases, inner")
    if not loaded and ("Exported" in annotation):
        package("__init__", "if 0: from .aliases import S as Exported")
    assert_refused(package, imports, annotation)
    assert ("hidden.aliases" in sys.modules) == loaded


@pytest.mark.parametrize(
    ("annotation", "after"),
    [
        ("S[int]", "S = jdc.Static"),
        ("IntS", "IntS: Any = jdc.Static[int]"),
        ("G[int]", "from typing import TypeVar\nT = TypeVar('T')\nG = jdc.Static[T]"),
        ("S[int]", "if True:\n    try:\n        from .aliases import S\n    except ImportError: ..."),
        ("S", "a = 1; S = jdc.Static[int]"),
        ("S", "Other = S = jdc.Static[int]"),
        ("S", "def f():\n    global S\nOther = jdc.Static[int]\nS = Other"),
        ("S", "S = Annotated[jdc.Static[int], 'documentation']"),
        ("S", "from typing_extensions import TypeAliasType\nS = TypeAliasType('S', jdc.Static[int])"),
        ("Names.S", "class Names:\n    S = jdc.Static[int]"),
    ],
)
def test_aliases_below_the_class_are_refused(package, annotation, after):
    assert_refused(package, "pass", annotation, after=after)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type statements")
@pytest.mark.parametrize(
    ("imports", "after"), [("type S = jdc.Static[int]", ""), ("pass", "type S = jdc.Static[int]")]
)
def test_type_statements(package, imports, after):
    assert_refused(package, imports, "S", after=after)
    package("statement", "import jdc_runtime as jdc\ntype Named[T] = jdc.Static[T]")
    del sys.modules["hidden"]
    assert_refused(package, "from .statement import Named", "Named[int]")


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type statements")
@pytest.mark.parametrize(
    ("statement", "after"),
    [
        ("type S = jdc.Static[Hidden_]", ""),
        ("type S = jdc.Static[Later]", "class Later: ..."),
        ("type Other = jdc.Static[Later]\ntype S = Other", "class Later: ..."),
        ("type S = list[jdc.Static[Later]]", "class Later: ..."),
    ],
)
@pytest.mark.parametrize("annotation", ["S", "'S'"])
def test_type_statements_that_name_what_does_not_exist(package, statement, after, annotation):
    assert_refused(package, "from numbers import Integral as Hidden_", annotation, before=statement, after=after)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type statements")
def test_type_statements_without_marker_that_name_what_does_not_exist(package):
    layout = define(package, "from numbers import Integral", "S", before="type S = list[Integral] | None")
    assert layout is not None
    assert layout.static == ()


DATA = [
    ("from jax import Array", "Array"),
    ("from jax import Array", "Array | None"),
    ("from jax import Array", "Annotated[Array, (3,), 'Static']"),
    ("from .aliases import Array", "Array"),
    ("from .aliases import Array as S", "S"),
    ("from .aliases import Number", "Number"),
    ("from .aliases import Mode", "Mode"),
    ("from .aliases import Annotated_", "Annotated_"),
    ("from .aliases import Made", "Made"),
    ("from .aliases import Missing", "Missing"),
    ("from .nowhere import S", "S"),
    ("from nowhere import *", "S"),
    ("from ....above import S", "S"),
    ("import nowhere.deeper", "nowhere.deeper.S[int]"),
    ("from .using import Hidden", "Hidden"),
    ("from .cycle import Turn", "Turn"),
    ("from typing import Literal", "Literal['Static', 'S']"),
    ("from .namesake import Static", "Static"),
    ("from .broken import S", "S"),
    ("Number = int", "Number"),
    ("import flax.linen as nn", "nn.Module"),
    ("Deep = 'Deep'", "Deep"),
]


@pytest.mark.parametrize("loaded", [True, False], ids=["imported", "not imported"])
@pytest.mark.parametrize(("imports", "annotation"), DATA)
def test_other_names_for_type_checkers_only_are_data(package, imports, annotation, loaded):
    package("__init__", "from . import aliases" if loaded else "")
    package("cycle", "from .turn import Turn")
    package("turn", "from .cycle import Turn")
    package("namesake", "class Static: ...")
    package("broken", "S = jdc.Static[\nraise SystemExit")
    before = set(sys.modules)
    assert define(package, imports, annotation, before='"""\n    from .aliases import S\n"""').data == ("x", "m")
    new = {name for name in set(sys.modules) - before if not name.startswith("jdc_runtime.")}
    assert new - {"hidden.aliases"} == {"hidden", "hidden.using"}


def test_text_that_looks_like_an_import_is_none(package):
    before = '"""Write it so:\n\n    from .aliases import Array, S\n"""'
    assert define(package, "from .namesake import S", "S", before=before).data == ("x", "m")
    del sys.modules["hidden.using"]
    assert define(package, "from .aliases import Array", "S", before=before).data == ("x", "m")


def test_partly_imported_modules(package):
    """Two modules that import each other: the alias does not exist yet when the class is defined."""
    package("__init__", "")
    package("first", "from . import second\nimport jdc_runtime as jdc\nS = jdc.Static[int]\nclass Model: ...")
    for annotation in ("first.S", "first.Model"):
        package("second", f"{HEAD}\nfrom . import first\n@jdc.pytree_dataclass\nclass A:\n    m: {annotation}\n")
        if annotation == "first.S":
            with pytest.raises(jdc.StaticFieldError, match='"m" of "A"'):
                __import__("hidden.first")
        else:
            __import__("hidden.first")
            assert layout_of(sys.modules["hidden.second"].A).data == ("m",)


def test_names_of_functions_and_classes_around(package):
    package(
        "around",
        HEAD
        + """
def outer():
    Local = jdc.Static[int]
    Harmless = int
    class Namespace:
        Inner = jdc.Static[int]
    def middle(name):
        def inner():
            return type("Dynamic", (), {"__annotations__": {"m": name}, "__module__": __name__,
                "__qualname__": "outer.<locals>.middle.<locals>.Dynamic"})
        return jdc.pytree_dataclass(inner())
    return middle

def other():
    Elsewhere = jdc.Static[int]

@jdc.pytree_dataclass
class Body:
    if TYPE_CHECKING:
        from .aliases import S
    m: list[int]
""",
    )
    around = importlib.import_module("hidden.around")
    middle = around.outer()  # its frame is gone when the class is defined
    for name in ("Local", "Local | None", "Namespace.Inner"):
        with pytest.raises(jdc.StaticFieldError):
            middle(name)
    for name in ("Harmless", "Elsewhere", "S"):
        assert layout_of(middle(name)).data == ("m",)
    with pytest.raises(jdc.StaticFieldError):
        jdc.pytree_dataclass(
            type(
                "Body",
                (),
                {"__annotations__": {"m": "S[int]"}, "__module__": around.__name__, "__qualname__": "Body"},
            )
        )


def test_pseudo_fields_stay_as_they_are(package):
    imports = "from .aliases import S"
    before = "from dataclasses import KW_ONLY, InitVar"
    for annotation in ("ClassVar[S[int]]", "InitVar[S[int]]"):
        assert define(package, imports, annotation, before=before).data == ("x",)
        del sys.modules["hidden.using"]


def test_a_field_that_is_static_anyway(package):
    package(
        "using",
        f"{HEAD}if TYPE_CHECKING:\n    from .aliases import S\n@jdc.pytree_dataclass\nclass Hidden:\n"
        "    m: S[int] = jdc.static_field(default=1)\n",
    )
    __import__("hidden.using")
    assert layout_of(sys.modules["hidden.using"].Hidden).static == ("m",)


def test_parameters_of_jitted_functions(package):
    package("__init__", "")
    source = (
        HEAD
        + "if TYPE_CHECKING:\n    from .aliases import S, Number\n@jdc.jit\ndef f(x, n: {}): return x\nLate = jdc.Static[int]"
    )
    for annotation in ("S[int]", "Late", "S[int] | None"):
        package("jitted", source.format(annotation))
        with pytest.raises(TypeError, match='parameter "n" of "f".*static_argnames="n"'):
            __import__("hidden.jitted")
    package("jitted", source.format("Number"))
    __import__("hidden.jitted")
    assert sys.modules["hidden.jitted"].f(1, 2) == 1


def test_annotations_that_are_objects_with_forward_references(package):
    """Without the future import, only what is quoted is postponed."""
    body = "    x: Any\n    m: Optional['S[int]'] = 0\n"
    package(
        "using",
        "from typing import *\nimport jdc_runtime as jdc\nif TYPE_CHECKING:\n    from .aliases import S\n"
        f"@jdc.pytree_dataclass\nclass Hidden:\n{body}",
    )
    with pytest.raises(jdc.StaticFieldError):
        __import__("hidden.using")


def test_an_edited_module_is_read_anew(package, tmp_path):
    package("__init__", "")
    assert define(package, "from .edited import S", "S").data == ("x", "m")
    package("edited", "import jdc_runtime as jdc\nS = jdc.Static[int]")
    del sys.modules["hidden.using"]
    assert_refused(package, "from .edited import S", "S")
    package("edited", "S = int  # no longer static")
    assert define(package, "from .edited import S", "S").data == ("x", "m")


def test_lazy_modules_stay_unloaded(package):
    """`importlib.util.LazyLoader` loads a module at the first look at any attribute of it."""
    package("__init__", "")
    package("lazy", "import jdc_runtime as jdc\nS = jdc.Static[int]\nraise AssertionError")
    import hidden

    spec = importlib.util.find_spec("hidden.lazy")
    spec.loader = importlib.util.LazyLoader(spec.loader)
    module = importlib.util.module_from_spec(spec)
    sys.modules["hidden.lazy"] = module
    spec.loader.exec_module(module)
    hidden.lazy = module
    assert_refused(package, "from .lazy import S", "S")
    assert_refused(package, "from . import lazy", "lazy.S")
    sys.modules["hidden.none"] = None
    assert define(package, "from .none import S", "S").data == ("x", "m")


def test_unusual_sources(package):
    package("__init__", "")
    package("long", "if 0: ...\n" + "elif 0: ...\n" * 2000 + "S = int")
    package("coded", "# coding: nonsense")
    package("zero", "S = 1\0")
    for name in ("long", "coded", "zero"):
        assert define(package, f"from .{name} import S", "S").data == ("x", "m")
        del sys.modules["hidden.using"]
    assert_refused(package, "from .aliases import S", "S", before="if 0: ...\n" + "elif 0: ...\n" * 500)
