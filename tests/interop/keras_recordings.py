#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does the exported recorder record a real Keras training, and can Ulpscope compute its layers again?

    in_venv.py VENV_FOLDER keras_recordings.py ULPSCOPE_CLI

a  fit() with the callback writes every EVERY-th step: weights as they were before the step, inputs, outputs and what arrives backward.
b  Layers computed again from it are Keras' to the bit where they are products and activations in bfloat16.
c  A layer whose sums leave float16 is named as the producer.
d  After close() the layers have their own call.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import keras
import numpy as np
from keras import layers as L

CLI = sys.argv[1]


def run(*arguments):
    done = subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, f"ulpscope-cli {arguments}: {done.stderr}"
    return done.stdout


def recorder():
    module = {}
    exec(compile(run("policy", "export", "circle", "--as", "keras-recorder"), "keras-recorder", "exec"), module)
    module["LAYERS"][:] = ["*"]
    return module["Recorder"]


def attention_model():
    keras.utils.set_random_seed(1)
    keras.config.set_dtype_policy("mixed_bfloat16")
    x = keras.Input((6, 8))
    h = L.Dense(8, activation="relu", name="d")(x)
    a = L.MultiHeadAttention(2, 4, name="mha")(h, h)
    h = L.LayerNormalization(name="ln")(a + h)
    h = L.Softmax(name="soft")(L.EinsumDense("abc,cd->abd", (6, 4), bias_axes="d", name="einsum")(h))
    model = keras.Model(x, L.Dense(1, dtype="float32", name="o")(L.Flatten(name="flat")(h)))
    keras.config.set_dtype_policy("float32")
    model.compile(keras.optimizers.SGD(0.1), "mse")
    return model


def recorded(folder):
    model = attention_model()
    generator = np.random.default_rng(1)
    x, y = generator.standard_normal((40, 6, 8)).astype("float32"), generator.standard_normal((40, 1)).astype("float32")
    before = [np.asarray(weight) for weight in model.get_layer("d").get_weights()]
    callback = recorder()(model, folder / "fit", every=2)
    own = type(model.get_layer("d")).call
    model.fit(x, y, batch_size=8, epochs=1, verbose=0, shuffle=False, callbacks=[callback])
    shown = json.loads(run("recording", "show", folder / "fit", "--json"))
    assert shown["steps"] == [0, 2, 4], shown["steps"]
    assert shown["stack"].startswith("keras "), shown["stack"]
    roles = {tensor["role"]: tensor["dtype"] for tensor in shown["tensors"] if tensor["layer"] == "d"}
    assert roles == {"kernel": "float32", "bias": "float32", "input": "bfloat16", "output": "bfloat16",
                     "output_gradient": "bfloat16"}, roles
    assert {tensor["role"] for tensor in shown["tensors"] if tensor["layer"] == "mha"} >= {
        "query.kernel", "attention_output.bias", "input", "input_1", "output", "output_gradient"}
    series = json.loads(run("recording", "tensor", folder / "fit", "d/kernel", "--json"))["series"]
    assert series[0]["amax"] == float(np.abs(before[0]).max()), "the weights before the first step"
    assert series[1]["amax"] != series[0]["amax"], "and after two more"
    first = json.loads(run("recording", "tensor", folder / "fit", "d/input", "--json"))["series"][0]
    bfloat16 = keras.ops.convert_to_numpy(keras.ops.cast(keras.ops.cast(x[:8], "bfloat16"), "float32"))
    assert first["amax"] == float(np.abs(bfloat16).max())
    rows = {row["layer"]: row for row in json.loads(run("recording", "errors", folder / "fit", "--steps", 0, "--json"))}
    for layer in ("d", "mha", "mha/query", "mha/attention_output", "einsum", "flat"):
        assert rows[layer]["apart"]["different"] == 0, (layer, rows[layer])
    assert all(rows[layer]["is_of_its_dtype"] for layer in rows), rows  # XLA fuses what is left
    callback.close()
    assert model.get_layer("d").call.__func__ is own
    keras.utils.clear_session()


def culprit(folder):
    x = keras.Input((4,))
    middle = L.Dense(3, use_bias=False, dtype="float16", name="wo")
    model = keras.Model(x, L.Activation("relu", dtype="float16", name="after")(middle(x)))
    middle.set_weights([np.array([[1, 256, 0], [0, 23, 1], [0, 0, 1], [1, 0, 0]], "float32")])
    # A compiled step multiplies float16 as XLA can on this machine; the culprit is what eager calls give.
    model.compile(keras.optimizers.SGD(0.0), "mse", jit_compile=False)
    callback = recorder()(model, folder / "culprit", every=1)
    batch = np.array([[1, 2, 3, 4], [255, 42, 1, 1]], "float16")
    callback.set_model(model)
    callback.on_train_batch_begin(0)
    model(batch)
    callback.on_train_batch_end(0)
    found = json.loads(run("recording", "origins", folder / "culprit", "--json"))
    assert {row["layer"]: row["is"] for row in found["layers"]} == {"wo": "producer", "after": "propagator"}, found
    assert found["births"][0]["birth"]["dot_product"]["exact"] == 66246, found


def main():
    print(f"Keras {keras.__version__} on {keras.backend.backend()}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for part in (recorded, culprit):
            part(folder)
            print(part.__name__, "ok")


main()
