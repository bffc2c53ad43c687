"""Mends that a rule is certain of, from the rule to the report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jdc_check.findings import Edit
from jdc_check.fixes import applied

from .conftest import STATE, Runner, write

DISCARDED = """\
from states import State


def f(größe: State, é: State) -> None:
    "é"; größe.replace(x=größe.x)
    größe.x.at[0].set(1)
    State(größe.x).replace(x=é.x)
    é.replace(x=é.x) if f else None
    (größe.replace(x=é.x))
"""


@pytest.mark.slow
def test_json_shows_them_cold_and_from_the_cache(jdc: Runner, tmp_path: Path) -> None:
    state = STATE.replace("import jax_dataclasses as jdc", "import jdc_runtime as jdc")
    write(tmp_path, {"states.py": state, "use.py": DISCARDED})
    first, second = (jdc(tmp_path, "check", "use.py", "-o", "json") for _ in range(2))
    assert first.stdout == second.stdout
    findings = json.loads(first.stdout)["findings"]
    assert [(finding["line"], finding["column"], finding["code"]) for finding in findings] == [
        (5, 10, "jdc-discarded"),
        (6, 5, "jdc-discarded"),
        (7, 5, "jdc-discarded"),
        (8, 5, "jdc-discarded"),
        (9, 6, "jdc-discarded"),
    ]
    assert [len(finding["fixes"]) for finding in findings] == [1, 0, 0, 0, 0]
    assert findings[0]["fixes"][0]["title"] == 'Assign the result to "größe"'
    assert all(finding["hints"] == [] for finding in findings)
    edits = [Edit(**edit) for edit in findings[0]["fixes"][0]["edits"]]
    mended = applied(DISCARDED.splitlines(), edits)
    assert mended.splitlines()[4] == '    "é"; größe = größe.replace(x=größe.x)'
    write(tmp_path, {"use.py": mended})
    left = json.loads(jdc(tmp_path, "check", "use.py", "-o", "json").stdout)["findings"]
    assert [finding["line"] for finding in left] == [6, 7, 8, 9]


ITEMS = """\
import jax
import jax.numpy as jnp


def f(x: jax.Array, i: int) -> jax.Array:
    x[i] = jnp.ones(3)[0]; x[0, 1:] -= i
    x[i] /= 2 + i
    x[0] = x[1] = 3
    x[0] = 1, 2
    x[0] = (i + 1)
    x[0] -= i + 1
    x[0] //= 2
    x.T[0] = 1
    return x


def lost(x: jax.Array) -> None:
    x[0] = 1
"""


NO_MEND = """\
from collections.abc import Callable
from typing import Final

import jax
import jax.numpy as jnp
from states import State

from names import GIVEN

CURRENT = State(jnp.ones(3))
FIXED: Final = State(jnp.ones(3))
FIXED.replace(x=jnp.ones(2))
ARRAY = jnp.ones(3)


def of_another_function(s: State, x: jax.Array) -> Callable[[], object]:
    def inner() -> object:
        s.replace(x=s.x)
        x.at[0].set(1.0)
        x[0] = 1.0
        return s, x

    return inner


def of_the_module() -> object:
    CURRENT.replace(x=CURRENT.x)
    ARRAY.at[0].set(1.0)
    ARRAY[0] = 1.0
    GIVEN.replace(x=GIVEN.x)
    return CURRENT, ARRAY, GIVEN


class Holder:
    ARRAY.at[0].set(2.0)
    held = ARRAY


def of_a_loop(ss: list[State], xs: dict[str, jax.Array]) -> object:
    for s in ss:
        s.replace(x=s.x)
        print(s)
    for name, x in xs.items():
        x.at[0].set(1.0)
        x[0] = 1.0
        print(name, x)
    return ss, xs


def of_a_match(given: object) -> object:
    match given:
        case State() as s:
            s.replace(x=s.x)
            return s, given


def read_no_more(s: State) -> None:
    s.replace(x=s.x)
    s = State(jnp.ones(2))


print(FIXED, CURRENT)
"""
MENDS = """\
import jax
import jax.numpy as jnp
from states import State

current = State(jnp.ones(3))
current.replace(x=current.x)
print(current)
array = jnp.ones(3)
array[0] = 1.0


def of_the_module() -> object:
    global current, array
    current.replace(x=current.x)
    current, array = current, array
    array[0] = 1.0
    return current, array


def outer(s: State) -> object:
    def inner() -> object:
        nonlocal s
        s.replace(x=s.x)
        s = s.replace(x=s.x)
        return s

    return inner() and s


def on_one_line(x: jax.Array) -> jax.Array:
    x[0] = 1.0; return x


def of_a_loop(x: jax.Array) -> jax.Array:
    for i in range(3):
        x[i] = 1.0
        x.at[i].set(2.0)
    return x
"""


@pytest.mark.thorough
@pytest.mark.slow
def test_only_variables_of_the_scope_are_assigned(jdc: Runner, tmp_path: Path) -> None:
    state = STATE.replace("import jax_dataclasses as jdc", "import jdc_runtime as jdc")
    names = "import jax.numpy as jnp\nfrom states import State\n\nGIVEN = State(jnp.ones(3))\n"
    write(tmp_path, {"states.py": state, "names.py": names, "use.py": NO_MEND, "mends.py": MENDS})
    findings = json.loads(jdc(tmp_path, "check", "use.py", "-o", "json").stdout)["findings"]
    marks = (".replace(", ".at[0]", "[0] = ")
    expected = [at for at, line in enumerate(NO_MEND.splitlines(), 1) if any(each in line for each in marks)]
    assert [finding["line"] for finding in findings] == expected
    assert [finding["line"] for finding in findings if finding["fixes"]] == []
    own = json.loads(jdc(tmp_path, "check", "mends.py", "-o", "json").stdout)["findings"]
    edits = [Edit(**edit) for finding in own for fix in finding["fixes"] for edit in fix["edits"]]
    assert [finding["line"] for finding in own if not finding["fixes"]] == []
    mended = applied(MENDS.splitlines(), edits)
    assert "    x = x.at[0].set(1.0); return x" in mended
    write(tmp_path, {"mends.py": mended})
    assert json.loads(jdc(tmp_path, "check", "mends.py", "-o", "json").stdout)["findings"] == []


@pytest.mark.slow
def test_items_of_arrays_are_set_in_a_new_array(jdc: Runner, tmp_path: Path) -> None:
    write(tmp_path, {"use.py": ITEMS})
    findings = json.loads(jdc(tmp_path, "check", "use.py", "-o", "json").stdout)["findings"]
    assert [finding["line"] for finding in findings] == [6, 6, 7, 8, 9, 10, 11, 12, 13, 18]
    fixed = [finding["line"] for finding in findings if finding["fixes"]]
    assert fixed == [6, 6, 7]
    edits = [Edit(**edit) for finding in findings for fix in finding["fixes"] for edit in fix["edits"]]
    mended = applied(ITEMS.splitlines(), edits).splitlines()
    assert mended[5] == "    x = x.at[i].set(jnp.ones(3)[0]); x = x.at[0, 1:].add(-i)"
    assert mended[6] == "    x = x.at[i].divide(2 + i)"


def test_edits_are_applied_from_the_last_to_the_first() -> None:
    edits = [Edit(1, 1, 1, 2, "yy"), Edit(1, 5, 2, 3, "z\n")]
    assert applied(["x = 1 +", "  2"], edits) == "yy = z\n2\n"
