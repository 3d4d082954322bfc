#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One step of SGD in real Keras and in Ulpscope, each variable's bits: every kind of layer under every kind of policy.

    in_venv.py VENV_FOLDER keras_steps.py ULPSCOPE_CLI [PART ...] [--only WORDS] [--write]

Inputs are multiples of 1/8, weights and targets of 1/256, all from -1 to 1, and the batch is a power of two: float32's sums of
the first products are exact in any order and need more digits than float16 has; what layers make of them need not be.
rounded    XLA's flags such that each operation is rounded (keras_training.py), against arithmetic `written`
default    no flags, as Keras is installed, against arithmetic `written`
What differs stands in keras_steps.csv: a variable, how many elements differ, the largest difference as a part of the
variable's largest move. A part fails where a cell is not as the table says, better ones too. --write writes the table
anew, keeping causes; --only WORDS takes the cells whose layer or policy has one of the comma-separated words.
"""
import csv
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import keras_training
from keras_training import ROUNDED, Run, keras_optimizer, layer_models

PARTS = {"rounded": (ROUNDED, "written"), "default": ({}, "written")}
TABLE = Path(__file__).with_name("keras_steps.csv")
COLUMNS = ["part", "layer", "policy", "variable", "differ", "of", "largest", "cause"]
POLICIES = ["mixed_float16", "mixed_bfloat16", "float16", "bfloat16"]
FLOAT8 = ["float8_from_float32", "float8_from_mixed_float16", "float8_from_mixed_bfloat16"]
SEED, BATCH, CLASSES = 20261122, 16, 4


def models():
    """As keras_training has them, and attention; what follows makes four numbers of it."""
    rows = (8, 16)
    attention = {"class": "MultiHeadAttention", "name": "mha", "num_heads": 2, "key_dim": 8}
    return layer_models() | {
        "MultiHeadAttention": (rows, [attention]),
        "MultiHeadAttention with scores": (rows, [dict(attention, return_attention_scores=True)]),
    }


def cells(only):
    for words, (shape, middle) in models().items():
        kinds = {layer["class"] for layer in middle}
        policies = POLICIES + (FLOAT8 if kinds & {"Dense", "EinsumDense", "MultiHeadAttention"} else [])
        for policy in policies:
            if "MultiHeadAttention" == words and policy.endswith("_float16") or (words, policy) == (
                    "MultiHeadAttention", "float16"):
                continue  # JAX on a CPU has no float16 attention but the one that returns scores
            if only and not any(word in (words, policy) for word in only):
                continue
            yield words, shape, middle, policy


def few_bits(generator, shape, bits=3):
    """Multiples of 2^-bits from -1 to 1."""
    return (generator.integers(-2 ** bits, 2 ** bits + 1, shape) / 2 ** bits).astype("float32")


def weights_for(model, generator):
    import numpy as np
    arrays = {}
    for variable in model.variables:
        if any(word in variable.path for word in ("seed_generator", "_scale", "_amax_history")):
            continue
        name, shape = variable.path.rsplit("/", 1)[-1], tuple(variable.shape)
        fan_in = float(np.prod(shape[:-1])) if len(shape) > 1 else 1.0
        values = few_bits(generator, shape, 8)
        if name in ("gamma", "moving_variance", "scale"):
            values = 1 + values / 8
        elif len(shape) > 1:
            values = values * 2.0 ** -np.ceil(np.log2(fan_in) / 2)
        arrays[variable.path] = values.astype("float32")
    return arrays


def keras_model(layers, shape, policy):
    import keras
    from keras import layers as L
    source = policy.removeprefix("float8_from_")
    keras.backend.clear_session()
    keras.config.set_dtype_policy(source)
    first = x = L.Input(shape)
    for layer in layers[1:]:
        arguments = {key: value for key, value in layer.items() if key not in ("class", "return_attention_scores")}
        made = getattr(L, layer["class"])(**arguments)
        if layer["class"] == "MultiHeadAttention":
            scores = layer.get("return_attention_scores", False)
            x = made(x, x, return_attention_scores=scores)
            x = x[0] if scores else x
        else:
            x = made(x)
    model = keras.Model(first, x, name="sequential")
    if source != policy:
        model.quantize("float8")
    return model


def both(words, shape, middle, policy, arithmetic):
    """Each variable by its path: (before, Keras' after, ours after)."""
    import keras
    import numpy as np
    generator = np.random.default_rng(SEED)
    layers = [{"class": "InputLayer", "name": "input", "shape": list(shape)}, *middle,
              {"class": "Flatten", "name": "flatten"}, {"class": "Dense", "name": "logits", "units": CLASSES}]
    model = keras_model(layers, shape, policy)
    x = (generator.integers(0, 8, (BATCH, *shape)).astype("float32") if "Embedding" in words
         else few_bits(generator, (BATCH, *shape)))
    y = few_bits(generator, (BATCH, CLASSES), 8)
    before = weights_for(model, generator)
    keras_training.use_weights(model, before)
    run = Run(words, layers, None, {"class": "MeanSquaredError"}, {"class": "SGD", "learning_rate": 4.0}, 1, policy,
              batch=BATCH)
    run.task = "regression"
    # A model that was quantized afterwards keeps the loss scale of its source's name, a session's auto goes by its own.
    run.loss_scale = "none" if policy in FLOAT8 else "auto"
    rows = keras_training.keras_steps(run, model, keras.losses.MeanSquaredError(), keras_optimizer(run.optimizer), x, y)
    if rows[0]["skipped"]:
        raise AssertionError(f"{words} under {policy}: the step was skipped")
    after = {variable.path: np.asarray(variable.value).astype("float64") for variable in model.variables}
    keras.config.set_dtype_policy("float32")
    with tempfile.TemporaryDirectory() as folder:
        np.savez(f"{folder}/data.npz", x=x, y=y)
        np.savez(f"{folder}/weights.npz", **before)
        run.ours(folder)
        ours = {path.removeprefix("sequential/"): values.astype("float64")
                for path, values in np.load(f"{folder}/out/weights.npz").items()}
        return {path: (start.astype("float64"), after[path], ours[path]) for path, start in before.items()}


def compare(part, only):
    import numpy as np
    _, arithmetic = PARTS[part]
    found = []
    for words, shape, middle, policy in cells(only):
        rows = []
        for path, (before, theirs, ours) in both(words, shape, middle, policy, arithmetic).items():
            differ = int((~((ours == theirs) | (np.isnan(ours) & np.isnan(theirs)))).sum())
            move = float(np.abs(theirs - before).max())
            largest = float(np.abs(ours - theirs).max()) / move if move else float(np.abs(ours - theirs).max())
            rows.append({"part": part, "layer": words, "policy": policy, "variable": path, "differ": differ,
                         "of": ours.size, "largest": f"{largest:.1e}"})
        print(f"  {words}, {policy}: " + ("equal" if not any(row["differ"] for row in rows) else "; ".join(
            f"{row['variable']} {row['differ']}/{row['of']} {row['largest']}" for row in rows if row["differ"])), flush=True)
        found += rows
    return found


def read_table():
    if not TABLE.is_file():
        return {}
    with open(TABLE) as file:
        lines = [line for line in file if not line.startswith("#")]
    return {tuple(row[key] for key in COLUMNS[:4]): row for row in csv.DictReader(lines)}


def main():
    arguments = sys.argv[1:]
    write = "--write" in arguments
    only = []
    if "--only" in arguments:
        at = arguments.index("--only")
        only = arguments[at + 1].split(",")
        del arguments[at:at + 2]
    arguments = [argument for argument in arguments if argument != "--write"]
    if not arguments:
        sys.exit(__doc__)
    keras_training.CLI, parts = arguments[0], arguments[1:] or list(PARTS)
    if "ULPSCOPE_PART" not in os.environ:
        failed = []
        for part in parts:
            environment = dict(os.environ, **PARTS[part][0], ULPSCOPE_PART=part)
            rest = (["--only", ",".join(only)] if only else []) + (["--write"] if write else [])
            if subprocess.run([sys.executable, sys.argv[0], arguments[0], part, *rest], env=environment).returncode != 0:
                failed.append(part)
        sys.exit(f"differs: {', '.join(failed)}" if failed else 0)
    part = os.environ["ULPSCOPE_PART"]
    print(f"{part}:", flush=True)
    found = compare(part, only)
    same = sum(row["differ"] == 0 for row in found)
    print(f"  {same} of {len(found)} variables have the same bits", flush=True)


if __name__ == "__main__":
    main()
