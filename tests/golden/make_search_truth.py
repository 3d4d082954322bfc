#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes search_truth.jsonl: which of all 4,096 assignments of four policies to six layers keep a budget, in three scenes, by training each one;
for tests/golden/tst_search_truth.cpp, which holds the answers of search against it.

    ninja -C build/release && ninja -C build/release ulpscope_kernels_x86-64-v2 ulpscope_kernels_x86-64-v3
    tests/golden/make_search_truth.py build/release/bin/ulpscope-cli

A line for each scene: the question; a bit for each assignment, in the plan's order, the first one in the lowest bit of the first hexadecimal
digit; and the SHA-256 of the line before it. Every level of kernels has to say the same: limits are not where last bits decide.
"""
import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

LEVELS = ("x86-64-v2", "x86-64-v3", "x86-64-v4")
TARGET = Path(__file__).with_name("search_truth.jsonl")


def dense(name, units, activation="linear", kernel="he_normal", bias="zeros", inputs=None):
    layer = {"class": "Dense", "name": name, "units": units, "activation": activation, "kernel_initializer": kernel, "bias_initializer": bias}
    return {**layer, "inputs": inputs} if inputs else layer


def stack(units, logits_bias="zeros"):
    """Hidden layers of these widths, and one logit."""
    hidden = [dense(f"dense_{i}", width, "relu") for i, width in enumerate(units, 1)]
    return [*hidden, dense("logits", 1, bias=logits_bias)]


def pair(low, high):
    """Three branches whose sum a head looks at: 1000 relu(3.003 - sum), in eight units of an eighth each. In float32 two of them are 1.0035 and the
    third 1, so it is 0. In bfloat16, whose numbers beside 1 lie 2^-7 apart, the two are 1 each: one of them leaves 3.0035, still above 3.003;
    both leave 3, and the head 3."""
    names = (*low, high)
    branches = [dense(name, 8, kernel="zeros", bias=f"constant({1.0035 if name in low else 1})", inputs=["input_layer"]) for name in sorted(names)]
    total = {"class": "Add", "name": f"sum_{high}", "inputs": sorted(names)}
    return [*branches, total, dense(f"head_{high}", 1, "relu", "constant(-125)", "constant(3003)", [f"sum_{high}"])]


def session(title, layers, loss=None, steps=16):
    return {
        "format": "ulpscope-session", "version": 1, "title": title,
        "layers": [{"class": "InputLayer", "name": "input_layer", "shape": [2]}, *layers],
        "policies": {"global": "float32"}, "data": {"class": "circle", "points": 256},
        "training": {"batch_size": 32, "steps": steps, "seed": 1, "loss": loss or {"class": "BinaryCrossentropy", "from_logits": True},
                     "optimizer": {"class": "SGD", "learning_rate": 0.1}, "loss_scale": {"class": "none"}}}


SCENES = [
    {"scene": "stack", "session": session("Stack", stack((16, 24, 12, 20, 8))), "menu": "float32,mixed_bfloat16,mixed_float16,bfloat16", "layers": "",
     "budget": "loss <= 1.005*float32; updates_lost_percent < 20", "cost": "bytes"},
    # Its logits are above 65504, the largest float16.
    {"scene": "culprit", "session": session("Culprit", stack((16, 24, 8, 16, 8), "constant(70000)"), steps=6),
     "menu": "float32,mixed_bfloat16,mixed_float16,float16", "layers": "", "budget": "loss <= 1.05*float32; updates_lost_percent < 11", "cost": "bytes"},
    # Two pairs that break the budget together, and neither alone.
    {"scene": "pairs", "session": session("Pairs", [*pair("ab", "c"), *pair("df", "e"), {"class": "Add", "name": "sum", "inputs": ["head_c", "head_e"]}],
                                          {"class": "MeanSquaredError"}, 4),
     "menu": "float32,mixed_bfloat16,bfloat16,float8_from_mixed_bfloat16", "layers": "^[a-f]$", "budget": "loss@0 <= 1.5*float32", "cost": "macs"},
]


def results(program, scene, level):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.ulps"
        path.write_text(json.dumps(scene["session"]))
        sweep = f"{folder}/sweep"
        for command in (["plan", path, "--menu", scene["menu"], "--layers", scene["layers"], "--budget", scene["budget"], "--seeds", "1",
                         "--kernels", level, "--out", sweep], ["run", sweep], ["merge", sweep]):
            subprocess.run([program, "sweep", *command], check=True, stdout=subprocess.DEVNULL)
        return [json.loads(line) for line in Path(sweep, "results.jsonl").read_text().splitlines()]


def bits(runs):
    value = sum(run["holds"] << i for i, run in enumerate(runs))
    return f"{value:0{len(runs) // 4}x}"[::-1]


def narrowest(runs):
    """How near to its limit, as a share of it, the nearest of all runs comes."""
    shares = [abs(clause["value"] - clause["limit"]) / clause["limit"] for run in runs for clause in run["clauses"]
              if isinstance(clause["value"], (int, float)) and clause["limit"]]
    return min(shares)


def main():
    program = str(Path(sys.argv[1]).resolve())
    lines = []
    for scene in SCENES:
        truths = set()
        for level in LEVELS:
            runs = results(program, scene, level)
            truths.add(bits(runs))
            print(f"{scene['scene']} {level}: {sum(run['holds'] for run in runs)} of {len(runs)} hold, nearest limit {narrowest(runs):.2g}", flush=True)
        truth, = truths
        line = json.dumps({**scene, "seed": 1, "holds": truth})[:-1]
        lines.append(f'{line}, "sha256": "{hashlib.sha256(line.encode()).hexdigest()}"}}\n')
    TARGET.write_text("".join(lines))


if __name__ == "__main__":
    main()
