#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ends `ulpscope-cli run --out DIR` over an earlier run at random moments, and on full disks.

    kill_during_run.py ULPSCOPE_CLI [--kills N] [--seed S]

Whatever happens, DIR must be the earlier run or the new one, byte for byte, or after INT, TERM and HUP a shorter one that
says so; what the program did not write must stay; and the next run leaves nothing behind. Where files are moved one by one,
because DIR has other folders too or is the working folder, a kill may leave that half done: then the next command, even one
that fails, must first put it right."""

import argparse
import contextlib
import hashlib
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile

FILES = {"exponents.csv", "history.csv", "initial_weights.npz", "policy.json", "summary.json", "tensors.csv", "weights.npz"}
STEPS = 150
POLICIES = ["float32", "mixed_bfloat16"]


class Trouble(Exception):
    pass


def need(holds, what):
    if not holds:
        raise Trouble(what)


def contents(folder):
    """Digest of each file below the folder by its name; of summary.json without what depends on the time."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            data = path.read_bytes()
            if path.name == "summary.json":
                data = b"".join(line for line in data.splitlines(True) if b"steps_per_second" not in line)
            found[str(path.relative_to(folder))] = hashlib.sha256(data).hexdigest()
    return found


def check_whole(folder):
    """A folder with one whole run, complete or not; gives its summary."""
    need({path.name for path in folder.iterdir()} >= FILES, f"{folder}: files are missing")
    summary = json.loads((folder / "summary.json").read_text())
    history = (folder / "history.csv").read_text()
    rows = history.splitlines()
    need(history.endswith("\n") and len(rows) == summary["steps"] + 1, f"{folder}: {len(rows) - 1} rows, {summary['steps']} steps")
    last = rows[-1].split(",")
    need(int(last[0]) == summary["steps"] - 1, f"{folder}: the last row is of step {last[0]}")
    need(float(last[1]) == float(summary["loss"]), f"{folder}: another run's summary")
    tensors = (folder / "tensors.csv").read_text()
    need(tensors.endswith("\n"), f"{folder}: tensors.csv is cut")
    last = tensors.splitlines()[-1].split(",")
    need(len(last) == 5 and summary["steps"] - 8 <= int(last[0]) < summary["steps"], f"{folder}: another run's tensors.csv")
    json.loads((folder / "policy.json").read_text())
    for name in ("weights.npz", "initial_weights.npz"):
        with zipfile.ZipFile(folder / name) as archive:
            need(archive.testzip() is None, f"{folder}: {name} is broken")
    return summary


def hidden(folder):
    return sorted(path.name for path in folder.parent.iterdir() if ".ulpscope-" in path.name) + sorted(
        path.name for path in folder.iterdir() if path.name.startswith(".ulpscope-"))


class Place:
    """A folder DIR, and the runs that go there."""

    def __init__(self, program, root, name, policies=(), foreign=(), inside=False, in_steps=False):
        self.program = program
        self.folder = root / name / "out"
        self.folder.parent.mkdir()
        self.policies = policies
        self.inside = inside
        self.in_steps = in_steps  # its files are moved one by one
        self.runs = {}
        for seed in (1, 2):  # what each of the two runs leaves when nothing happens
            need(self.start(seed, to=self.folder.parent / str(seed)).wait() == 0, f"{name}: the run fails")
            self.runs[seed] = contents(self.folder.parent / str(seed))
        shutil.rmtree(self.folder.parent / "2")
        (self.folder.parent / "1").rename(self.folder)
        self.foreign = {}
        for other in foreign:
            (self.folder / other).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / other).write_text(f"mine: {other}\n")
        self.foreign = {name: digest for name, digest in contents(self.folder).items() if name in foreign}
        began = time.monotonic()
        process = self.start(1)
        wait_for(self, "summary.json", process)
        last_file = time.monotonic()
        need(process.wait() == 0, "the run fails")
        self.seconds = time.monotonic() - began
        self.end_seconds = time.monotonic() - last_file

    def start(self, seed, to=None, steps=STEPS, limit=None):
        command = [self.program, "run", "circle", "--steps", str(steps), "--seed", str(seed), "--threads", "1"]
        for policy in self.policies:
            command += ["--policy", policy]
        command += ["--out", str(to) if to else "." if self.inside else str(self.folder)]

        def in_child():
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        return subprocess.Popen(command, cwd=self.folder if self.inside and not to else None, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, preexec_fn=in_child)

    def which(self):
        """The seed of the run that is there, whole; None if it is neither."""
        found = contents(self.folder)
        for name, digest in self.foreign.items():
            need(found.pop(name, None) == digest, f"{name} was touched")
        hidden_names = [name for name in found if ".ulpscope-" in name]
        for name in hidden_names:
            found.pop(name)
        return next((seed for seed, run in self.runs.items() if run == found), None)

    def whole_runs(self):
        return [check_whole(self.folder / policy) for policy in self.policies] if self.policies else [check_whole(self.folder)]

    def fail(self):
        """A command that can write nothing, and so must leave what is there."""
        process = self.start(1, limit=0)
        need(process.wait() == 1, "a run without space does not fail")


def wait_for(place, name, process):
    """Until a file of that name is there in a hidden folder."""
    while process.poll() is None:
        for where in (place.folder.parent, place.folder):
            with contextlib.suppress(FileNotFoundError):
                for folder in where.iterdir():
                    if ".ulpscope-run-" in folder.name and any(folder.rglob(name)):
                        return


def kill(place, count, dice):
    old = new = repaired = 0
    now = place.which()
    need(now is not None, "the earlier run is not there")
    for number in range(count):
        wanted = 3 - now
        process = place.start(wanted)
        if number % 2:  # where it matters most: while files are put in place
            wait_for(place, "summary.json", process)
            time.sleep(dice.uniform(0, place.end_seconds))
        else:
            time.sleep(dice.uniform(0, 1.1 * place.seconds))
        process.kill()
        process.wait()
        found = place.which()
        if found is None:
            need(place.in_steps, f"kill {number}: DIR is neither the earlier run nor the new one")
            place.fail()
            found = place.which()
            need(found is not None, f"kill {number}: DIR was not put right")
            repaired += 1
        old, new = old + (found == now), new + (found == wanted)
        now = found
    need(place.start(now).wait() == 0, "the run after the kills fails")
    need(not hidden(place.folder), f"left behind: {hidden(place.folder)}")
    need(place.which() == now, "the run after the kills is not whole")
    return f"{old} earlier, {new} new" + (f", {repaired} put right by the next command" if repaired else "")


def stop(place, count, which, dice):
    """INT, TERM, HUP: what is done so far, or the earlier run where the program did not listen yet."""
    early = stopped = complete = 0
    for number in range(count):
        now = contents(place.folder)
        process = place.start(1 + number % 2, steps=20 * STEPS)
        time.sleep(dice.uniform(0, 4 * place.seconds))
        process.send_signal(which)
        _, said = process.communicate()
        if process.returncode == -which:
            need(contents(place.folder) == now, f"{which.name} {number}: the earlier run is gone")
            early += 1
            continue
        need(process.returncode == 0, f"{which.name} {number}: exit code {process.returncode}, {said.decode()}")
        ends = {summary["ended"] for summary in place.whole_runs()}
        steps = {summary["steps"] for summary in place.whole_runs()}
        need(len(ends) == 1 and len(steps) == 1, f"{which.name} {number}: the runs do not belong together")
        need((ends == {"interrupted"}) == (steps != {20 * STEPS}), f"{which.name} {number}: {ends} after {steps} steps")
        stopped, complete = stopped + (ends == {"interrupted"}), complete + (ends == {"complete"})
    return f"{stopped} interrupted, {complete} complete, {early} before it listened"


def fill(place, limits):
    """No file may grow beyond the limit."""
    now = place.which()
    for limit in limits:
        process = place.start(3 - now, limit=limit)
        _, said = process.communicate()
        need(process.returncode == 1 and said.count(b"\n") == 1, f"limit {limit}: {process.returncode}, {said.decode()}")
        need(place.which() == now and not hidden(place.folder), f"limit {limit}: the earlier run is not as it was")
    return f"{len(limits)} limits"


def fill_disk(program, root, count, dice):
    """On a small disk of its own: with so much space left that it ends at some file, or that the run just fits."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m", "none", str(root)], check=True)
    place = Place(program, root, "disk", foreign=["notes.txt"] if count % 2 else [])
    ballast = root / "ballast"
    failed = 0
    for _ in range(count):
        now = place.which()
        free = dice.randrange(0, 1_000_000)
        space = os.statvfs(root)
        ballast.write_bytes(b"x" * max(0, space.f_bavail * space.f_frsize - free))
        process = place.start(3 - now)
        _, said = process.communicate()
        ballast.unlink()
        found = place.which()
        need(not hidden(place.folder), f"{free} bytes: left behind: {hidden(place.folder)}")
        if process.returncode == 0:
            need(found == 3 - now, f"{free} bytes: the new run is not whole")
            continue
        failed += 1
        need(process.returncode == 1 and b"No space left on device" in said and said.count(b"\n") == 1, f"{free} bytes: {said.decode()}")
        need(found == now, f"{free} bytes: the earlier run is not as it was")
    need(0 < failed, "the disk was never full")
    print(f"full disk: {failed} earlier, {count - failed} new", flush=True)


def fill_disk_apart(program, count, seed):
    """fill_disk() where only this program sees the disk; False where that is not allowed."""
    apart = ["unshare", "--mount", "--map-root-user"]
    with tempfile.TemporaryDirectory() as folder:
        if subprocess.run([*apart, "mount", "-t", "tmpfs", "none", folder], stderr=subprocess.DEVNULL, check=False).returncode:
            return False
        command = [*apart, sys.executable, __file__, program, "--kills", str(count), "--seed", str(seed), "--disk", folder]
        need(subprocess.run(command, check=False).returncode == 0, "see above")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=6, help="of each kind")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--disk", help=argparse.SUPPRESS)  # a folder where a disk may be mounted
    arguments = parser.parse_args()
    dice = random.Random(arguments.seed)
    program = os.path.abspath(arguments.program)
    if arguments.disk:
        fill_disk(program, pathlib.Path(arguments.disk), arguments.kills, dice)
        return
    print(f"seed {arguments.seed}", flush=True)
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        places = {
            "one run": Place(program, root, "one"),
            "two policies": Place(program, root, "two", policies=POLICIES),
            "beside a file": Place(program, root, "file", foreign=["notes.txt"]),
            "beside a folder": Place(program, root, "folder", foreign=["notes.txt", "deep/down/history.csv"], in_steps=True),
            "--out .": Place(program, root, "inside", inside=True, in_steps=True),
        }
        for title, place in places.items():
            print(f"KILL, {title}: {kill(place, arguments.kills, dice)}", flush=True)
        limits = sorted(dice.sample(range(150_000), arguments.kills))
        for title, place in places.items():
            print(f"no space, {title}: {fill(place, limits)}", flush=True)
        for which in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            for title, place in places.items():
                print(f"{which.name[3:]}, {title}: {stop(place, arguments.kills, which, dice)}", flush=True)
    if not fill_disk_apart(program, arguments.kills, arguments.seed):
        print("full disk: no disk can be mounted here")
    print("all whole")


if __name__ == "__main__":
    try:
        main()
    except Trouble as trouble:
        sys.exit(f"FAILED: {trouble}")
