#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets programs die, and their disk fail, at every call that changes a file.

    crash_points.py CRASH_POINTS_LIBRARY ULPSCOPE_CLI [SAVING_WINDOW] [--only TITLE]

`run --out` leaves the earlier run or the new one. Where files are moved one by one, because DIR has other folders or is the
working folder, a kill may leave a mixture without summary.json, which the next command puts right; an error never does. What
the program did not write stays. An export is the earlier one or the new one. A window's file is the earlier session or the new
one, a restored session knows its own saves, and kept runs stay in one file or the other. The next start, run or save removes
what was left behind."""

import argparse
import concurrent.futures
import hashlib
import itertools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

CIRCLE = pathlib.Path(__file__).resolve().parents[2] / "resources/scenes/circle.ulps"
# What happens at the n-th call. EIO takes the same ways through the program as ENOSPC: each has every other call.
KILL, FULL = "kill", "full"


def error_at(number):
    return "ENOSPC" if number % 2 else "EIO"


class Trouble(Exception):
    pass


def need(holds, what):
    if not holds:
        raise Trouble(what)


def contents(folder):
    """Digest of each file below the folder by its name; without what depends on the time, or on where the folder lies."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            if path.name == "summary.json":
                data = b"".join(line for line in data.splitlines(True) if b"steps_per_second" not in line)
            if path.name == "state.json":
                data = b"".join(line for line in data.splitlines(True) if b'"folder"' not in line)
            found[str(path.relative_to(folder))] = hashlib.sha256(data).hexdigest()
    return found


def is_ours(name):
    return ".ulpscope-" in name


def left_behind(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if is_ours(path.name))


class Crash:
    """A program that ran up to a crash point."""

    def __init__(self, library, command, folder, number, how, cwd=None):
        environment = dict(os.environ, LD_PRELOAD=library, CRASH_FOLDER=str(folder), CRASH_AT=str(number), CRASH_HOW=how)
        program = subprocess.run(command, cwd=cwd, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        self.code = program.returncode
        self.lines = program.stdout.decode().splitlines()
        self.point = next((line for line in self.lines if line.startswith("crash point: ")), None)
        self.how = how
        need(self.code == (-9 if how == KILL and self.point else self.code) and self.code in (0, 1, -9),
             f"exit code {self.code}: {self.lines}")


class Place:
    """A folder in which a command is tried at each crash point, beginning from the same files each time."""

    def __init__(self, library, root, title):
        self.library = library
        self.title = title
        self.template = root / title.replace(" ", "-") / "template"
        self.template.mkdir(parents=True)

    def try_at(self, number, how):
        """Whether there is such a crash point."""
        folder = self.template.parent / f"{how}{number}"
        shutil.copytree(self.template, folder, symlinks=True)
        try:
            is_there = self.check(folder, number, how)
        except Trouble as trouble:
            raise Trouble(f"{self.title}, {how} {number}: {trouble}") from None
        shutil.rmtree(folder)
        return is_there

    def try_all(self, pool, hows):
        for how in hows:
            count = 0
            for first in itertools.count(1, 8):
                batch = range(first, first + 8)
                found = list(pool.map(lambda number: self.try_at(number, how or error_at(number)), batch))
                count += found.count(True)
                if not all(found):
                    break
            need(count > 0, f"{self.title}: no crash point")
            print(f"{self.title}, {how or 'ENOSPC or EIO'}: {count} crash points", flush=True)


class RunPlace(Place):
    def __init__(self, library, cli, root, title, earlier=True, options=(), foreign=(), inside=False, in_steps=False):
        super().__init__(library, root, title)
        self.cli = cli
        self.options = list(options)
        self.inside = inside
        self.in_steps = in_steps  # its files are moved one by one
        self.runs = {0: {}}
        for seed in (1, 2):
            out = root / self.template.parent / str(seed)
            need(subprocess.run(self.command(seed, out), stdout=subprocess.DEVNULL, check=False).returncode == 0, "the run fails")
            self.runs[seed] = contents(out)
        if earlier:
            shutil.copytree(self.template.parent / "1", self.template / "out")
        for name in foreign:
            (self.template / "out" / name).parent.mkdir(parents=True, exist_ok=True)
            (self.template / "out" / name).write_text(f"mine: {name}\n")
        self.foreign = list(foreign)
        self.earlier = 1 if earlier else 0

    def command(self, seed, out):
        return [self.cli, "run", "circle", "--steps", "2", "--seed", str(seed), "--threads", "1", "--out", out, *self.options]

    def crash(self, folder, seed, number, how):
        out = folder / "out"
        return Crash(self.library, self.command(seed, "." if self.inside else out), folder, number, how, out if self.inside else None)

    def which(self, folder):
        """The seed of the run that is there, whole; 0: none; None: a mixture, which must not look whole."""
        found = contents(folder / "out")
        for name in self.foreign:
            need(found.pop(name, None) == hashlib.sha256(f"mine: {name}\n".encode()).hexdigest(), f"{name} was touched")
        found = {name: digest for name, digest in found.items() if not any(map(is_ours, pathlib.Path(name).parts))}
        seed = next((seed for seed, run in self.runs.items() if run == found), None)
        need(seed is not None or self.in_steps, f"neither run: {sorted(found)}")
        if seed is None:
            for part in {str(pathlib.Path(name).parent) for name in self.runs[1]}:
                here = [{name: digest for name, digest in run.items() if str(pathlib.Path(name).parent) == part}
                        for run in (found, self.runs[1], self.runs[2])]
                need(here[0] in here[1:] or str(pathlib.Path(part) / "summary.json") not in here[0], f"a mixture looks whole: {part}")
        return seed

    def check(self, folder, number, how):
        crash = self.crash(folder, 2, number, how)
        found = self.which(folder)
        if crash.point is None:
            need(crash.code == 0 and found == 2 and not left_behind(folder), f"a run that nothing happens to: {crash.lines}")
            return False
        if how != KILL:
            need(found == (self.earlier if crash.code else 2), f"{crash.point}: exit code {crash.code}, but run {found}: {crash.lines}")
            messages = [line for line in crash.lines if not line.startswith("crash point: ")]
            need(crash.code == 0 or len(messages) == 1, f"{crash.point}: not one message: {crash.lines}")
        if found is None:
            need(self.crash(folder, 1, 1, FULL).code == 1, "a run without space does not fail")
            need(self.which(folder) == 2, f"{crash.point}: not put right")
        if left_behind(folder) or found is None:
            need(self.crash(folder, 1, 0, KILL).code == 0, "the next run fails")
            need(self.which(folder) == 1 and not left_behind(folder), f"{crash.point}: left behind: {left_behind(folder)}")
        return True


class ExportPlace(Place):
    def __init__(self, library, cli, root):
        super().__init__(library, root, "export")
        self.commands = [[cli, "policy", "export", CIRCLE, "--as", kind, "-o"] for kind in ("keras-map", "keras-model")]
        self.contents = []
        for command in self.commands:
            subprocess.run([*command, self.template / "policy.json"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            self.contents.insert(0, (self.template / "policy.json").read_bytes())  # the new one first

    def check(self, folder, number, how):
        file = folder / "policy.json"
        crash = Crash(self.library, [*self.commands[0], file], folder, number, how)
        found = self.contents.index(file.read_bytes())
        if how != KILL or crash.point is None:
            need(found == (0 if crash.code else 1), f"{crash.point}: exit code {crash.code}: {crash.lines}")
        if left_behind(folder):
            need(how == KILL, f"{crash.point}: left behind {left_behind(folder)}")
            need(Crash(self.library, [*self.commands[0], file], folder, 0, KILL).code == 0, "the next export fails")
        need(os.listdir(folder) == ["policy.json"], f"{crash.point}: left behind {left_behind(folder)}")
        return crash.point is not None


class WindowPlace(Place):
    """Of the lines of saving_window those before the crash hold; an error may make the one after it untrue."""

    def __init__(self, library, program, root):
        super().__init__(library, root, "window")
        self.program = program
        (self.template / "user").mkdir()

    def check(self, folder, number, how):
        crash = Crash(self.library, [self.program, "work", folder], folder, number, how)
        need(crash.code in (0, -9), f"{crash.point}: exit code {crash.code}")
        said = crash.lines
        if how == FULL and crash.point:
            said = said[:said.index(crash.point)]
        session = max([int(line.split()[1]) for line in said if line.startswith("session ")], default=0)
        runs = {run for line in said if line.startswith("runs") for run in line.split()[1:]}
        saved = max([int(line.split()[1]) for line in said if line.startswith("saved ")], default=0)
        files = {path.name: json.loads(path.read_text())["training"]["seed"] for path in (folder / "user").glob("*.ulps")}
        need(max(files.values(), default=0) >= saved, f"{crash.point}: saved {saved}, found {files}")
        restart = Crash(self.library, [self.program, "restart", folder], folder, 0, KILL)
        need(restart.code == 0, f"{crash.point}: the restart ends with {restart.code}: {restart.lines}")
        restored = restart.lines[0].split()
        need(int(restored[1]) >= session, f"{crash.point}: session {session} was kept, {restored} is restored")
        need("foreign" not in restart.lines, f"{crash.point}: its own save is said to be another program's: {restored}")
        found = {run for line in restart.lines if line.startswith("runs") for run in line.split()[1:]}
        runs -= {run for run in runs if run + "*" in found}
        need(runs <= found, f"{crash.point}: runs {runs} were kept, {found} are there")
        need(not left_behind(folder), f"{crash.point}: left behind: {left_behind(folder)}")
        need(not list((folder / "state").glob("*.swap*")), f"{crash.point}: the state stays")
        return crash.point is not None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("cli")
    parser.add_argument("window", nargs="?")
    parser.add_argument("--only", default="", help="beginning of a title")
    arguments = parser.parse_args()
    library, cli = os.path.abspath(arguments.library), os.path.abspath(arguments.cli)
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        root = pathlib.Path(name).resolve()

        def run(title, **options):
            return lambda: RunPlace(library, cli, root, title, **options)

        policies = ("--policy", "float32", "--policy", "mixed_bfloat16")
        places = {
            "fresh": run("fresh", earlier=False),
            "over a run": run("over a run", options=["--state"]),
            "two policies": run("two policies", options=policies),
            "beside a file": run("beside a file", foreign=["notes.txt"]),
            "beside a folder": run("beside a folder", foreign=["notes.txt", "deep/down/history.csv"], in_steps=True, options=["--state"]),
            "working folder": run("working folder", inside=True, in_steps=True),
            "export": lambda: ExportPlace(library, cli, root),
        }
        if arguments.window:
            places["window"] = lambda: WindowPlace(library, os.path.abspath(arguments.window), root)
        for title, place in places.items():
            if title.startswith(arguments.only):
                place().try_all(pool, [KILL, None, FULL])
    print("all whole")


if __name__ == "__main__":
    try:
        main()
    except Trouble as trouble:
        sys.exit(f"FAILED: {trouble}")
