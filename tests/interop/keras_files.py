#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does a .keras file that real Keras trained and saved go on in Ulpscope from where it was?

    in_venv.py VENV_FOLDER keras_files.py ULPSCOPE_CLI

a  `new DATA --model FILE.keras` has the bits of every variable, by its path in Keras.
b  Optimizer, loss and loss scale are those that the model was compiled with, the scale as far as it had come.
c  `policy show FILE.keras` says what it says of the model's JSON.
"""
import json
import sys
import tempfile
from pathlib import Path

import keras
import numpy as np
from keras import layers as L
from keras_models import Check, run

SEED = 20261124


def dense(policy):
    return keras.Sequential([keras.Input((4,)), L.Dense(5, activation="relu", dtype=policy), L.Dense(5, name="again"),
                             L.BatchNormalization(), L.Dense(1)], name="s")


def attention(policy):
    x = keras.Input((6, 8))
    h = L.Dense(8, name="in", dtype=policy)(x)
    h = L.Add()([h, L.MultiHeadAttention(2, 4, name="first", dtype=policy)(h, h)])
    h = L.LayerNormalization(name="norm")(h)
    h = L.MultiHeadAttention(2, 3, name="second")(h, h)
    h = L.RMSNormalization()(L.EinsumDense("abc,cd->abd", (None, 4), bias_axes="d")(h))
    return keras.Model(x, L.Dense(1, name="out")(L.GlobalAveragePooling1D()(h)))


def pictures(policy):
    return keras.Sequential([keras.Input((8, 8, 2)), L.Conv2D(4, 3, dtype=policy), L.GroupNormalization(2), L.DepthwiseConv2D(3),
                             L.MaxPooling2D(), L.Flatten(), L.Dense(1, dtype=policy)], name="pictures")


def tokens(policy):
    return keras.Sequential([keras.Input((5,)), L.Embedding(9, 4, dtype=policy), L.GlobalAveragePooling1D(), L.Dense(1)],
                            name="tokens")


def compiled():
    """Optimizers and losses by name, by class and by function, with what a session calls them."""
    adam = {"class": "Adam", "learning_rate": 0.01, "beta_2": 0.99, "epsilon": 1e-6, "clipnorm": 1.0}
    sgd = {"class": "SGD", "learning_rate": 0.001, "momentum": 0.9, "nesterov": True}
    yield (lambda: keras.optimizers.Adam(0.01, beta_2=0.99, epsilon=1e-6, clipnorm=1.0), "mse", adam,
           {"class": "MeanSquaredError"}, None)
    yield (lambda: keras.optimizers.LossScaleOptimizer(keras.optimizers.SGD(0.001, momentum=0.9, nesterov=True),
                                                       initial_scale=64.0, dynamic_growth_steps=3),
           keras.losses.LogCosh(), sgd, {"class": "LogCosh"}, 64.0)
    yield (lambda: keras.optimizers.AdamW(0.003), keras.losses.mean_absolute_error,
           {"class": "AdamW", "learning_rate": 0.003, "weight_decay": 0.004}, {"class": "MeanAbsoluteError"}, None)


def inputs_for(model, rng):
    shape = (40, *model.input_shape[1:])
    if model.name == "tokens":
        return rng.integers(0, 9, shape).astype("float32")
    return rng.normal(size=shape).astype("float32")


def part_of(wanted, got):
    """What of it has other values."""
    return {key: got.get(key) for key, value in wanted.items() if got.get(key) != value}


def check_file(check, cli, folder, words, model, compile_case):
    make, loss, optimizer, loss_said, scale = compile_case
    rng = np.random.default_rng(SEED)
    x = inputs_for(model, rng)
    y = rng.normal(size=(len(x), 1)).astype("float32")
    model.compile(make(), loss)
    model.fit(x, y, batch_size=8, epochs=2, verbose=0)
    model.save(folder / "model.keras")
    np.savez(folder / "data.npz", x=x, y=y)
    run(cli, "new", folder / "data.npz", "--features", "x", "--target", "y", "--task", "regression",
        "--model", folder / "model.keras", "--out", folder / "on.ulps")
    ours = np.load(folder / "on.weights.npz")
    theirs = {variable.path: np.asarray(variable.value) for variable in model.weights
              if "seed_generator" not in variable.path}
    check.equal("a", f"{words}: paths", sorted(ours), sorted(theirs))
    for path, value in theirs.items():
        if path in ours:
            same = ours[path].shape == value.shape and ours[path].astype(value.dtype).tobytes() == value.tobytes()
            check.equal("a", f"{words}: bits of {path}", same, True)
    training = json.loads((folder / "on.ulps").read_text())["training"]
    check.equal("b", f"{words}: optimizer", part_of(optimizer, training["optimizer"]), {})
    check.equal("b", f"{words}: loss", part_of(loss_said, training["loss"]), {})
    if scale is not None:
        reached = float(model.optimizer.dynamic_scale.value)
        if reached == scale:
            raise AssertionError("the loss scale has not grown: the case shows nothing")
        check.equal("b", f"{words}: loss scale", training["loss_scale"],
                    {"class": "dynamic", "initial_scale": reached, "dynamic_growth_steps": 3})
    (folder / "model.json").write_text(model.to_json())
    check.equal("c", f"{words}: policies", json.loads(run(cli, "policy", "show", folder / "model.keras", "--json")),
                json.loads(run(cli, "policy", "show", folder / "model.json", "--json")))
    run(cli, "run", folder / "on.ulps", "--steps", 2)


def main():
    cli = sys.argv[1]
    print(f"Keras {keras.__version__} on {keras.backend.backend()}")
    check = Check()
    cases = list(compiled())
    with tempfile.TemporaryDirectory() as name:
        number = 0
        for make in (dense, attention, pictures, tokens):
            for policy in ("float32", "mixed_bfloat16", "bfloat16"):
                keras.utils.set_random_seed(SEED + number)
                check_file(check, cli, Path(name), f"{make.__name__} under {policy}", make(policy), cases[(number + number // 3) % 3])
                number += 1
    print(", ".join(f"{part}: {count} comparisons" for part, count in sorted(check.counts.items())))
    if check.troubles:
        sys.exit(f"{len(check.troubles)} differences\n" + "\n".join(check.troubles[:60]))


if __name__ == "__main__":
    main()
