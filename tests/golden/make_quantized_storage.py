#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes quantized_storage.jsonl: which variables real Keras layers keep after quantize(), in the order in which they are stored.

    PYTHONPATH=<a checkout of keras-team/keras at 3422977a, 3.16.0> venv/bin/python make_quantized_storage.py

with the venv of ../interop/requirements.txt. One JSON object a line: "class", "config", "input" (an example's shape), "policy" (that
of the layer afterwards), "variables": name in the layer's variable_serialization_spec, shape, dtype, trainable; "trainable" and
"non_trainable": numbers in them. GPTQ and AWQ are taken as calibrated, without their float kernel, as they are saved.
"""
import json
import os
from pathlib import Path

os.environ["KERAS_BACKEND"] = "jax"
os.environ["JAX_PLATFORMS"] = "cpu"

import keras  # noqa: E402
import numpy as np  # noqa: E402

LAYERS = [
    ("Dense", {"units": 5}, (7,)),
    ("Dense", {"units": 4, "use_bias": False}, (130,)),
    ("EinsumDense", {"equation": "abc,cde->abde", "output_shape": [None, 2, 3], "bias_axes": "de"}, (4, 6)),
    ("EinsumDense", {"equation": "abcd,cde->abe", "output_shape": [None, 4], "bias_axes": "e"}, (4, 3, 2)),
    ("Embedding", {"input_dim": 7, "output_dim": 5}, (3,)),
]
MODES = ["int8", "int4", "int4/4", "int4/-1", "ternary", "float8", "gptq/2/4", "gptq/3/-1", "gptq/4/4", "gptq/8/4", "awq/4/4",
         "awq/4/-1"]


def arguments(mode):
    parts = mode.split("/")
    if parts[0] == "gptq":
        return {"config": keras.quantizers.GPTQConfig(dataset=None, tokenizer=None, weight_bits=int(parts[1]),
                                                      group_size=int(parts[2]))}
    if parts[0] == "awq":
        return {"config": keras.quantizers.AWQConfig(dataset=None, tokenizer=None, group_size=int(parts[2]))}
    if len(parts) == 2:
        return {"config": keras.quantizers.Int4QuantizationConfig(block_size=int(parts[1]))}
    return {}


def attribute(layer, name):
    if name == "kernel" and layer.quantization_mode == "ternary":
        return layer._packed_kernel
    own = {"kernel": "_kernel", "embeddings": "_embeddings"}.get(name, name)
    return getattr(layer, own, None)


def stored(make, config, shape, mode):
    layer = make(**config)
    layer.build((None, *shape))
    layer.quantize(mode.split("/")[0], **arguments(mode))
    if mode.startswith(("gptq", "awq")):  # as calibration leaves it
        setattr(layer, f"is_{mode.split('/')[0]}_calibrated", True)
        layer._untrack_variable(layer._kernel)
        layer._kernel = None
    variables = []
    for name in layer.variable_serialization_spec[layer.quantization_mode]:
        variable = attribute(layer, name)
        if variable is not None:
            variables.append({"name": name, "shape": list(variable.shape), "dtype": str(variable.dtype),
                              "trainable": bool(variable.trainable)})
    store = {}
    layer.save_own_variables(store)
    assert [list(store[str(i)].shape) for i in range(len(store))] == [v["shape"] for v in variables]
    counts = [sum(int(np.prod(v["shape"])) for v in variables if v["trainable"] == t) for t in (True, False)]
    return layer.dtype_policy.name, variables, counts


def main():
    lines = [{"keras": keras.__version__}]
    for name, config, shape in LAYERS:
        for mode in MODES:
            try:
                policy, variables, counts = stored(getattr(keras.layers, name), config, shape, mode)
            except NotImplementedError:
                continue  # a class without the call
            lines.append({"class": name, "config": config, "input": list(shape), "policy": policy, "variables": variables,
                          "trainable": counts[0], "non_trainable": counts[1]})
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (Path(__file__).resolve().parent / "quantized_storage.jsonl").write_text(text)


main()
