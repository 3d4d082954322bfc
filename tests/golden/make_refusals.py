#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes refusals.csv: what Model.fit of real Keras on JAX raises for an optimizer, for tests/golden/tst_refusals.cpp.

    python3 -m venv venv && venv/bin/pip install -r ../interop/requirements.txt && venv/bin/python make_refusals.py

Each cell builds a model of two Dense layers, compiles it and fits three steps. An exception of a step is one of JAX's tracing,
so the steps are traced and not compiled, which takes a tenth of the time: jax.jit is replaced by jax.eval_shape, whose results
become zeros of these shapes and dtypes. One cell in 24, of each line others, is fitted for real as well, and the two have to agree
(--real 0 leaves that out).

A line holds the cells of one optimizer and one choice of dtypes: a letter for each of accumulation x loss scale x clipping x
average, the last of these fastest. The lines that begin with "#" say the values of each axis, in order, and what the letters mean.
"""
import argparse
import itertools
import json
import os
from pathlib import Path

os.environ["KERAS_BACKEND"] = "jax"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import keras  # noqa: E402
import numpy as np  # noqa: E402
from keras.src.backend.jax import trainer  # noqa: E402

HERE = Path(__file__).resolve().parent
REAL_JIT = trainer.jit

# class and config, as a session has them
OPTIMIZERS = [
    ("SGD", {}),
    ("SGD", {"momentum": 0.9}),
    ("SGD", {"momentum": 0.9, "nesterov": True, "weight_decay": 0.01}),
    ("Adam", {}),
    ("Adam", {"amsgrad": True}),
    ("AdamW", {}),
    ("Adamax", {}),
    ("Nadam", {}),
    ("RMSprop", {}),
    ("RMSprop", {"momentum": 0.5, "centered": True}),
    ("Adagrad", {}),
    ("Lion", {}),
    ("Adafactor", {}),
    ("Adafactor", {"relative_step": False}),
    # which a session does not have, to see whether it is the same
    ("Adadelta", {}),
    ("Ftrl", {}),
    ("Lamb", {}),
    ("Muon", {}),
    ("ScheduleFreeAdamW", {}),
]
# the policies of the two layers
POLICIES = [
    ("float32", "float32"),
    ("mixed_float16", "mixed_float16"),
    ("bfloat16", "bfloat16"),
    ("float16", "float16"),
    ("bfloat16", "float32"),
    ("float32", "float16"),
    ("float8_from_mixed_bfloat16", "mixed_bfloat16"),
    ("mixed_bfloat16", "float8_from_bfloat16"),
    ("float8_from_float16", "float16"),
]
ACCUMULATION = [None, 2]
SCALES = ["none", "fixed", "dynamic"]
CLIPPING = [None, "clipvalue", "clipnorm", "global_clipnorm"]
AVERAGES = ["none", "average", "overwriting"]
CELLS = list(itertools.product(ACCUMULATION, SCALES, CLIPPING, AVERAGES))


def traced(function, **_):
    def call(*arguments):
        shapes = jax.eval_shape(function, *arguments)
        return jax.tree.map(lambda leaf: jnp.zeros(leaf.shape, leaf.dtype), shapes)

    return call


def first_line(error):
    """Of what the step raised, behind the heading that Keras puts before an exception of its operations. Under use_ema fit's
    `finally` copies averages that a step that failed has not made, and raises on top of it."""
    while "'NoneType' object is not callable" in str(error) and error.__context__ is not None:
        error = error.__context__
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    if lines[0].startswith("Exception encountered when calling"):
        lines = lines[1:]
    text = lines[0].replace("\x1b[1m", "").replace("\x1b[0m", "")
    return f"{type(error).__name__}: {text}"


def outcome(optimizer, config, policies, cell, is_real):
    accumulation, scale, clipping, average = cell
    trainer.jit = REAL_JIT if is_real else traced
    config = dict(config)
    if accumulation:
        config["gradient_accumulation_steps"] = accumulation
    if scale == "fixed":
        config["loss_scale_factor"] = 1024.0
    if clipping:
        config[clipping] = 1.0
    if average != "none":
        config["use_ema"] = True
    if average == "overwriting":
        config["ema_overwrite_frequency"] = 2
    x = np.ones((12, 4), "float32")
    y = np.ones((12, 2), "float32")
    try:
        model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(4, dtype=policies[0]),
                                  keras.layers.Dense(2, dtype=policies[1])])
        made = getattr(keras.optimizers, optimizer)(**config)
        if scale == "dynamic":
            made = keras.optimizers.LossScaleOptimizer(made)
        model.compile(made, loss="mse", auto_scale_loss=False)
        model.fit(x, y, batch_size=4, epochs=1, shuffle=False, verbose=0)
    except Exception as error:  # what it is that is asked for
        return first_line(error)
    return "ok"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--real", type=int, default=24, help="one cell in so many is fitted for real")
    parser.add_argument("--out", type=Path, default=HERE / "refusals.csv")
    arguments = parser.parse_args()
    letters = {"ok": "."}
    rows = []
    real = 0
    for name, config in OPTIMIZERS:
        for policies in POLICIES:
            row = ""
            for index, cell in enumerate(CELLS):
                said = outcome(name, config, policies, cell, False)
                if arguments.real and (index + len(rows)) % arguments.real == 0:
                    real += 1
                    fitted = outcome(name, config, policies, cell, True)
                    assert fitted == said, (name, config, policies, cell, said, fitted)
                row += letters.setdefault(said, chr(ord("A") + len(letters) - 1))
            rows.append(";".join([name, json.dumps(config), *policies, row]))
            print(rows[-1], flush=True)
    head = [
        "# Written by make_refusals.py; do not edit.",
        f"# keras {keras.__version__}, jax {jax.__version__}, {len(rows) * len(CELLS)} cells, {real} of them fitted for real",
        "# accumulation: 1, 2",
        "# loss scale: none, fixed, dynamic",
        "# clipping: none, clipvalue, clipnorm, global_clipnorm",
        "# average: none, average, overwriting",
        *(f"# {letter} = {said}" for said, letter in letters.items()),
        "# optimizer;config;policy of the first layer;policy of the second;cells",
    ]
    arguments.out.write_text("\n".join(head + rows) + "\n")


if __name__ == "__main__":
    main()
