#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes legacy_models/: models that tf-keras saves, and expected.json: what tf-keras makes of them again.

    python3 -m venv venv && venv/bin/pip install -r requirements_legacy.txt && venv/bin/python make_legacy_models.py

"models": by file, of each layer its name, the name of its policy and its compute dtype after loading; whether the optimizer is a
LossScaleOptimizer then; and, by the global policy of the loader, whether compile wraps another optimizer.
"dtypes": a model of one layer with this dtype in its config, and the layer's policy, or the class of the exception.
"""
import json
import os
from pathlib import Path

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import tf_keras  # noqa: E402

HERE = Path(__file__).resolve().parent / "legacy_models"
layers = tf_keras.layers
DTYPES = ["mixed_float16", "mixed_bfloat16", "float16", "half", "mixed_float15", "int8_from_float32", "_infer", None,
          {"class_name": "Policy", "config": {"name": "mixed_bfloat16"}},
          {"module": "keras.mixed_precision", "class_name": "Policy", "config": {"name": "mixed_float16"},
           "registered_name": None},
          {"class_name": "PolicyV1", "config": {"name": "mixed_float16", "loss_scale": 8}},
          {"class_name": "Policy", "config": {"name": "mixed_float15"}},
          {"module": "keras", "class_name": "DTypePolicy", "config": {"name": "mixed_float16"}, "registered_name": None}]


def set_global(name):
    tf_keras.mixed_precision.set_global_policy(name)


def sequential():
    return tf_keras.Sequential([
        layers.Input((4, 4, 1)), layers.Conv2D(2, 3, name="convolution"), layers.BatchNormalization(name="normalization"),
        layers.PReLU(name="prelu"), layers.Flatten(name="flatten"), layers.Dense(2, name="dense"),
        layers.Activation("softmax", dtype="float32", name="probabilities")], name="faces")


def functional():
    x = layers.Input((3,), name="x")
    y = layers.Dense(2, name="first")(x)
    z = layers.Dense(2, dtype="mixed_bfloat16", name="second")(x)
    return tf_keras.Model(x, layers.Add(name="sum")([y, z]), name="pair")


def is_wrapped(optimizer):
    return type(optimizer).__name__.startswith("LossScaleOptimizer")


def load(path, is_compiled=True):
    if path.suffix == ".json":
        return tf_keras.models.model_from_json(path.read_text())
    return tf_keras.models.load_model(path, compile=is_compiled)


def described(path):
    set_global("float32")
    model = load(path)
    wrapped = is_wrapped(getattr(model, "optimizer", None))
    wraps = {}
    for name in ("float32", "mixed_float16", "mixed_bfloat16"):
        set_global(name)
        again = load(path, False)  # tf-keras 2.21 cannot compile what it loads under mixed_float16
        again.compile("adam", "mse")
        wraps[name] = is_wrapped(again.optimizer)
    return {"layers": [{"name": layer.name, "policy": layer.dtype_policy.name, "compute": layer.compute_dtype}
                       for layer in model.layers if not isinstance(layer, layers.InputLayer)],
            "wrapped_when_loaded": wrapped, "compile_wraps": wraps}


def of_dtype(dtype):
    set_global("float32")
    model = {"class_name": "Sequential", "config": {"name": "s", "layers": [
        {"class_name": "InputLayer", "config": {"batch_input_shape": [None, 4], "dtype": "float32", "sparse": False,
                                                "ragged": False, "name": "i"}},
        {"class_name": "Dense", "config": {"name": "d", "units": 3, "dtype": dtype}}]}}
    try:
        result = tf_keras.models.model_from_json(json.dumps(model)).layers[0].dtype_policy.name
    except Exception as error:  # any exception is a result
        result = type(error).__name__
    return {"model": model, "result": result}


def main():
    HERE.mkdir(exist_ok=True)
    for name, make, policy in (("sequential", sequential, "mixed_float16"), ("functional", functional, "float32")):
        set_global(policy)
        model = make()
        model.compile("adam", "mse")
        (HERE / f"{name}.json").write_text(model.to_json() + "\n")
        model.save(HERE / f"{name}.keras")
        model.save(HERE / f"{name}.h5")
    paths = sorted(path for path in HERE.iterdir() if path.name != "expected.json")
    expected = {"generator": "tests/golden/make_legacy_models.py", "tf_keras": tf_keras.__version__,
                "models": {path.name: described(path) for path in paths},
                "dtypes": [of_dtype(dtype) for dtype in DTYPES]}
    (HERE / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")


if __name__ == "__main__":
    main()
