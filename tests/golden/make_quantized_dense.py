#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes quantized_dense.csv and quantized_ternary.csv: real Keras layers after quantize(), for
tests/engine/tst_quantized_dense.cpp.

    python3 -m venv venv && venv/bin/pip install -r ../interop/requirements.txt && venv/bin/python make_quantized_dense.py
    PYTHONPATH=<a checkout of keras-team/keras at 3422977a, 3.16.0> venv/bin/python make_quantized_dense.py ternary

The second needs a Keras that has the mode, which 3.15.1 has not.

Rows: case, policy, what, values. What is "kernel", "bias", "input" and "upstream" (policy "all": the same under each),
"output", "input_gradient", and the same two for an identity in place of the input and of the upstream gradient
("identity_output", "identity_gradient"), whose sums have one term and so are exact in any order. The policy is the one
that the layer has after quantize(). Nothing is jitted; XLA may not keep more digits than the dtypes say.
"""
import os
import platform
import sys
from pathlib import Path

os.environ["KERAS_BACKEND"] = "jax"
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_allow_excess_precision=false"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import keras  # noqa: E402
import numpy as np  # noqa: E402

SEED = 20261120
BATCH = 4
HERE = Path(__file__).resolve().parent


def dense(units):
    return lambda: keras.layers.Dense(units)


def einsum(equation, shape, axes):
    return lambda: keras.layers.EinsumDense(equation, shape, bias_axes=axes)


def int4(block):
    return "int4", keras.quantizers.Int4QuantizationConfig(block_size=block)


INT8 = ("int8", None)
# name: factory, shape of an example, quantize's arguments, whether the contracted axes are one matrix axis
CASES = {
    "dense int8": (dense(5), (7,), INT8),
    "dense int8 wide": (dense(3), (1200,), INT8),
    "dense int8 sequence": (dense(4), (3, 6), INT8),
    "dense int4 channel": (dense(5), (9,), int4(-1)),
    "dense int4 block 4": (dense(5), (9,), int4(4)),
    "dense int4 block 128": (dense(3), (130,), int4(128)),
    "einsum int8": (einsum("abc,cde->abde", (None, 2, 3), "de"), (3, 6), INT8),
    "einsum int8 two axes": (einsum("abcd,cde->abe", (None, 4), "e"), (3, 2, 5), INT8),
    "einsum int4 channel": (einsum("abc,cde->abde", (None, 2, 3), "de"), (3, 6), int4(-1)),
    "einsum int4 block 4": (einsum("abcd,cde->abe", (None, 4), "e"), (3, 2, 5), int4(4)),
}
TERNARY = {
    "dense ternary": (dense(5), (7,), ("ternary", None)),
    "dense ternary wide": (dense(3), (1200,), ("ternary", None)),
    "dense ternary sequence": (dense(4), (3, 6), ("ternary", None)),
}
POLICIES = ("float32", "mixed_bfloat16", "bfloat16")


def texts(values):
    return " ".join(f"{v:.9g}" for v in np.asarray(values, np.float32).ravel())


def identity_like(shape, contracted):
    """An input whose flattened contracted axes are the rows of an identity, and zeros where there is room left."""
    rows = int(np.prod(shape[:-1]))
    eye = np.eye(contracted, dtype=np.float32)
    batch = -(-contracted // rows)
    padded = np.zeros((batch * rows, contracted), np.float32)
    padded[:contracted] = eye
    return padded.reshape((batch, *shape))


def main():
    is_ternary = "ternary" in sys.argv[1:]
    random = np.random.default_rng(SEED)
    lines = [
        f"# Keras {keras.__version__} on JAX {jax.__version__}, {os.environ['XLA_FLAGS']}, numpy {np.__version__},",
        f"# Python {platform.python_version()}, seed {SEED}; written by make_quantized_dense.py",
        "# case, policy, what, values",
    ]
    for case, (make, shape, (mode, config)) in (TERNARY if is_ternary else CASES).items():
        keras.config.set_dtype_policy("float32")
        plain = make()
        x = random.normal(size=(BATCH, *shape)).astype(np.float32)
        y = plain(x)
        kernel = random.normal(size=plain.kernel.shape).astype(np.float32)
        kernel.reshape(-1, kernel.shape[-1])[:, 0] *= 40  # columns of other magnitudes, and one of zeros
        if kernel.shape[-1] > 3:
            kernel[..., 3] = 0
        kernel[..., -1] += 3  # far from zero
        bias = random.normal(size=plain.bias.shape).astype(np.float32)
        upstream = random.normal(size=y.shape).astype(np.float32)
        for what, values in (("kernel", kernel), ("bias", bias), ("input", x), ("upstream", upstream)):
            lines.append(f"{case},all,{what},{texts(values)}")
        for policy in POLICIES:
            keras.config.set_dtype_policy(policy)
            layer = make()
            layer(x)
            layer.kernel.assign(kernel)
            layer.bias.assign(bias)
            if config is None:
                layer.quantize(mode)
            else:
                layer.quantize(mode, config=config)
            name = layer.dtype_policy.name

            def add(what, values):
                lines.append(f"{case},{name},{what},{texts(values)}")

            if mode == "ternary":
                add("codes", layer.kernel)
                add("scale", layer.kernel_scale)
            output, back = jax.vjp(lambda v: layer(v), jnp.asarray(x))
            add("output", output)
            add("input_gradient", back(jnp.asarray(upstream, output.dtype))[0])
            contracted = int(np.prod(kernel.shape)) // int(np.prod(y.shape[1:])) * int(np.prod(shape[:-1]))
            two_axes = "two axes" in case or case == "einsum int4 block 4"
            if two_axes:
                contracted = int(np.prod(kernel.shape[:-1]))
                eye = np.zeros((-(-contracted // shape[0]), *shape), np.float32)
                eye.reshape(-1, contracted)[:contracted] = np.eye(contracted)
            else:
                contracted = shape[-1]
                eye = identity_like(shape, contracted)
            if "wide" not in case:
                lines.append(f"{case},{name},identity_input_rows,{eye.shape[0]}")
                add("identity_output", layer(eye))
            units = int(np.prod(kernel.shape)) // contracted
            rows = int(np.prod(y.shape)) // units
            ones = np.zeros((rows, units), np.float32)
            count = min(rows, units)
            ones[np.arange(count), np.arange(count)] = 1
            add("identity_gradient", back(jnp.asarray(ones.reshape(y.shape), output.dtype))[0])
    (HERE / ("quantized_ternary.csv" if is_ternary else "quantized_dense.csv")).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
