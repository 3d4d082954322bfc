#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what the loss scalers of DeepSpeed, Megatron-LM and fairseq do, step by step.

    python3 -m venv venv && venv/bin/pip install torch==2.15.0 numpy==2.4.6
    venv/bin/pip download --no-deps --dest packages deepspeed==0.19.8 megatron-core==0.16.1 fairseq==0.12.2
    venv/bin/python make_loss_scales.py packages

loss_scales.jsonl, one run a line: rule (a row of the loss-scale catalog), its parameters, steps (g: gradients are finite, b: they
are not), the scale after each step, and the step in which the class ended the run with an exception, after which there are no
more. The classes are taken out of the packages as they are; what they import for logging and for other processes is a stand-in, and
Megatron's tensors are on the CPU.
"""
import json
import random
import sys
import tarfile
import types
import zipfile
from pathlib import Path

import torch

SEED = 20261122
HERE = Path(__file__).resolve().parent
SOURCES = {
    "deepspeed": ("deepspeed-0.19.8.tar.gz", "deepspeed-0.19.8/deepspeed/runtime/fp16/loss_scaler.py"),
    "fairseq": ("fairseq-0.12.2.tar.gz", "fairseq-0.12.2/fairseq/optim/dynamic_loss_scaler.py"),
    "megatron": ("megatron_core-0.16.1-*.whl", "megatron/core/optimizer/grad_scaler.py"),
}


def stand_in(name, **members):
    module = types.ModuleType(name)
    for key, value in members.items():
        setattr(module, key, value)
    sys.modules[name] = module
    return module


def nothing(*args, **kwargs):
    pass


def load(packages, name):
    """The module of a package's file."""
    pattern, member = SOURCES[name]
    path = next(Path(packages).glob(pattern))
    if path.suffix == ".whl":
        source = zipfile.ZipFile(path).read(member).decode()
    else:
        source = tarfile.open(path).extractfile(member).read().decode()
    module = stand_in(f"loaded_{name}")
    exec(compile(source.replace("device='cuda'", "device='cpu'"), member, "exec"), module.__dict__)
    return module


def make_deepspeed(module, p):
    return module.DynamicLossScaler(
        p["init_scale"], p["scale_window"], p["min_scale"], p["delayed_shift"], p["consecutive_hysteresis"]
    )


def step_deepspeed(scaler, is_finite):
    scaler.update_scale(not is_finite)
    return scaler.cur_scale


def make_megatron(module, p):
    return module.DynamicGradScaler(**p)


def step_megatron(scaler, is_finite):
    scaler.update(not is_finite)
    return scaler.scale.item()


def make_fairseq(module, p):
    return module.DynamicLossScaler(**{**p, "threshold": p["threshold"] or None})


def step_fairseq(scaler, is_finite):
    if is_finite:
        scaler.update()
    else:
        try:
            scaler.check_overflow(float("inf"))
        except OverflowError:
            pass  # how the class says that the step is skipped
    return scaler.loss_scale


def deepspeed_parameters(r):
    return {
        "init_scale": 2.0 ** r.randint(2, 20),
        "scale_window": r.randint(1, 6),
        "min_scale": 2.0 ** r.randint(-2, 2),
        "delayed_shift": r.randint(1, 4),
        "consecutive_hysteresis": r.random() < 0.5,
    }


def megatron_parameters(r):
    return {
        "initial_scale": float(r.randint(4, 1 << 20)),
        "min_scale": r.choice([1.0, 0.5, 3.0]),
        "growth_factor": r.choice([2.0, 1.5]),
        "backoff_factor": r.choice([0.5, 0.75]),
        "growth_interval": r.randint(1, 6),
        "hysteresis": r.randint(1, 4),
    }


def fairseq_parameters(r):
    return {
        "init_scale": 2.0 ** r.randint(-8, 16),
        "scale_factor": 2.0,
        "scale_window": r.randint(1, 6),
        "tolerance": r.choice([0.0, 0.0, 0.25, 0.5]),
        "threshold": r.choice([0.0, 0.0, 0.25]),
        "min_loss_scale": r.choice([1e-4, 0.125]),
    }


RULES = {
    "deepspeed": (make_deepspeed, step_deepspeed, deepspeed_parameters),
    "megatron": (make_megatron, step_megatron, megatron_parameters),
    "fairseq": (make_fairseq, step_fairseq, fairseq_parameters),
}


def runs(name, module):
    make, step, parameters_of = RULES[name]
    r = random.Random(f"{SEED} {name}")
    for _ in range(60):
        parameters = parameters_of(r)
        scaler = make(module, parameters)
        bad = r.choice([0.1, 0.3, 0.6])
        steps, scales, ended = "", [], None
        for i in range(48):
            is_finite = r.random() >= bad
            steps += "g" if is_finite else "b"
            try:
                scales.append(step(scaler, is_finite))
            except Exception:
                ended = i
                break
        yield {"rule": name, "parameters": parameters, "steps": steps, "scales": scales, "ended": ended}


def main():
    stand_in("deepspeed", comm=stand_in("deepspeed.comm", get_rank=lambda: 0))
    stand_in("deepspeed.runtime")
    stand_in("deepspeed.runtime.config_utils", DeepSpeedConfigObject=object)
    stand_in("deepspeed.runtime.utils", has_inf_or_nan=nothing)
    stand_in("deepspeed.utils", log_dist=nothing, logger=types.SimpleNamespace(info=nothing))
    path = HERE / "loss_scales.jsonl"
    with path.open("w", newline="\n") as file:
        head = {
            "made_by": "tests/golden/make_loss_scales.py",
            "versions": f"DeepSpeed 0.19.8, Megatron-Core 0.16.1, fairseq 0.12.2, torch {torch.__version__.split('+')[0]}",
            "seed": SEED,
        }
        file.write(json.dumps(head) + "\n")
        for name in RULES:
            for run in runs(name, load(sys.argv[1], name)):
                file.write(json.dumps(run) + "\n")
    print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
