#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes keras_files/, small .keras files by several versions of Keras, and keras_files.jsonl: what each has, a tensor a line, its
elements as the hexadecimal bytes that Python has of them, and the variable's path in Keras.

    make_keras_files.py FOLDER

makes an environment per version in FOLDER, with the packages of VERSIONS, for Python 3.11.
nested_*     a Sequential inside a Functional model, in which a layer is bfloat16
attention_*  MultiHeadAttention and LayerNormalization under mixed_bfloat16, before a Dense in bfloat16
trained_*    three steps of Adam in a LossScaleOptimizer that grew in the second, from 3.5 on of a Dense in float8
compiled_*   the same optimizer around a learning rate of 0.01 or a schedule, compiled and never trained: it has no scale of its own
"""
import json
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILES = HERE / "keras_files"
VERSIONS = {
    "3.0": ["keras==3.0.5", "jax==0.4.23", "jaxlib==0.4.23", "ml_dtypes==0.3.2", "numpy==1.26.4", "scipy==1.12.0"],
    "3.5": ["keras==3.5.0", "jax==0.4.31", "jaxlib==0.4.31", "ml_dtypes==0.5.4", "numpy==2.1.3", "scipy==1.14.1"],
    "3.10": ["keras==3.10.0", "jax==0.6.1", "jaxlib==0.6.1", "ml_dtypes==0.5.4", "numpy==2.2.6", "scipy==1.15.3"],
}
EVERY = ["h5py==3.16.0", "packaging==26.3"]
SEED = 20261125


def write(version):
    import keras
    import numpy as np
    from keras import layers as L
    lines = []
    has_float8 = version != "3.0"

    def note(file, tensor, path, value):
        array = np.ascontiguousarray(np.asarray(value))
        lines.append({"file": file, "tensor": tensor, "variable": path, "dtype": array.dtype.name, "shape": list(np.shape(value)),
                      "hex": array.tobytes().hex()})

    def stored_order(layer):
        """Scales and amax histories are stored behind the others, whichever were made first."""
        variables = sorted(layer.weights, key=lambda variable: variable.path.endswith(("_scale", "_amax_history")))
        store = {}
        layer.save_own_variables(store)
        assert all(np.array_equal(np.asarray(store[str(i)]), np.asarray(v.value)) for i, v in enumerate(variables))
        return variables

    def save(kind, model, folders):
        """folders: of a layer's variables in the file, with the layer."""
        file = f"{kind}_{version}.keras"
        model.save(FILES / file)
        for folder, layer in folders:
            variables = layer if isinstance(layer, list) else stored_order(layer)
            for i, variable in enumerate(variables):
                note(file, f"{folder}/vars/{i}", variable.path, variable.value)

    def nested():
        inner = keras.Sequential([L.Input((3,)), L.Dense(2, name="deep", dtype="bfloat16"), L.Dense(2, name="deeper")], name="inner")
        x = L.Input((4,), name="x")
        first, last = L.Dense(3, name="first"), L.Dense(1, name="last", dtype="bfloat16")
        save("nested", keras.Model(x, last(inner(first(x))), name="outer"),
             [("layers/dense", first), ("layers/sequential/layers/dense", inner.layers[0]),
              ("layers/sequential/layers/dense_1", inner.layers[1]), ("layers/dense_1", last)])

    def attention():
        x = L.Input((3, 4), name="x")
        heads, norm = L.MultiHeadAttention(2, 2, name="mha", dtype="mixed_bfloat16"), L.LayerNormalization(name="norm")
        last = L.Dense(1, name="last", dtype="bfloat16")
        model = keras.Model(x, last(norm(heads(x, x))), name="attention")
        folder = "layers/multi_head_attention"
        children = {child: getattr(heads, f"_{child}_dense") for child in ("query", "key", "value", "output")}
        save("attention", model, [(f"{folder}/{name}_dense", child) for name, child in children.items()]
             + [("layers/layer_normalization", norm), ("layers/dense", last)])

    def trained():
        policy = "mixed_bfloat16"
        if has_float8:
            policy = keras.dtype_policies.QuantizedFloat8DTypePolicy("float8", "mixed_bfloat16", amax_history_length=4)
        first, last = L.Dense(3, name="first", dtype=policy), L.Dense(1, name="last")
        model = keras.Sequential([L.Input((2,)), first, last], name="trained")
        optimizer = keras.optimizers.LossScaleOptimizer(keras.optimizers.Adam(0.01), initial_scale=8.0, dynamic_growth_steps=2)
        model.compile(optimizer, "mse", jit_compile=False)
        rng = np.random.default_rng(SEED)
        x, y = rng.normal(size=(12, 2)).astype("float32"), rng.normal(size=(12, 1)).astype("float32")
        model.fit(x, y, batch_size=4, epochs=1, shuffle=False, verbose=0)
        kept = list(optimizer.variables)[:4]
        inner = [v for v in optimizer.inner_optimizer.variables]
        save("trained", model, [("layers/dense", first), ("layers/dense_1", last), ("optimizer", kept),
                                ("optimizer/inner_optimizer", inner)])

    def compiled(kind, learning_rate):
        first, last = L.Dense(3, name="first", dtype="mixed_float16"), L.Dense(1, name="last")
        model = keras.Sequential([L.Input((2,)), first, last], name=kind)
        optimizer = keras.optimizers.LossScaleOptimizer(keras.optimizers.Adam(learning_rate), initial_scale=8.0)
        model.compile(optimizer, "mse", jit_compile=False)
        inner = list(optimizer.inner_optimizer.variables)
        own = [v for v in optimizer.variables if not any(v is other for other in inner)]
        save(kind, model, [("layers/dense", first), ("layers/dense_1", last), ("optimizer", own), ("optimizer/inner_optimizer", inner)])
        loaded = keras.models.load_model(FILES / f"{kind}_{version}.keras").optimizer
        assert float(loaded.dynamic_scale.value) == 8.0

    def constant():
        compiled("compiled", 0.01)

    def scheduled():
        compiled("compiled-schedule", keras.optimizers.schedules.ExponentialDecay(0.01, 10, 0.5))

    for make in (nested, attention, trained, constant, scheduled):
        keras.utils.set_random_seed(SEED)
        keras.backend.clear_session()
        make()
    print(json.dumps(lines))


def main():
    if "GOLDEN_KERAS" in os.environ:
        return write(os.environ["GOLDEN_KERAS"])
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    FILES.mkdir(exist_ok=True)
    for file in FILES.iterdir():
        file.unlink()
    lines = []
    for version, packages in VERSIONS.items():
        folder = Path(sys.argv[1]) / version
        if not (folder / "installed").is_file():
            venv.create(folder, with_pip=True)
            subprocess.run([folder / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages, *EVERY], check=True)
            (folder / "installed").touch()
        said = subprocess.run([folder / "bin/python", __file__], check=True, stdout=subprocess.PIPE, text=True,
                              env=dict(os.environ, GOLDEN_KERAS=version, KERAS_BACKEND="jax", JAX_PLATFORMS="cpu")).stdout
        lines += json.loads(said.splitlines()[-1])
    (HERE / "keras_files.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    print(f"{len(lines)} tensors in {len(list(FILES.iterdir()))} files")


main()
