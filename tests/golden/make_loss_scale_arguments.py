#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what Keras' LossScaleOptimizer says to arguments that are not its own.

    python3 -m venv venv && venv/bin/pip install -r ../interop/requirements.txt && venv/bin/python make_loss_scale_arguments.py

loss_scale_arguments.jsonl: the argument, its value, and Keras' message; null where it takes the argument.
"""
import json
import os
from pathlib import Path

os.environ["KERAS_BACKEND"] = "jax"
import keras  # noqa: E402

VALUES = {
    "dynamic": [True, False],
    "weight_decay": [None, 0.01],
    "clipnorm": [None, 1.0],
    "global_clipnorm": [None, 1.0],
    "clipvalue": [None, 0.5],
    "use_ema": [False, True],
    "ema_momentum": [0.99, 0.9],
    "ema_overwrite_frequency": [None, 10],
    "loss_scale_factor": [None, 128.0],
    "gradient_accumulation_steps": [None, 4],
    "backoff_factor": [0.5],
}


def message(**arguments):
    try:
        keras.optimizers.LossScaleOptimizer(keras.optimizers.SGD(), **arguments)
    except ValueError as error:
        return str(error)
    return None


def main():
    path = Path(__file__).resolve().parent / "loss_scale_arguments.jsonl"
    rows = [{"made_by": "tests/golden/make_loss_scale_arguments.py", "versions": f"Keras {keras.__version__}"}]
    for name, values in VALUES.items():
        for value in values:
            rows.append({"argument": name, "value": value, "message": message(**{name: value})})
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), newline="\n")


if __name__ == "__main__":
    main()
