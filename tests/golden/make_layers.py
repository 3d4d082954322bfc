#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes layers.csv: outputs and gradients of real Keras layers, for tests/engine/tst_layer_golden.cpp.

    python3 -m venv venv && venv/bin/pip install -r ../interop/requirements.txt && venv/bin/python make_layers.py

The first row of a case is its layer: case, layer, class, config as JSON. The others: case, policy, what, name, values. What
is "shape" of the input, "input", "weight" (policy "all": the same under each), "output", "input_gradient", "gradient" of a
variable, "state" of one that is not trainable after the step, "inference": the output after it. Gradients are those for an
output gradient of cos(0.9 i) in the output's dtype. XLA may not keep more digits than the dtypes say.
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

SEED = 20261121
HERE = Path(__file__).resolve().parent
POLICIES = ("float64", "float32", "mixed_float16", "mixed_bfloat16")
# Keras asks for result_type(x, float32) there, which is float32 for float64 too unless the backend is TensorFlow.
FLOAT32_INSIDE = ("BatchNormalization", "GroupNormalization", "LayerNormalization", "RMSNormalization",
                  "GlobalAveragePooling2D")
ACTIVATIONS = ("relu sigmoid tanh gelu gelu_tanh silu elu selu leaky_relu softplus softsign mish relu6 "
               "hard_sigmoid hard_silu exponential").split()

IMAGE = (3, 5, 7, 4)
CASES = {
    "conv": ("Conv2D", IMAGE, {"filters": 3, "kernel_size": [3, 2]}),
    "conv same": ("Conv2D", IMAGE, {"filters": 2, "kernel_size": [3, 4], "padding": "same", "activation": "relu"}),
    "conv strides": ("Conv2D", IMAGE, {"filters": 3, "kernel_size": [2, 3], "strides": [2, 3], "use_bias": False}),
    "conv same strides": ("Conv2D", IMAGE, {"filters": 3, "kernel_size": [3, 3], "strides": [2, 2],
                                            "padding": "same"}),
    "conv same stride above kernel": ("Conv2D", IMAGE, {"filters": 2, "kernel_size": [1, 2], "strides": [2, 3],
                                                        "padding": "same"}),
    "conv dilated": ("Conv2D", IMAGE, {"filters": 2, "kernel_size": [2, 3], "dilation_rate": [2, 3]}),
    "conv dilated same": ("Conv2D", IMAGE, {"filters": 2, "kernel_size": [3, 3], "dilation_rate": [2, 1],
                                            "padding": "same", "activation": "silu"}),
    "conv groups": ("Conv2D", IMAGE, {"filters": 6, "kernel_size": [3, 3], "groups": 2, "padding": "same"}),
    "conv one example": ("Conv2D", (1, 9, 9, 1), {"filters": 8, "kernel_size": [3, 3]}),
    "conv pixel": ("Conv2D", (2, 1, 1, 5), {"filters": 4, "kernel_size": [1, 1]}),
    "conv nan": ("Conv2D", (1, 4, 4, 2), {"filters": 2, "kernel_size": [2, 2]}),
    "depthwise": ("DepthwiseConv2D", IMAGE, {"kernel_size": [3, 3], "depth_multiplier": 2}),
    "depthwise same strides": ("DepthwiseConv2D", IMAGE, {"kernel_size": [3, 3], "strides": [2, 2],
                                                          "padding": "same", "activation": "gelu"}),
    "max": ("MaxPooling2D", IMAGE, {}),
    "max same": ("MaxPooling2D", IMAGE, {"pool_size": [2, 3], "padding": "same"}),
    "max overlapping": ("MaxPooling2D", IMAGE, {"pool_size": [3, 3], "strides": [1, 2], "padding": "same"}),
    "max ties": ("MaxPooling2D", (2, 6, 6, 2), {"pool_size": [3, 3], "strides": [2, 2]}),
    "max nan": ("MaxPooling2D", (1, 4, 4, 2), {}),
    "average": ("AveragePooling2D", IMAGE, {"pool_size": [2, 2]}),
    "average same": ("AveragePooling2D", IMAGE, {"pool_size": [3, 2], "padding": "same"}),
    "average overlapping": ("AveragePooling2D", IMAGE, {"pool_size": [3, 3], "strides": [1, 1], "padding": "same"}),
    "global average": ("GlobalAveragePooling2D", IMAGE, {"keepdims": True}),
    "batch": ("BatchNormalization", IMAGE, {}),
    "batch of a vector": ("BatchNormalization", (7, 5), {"momentum": 0.6, "epsilon": 1e-5, "center": False}),
    "batch large": ("BatchNormalization", IMAGE, {"scale": False}),
    "group": ("GroupNormalization", IMAGE, {"groups": 2}),
    "group of one": ("GroupNormalization", IMAGE, {"groups": -1, "epsilon": 1e-4}),
    "group large": ("GroupNormalization", IMAGE, {"groups": 1}),
    "embedding": ("Embedding", (2, 6), {"input_dim": 5, "output_dim": 3}),
    "rms": ("RMSNormalization", (3, 4, 6), {}),
}
for activation in ACTIVATIONS:
    CASES[f"activation {activation}"] = ("Activation", (1, 128), {"activation": activation})
SEQUENCE = (3, 4, 6)
CASES |= {
    "batch axis 1": ("BatchNormalization", IMAGE, {"axis": 1}),
    "batch axis -2": ("BatchNormalization", IMAGE, {"axis": -2, "scale": False}),
    "layer": ("LayerNormalization", SEQUENCE, {}),
    "layer axis 1": ("LayerNormalization", SEQUENCE, {"axis": 1, "epsilon": 1e-5}),
    "layer axes": ("LayerNormalization", SEQUENCE, {"axis": [1, 2]}),
    "layer axes apart": ("LayerNormalization", IMAGE, {"axis": [1, 3], "center": False}),
    "layer axes of both signs": ("LayerNormalization", SEQUENCE, {"axis": [1, -1]}),
    "group axis 1": ("GroupNormalization", (3, 6, 4, 2), {"groups": 3, "axis": 1}),
    "group axis -2": ("GroupNormalization", (3, 5, 4, 2), {"groups": 2, "axis": -2}),
    "rms axes": ("RMSNormalization", SEQUENCE, {"axis": [-2, -1]}),
    "softmax": ("Softmax", SEQUENCE, {}),
    "softmax axis 1": ("Softmax", SEQUENCE, {"axis": 1}),
    "softmax axes": ("Softmax", SEQUENCE, {"axis": [1, -1]}),
    "softmax axes with the batch": ("Softmax", (3, 4, 5, 2), {"axis": [0, 2]}),
    "einsum": ("EinsumDense", (3, 4, 5), {"equation": "abc,cde->abde", "output_shape": [None, 2, 3],
                                          "bias_axes": "de", "activation": "silu"}),
    "einsum ellipsis": ("EinsumDense", (2, 3, 4, 5), {"equation": "...x,xy->...y", "output_shape": [3],
                                                      "bias_axes": "y"}),
    "einsum ellipsis at the end": ("EinsumDense", (3, 4, 2, 5), {"equation": "ab...,bc->ac...", "output_shape": [3],
                                                                 "bias_axes": "c", "activation": "relu"}),
    "einsum no axes elided": ("EinsumDense", (3, 5), {"equation": "...ab,bc->...ac", "output_shape": [3]}),
    "einsum kernel's axis first": ("EinsumDense", (3, 4, 5), {"equation": "abc,dc->adb", "output_shape": [2, None],
                                                              "bias_axes": "d"}),
    "einsum bias on some": ("EinsumDense", (3, 4, 5), {"equation": "abc,cde->aebd", "output_shape": [2, 4, 3],
                                                       "bias_axes": "be"}),
    "einsum piece by piece": ("EinsumDense", (3, 4, 5), {"equation": "abc,bcd->abd", "output_shape": [4, 2],
                                                         "bias_axes": "bd", "activation": "silu"}),
    "einsum all kinds of axes": ("EinsumDense", (3, 4, 5, 2), {"equation": "abcd,ecbf->aefb",
                                                               "output_shape": [2, 3, 4], "bias_axes": "eb"}),
    "einsum factors": ("EinsumDense", (3, 4), {"equation": "ab,b->ab", "output_shape": [4], "bias_axes": "b"}),
}
# New cases come here. Each draws numbers of its own, where those above draw theirs from one generator, one after the other: put
# among them, a case would change the numbers of all that follow.
ADDED = {
    "rescaling": ("Rescaling", SEQUENCE, {"scale": 0.3, "offset": -1.7}),
    "permute": ("Permute", IMAGE, {"dims": [3, 1, 2]}),
    "unit": ("UnitNormalization", SEQUENCE, {}),
    "unit axes": ("UnitNormalization", SEQUENCE, {"axis": [1, 2]}),
    "unit large": ("UnitNormalization", SEQUENCE, {"axis": [1]}),
    "relu": ("ReLU", SEQUENCE, {}),
    "relu with a slope": ("ReLU", SEQUENCE, {"negative_slope": 0.3}),
    "relu from a threshold": ("ReLU", SEQUENCE, {"threshold": 0.2}),
    "leaky": ("LeakyReLU", SEQUENCE, {}),
    "leaky little": ("LeakyReLU", SEQUENCE, {"negative_slope": 0.01}),
    "elu": ("ELU", SEQUENCE, {}),
    "elu of an alpha": ("ELU", SEQUENCE, {"alpha": 0.7}),
    "elu large": ("ELU", SEQUENCE, {"alpha": 1.7}),
    "prelu": ("PReLU", SEQUENCE, {}),
    "prelu of shared axes": ("PReLU", IMAGE, {"shared_axes": [1, 2]}),
    "repeat": ("RepeatVector", (5, 7), {"n": 3}),
    "zeros": ("ZeroPadding1D", SEQUENCE, {"padding": [2, 1]}),
    "zeros of an image": ("ZeroPadding2D", IMAGE, {"padding": [2, 1]}),
    "zeros of four sides": ("ZeroPadding2D", IMAGE, {"padding": [[0, 1], [2, 3]]}),
    "crop": ("Cropping1D", SEQUENCE, {"cropping": [1, 0]}),
    "crop of an image": ("Cropping2D", IMAGE, {"cropping": [1, 2]}),
    "crop of four sides": ("Cropping2D", IMAGE, {"cropping": [[0, 1], [2, 3]]}),
    "steps": ("UpSampling1D", SEQUENCE, {"size": 3}),
    "pixels": ("UpSampling2D", IMAGE, {"size": [3, 2]}),
    "relu of everything": ("ReLU", SEQUENCE, {"negative_slope": 0.3, "threshold": 0.2}),
}


POSITIONS = {"positions": ((3, 4, 2), {"sequence_length": 6}), "positions of all": ((2, 5, 3), {"sequence_length": 5})}


def inputs(case, shape, random):
    x = random.normal(size=shape).astype(np.float32)
    if case.startswith("activation"):
        x = np.concatenate([x.ravel()[:96] * 3, [0, -0.0, 1, -1, 2.5, -2.5, 3, -3, 6, -6, 1e-4, -1e-4, 6e-8, -6e-8,
                                                 11, -11, 20, -20, 90, -90, 400, -400, 60000, -60000, 8, -8, 0.5, -0.5,
                                                 np.inf, -np.inf, np.nan, 4]]).astype(np.float32).reshape(shape)
    if case.endswith("large"):
        x = x * 20 + (70000 if case.startswith("group") else 7000)  # group: the input must not be rounded first
    if case.endswith("ties"):
        x = np.round(x)
    if case == "embedding":  # 7 and -6 are no rows
        x = np.array([[0, 1, 4, 4, 2.9, -1], [7, 4, -6, 1, 1, 0.3]], np.float32)
    if case.endswith("nan"):
        x.ravel()[[5, 17]] = np.nan, np.inf
    return x


def make(class_name, config):
    config = dict(config)
    if config.get("activation") == "gelu_tanh":
        config["activation"] = lambda x: keras.activations.gelu(x, approximate=True)
    return getattr(keras.layers, class_name)(**config)


def texts(values, digits=9):
    return " ".join(f"{v:.{digits}g}" for v in np.asarray(values, np.float64).ravel())


def main():
    shared = np.random.default_rng(SEED)
    lines = [
        f"# Keras {keras.__version__} on JAX {jax.__version__}, {os.environ['XLA_FLAGS']}, numpy {np.__version__},",
        f"# Python {platform.python_version()}, seed {SEED}; written by make_layers.py",
        "# case, policy, what, name, values",
    ]
    for case, (class_name, shape, config) in (CASES | ADDED).items():
        random = np.random.default_rng([SEED, *case.encode()]) if case in ADDED else shared
        lines.append(f"{case}|layer|{class_name}||{json.dumps(config)}")
        x = inputs(case, shape, random)
        lines.append(f"{case}|all|shape||{' '.join(map(str, shape))}")
        lines.append(f"{case}|all|input||{texts(x)}")
        weights = None
        for policy in POLICIES:
            if policy == "float64" and class_name in FLOAT32_INSIDE:
                continue
            keras.config.set_floatx("float64" if policy == "float64" else "float32")
            keras.config.set_dtype_policy(policy)
            layer = make(class_name, config)
            layer.build(shape)
            data = jnp.asarray(x, keras.config.floatx())
            # A model's scope decides in which dtype a layer without autocast sees its variables.
            call = keras.Sequential([layer]) if class_name == "Embedding" else layer
            if weights is None:
                weights = [random.normal(size=v.shape).astype(np.float32) * 0.5 for v in layer.trainable_variables]
                for variable, value in zip(layer.trainable_variables, weights):
                    lines.append(f"{case}|all|weight|{variable.name}|{texts(value)}")
            for variable, value in zip(layer.trainable_variables, weights):
                variable.assign(value)
            moving = [v for v in layer.non_trainable_variables if v.name.startswith("moving")]

            def run(values, x):
                pairs = list(zip(layer.trainable_variables, values))
                with keras.StatelessScope(pairs) as scope:
                    y = layer(x, training=True) if moving else call(x)
                    state = [scope.get_current_value(v) for v in moving]
                return y, [v if s is None else s for v, s in zip(moving, state)]

            digits = 17 if policy == "float64" else 9
            values = [v.value for v in layer.trainable_variables]
            output, pull, state = jax.vjp(jax.jit(run), values, data, has_aux=True)
            upstream = jnp.cos(0.9 * jnp.arange(output.size, dtype="float64")).reshape(output.shape)
            gradients, input_gradient = pull(upstream.astype(output.dtype))
            lines.append(f"{case}|{policy}|output||{texts(output, digits)}")
            lines.append(f"{case}|{policy}|input_gradient||{texts(input_gradient, digits)}")
            for variable, value in zip(layer.trainable_variables, gradients):
                lines.append(f"{case}|{policy}|gradient|{variable.name}|{texts(value, digits)}")
            for variable, value in zip(moving, state):
                lines.append(f"{case}|{policy}|state|{variable.name}|{texts(value, digits)}")
                variable.assign(value)
            if moving:
                lines.append(f"{case}|{policy}|inference||{texts(layer(data, training=False), digits)}")
    # PositionEmbedding is KerasHub's: the first rows of its table in the compute dtype, for every example the same.
    for case, (shape, config) in POSITIONS.items():
        lines.append(f"{case}|layer|PositionEmbedding||{json.dumps(config)}")
        lines.append(f"{case}|all|shape||{' '.join(map(str, shape))}")
        lines.append(f"{case}|all|input||{texts(inputs(case, shape, shared))}")
        table = shared.normal(size=(config["sequence_length"], shape[2])).astype(np.float32) * np.float32(0.5)
        lines.append(f"{case}|all|weight|embeddings|{texts(table)}")
        for policy in POLICIES:
            dtype = jnp.dtype(policy.removeprefix("mixed_"))
            digits = 17 if policy == "float64" else 9
            upstream = np.cos(0.9 * np.arange(np.prod(shape))).reshape(shape).astype(dtype)
            gradient = np.zeros(table.shape, dtype)
            gradient[:shape[1]] = np.sum(upstream.astype(np.float64), axis=0).astype(dtype)
            output = np.broadcast_to(table.astype(dtype)[:shape[1]], shape)
            lines.append(f"{case}|{policy}|output||{texts(output, digits)}")
            lines.append(f"{case}|{policy}|input_gradient||{texts(np.zeros(shape), digits)}")
            lines.append(f"{case}|{policy}|gradient|embeddings|{texts(gradient, digits)}")
    (HERE / "layers.csv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
