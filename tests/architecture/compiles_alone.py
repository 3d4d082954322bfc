#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles sources each by itself, with warnings as errors: in the unity build a file may lean on what another one includes.

    compiles_alone.py BUILD_FOLDER [--commits N] [--most N]

Looked at are the sources that the last 100 commits changed, newest first, and no more than 16 of them, because each takes seconds;
`tests/run.sh dev` compiles all. The options are those of the unity file that includes the source, without its precompiled header.
"""
import argparse
import concurrent.futures
import json
import os
from pathlib import Path
import re
import shlex
import subprocess
import sys

ROOT = Path(__file__).resolve().parents[2]


def changed_sources(commits: int) -> list[str]:
    """Paths of the sources that the last commits changed and that are still there, newest first."""
    log = subprocess.run(["git", "log", f"-{commits}", "--no-renames", "--diff-filter=AM", "--name-only", "--format=", "--", "engine",
                          "app", "ui"], cwd=ROOT, capture_output=True, text=True)
    if log.returncode != 0:
        sys.exit(f"the history cannot be read: {log.stderr.strip()}")
    names = dict.fromkeys(line for line in log.stdout.splitlines() if line.endswith(".cpp"))
    return [name for name in names if (ROOT / name).exists()]


def commands(build: Path) -> dict[str, tuple[list[str], str]]:
    """By path of a source: the compiler's arguments without input and output, and the folder to run it in."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        arguments = shlex.split(entry["command"])
        kept, skip = [], False
        for argument in arguments:
            if skip:
                skip = False
            elif argument in ("-o", "-c", "-include"):
                skip = True
            elif argument not in ("-Winvalid-pch", "-fpch-preprocess"):
                kept.append(argument)
        while kept and "=" in kept[0] or os.path.basename(kept[0]) in ("ccache", "cmake", "-E", "env"):
            kept.pop(0)
        source = Path(entry["file"])
        members = [source]
        if "/Unity/" in str(source) and source.exists():
            members = [Path(line) for line in re.findall(r'#include "([^"]+)"', source.read_text())]
        for member in members:
            path = Path(os.path.normpath(source.parent / member))  # some versions of CMake write "../../../app/cli/command.cpp"
            if path.is_relative_to(ROOT):
                found.setdefault(str(path.relative_to(ROOT)), (kept, entry["directory"]))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--commits", type=int, default=100)
    parser.add_argument("--most", type=int, default=16)
    options = parser.parse_args()
    known = commands(options.build)
    changed = changed_sources(options.commits)
    sources = [name for name in changed if name in known][: options.most]
    if changed and not sources:
        sys.exit("none of the changed sources is among those that the build compiles")

    def compile_alone(name: str) -> str:
        arguments, folder = known[name]
        done = subprocess.run(arguments + ["-Werror", "-fsyntax-only", str(ROOT / name)], cwd=folder, capture_output=True, text=True)
        return "" if done.returncode == 0 else f"{name} does not compile alone:\n{done.stderr}"

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        troubles = [trouble for trouble in pool.map(compile_alone, sources) if trouble]
    print("\n".join(troubles) or f"{len(sources)} sources compile alone")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
