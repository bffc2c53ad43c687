"""The main job on real input: ``make demo``."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
JDC = Path(sys.executable).parent / "jdc"


def step(title: str, *command: str, expected: int) -> None:
    print(f"\n\033[1m{title}\033[0m\n$ {' '.join(command)}", flush=True)
    program = str(JDC) if command[0] == "jdc" else sys.executable
    done = subprocess.run([program, *command[1:]], check=False)
    if done.returncode != expected:
        sys.exit(f"exit code {done.returncode}, expected {expected}")


step("A training program that is clean", "jdc", "check", str(HERE / "train_digits.py"), expected=0)
step("Typical mistakes, each on its line", "jdc", "check", str(HERE / "mistakes.py"), expected=1)
step("A library from the package registry, built on jax_dataclasses", "jdc", "check", "-p", "jaxlie", expected=0)
step("The training program runs", "python", str(HERE / "train_digits.py"), expected=0)
