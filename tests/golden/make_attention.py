#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes attention.csv: outputs and gradients of real Keras layers, for tests/engine/tst_attention.cpp.

    python3 -m venv venv && venv/bin/pip install -r ../interop/requirements.txt && venv/bin/python make_attention.py

Rows: case, policy, what, name, values. What is "input", "weight" (policy "all": the same under each), "output" or
"gradient". The gradient is that of sum(cos(0.9 i) y[i]). XLA may not keep more digits than the dtypes say.
"""
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

SEED = 20261120
BATCH, STEPS, FEATURES = 3, 5, 6
HERE = Path(__file__).resolve().parent
LAYERS = keras.layers


def attention(value_dim=None, dropout=0.0, call_with=None, **call):
    def make():
        layer = LAYERS.MultiHeadAttention(2, 3, value_dim=value_dim, dropout=dropout, name="mha")

        def run(x):
            value = x if call_with is None else jnp.reshape(x, (x.shape[0], *call_with))
            result = layer(x, value, **call)
            return result[0] if isinstance(result, tuple) else result

        return layer, run

    return make


def single(factory):
    def make():
        layer = factory()
        return layer, layer

    return make


def masked_softmax():
    layer = LAYERS.Softmax()
    mask = np.tril(np.ones((STEPS, FEATURES), bool))[None]
    return layer, lambda x: layer(x, mask=mask)


STEPWISE = {"return_attention_scores": True}
CASES = {
    "stepwise": attention(**STEPWISE),
    "stepwise causal": attention(**STEPWISE, use_causal_mask=True),
    "stepwise cross": attention(value_dim=4, call_with=(FEATURES, STEPS), **STEPWISE),
    "fused": attention(),
    "fused causal": attention(use_causal_mask=True),
    "fused cross": attention(call_with=(FEATURES, STEPS)),
    "einsum": single(lambda: LAYERS.EinsumDense("abc,cd->abd", (None, 4), bias_axes="d", activation="relu")),
    "einsum ellipsis": single(lambda: LAYERS.EinsumDense("...x,xy->...y", 4)),
    "einsum heads": single(lambda: LAYERS.EinsumDense("abc,cde->abde", (None, 2, 4), bias_axes="de")),
    "einsum two axes": single(lambda: LAYERS.EinsumDense("abc,bcd->ad", 4, bias_axes="d")),
    "layer normalization": single(lambda: LAYERS.LayerNormalization()),
    "layer normalization large": single(lambda: LAYERS.LayerNormalization()),
    "softmax": single(lambda: LAYERS.Softmax()),
    "softmax causal": masked_softmax,
    "average": single(lambda: LAYERS.GlobalAveragePooling1D()),
}
# What is computed in float32 even under float64: JAX's fused softmax, and where Keras asks for result_type(x, float32),
# which is float32 for float64 too unless the backend is TensorFlow.
FLOAT32_INSIDE = ("fused", "layer normalization", "average")
POLICIES = ("float64", "float32", "mixed_float16", "mixed_bfloat16")


def texts(values):
    return " ".join(f"{v:.17g}" for v in np.asarray(values, np.float64).ravel())


def main():
    random = np.random.default_rng(SEED)
    lines = [
        f"# Keras {keras.__version__} on JAX {jax.__version__}, {os.environ['XLA_FLAGS']}, numpy {np.__version__},",
        f"# Python {platform.python_version()}, seed {SEED}; written by make_attention.py",
        "# case, policy, what, name, values",
    ]
    for case, make in CASES.items():
        x = random.normal(size=(BATCH, STEPS, FEATURES)).astype(np.float32)
        if case == "layer normalization large":
            x = x * 20 + 70000  # beyond float16: the layer must not round its input first
        lines.append(f"{case},all,input,,{texts(x)}")
        weights = None
        for policy in POLICIES:
            if policy == "float64" and case.startswith(FLOAT32_INSIDE):
                continue
            keras.config.set_floatx("float64" if policy == "float64" else "float32")
            keras.config.set_dtype_policy(policy)
            layer, run = make()
            data = jnp.asarray(x, keras.config.floatx())
            run(data)
            variables = layer.trainable_variables
            if weights is None:
                weights = [random.normal(size=v.shape).astype(np.float32) * 0.5 for v in variables]
                for variable, value in zip(variables, weights):
                    lines.append(f"{case},all,weight,{name_of(variable)},{texts(value)}")
            for variable, value in zip(variables, weights):
                variable.assign(value)
            output = run(data)
            lines.append(f"{case},{policy},output,,{texts(output)}")

            def objective(values):
                with keras.StatelessScope(list(zip(variables, values))):
                    y = run(data)
                upstream = jnp.cos(0.9 * jnp.arange(y.size, dtype="float64")).reshape(y.shape)
                return jnp.sum(y * upstream.astype(y.dtype))

            gradients = jax.grad(objective)([v.value for v in variables]) if variables else []
            for variable, value in zip(variables, gradients):
                lines.append(f"{case},{policy},gradient,{name_of(variable)},{texts(value)}")
    (HERE / "attention.csv").write_text("\n".join(lines) + "\n")


def name_of(variable):
    """query/kernel, gamma: the path inside the layer."""
    return variable.path.split("/", 1)[1]


if __name__ == "__main__":
    main()
