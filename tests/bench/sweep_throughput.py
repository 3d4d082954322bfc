#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What two shards of a sweep reach together, against two single-threaded `ulpscope-cli run`s, in the same sitting and turn by turn; and how the
memory of a shard goes with its workers and its runs.

    tests/bench/sweep_throughput.py build/release/bin/ulpscope-cli [SCENE] [--steps N] [--rounds N]

Steps are those of the candidates. They are told by processor time, which others on the machine disturb little, and by the clock.
"""
import argparse
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

MENU = "float32,mixed_bfloat16,bfloat16"


def together(commands):
    """(processor seconds, seconds by the clock, largest resident memory in MiB) of programs that run side by side."""
    start = time.monotonic()
    programs = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for command in commands]
    processor, memory = 0.0, 0.0
    for program in programs:
        _, status, usage = os.wait4(program.pid, 0)
        assert status == 0, program.args
        processor += usage.ru_utime + usage.ru_stime
        memory = max(memory, usage.ru_maxrss / 1024)
    return processor, time.monotonic() - start, memory


class Bench:
    def __init__(self, options):
        self.program, self.scene, self.steps = str(Path(options.program).resolve()), options.scene, options.steps

    def plan(self, folder, budget, layers, seeds="1"):
        out = subprocess.run([self.program, "sweep", "plan", self.scene, "--menu", MENU, "--layers", layers, "--budget", budget, "--seeds", seeds,
                              "--steps", str(self.steps), "--out", folder], check=True, capture_output=True, text=True).stdout
        return int(out.split(": ")[1].split()[0])

    def shards(self, budget, layers):
        """Steps of a processor second, steps of a second."""
        with tempfile.TemporaryDirectory() as folder:
            steps = self.plan(folder, budget, layers) * self.steps
            processor, clock, _ = together([[self.program, "sweep", "run", folder, "--threads", "1", "--shard", f"{i}/2"] for i in (1, 2)])
        return steps / processor, steps / clock

    def runs(self, watch):
        steps = 4 * self.steps
        command = [self.program, "run", self.scene, "--threads", "1", "--watch", watch, "--steps", str(steps)]
        processor, clock, _ = together([[*command, "--policy", "mixed_bfloat16"], [*command, "--policy", "bfloat16"]])
        return 2 * steps / processor, 2 * steps / clock

    def memory(self, layers, seeds, threads):
        with tempfile.TemporaryDirectory() as folder:
            count = self.plan(folder, "loss < 1e9", layers, seeds)
            return count, together([[self.program, "sweep", "run", folder, "--threads", str(threads)]])[2]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("scene", nargs="?", default="circle")
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--layers", default="")
    options = parser.parse_args()
    bench = Bench(options)
    print(f"{options.scene}, {options.steps} steps, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for watch, budget in (("twin", "error_vs_float64 < 1e9"), ("step", "loss < 1e9")):
        ratios, clocks, rates = [], [], []
        for _ in range(options.rounds):
            shards, runs = bench.shards(budget, options.layers), bench.runs(watch)
            ratios.append(shards[0] / runs[0])
            clocks.append(shards[1] / runs[1])
            rates.append((shards[0], runs[0]))
        shards, runs = (statistics.median(column) for column in zip(*rates))
        print(f"  --watch {watch}: two shards {shards:.0f}, two runs {runs:.0f} steps of a processor second: ratio {statistics.median(ratios):.2f}"
              f" ({min(ratios):.2f} to {max(ratios):.2f}); by the clock {statistics.median(clocks):.2f}")
    for seeds, threads in (("1", 1), ("1..4", 1), ("1..16", 1), ("1..16", 2), ("1..16", 4)):
        count, memory = bench.memory(options.layers, seeds, threads)
        print(f"  {count:5} runs, {threads} workers: {memory:.1f} MiB")


if __name__ == "__main__":
    main()
