#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ends `ulpscope-cli run --out DIR` over an earlier run by INT, TERM and HUP at random moments.

    signals_during_run.py ULPSCOPE_CLI [--signals N] [--seed S]

DIR must then have a shorter run that says so, the whole one, or the earlier one where the program did not listen yet."""

import argparse
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import zipfile

FILES = {"exponents.csv", "history.csv", "initial_weights.npz", "policy.json", "summary.json", "tensors.csv", "weights.npz"}
STEPS = 3000
POLICIES = ["float32", "mixed_bfloat16"]


class Trouble(Exception):
    pass


def need(holds, what):
    if not holds:
        raise Trouble(what)


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


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


def start(program, folder, policies, seed, steps):
    command = [program, "run", "circle", "--steps", str(steps), "--seed", str(seed), "--threads", "1", "--out", folder]
    for policy in policies:
        command += ["--policy", policy]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def stop(program, folder, policies, count, which, dice):
    early = stopped = complete = 0
    for number in range(count):
        now = contents(folder)
        process = start(program, folder, policies, 1 + number % 2, STEPS)
        time.sleep(dice.uniform(0, 1.5))
        process.send_signal(which)
        _, said = process.communicate()
        if process.returncode == -which:
            need(contents(folder) == now, f"{which.name} {number}: the earlier run is gone")
            early += 1
            continue
        need(process.returncode == 0, f"{which.name} {number}: exit code {process.returncode}, {said.decode()}")
        runs = [check_whole(folder / policy) for policy in policies] if policies else [check_whole(folder)]
        ends = {summary["ended"] for summary in runs}
        steps = {summary["steps"] for summary in runs}
        need(len(ends) == 1 and len(steps) == 1, f"{which.name} {number}: the runs do not belong together")
        need((ends == {"interrupted"}) == (steps != {STEPS}), f"{which.name} {number}: {ends} after {steps} steps")
        stopped, complete = stopped + (ends == {"interrupted"}), complete + (ends == {"complete"})
    return f"{stopped} interrupted, {complete} complete, {early} before it listened"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--signals", type=int, default=6, help="of each kind")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    arguments = parser.parse_args()
    dice = random.Random(arguments.seed)
    program = os.path.abspath(arguments.program)
    print(f"seed {arguments.seed}", flush=True)
    with tempfile.TemporaryDirectory() as root:
        for title, policies in (("one run", []), ("two policies", POLICIES)):
            folder = pathlib.Path(root) / title / "out"
            need(start(program, folder, policies, 1, 10).wait() == 0, "the run fails")
            for which in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                print(f"{which.name[3:]}, {title}: {stop(program, folder, policies, arguments.signals, which, dice)}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except Trouble as trouble:
        sys.exit(f"FAILED: {trouble}")
