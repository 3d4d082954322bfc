# SPDX-License-Identifier: GPL-3.0-or-later
"""Sessions with every layer class, optimizer, loss and schedule, taken from the schema of sessions: at its default values, and with each
parameter at other values. What an export refuses for one of them is said by the export."""
import json
from pathlib import Path

import numpy as np

SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "resources/schema/session.schema.json").read_text())
TRAINING = SCHEMA["$defs"]["training"]["properties"]
COMMON = {"class", "name", "inputs", "policy", "recipe", "keras", "keras_folder", "numerics", "children"}

# What a layer class needs to be built at all: its required parameters, and the layers before it over an input of [6, 8].
REQUIRED = {
    "Dense": {"units": 5}, "EinsumDense": {"equation": "abc,cd->abd", "output_shape": [6, 4]}, "Conv2D": {"filters": 4, "kernel_size": [3, 2]},
    "DepthwiseConv2D": {"kernel_size": [2, 2]}, "MultiHeadAttention": {"num_heads": 2, "key_dim": 3},
    "MaxPooling2D": {"pool_size": [2, 2]}, "AveragePooling2D": {"pool_size": [2, 2]}, "GaussianNoise": {"stddev": 0.5},
    "Embedding": {"input_dim": 9, "output_dim": 4}, "Reshape": {"target_shape": [8, 6]}, "PositionEmbedding": {"sequence_length": 6}, "RepeatVector": {"n": 3},
}
IMAGE = [{"class": "Reshape", "name": "image", "target_shape": [6, 4, 2]}]
BEFORE = {
    **{name: IMAGE for name in ("Conv2D", "DepthwiseConv2D", "MaxPooling2D", "AveragePooling2D", "GlobalAveragePooling2D", "ZeroPadding2D",
                                 "Cropping2D", "UpSampling2D")},
    "RepeatVector": [{"class": "Flatten", "name": "vector"}],
    "GroupNormalization": [{"class": "Dense", "name": "wide", "units": 32}],
}
INPUTS = {name: 2 for name in ("Add", "Subtract", "Multiply", "Average", "Maximum", "Minimum", "Concatenate")}

# Other values of parameters that are not numbers of any size, flags or choices.
OTHERS = {
    "output_shape": [[6, 5]], "bias_axes": ["d"], "strides": [[2, 1], [1]], "dilation_rate": [[2, 2]], "pool_size": [[3, 2], [1]],
    "kernel_size": [[2]], "target_shape": [[-1, 3], [48]], "groups": [2, -1], "axis": [1, [-2, -1], [1]], "value_dim": [5],
    "filters": [2], "depth_multiplier": [2], "num_heads": [1], "key_dim": [2], "units": [1], "boundaries": [[2, 4]],
    "padding": [[2], [1, 0]], "cropping": [[0], [1, 0]], "size": [[3], [1, 2]], "shared_axes": [[1], [1, 2]],
}
INITIALIZERS = ["glorot_normal", "he_normal", "he_uniform", "lecun_normal", "lecun_uniform", "random_normal", "random_uniform",
                "truncated_normal", "variance_scaling", "constant", "zeros", "ones", "constant(0.5)", "random_normal(0.1, 0.2)",
                "random_uniform(-0.1, 0.2)", "truncated_normal(0.1, 0.2)", "variance_scaling(2, fan_out, uniform)"]
KERNELS_ONLY = ["orthogonal", "orthogonal(1.5)", "identity"]


def others_of(class_name, name, schema):
    """Values of a parameter that are not its default: of what many classes have, all of one class and one of the others."""
    default = schema.get("default")
    if name.endswith("_initializer"):
        values = INITIALIZERS + (KERNELS_ONLY if name == "kernel_initializer" else [])
        values = values if class_name == "Dense" else ["constant(0.5)"]
    elif name.endswith("_regularizer"):
        values = ["l1(0.01)", "l2(0.02)", "l1_l2(0.01, 0.02)"] if class_name == "Dense" else ["l1_l2(0.01, 0.02)"]
    elif name == "activation" and class_name != "Activation":
        values = ["gelu_tanh"]
    elif name in OTHERS and "enum" not in schema and (name != "size" or schema.get("type") != "integer"):
        values = OTHERS[name]
    elif "enum" in schema:
        values = schema["enum"]
    elif schema.get("type") == "boolean":
        values = [True, False]
    elif schema.get("type") == "number":
        low, high = schema.get("minimum", 0), schema.get("maximum", 1)
        values = [value for value in (0, 0.25, 0.875, 1) if low <= value <= high]
    elif schema.get("type") == "integer":
        values = [value for value in (2, 3) if schema.get("minimum", 0) <= value <= schema.get("maximum", 9)]
    else:
        values = []
    return [value for value in values if value != default]


def configs_of(row, required):
    """Words and a config each: at the defaults, then with one parameter at another value."""
    parameters = {name: schema for name, schema in row["properties"].items() if name not in COMMON}
    yield "defaults", dict(required)
    # The defaults said out loud are the same layer.
    said = {name: schema["default"] for name, schema in parameters.items() if "default" in schema}
    yield "defaults said", {**said, **required}
    for name, schema in parameters.items():
        for value in others_of(row["properties"]["class"]["const"], name, schema):
            if required.get(name) != value:
                yield f"{name}={value}", {**required, name: value}


def session(layers, **training):
    return {"format": "ulpscope-session", "version": 1, "title": "Every component", "layers": layers,
            "data": {"class": "npz", "file": "data.npz", "features": "x", "targets": "y", "task": "regression", "test_share": 0},
            "policies": {"global": "float32"},
            "training": {"batch_size": 4, "steps": 1, "loss": {"class": "MeanSquaredError"},
                         "optimizer": {"class": "SGD", "learning_rate": 0.01}, **training}}


def write_session(folder, number, spec):
    """With the data that it trains on: a folder for each."""
    place = Path(folder) / str(number)
    place.mkdir()
    rng = np.random.default_rng(1)
    x = rng.random((8, *spec["layers"][0]["shape"])).astype("float32")
    if len(spec["layers"][0]["shape"]) == 1:
        x = np.floor(9 * x)  # ids
    y = rng.random((8, 3)).astype("float32")
    if spec["training"]["loss"]["class"] == "SparseCategoricalCrossentropy":
        spec["data"]["task"], y = "classification", np.arange(8) % 3
    np.savez(place / "data.npz", x=x, y=y)
    path = place / "session.ulps"
    path.write_text(json.dumps(spec))
    return path, x[:4], y[:4]


def with_layer(class_name, config):
    """A model with that layer in the middle."""
    is_embedding = class_name == "Embedding"
    layers = [{"class": "InputLayer", "name": "data", "shape": [6] if is_embedding else [6, 8]}, *BEFORE.get(class_name, [])]
    layer = {"class": class_name, "name": "tried", **config}
    if class_name in INPUTS:
        layers.append({"class": "Activation", "name": "twice", "activation": "tanh"})
        layer["inputs"] = ["data", "twice"]
    return [*layers, layer, {"class": "Flatten", "name": "flat"}, {"class": "Dense", "name": "last", "units": 3}]


def layer_sessions():
    for row in SCHEMA["$defs"]["layer"]["oneOf"]:
        name = row["properties"]["class"]["const"]
        if name == "InputLayer":
            continue
        for words, config in configs_of(row, REQUIRED.get(name, {})):
            yield f"{name}, {words}", session(with_layer(name, config))


SMALL = [{"class": "InputLayer", "name": "data", "shape": [6, 8]}, {"class": "Flatten", "name": "flat"},
         {"class": "Dense", "name": "last", "units": 3, "activation": "softmax"}]


def training_sessions():
    """Every optimizer, loss and schedule."""
    for key in ("optimizer", "loss", "learning_rate_schedule"):
        for row in TRAINING[key]["oneOf"]:
            name = row["properties"]["class"]["const"]
            for words, config in configs_of(row, {}):
                yield f"{name}, {words}", session(SMALL, **{key: {"class": name, **config}})
