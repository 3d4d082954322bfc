#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes optimizers.jsonl: what real Keras optimizers make of two variables, for tests/golden/tst_optimizers.cpp.

    python3 -m venv venv && venv/bin/pip install -r ../interop/requirements.txt && venv/bin/python make_optimizers.py

First a line about the versions, then by "kind":
  "gradients"  dtype, "initial" and "steps": the variables and their gradients before any loss scale
  "trace"      what "variables" are after each step under "optimizer", a session's component, and "schedule"
  "schedule"   learning rates of a schedule at "steps"
Variables are [3, 4] and [4], flat. Operations run one by one, so that each result has its dtype.
"""
import json
import os
import platform
from pathlib import Path

os.environ["KERAS_BACKEND"] = "jax"
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["JAX_ENABLE_X64"] = "1"
os.environ["XLA_FLAGS"] = "--xla_allow_excess_precision=false"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import keras  # noqa: E402
import numpy as np  # noqa: E402
from keras.src.backend.common import dtypes  # noqa: E402

# On JAX, though not on TensorFlow, Keras promotes float64 to float32 inside of means and some functions even where x64
# is enabled; Ulpscope's float64 is float64 throughout.
dtypes.BIT64_TO_BIT32_DTYPE["float64"] = "float64"

SEED = 20261120
STEPS = 6
SHAPES = [(3, 4), (4,)]
HERE = Path(__file__).resolve().parent

# class and config, as a session has them
CASES = [
    ("SGD", {"learning_rate": 0.1}),
    ("SGD", {"learning_rate": 0.1, "momentum": 0.9}),
    ("SGD", {"learning_rate": 0.1, "momentum": 0.9, "nesterov": True, "weight_decay": 0.05}),
    ("SGD", {"learning_rate": 0.1, "clipvalue": 0.3}),
    ("SGD", {"learning_rate": 0.1, "clipnorm": 0.5}),
    ("SGD", {"learning_rate": 0.1, "global_clipnorm": 0.7}),
    ("SGD", {"learning_rate": 0.1, "momentum": 0.5, "gradient_accumulation_steps": 3}),
    ("Adam", {"learning_rate": 0.05}),
    ("Adam", {"learning_rate": 0.05, "beta_1": 0.8, "beta_2": 0.95, "epsilon": 1e-3, "amsgrad": True}),
    ("Adam", {"learning_rate": 0.05, "gradient_accumulation_steps": 2, "clipnorm": 1.0}),
    ("AdamW", {"learning_rate": 0.05, "epsilon": 1e-3}),
    ("AdamW", {"learning_rate": 0.05, "weight_decay": 0.1, "epsilon": 1e-3}),
    ("Adamax", {"learning_rate": 0.05}),
    ("Adamax", {"learning_rate": 0.05, "beta_1": 0.8, "beta_2": 0.7, "epsilon": 1e-3, "weight_decay": 0.05}),
    ("Nadam", {"learning_rate": 0.05, "epsilon": 1e-3}),
    ("Nadam", {"learning_rate": 0.05, "beta_1": 0.8, "beta_2": 0.95, "epsilon": 1e-2, "gradient_accumulation_steps": 2}),
    ("RMSprop", {"learning_rate": 0.02, "epsilon": 1e-3}),
    ("RMSprop", {"learning_rate": 0.02, "rho": 0.8, "momentum": 0.7, "epsilon": 1e-3}),
    ("RMSprop", {"learning_rate": 0.02, "momentum": 0.5, "epsilon": 1e-2, "centered": True}),
    ("Adagrad", {"learning_rate": 0.1}),
    ("Adagrad", {"learning_rate": 0.1, "initial_accumulator_value": 0.0, "epsilon": 1e-3, "weight_decay": 0.01}),
    ("Lion", {"learning_rate": 0.01}),
    ("Lion", {"learning_rate": 0.01, "beta_1": 0.5, "beta_2": 0.7, "weight_decay": 0.1}),
    ("Adafactor", {"learning_rate": 0.05}),
    ("Adafactor", {"learning_rate": 0.5, "clip_threshold": 0.5, "epsilon_1": 1e-3, "epsilon_2": 0.1}),
    ("Adafactor", {"learning_rate": 0.05, "beta_2_decay": -0.5, "relative_step": False, "weight_decay": 0.1}),
    ("Lamb", {"learning_rate": 0.05, "epsilon": 1e-3}),
    ("Lamb", {"learning_rate": 0.05, "beta_1": 0.8, "beta_2": 0.95, "epsilon": 1e-2, "weight_decay": 0.1}),
    ("Lamb", {"learning_rate": 0.05, "epsilon": 1e-3, "gradient_accumulation_steps": 2}),
    ("Adadelta", {"learning_rate": 0.5}),
    ("Adadelta", {"learning_rate": 1.0, "rho": 0.8, "epsilon": 1e-3, "weight_decay": 0.05}),
    ("Adadelta", {"learning_rate": 1.0, "epsilon": 1e-3, "gradient_accumulation_steps": 2}),
]
AVERAGED = [  # their traces have "averages" too
    ("SGD", {"learning_rate": 0.1, "use_ema": True}),
    ("SGD", {"learning_rate": 0.1, "momentum": 0.9, "use_ema": True, "ema_momentum": 0.8, "ema_overwrite_frequency": 2}),
    ("SGD", {"learning_rate": 0.1, "use_ema": True, "ema_momentum": 0.7, "ema_overwrite_frequency": 2,
             "gradient_accumulation_steps": 2}),
    ("Adam", {"learning_rate": 0.05, "weight_decay": 0.01, "use_ema": True, "ema_momentum": 0.5,
              "ema_overwrite_frequency": 3}),
]
SCALED = [  # under LossScaleOptimizer, and under loss_scale_factor
    ("dynamic", 64.0, "SGD", {"learning_rate": 0.1, "momentum": 0.9}),
    ("dynamic", 64.0, "SGD", {"learning_rate": 0.1, "clipnorm": 0.5}),
    ("dynamic", 64.0, "Adam", {"learning_rate": 0.05, "global_clipnorm": 0.5}),
    ("dynamic", 64.0, "SGD", {"learning_rate": 0.1, "gradient_accumulation_steps": 2}),
    ("dynamic", 64.0, "Nadam", {"learning_rate": 0.05, "epsilon": 1e-3}),
    ("fixed", 3.0, "SGD", {"learning_rate": 0.1, "clipvalue": 0.2}),
    ("fixed", 3.0, "RMSprop", {"learning_rate": 0.02, "epsilon": 1e-3}),
]
SCHEDULES = [
    ("constant", {}, 0.3),
    ("PiecewiseConstantDecay", {"boundaries": [2, 5], "factor": 0.5}, 0.3),
    ("ExponentialDecay", {"decay_steps": 7, "decay_rate": 0.9}, 0.3),
    ("ExponentialDecay", {"decay_steps": 3, "decay_rate": 0.5, "staircase": True}, 0.3),
    ("PolynomialDecay", {"decay_steps": 10, "end_learning_rate": 0.01, "power": 1.0}, 0.3),
    ("PolynomialDecay", {"decay_steps": 10, "end_learning_rate": 0.01, "power": 2.0}, 0.3),
    ("CosineDecay", {"decay_steps": 10}, 0.3),
    ("CosineDecay", {"decay_steps": 10, "alpha": 0.1, "warmup_target": 0.3, "warmup_steps": 4}, 0.01),
]


def schedule(name, config, initial):
    if name == "constant":
        return initial
    if name == "PiecewiseConstantDecay":
        values = [initial * config["factor"] ** i for i in range(len(config["boundaries"]) + 1)]
        return keras.optimizers.schedules.PiecewiseConstantDecay(config["boundaries"], values)
    return getattr(keras.optimizers.schedules, name)(initial, **config)


def numbers(array):
    return [None if not np.isfinite(x) else float(x) for x in np.asarray(array, np.float64).ravel()]


def gradients(dtype):
    rng = np.random.default_rng(SEED)
    initial = [rng.normal(size=shape) for shape in SHAPES]
    steps = []
    for _ in range(STEPS):
        step = [rng.normal(size=shape) * np.exp2(rng.integers(-6, 1, size=shape)) for shape in SHAPES]
        step[0][1, 2] = 0  # a weight that is not used
        steps.append(step)
    return [jnp.asarray(x, dtype) for x in initial], [[jnp.asarray(x, dtype) for x in s] for s in steps]


def trace(dtype, optimizer, scale=1.0, dynamic=False, averages=None):
    initial, steps = gradients(dtype)
    variables = [keras.Variable(x, dtype=dtype, name=n) for x, n in zip(initial, ("kernel", "bias"))]
    optimizer.build(variables)
    after = []
    for step in steps:
        scaled = [jnp.asarray(g * scale, dtype) for g in step]
        if dynamic:  # LossScaleOptimizer: its unscaling, then its inner optimizer; its own apply is for traced code alone
            scaled = [keras.ops.divide(g, keras.Variable(scale, dtype="float32")) for g in scaled]
        optimizer.apply(scaled, variables)
        after.append([numbers(v.value) for v in variables])
        if averages is not None:
            averages.append([numbers(v.value) for v in optimizer._model_variables_moving_average])
    return after


def main():
    lines = [{"keras": keras.__version__, "jax": jax.__version__, "python": platform.python_version(), "seed": SEED}]
    for dtype in ("float32", "float64", "bfloat16", "float16"):
        keras.config.set_floatx("float64" if dtype == "float64" else "float32")
        initial, steps = gradients(dtype)
        lines.append({"kind": "gradients", "dtype": dtype, "initial": [numbers(x) for x in initial],
                      "steps": [[numbers(x) for x in s] for s in steps]})
        for name, config in CASES:
            optimizer = getattr(keras.optimizers, name)(**config)
            lines.append({"kind": "trace", "dtype": dtype, "optimizer": {"class": name, **config},
                          "variables": trace(dtype, optimizer)})
        for name, config in AVERAGED:
            averages = []
            variables = trace(dtype, getattr(keras.optimizers, name)(**config), averages=averages)
            lines.append({"kind": "trace", "dtype": dtype, "optimizer": {"class": name, **config},
                          "variables": variables, "averages": averages})
        for rule, scale, name, config in SCALED:
            if rule == "dynamic" and "gradient_accumulation_steps" in config and dtype.endswith("16"):
                continue  # Keras on JAX raises: accumulators of this dtype, unscaled gradients in float32
            optimizer = getattr(keras.optimizers, name)(
                **config, loss_scale_factor=scale if rule == "fixed" else None)
            lines.append({"kind": "trace", "dtype": dtype, "optimizer": {"class": name, **config},
                          "scale": scale, "rule": rule, "variables": trace(dtype, optimizer, scale, rule == "dynamic")})
        if dtype in ("float32", "float64"):
            for name, config, initial_rate in SCHEDULES:
                made = schedule(name, config, initial_rate)
                optimizer = keras.optimizers.SGD(made)
                rates = []
                for _ in range(16):
                    rates += numbers(optimizer.learning_rate)
                    optimizer._iterations.assign_add(1)
                lines.append({"kind": "schedule", "dtype": dtype, "schedule": {"class": name, **config},
                              "initial": initial_rate, "rates": rates})
    with open(HERE / "optimizers.jsonl", "w") as out:
        for line in lines:
            out.write(json.dumps(line, separators=(",", ":")) + "\n")


main()
