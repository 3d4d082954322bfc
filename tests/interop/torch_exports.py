#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does what is exported for PyTorch run there, with every layer class, optimizer, loss and schedule, at its default values and at others?

    in_venv.py --requirements requirements_torch.txt VENV_FOLDER torch_exports.py ULPSCOPE_CLI

a  torch-amp runs and trains a step, or the export refuses what it cannot say.
b  The recorder of the session records that step, and the recording is read.
c  te-recipe and torchao-float8, whose libraries want a GPU, are Python.
"""
import inspect
import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import torch
from every_component import layer_sessions, training_sessions, write_session


def export(cli, path, kind):
    done = subprocess.run([cli, "policy", "export", path, "--as", kind], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None, done.stderr.strip()


def exported(cli, folder, number, spec):
    path, *data = write_session(folder, number, spec)
    float8 = path.with_name("float8.ulps")
    float8.write_text(json.dumps({**spec, "policies": {"global": "float8_from_mixed_bfloat16"}}))
    return {"data": [torch.from_numpy(array) for array in data], "torch-amp": export(cli, path, "torch-amp"), "torch-recorder": export(cli, path, "torch-recorder"),
            **{kind: export(cli, float8, kind) for kind in ("te-recipe", "torchao-float8")}}


def module_of(code, words):
    space = {"__name__": "generated"}
    exec(compile(code, words, "exec"), space)
    return space


def train(texts, words, folder):
    """A step of the exported model, recorded by the exported recorder."""
    torch.manual_seed(1)
    amp, recorder = (module_of(texts[kind][0], words) for kind in ("torch-amp", "torch-recorder"))
    model = amp["Model"]()
    x, y = texts["data"]
    given = {"model": model, "optimizer": amp["make_optimizer"](model), "x": x, "y": y}
    recording = recorder["Recorder"](model, folder)
    with recording.step(0):
        loss = amp["train_step"](**{name: given[name] for name in inspect.signature(amp["train_step"]).parameters})
    recording.close()
    assert torch.isfinite(loss), loss


def main():
    cli = sys.argv[1]
    print(f"torch {torch.__version__}", flush=True)
    troubles, refusals, counts = [], [], {"a": 0, "b": 0, "c": 0}
    sessions = [*layer_sessions(), *training_sessions()]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor() as pool:
        jobs = [pool.submit(exported, cli, Path(folder), number, spec) for number, (_, spec) in enumerate(sessions)]
        for (words, spec), job in zip(sessions, jobs):
            texts = job.result()
            for kind in ("te-recipe", "torchao-float8"):
                if texts[kind][0]:
                    compile(texts[kind][0], f"{words} as {kind}", "exec")
                    counts["c"] += 1
            if texts["torch-amp"][0] is None:
                refusals.append(f"{words}: {texts['torch-amp'][1]}")
                continue
            try:
                recording = Path(folder) / "recording"
                train(texts, words, recording)
                counts["a"] += 1
                done = subprocess.run([cli, "recording", "errors", recording, "--json"], capture_output=True, text=True)
                assert done.returncode == 0, done.stderr
                counts["b"] += 1
            except Exception as error:
                troubles.append(f"{words}: {type(error).__name__}: {error}"[:300])
    print(f"{len(sessions)} sessions, {len(refusals)} refused by torch-amp; {counts}")
    print("\n".join(refusals))
    if troubles:
        sys.exit(f"{len(troubles)} troubles\n" + "\n".join(troubles[:60]))


if __name__ == "__main__":
    main()
