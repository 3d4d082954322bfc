#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A sweep and a search on a real Slurm of three nodes, held against the same without Slurm, byte by byte: an array of 8 shards of which two are
killed, while one node is drained and comes back, and another is lost and comes back. Only the sweep's own jobs submit anything again.

    tests/slurm/sweep_on_slurm.py build/release/bin/ulpscope-cli

As root it goes on as the user nobody: daemons that run tasks as their own user need no rights.
"""
import json
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
from cluster import Cluster, missing_programs  # noqa: E402

NODES = ("n1", "n2", "n3")
SHARDS = 8
SWEEP = ["circle", "--menu", "float32,mixed_bfloat16,bfloat16", "--seeds", "1..8", "--steps", "1200",
         "--budget", "loss <= 1.5*float32; error_vs_float64 < 10"]
SEARCH = ["circle", "--menu", "float32,mixed_bfloat16,mixed_float16,bfloat16", "--seeds", "1,2", "--steps", "60", "--budget", "loss <= 1.004*float32"]
START = time.monotonic()


def say(text):
    print(f"[{time.monotonic() - START:6.1f} s] {text}", flush=True)


def wait_for(what, is_so, seconds=300):
    end = time.monotonic() + seconds
    while not (found := is_so()):
        assert time.monotonic() < end, f"not so after {seconds} s: {what}"
        time.sleep(0.3)
    return found


class Sweep:
    """A folder of one, and the program."""

    def __init__(self, program, folder, cluster=None):
        self.program, self.folder, self.cluster = program, folder, cluster

    def run(self, *arguments):
        done = subprocess.run([self.program, *map(str, arguments)], capture_output=True, text=True, timeout=900,
                              env=self.cluster.environment if self.cluster else None)
        assert done.returncode == 0, f"{arguments}: exit {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout

    def status(self):
        return json.loads(self.run("sweep", "status", self.folder, "--json"))

    def tasks(self, state):
        """(shard, node) of those in a state."""
        return [(int(task["task"]), task["nodes"]) for task in self.status()["slurm"]["tasks"] if task["task"] != "N/A" and task["state"] == state]

    def array(self):
        """The number of the only array that has begun."""
        return next(self.folder.glob("slurm-*_*.log")).stem[len("slurm-"):].split("_")[0]

    def is_quiet(self):
        return not self.cluster.run("squeue", "-h").stdout.strip()


def process_of(folder, shard):
    """The program that runs a shard of that folder."""
    for path in Path("/proc").glob("[0-9]*"):
        try:
            words = (path / "cmdline").read_bytes().split(b"\0")
            if f"{shard}/{SHARDS}".encode() in words and Path(os.readlink(path / "cwd")) == folder:
                return int(path.name)
        except OSError:
            continue
    return None


def disturbed_sweep(program, place, cluster):
    reference = Sweep(program, place / "alone")
    reference.run("sweep", "plan", *SWEEP, "--out", reference.folder)
    began = time.monotonic()
    reference.run("sweep", "run", reference.folder)
    reference.run("sweep", "merge", reference.folder)
    expected = (reference.folder / "results.jsonl").read_bytes()
    say(f"without Slurm: {len(expected.splitlines())} runs in {time.monotonic() - began:.1f} s")

    sweep = Sweep(program, place / "shared", cluster)
    sweep.run("sweep", "plan", *SWEEP, "--out", sweep.folder)
    say(sweep.run("sweep", "submit", sweep.folder, "--shards", SHARDS).strip())
    wait_for("4 tasks run", lambda: len(sweep.tasks("RUNNING")) >= 4)
    running = sweep.tasks("RUNNING")
    say(f"running: {running}")

    # One node takes no more tasks.
    cluster.run("scontrol", "update", "nodename=n2", "state=drain", "reason=test")
    say(f"n2 is {cluster.state('n2')}")
    # Two tasks are killed; not those of n3, which is lost below.
    killed = [shard for shard, node in running if node != "n3"][:2]
    assert len(killed) == 2, running
    for shard in killed:
        os.kill(wait_for(f"shard {shard} is a process", lambda: process_of(sweep.folder, shard)), signal.SIGKILL)
    restarts = [str(sweep.folder / f"slurm-{sweep.array()}_{shard}.log") for shard in killed]
    wait_for("they begin again", lambda: all("Killed" in Path(log).read_text() for log in restarts))
    say(f"killed: shards {killed}; " + sweep.run("sweep", "status", sweep.folder).replace("\n", "; "))

    # One node is lost with its tasks, which Slurm starts elsewhere.
    cluster.run("scontrol", "update", "nodename=n3", "state=down", "reason=test")
    say(f"n3 is {cluster.state('n3')}")
    merged = wait_for("some runs are done", lambda: sweep.run("sweep", "merge", sweep.folder).split()[0] != "0")
    assert merged
    part = (sweep.folder / "results.jsonl").read_bytes()
    assert set(part.splitlines()) <= set(expected.splitlines()), "what is merged while tasks run is a part of the result"
    say(f"merged while tasks run: {len(part.splitlines())} runs")
    time.sleep(3)
    for node in ("n2", "n3"):
        cluster.run("scontrol", "update", f"nodename={node}", "state=resume")
    say(f"back: n2 {cluster.state('n2')}, n3 {cluster.state('n3')}")

    wait_for("the queue is empty", sweep.is_quiet, 600)
    status = sweep.status()
    say(f"done: {status['done']} of {status['planned']} runs")
    assert status["done"] == status["planned"], sweep.run("sweep", "status", sweep.folder)
    assert (sweep.folder / "results.jsonl").read_bytes() == expected, "the same bytes"
    say("the same bytes as without Slurm")


def search_by_rounds(program, place, cluster):
    reference = Sweep(program, place / "search-alone")
    reference.run("search", *SEARCH, "--out", reference.folder)
    sweep = Sweep(program, place / "search-shared", cluster)
    sweep.run("sweep", "plan", *SEARCH, "--search", "bytes", "--out", sweep.folder)
    say(sweep.run("sweep", "submit", sweep.folder, "--shards", 4).strip())
    wait_for("the search is over", lambda: (sweep.folder / "search.json").exists() and sweep.is_quiet())
    assert (sweep.folder / "search.json").read_bytes() == (reference.folder / "search.json").read_bytes(), "the same bytes"
    arrays = {path.stem.split("_")[0] for path in sweep.folder.glob("slurm-*_*.log")}
    assert arrays, "a round was left to shards"
    say(f"a search of dependent jobs, {len(arrays)} of them arrays: the same search.json as without Slurm")


def stopped_and_failed(program, place, cluster):
    """A cancelled array stays cancelled until sweep submit; tasks that fail in vain give up, and can be submitted again."""
    sweep = Sweep(program, place / "stopped", cluster)
    sweep.run("sweep", "plan", *SWEEP, "--out", sweep.folder)
    sweep.run("sweep", "submit", sweep.folder, "--shards", 4)
    wait_for("a task runs", lambda: sweep.tasks("RUNNING"))
    cluster.run("scancel", sweep.array())
    wait_for("the queue is empty", sweep.is_quiet)
    status = sweep.status()
    assert status["done"] < status["planned"]
    say(f"cancelled: {status['done']} of {status['planned']} runs, and nothing was submitted again")
    script = sweep.folder / "array.sbatch"
    text = script.read_text()
    # Slurm begins a requeued task only after two minutes: one try in vain will do.
    assert str(program) in text and "-lt 3 ]" in text
    script.write_text(text.replace(str(program), "/nonexistent/ulpscope-cli").replace("-lt 3 ]", "-lt 1 ]"))
    sweep.run("sweep", "submit", sweep.folder)
    wait_for("the queue is empty", sweep.is_quiet, 600)
    logs = [path.read_text().count("/nonexistent/ulpscope-cli: not found") for path in sweep.folder.glob("slurm-*_*.log")]
    assert sorted(logs)[-4:] == [2, 2, 2, 2], f"begun, and once again: {logs}"
    assert "submits what is left" in sweep.run("sweep", "status", sweep.folder)
    script.write_text(text)
    say(sweep.run("sweep", "submit", sweep.folder).strip())
    wait_for("the queue is empty", sweep.is_quiet, 600)
    status = sweep.status()
    assert status["done"] == status["planned"], status
    say("failed twice, mended, submitted and done")


def main():
    program = Path(sys.argv[1]).resolve()
    if missing := missing_programs():
        sys.exit(f"{Path(sys.argv[0]).name}: needs {', '.join(missing)}: Debian's packages slurm-wlm and munge")
    if os.getuid() == 0:
        here = Path(__file__).resolve()
        for path in (program, here):
            if subprocess.run(["runuser", "-u", "nobody", "--", "test", "-r", path], check=False).returncode != 0:
                sys.exit(f"{here.name}: as root it goes on as the user nobody, who cannot read {path}; start it as a user who can")
        os.chdir("/")
        os.execvp("runuser", ["runuser", "-u", "nobody", "--", "/usr/bin/python3", "-B", str(here), str(program)])
    user = pwd.getpwuid(os.getuid())
    say(f"as user {user.pw_name} ({user.pw_uid}), {os.cpu_count()} processors")
    place = Path(tempfile.mkdtemp(prefix="ulpscope-sweep-"))
    try:
        with Cluster(NODES) as cluster:
            say(f"{cluster.run('sbatch', '-V').stdout.strip()}: munged, slurmctld, slurmd of {', '.join(NODES)}")
            try:
                disturbed_sweep(program, place, cluster)
                search_by_rounds(program, place, cluster)
                stopped_and_failed(program, place, cluster)
            except AssertionError:
                print(cluster.logs(), *(f"--- {path}\n{path.read_text()}" for path in place.glob("*/slurm-*.log")), sep="\n")
                raise
    finally:
        shutil.rmtree(place, ignore_errors=True)
    say("all of it is so")


if __name__ == "__main__":
    main()
