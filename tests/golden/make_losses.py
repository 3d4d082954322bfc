#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes losses.jsonl: values and gradients of real Keras losses, for tests/engine/tst_losses.cpp.

    python3 -m venv venv && venv/bin/pip install -r ../interop/requirements.txt && venv/bin/python make_losses.py

After a line about the versions: dtype, "loss" (a session's component), "shape" of the predictions, "prediction",
"targets", "value", and "gradient" of 8 times the loss. Sparse targets are class numbers.
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
UPSTREAM = 8.0
HERE = Path(__file__).resolve().parent

# class, config, shape, kind of targets, whether predictions are probabilities
CASES = [
    ("MeanSquaredError", {}, (4, 3), "number", False),
    ("MeanAbsoluteError", {}, (4, 3), "number", False),
    ("Huber", {"delta": 1.0}, (4, 3), "number", False),
    ("Huber", {"delta": 0.3}, (6, 1), "number", False),
    ("LogCosh", {}, (4, 3), "number", False),
    ("Poisson", {}, (4, 3), "count", True),
    ("Hinge", {}, (4, 3), "sign", False),
    ("Hinge", {}, (6, 1), "binary", False),
    ("SquaredHinge", {}, (4, 3), "binary", False),
    ("BinaryCrossentropy", {"from_logits": True}, (6, 1), "binary", False),
    ("BinaryCrossentropy", {"from_logits": True, "label_smoothing": 0.1}, (4, 3), "binary", False),
    ("BinaryCrossentropy", {"from_logits": False, "label_smoothing": 0.1}, (6, 1), "binary", True),
    ("SparseCategoricalCrossentropy", {"from_logits": True}, (4, 5), "class", False),
    ("SparseCategoricalCrossentropy", {"from_logits": True}, (2, 3, 5), "class", False),
    ("SparseCategoricalCrossentropy", {"from_logits": False}, (4, 5), "class", True),
    ("CategoricalCrossentropy", {"from_logits": True}, (4, 5), "row", False),
    ("CategoricalCrossentropy", {"from_logits": True, "label_smoothing": 0.2}, (2, 3, 5), "row", False),
    ("CategoricalCrossentropy", {"from_logits": False, "label_smoothing": 0.2}, (4, 5), "row", True),
    ("KLDivergence", {}, (4, 5), "row", True),
    ("KLDivergence", {}, (2, 3, 5), "probabilities", True),
    ("MeanAbsolutePercentageError", {}, (4, 3), "number", False),
    ("MeanAbsolutePercentageError", {}, (6, 1), "number", False),
    ("MeanSquaredLogarithmicError", {}, (4, 3), "count", False),
    ("CosineSimilarity", {}, (4, 5), "number", False),
    ("CosineSimilarity", {}, (2, 3, 5), "row", True),
]


def flat(array):
    return [float(x) for x in np.asarray(array, np.float64).ravel()]


def targets_of(rng, kind, shape):
    if kind == "number":
        return rng.normal(size=shape).astype(np.float32)
    if kind == "sign":
        return rng.choice([-1, 1], size=shape).astype(np.float32)
    if kind == "count":
        return rng.integers(0, 5, size=shape).astype(np.float32)
    if kind == "probabilities":
        x = rng.uniform(size=shape)
        return (x / x.sum(axis=-1, keepdims=True)).astype(np.float32)
    if kind == "binary":
        return rng.integers(0, 2, size=shape).astype(np.float32)
    classes = rng.integers(0, shape[-1], size=shape[:-1])
    return classes.astype(np.float32) if kind == "class" else np.eye(shape[-1], dtype=np.float32)[classes]


def main():
    lines = [{"keras": keras.__version__, "jax": jax.__version__, "python": platform.python_version(), "seed": SEED}]
    for dtype in ("float32", "float64", "float16", "bfloat16"):
        keras.config.set_floatx(dtype)
        rng = np.random.default_rng(SEED)
        for name, config, shape, kind, is_probability in CASES:
            prediction = rng.uniform(0.05, 0.95, shape) if is_probability else 2 * rng.normal(size=shape)
            if name == "KLDivergence":
                # Both are clipped, the second to itself. In float16 the clipped one's loss is infinite.
                prediction.ravel()[[1, 6]] = 0.25 if dtype == "float16" else 0, 1
            prediction = jnp.asarray(prediction, dtype)
            targets = targets_of(rng, kind, shape)
            loss = getattr(keras.losses, name)(**config)
            given = targets.astype("int32") if kind == "class" else targets
            value, gradient = jax.value_and_grad(lambda p: UPSTREAM * loss(given, p))(prediction)
            lines.append({"dtype": dtype, "loss": {"class": name, **config}, "shape": shape,
                          "prediction": flat(prediction), "targets": flat(targets),
                          "value": float(value) / UPSTREAM, "gradient": flat(gradient)})
    with open(HERE / "losses.jsonl", "w") as out:
        for line in lines:
            out.write(json.dumps(line, separators=(",", ":")) + "\n")


main()
