#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes keras_trainings/, .keras files of trainings that Keras 3.15.1 has done (jax==0.10.2, h5py==3.16.0), and keras_trainings.json:
what Keras has of each.

    KERAS_BACKEND=jax JAX_PLATFORMS=cpu make_keras_trainings.py

int8, einsum_int8, mixed_int8   model.quantize("int8") of a Dense, an EinsumDense, and one under mixed_bfloat16: inputs and outputs of Keras
int4, embedding_int8            stored as integers that are not read
attention_int8                  whose config does not say that the layers inside are quantized, so that Keras does not load it either
cosine, exponential, ...        three steps of an optimizer with a learning rate schedule, and the weights after two more
"""
import json
import shutil
from pathlib import Path

import keras
import numpy as np
from keras import layers as L

HERE = Path(__file__).resolve().parent
FILES = HERE / "keras_trainings"
SEED = 20261125
facts = {}


def fresh():
    keras.utils.set_random_seed(SEED)
    keras.backend.clear_session()
    return np.random.default_rng(SEED)


def save(name, model, **known):
    model.save(FILES / f"{name}.keras")
    facts[name] = {key: np.asarray(value, "float64").tolist() for key, value in known.items()}


def quantized(name, layers, shape, mode="int8", policy=None):
    rng = fresh()
    if policy:
        keras.config.set_dtype_policy(policy)
    model = keras.Sequential([L.Input(shape), *layers()], name=name)
    for variable in model.weights:
        if variable.path.endswith("bias"):
            variable.assign(rng.normal(size=variable.shape))
    model.quantize(mode)
    x = rng.normal(size=(5, *shape)).astype("float32")
    if isinstance(model.layers[0], L.Embedding):
        x = rng.integers(0, 6, size=(5, *shape)).astype("float32")
    save(name, model, inputs=x, outputs=keras.ops.convert_to_numpy(keras.ops.cast(model(x), "float32")))
    keras.config.set_dtype_policy("float32")


def scheduled(name, optimizer):
    rng = fresh()
    model = keras.Sequential([L.Input((3,)), L.Dense(4, activation="tanh", name="first"), L.Dense(1, name="last")], name=name)
    model.compile(optimizer(), "mse", jit_compile=False)
    x, y = rng.normal(size=(8, 3)).astype("float32"), rng.normal(size=(8, 1)).astype("float32")
    model.fit(x, y, batch_size=8, epochs=3, shuffle=False, verbose=0)
    save(name, model, inputs=x, targets=y)
    model.fit(x, y, batch_size=8, epochs=2, shuffle=False, verbose=0)
    facts[name]["after"] = {v.path: np.asarray(v.value, "float64").tolist() for v in model.weights}


def main():
    shutil.rmtree(FILES, ignore_errors=True)
    FILES.mkdir()

    def dense():
        return [L.Dense(5, activation="tanh", name="first"), L.Dense(2, name="last")]

    quantized("int8", dense, (4,))
    quantized("mixed_int8", dense, (4,), policy="mixed_bfloat16")
    quantized("einsum_int8", lambda: [L.EinsumDense("abc,cde->abde", (None, 2, 3), bias_axes="de", name="heads"),
                                      L.EinsumDense("abde,dec->abc", (None, 4), name="joined")], (2, 4))
    quantized("int4", dense, (4,), mode="int4")
    keras.utils.set_random_seed(SEED)
    x = L.Input((3, 4))
    attention = keras.Model(x, L.MultiHeadAttention(2, 2, name="mha")(x, x), name="attention_int8")
    attention.quantize("int8")
    save("attention_int8", attention)
    quantized("embedding_int8", lambda: [L.Embedding(6, 3, name="words"), L.Dense(2, name="last")], (2,))
    schedules, optimizers = keras.optimizers.schedules, keras.optimizers
    scheduled("cosine", lambda: optimizers.Adam(schedules.CosineDecay(0.02, 8, alpha=0.1, warmup_target=0.05, warmup_steps=4)))
    scheduled("restarts", lambda: optimizers.SGD(schedules.CosineDecayRestarts(0.05, 2, t_mul=1.5, m_mul=0.5), momentum=0.9))
    scheduled("exponential", lambda: optimizers.RMSprop(schedules.ExponentialDecay(0.01, 2, 0.5, staircase=True)))
    scheduled("inverse_time", lambda: optimizers.AdamW(schedules.InverseTimeDecay(0.01, 2, 0.5)))
    scheduled("polynomial", lambda: optimizers.Lion(schedules.PolynomialDecay(0.01, 6, 0.001, power=2.0)))
    scheduled("piecewise", lambda: optimizers.SGD(schedules.PiecewiseConstantDecay([2, 4], [0.01, 0.001, 0.0001])))
    (HERE / "keras_trainings.json").write_text(json.dumps(facts) + "\n")
    print(f"{len(facts)} files by Keras {keras.__version__}")


main()
