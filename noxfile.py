"""The tests under the oldest and the newest JAX and mypy that are supported, against the built wheel."""

import os
from pathlib import Path

import nox

nox.options.default_venv_backend = "uv"
nox.options.error_on_missing_interpreters = False
nox.options.reuse_existing_virtualenvs = True

NEWEST = {"3.11": "0.10.2", "3.12": "0.12.0.1", "3.13": "0.12.0.1"}
OLDEST = {"3.11": "0.4.36", "3.12": "0.4.36", "3.13": "0.4.36"}

ROOMS = [f"tests/{room}" for room in ("runtime", "jit", "structure", "random", "checkpoint", "nn")]
NEWEST_MYPY = "2.4.1"

pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
os.environ["PATH"] = os.pathsep.join([os.environ["PATH"], *map(str, sorted(pyenv.glob("3.1[123].*/bin")))])


@nox.session(python=list(NEWEST))
@nox.parametrize("jax", ["oldest", "newest"])
def runtime(session: nox.Session, jax: str) -> None:
    """Run the tests of the runtime against the wheel in dist/, then those of the rules of operations.

    The runtime is tested without mypy. Operations on unknown axes are a part of the plugin, which needs it.
    """
    assert isinstance(session.python, str)
    version = (OLDEST if jax == "oldest" else NEWEST)[session.python]
    (wheel,) = Path("dist").glob("*.whl")
    session.install(
        f"jax=={version}",
        f"jaxlib=={version}",
        "absl-py",
        "cloudpickle",
        "dill",
        "flatbuffers",
        "flax",
        "jax-dataclasses",
        "jaxtyping",
        "optax",
        "pytest",
        "pytest-xdist",
        "hypothesis",
        "safetensors",
        "xxhash",
    )
    session.install("--no-deps", "--reinstall", str(wheel))
    pytest = ("python", "-P", "-m", "pytest", "-q", "-n", "2", "-W", "ignore::pytest.PytestConfigWarning")
    session.run(*pytest, "-m", "not slow", *ROOMS)
    session.install(f"mypy=={NEWEST_MYPY}")
    session.run(*pytest, "-m", "not slow and not thorough", "tests/operations")


@nox.session
@nox.parametrize(["python", "mypy"], [("3.11", "1.18.1"), ("3.13", NEWEST_MYPY)], ids=["oldest", "newest"])
def mypy(session: nox.Session, mypy: str) -> None:
    """Run the plugin's quick tests under the oldest and the newest mypy; they need no JAX, only small stubs of it."""
    (wheel,) = Path("dist").glob("*.whl")
    session.install(f"mypy=={mypy}", "pytest", "pytest-xdist", "pytest-mypy-plugins", "hypothesis")
    session.install("--no-deps", "--reinstall", str(wheel))
    pytest = ("python", "-P", "-m", "pytest", "-q", "-n", "2", "-W", "ignore::pytest.PytestConfigWarning")
    files = [
        f"tests/plugin/{name}.py" for name in ("test_fixtures", "host/test_incremental", "host/test_mypy_versions")
    ]
    modes = ["tests/plugin/modes"] if mypy == "1.18.1" else []  # the other tests run them under the newest
    session.run(*pytest, "-m", "not slow", *modes, *files)


@nox.session(python="3.13")
def libraries(session: nox.Session) -> None:
    """Run the plugin's fixtures and cards under the newest Python, with the newest JAX and what is built on it.

    The other tests run under the oldest Python, for which the libraries release no longer.
    """
    (wheel,) = Path("dist").glob("*.whl")
    session.install("pip", "-r", "requirements-dev.txt")
    session.install("--no-deps", "--reinstall", str(wheel))
    # works there, though its metadata say that it does not
    pip = ("python", "-m", "pip", "install", "--quiet", "--no-deps", "--ignore-requires-python")
    session.run(*pip, "simple-pytree==0.2.2")
    pytest = ("python", "-P", "-m", "pytest", "-q", "-n", "2", "-W", "ignore::pytest.PytestConfigWarning")
    session.run(
        *pytest, "-m", "not thorough", *(f"tests/plugin/{name}.py" for name in ("test_fixtures", "rules/test_cards"))
    )


@nox.session(python="3.11")
def brachy(session: nox.Session) -> None:
    """Run the old programs of docs/migrating/brachy.md under brachy, on the newest jax that it works with."""
    session.install("jax==0.4.23", "jaxlib==0.4.23", "numpy<2", "scipy<1.13", "brachy==0.0.2")
    session.run("python", "tests/migrating/old_brachy.py")
