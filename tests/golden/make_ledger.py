#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes ledger.jsonl: the variables that real Keras makes for one model under policies and optimizers, for
tests/golden/tst_keras_ledger.cpp.

    python3 -m venv venv && venv/bin/pip install -r ../interop/requirements.txt && venv/bin/python make_ledger.py

First a line about the versions, then one for each policy: of each layer its weights (name, shape, dtype, whether they
train), and the bytes of what each optimizer keeps of them, without its own single numbers (iteration, learning rate).
"""
import json
import os
import platform
from pathlib import Path

os.environ["KERAS_BACKEND"] = "jax"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax  # noqa: E402
import keras  # noqa: E402
import numpy as np  # noqa: E402

HERE = Path(__file__).resolve().parent
POLICIES = ["float32", "mixed_float16", "mixed_bfloat16", "float16", "bfloat16", "float8_from_mixed_bfloat16",
            "int8_from_float32", "int8_from_mixed_bfloat16", "int4_from_float32", "int4/4_from_float32"]
OPTIMIZERS = [
    ("SGD", {}), ("SGD", {"momentum": 0.9}), ("Adam", {}), ("Adam", {"amsgrad": True}), ("AdamW", {}),
    ("RMSprop", {"momentum": 0.5, "centered": True}), ("Adagrad", {}), ("Lion", {}), ("Adafactor", {}), ("Lamb", {}),
    ("Adam", {"gradient_accumulation_steps": 3}),
]


def model(policy):
    source = keras.dtype_policies.get(policy.split("_from_")[-1])
    own = keras.dtype_policies.get(policy)
    return keras.Sequential([
        keras.Input((9,), name="input_layer"),
        keras.layers.Dense(6, name="dense", dtype=own),
        keras.layers.LayerNormalization(name="layer_norm", dtype=source),
        keras.layers.BatchNormalization(name="batch_norm", dtype=source),
        keras.layers.EinsumDense("ab,bcd->acd", output_shape=(2, 4), bias_axes="cd", name="einsum", dtype=own),
    ])


def itemsize(dtype):
    return 2 if dtype == "bfloat16" else np.dtype(dtype).itemsize


def bytes_of(variable):
    return int(np.prod(variable.shape)) * itemsize(variable.dtype)


def main():
    lines = [{"keras": keras.__version__, "jax": jax.__version__, "python": platform.python_version()}]
    for policy in POLICIES:
        keras.backend.clear_session()
        made = model(policy)
        weights = {layer.name: [{"name": v.name, "shape": list(v.shape), "dtype": v.dtype, "trainable": v.trainable,
                                 "bytes": bytes_of(v)} for v in layer.weights] for layer in made.layers}
        kept = []
        for name, config in OPTIMIZERS:
            optimizer = getattr(keras.optimizers, name)(**config)
            optimizer.build(made.trainable_variables)
            counted = [v for v in optimizer.variables if len(v.shape) > 0 or "accumulator" in v.path]
            kept.append({"optimizer": {"class": name, **config}, "bytes": sum(bytes_of(v) for v in counted)})
        lines.append({"policy": policy, "count_params": made.count_params(), "layers": weights, "optimizers": kept})
    with open(HERE / "ledger.jsonl", "w", encoding="utf-8") as out:
        out.writelines(json.dumps(line) + "\n" for line in lines)


if __name__ == "__main__":
    main()
