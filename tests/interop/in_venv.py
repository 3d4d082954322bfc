#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a Python script with the pinned packages of requirements.txt, or of another file beside it, which it installs from PyPI when
they changed.

    in_venv.py [--requirements FILE] VENV_FOLDER SCRIPT [ARGUMENTS]

Where PyPI does not answer it says "skipped: ..." and exits with 77, CTest's code for a skipped test here.
"""
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

SKIPPED = 77
# What pip says when it is the network's fault.
NO_NETWORK = (
    "ConnectionError",
    "NewConnectionError",
    "ConnectTimeout",
    "ReadTimeout",
    "ProxyError",
    "SSLError",
    "Temporary failure in name resolution",
    "Name or service not known",
    "Connection refused",
    "Connection broken",
    "HTTP error 5",
)


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def make_venv(folder, requirements):
    shutil.rmtree(folder, ignore_errors=True)
    print(f"Making a Python environment with the packages of {requirements.name}", flush=True)
    made = subprocess.run([sys.executable, "-m", "venv", folder], capture_output=True, text=True)
    if made.returncode != 0:
        skip(f"this Python cannot make environments (Debian: python3-venv): {made.stdout.strip()[-200:]}")
    pip = subprocess.run(
        [folder / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input",
         "--retries", "2", "--requirement", requirements],
        capture_output=True, text=True,
    )
    if pip.returncode != 0:
        said = pip.stdout + pip.stderr
        if any(words in said for words in NO_NETWORK):
            skip("PyPI does not answer")
        sys.exit(f"pip cannot install the pinned packages:\n{said}")


def main():
    arguments, name = sys.argv[1:], "requirements.txt"
    if arguments[:1] == ["--requirements"]:
        name, arguments = arguments[1], arguments[2:]
    if len(arguments) < 2:
        sys.exit(__doc__)
    requirements = Path(__file__).resolve().parent / name
    folder, script = Path(arguments[0]).resolve(), arguments[1]
    wanted = hashlib.sha256(requirements.read_bytes() + sys.version.encode()).hexdigest()
    stamp = folder / "installed"
    if not stamp.is_file() or stamp.read_text() != wanted:
        make_venv(folder, requirements)
        stamp.write_text(wanted)
    environment = dict(os.environ, KERAS_BACKEND="jax", JAX_PLATFORMS="cpu", KERAS_HOME=str(folder / "keras"),
                       PYTHONDONTWRITEBYTECODE="1")
    environment.pop("PYTHONPATH", None)
    python = str(folder / "bin/python")
    os.execve(python, [python, script, *arguments[2:]], environment)


if __name__ == "__main__":
    main()
