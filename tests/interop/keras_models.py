#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Do models mean the same in real Keras and in Ulpscope, in both directions?

    in_venv.py VENV_FOLDER keras_models.py ULPSCOPE_CLI SOURCE_FOLDER

a  Model JSON and policies that Ulpscope exports are loaded, and written again by Keras: the same JSON.
b  Model JSON that Keras writes is shown by `policy show --json` with the paths and dtypes that Keras gives its layers,
   before it was saved and after it is loaded.
c  Generated Keras code runs, its layers have the session's policies, and it trains a step. The other code compiles.
d  Random maps and paths are resolved alike.
e  What tests/golden/keras_policies.jsonl says is what this Keras says.
f  What `policy check` says raises, raises, class by class and policy by policy; which classes it says are not found, are not.
g  What `policy cast` says that call() sees of its arguments and of the layer's variables, within calls of other layers too.
"""
import importlib.util
import json
import random
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import jax
import keras
import numpy as np
from keras import layers as L

Policy = keras.DTypePolicy
Policies = keras.dtype_policies
SEED = 20261120


class Check:
    def __init__(self):
        self.counts = {}
        self.troubles = []

    def equal(self, part, where, ours, theirs):
        self.counts[part] = self.counts.get(part, 0) + 1
        if ours != theirs:
            self.troubles.append(f"({part}) {where}: Ulpscope {ours!r}, Keras {theirs!r}")


def run(cli, *arguments, fails=False):
    done = subprocess.run([cli, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0 and not fails:
        raise AssertionError(f"ulpscope-cli {' '.join(map(str, arguments))[:200]}: {done.returncode}: {done.stderr}")
    return done.stdout


def described(policy):
    return [policy.name, policy.compute_dtype, policy.variable_dtype, policy.quantization_mode]


def resolved(layer):
    """The policy that a layer has at its path."""
    policy = layer.dtype_policy
    if isinstance(policy, Policies.DTypePolicyMap):
        policy = policy[layer.path] if layer.path else policy.default_policy
    return described(policy)


def shown(rows):
    return {row["path"]: [row["policy"], row["compute"], row["variable"], row["quantization_mode"]] for row in rows}


# ---- a and c: from Ulpscope to Keras

BASE = {
    "format": "ulpscope-session", "version": 1, "title": "Interop", "data": {"class": "fashion_mnist"},
    "training": {"batch_size": 8, "steps": 1,
                 "loss": {"class": "SparseCategoricalCrossentropy", "from_logits": True},
                 "optimizer": {"class": "SGD", "learning_rate": 0.01}},
}
SEQUENTIAL = [
    {"class": "InputLayer", "name": "input_layer", "shape": [28, 28]},
    {"class": "LayerNormalization", "name": "norm"},
    {"class": "Flatten", "name": "flatten"},
    {"class": "Dense", "name": "dense", "units": 6, "activation": "relu", "kernel_initializer": "he_normal",
     "kernel_regularizer": "l2(0.01)", "bias_regularizer": "l1(0.01)", "activity_regularizer": "l1_l2(0.01, 0.02)"},
    {"class": "Dropout", "name": "dropout", "rate": 0.25},
    {"class": "Dense", "name": 'it\'s "q"\\', "units": 5, "use_bias": False},
    {"class": "Activation", "name": "größe", "activation": "tanh"},
    {"class": "Dense", "name": "logits", "units": 10},
]
FUNCTIONAL = [
    {"class": "InputLayer", "name": "image", "shape": [28, 28]},
    {"class": "MultiHeadAttention", "name": "mha", "num_heads": 2, "key_dim": 3},
    {"class": "Add", "name": "sum", "inputs": ["mha", "image"]},
    {"class": "EinsumDense", "name": "einsum", "equation": "abc,cd->abd", "output_shape": [-1, 4], "bias_axes": "d"},
    {"class": "Concatenate", "name": "both", "inputs": ["einsum", "sum"]},
    {"class": "GlobalAveragePooling1D", "name": "mean"},
    {"class": "Reshape", "name": "reshape", "target_shape": [4, 8]},
    {"class": "Softmax", "name": "softmax"},
    {"class": "Flatten", "name": "flatten"},
    {"class": "Dense", "name": "logits", "units": 10},
]
IMAGES = [
    {"class": "InputLayer", "name": "input_layer", "shape": [28, 28]},
    {"class": "Reshape", "name": "image", "target_shape": [28, 28, 1]},
    {"class": "Conv2D", "name": "conv", "filters": 4, "kernel_size": [3, 2], "strides": [2, 2], "padding": "same",
     "activation": "gelu", "kernel_initializer": "lecun_normal", "kernel_regularizer": "l2(0.01)",
     "activity_regularizer": "l1(0.5)"},
    {"class": "BatchNormalization", "name": "batch", "momentum": 0.9, "gamma_regularizer": "l2(0.01)"},
    {"class": "Conv2D", "name": "grouped", "filters": 6, "kernel_size": [3], "groups": 2, "dilation_rate": [2, 2]},
    {"class": "DepthwiseConv2D", "name": "depthwise", "kernel_size": [2, 2], "depth_multiplier": 2,
     "depthwise_initializer": "truncated_normal"},
    {"class": "GroupNormalization", "name": "group", "groups": 3},
    {"class": "Activation", "name": "silu", "activation": "silu"},
    {"class": "MaxPooling2D", "name": "max"},
    {"class": "AveragePooling2D", "name": "average", "pool_size": [2, 1], "strides": [1, 1], "padding": "same"},
    {"class": "RMSNormalization", "name": "rms"},
    {"class": "GaussianNoise", "name": "noise", "stddev": 0.25},
    {"class": "GlobalAveragePooling2D", "name": "mean"},
    {"class": "Dense", "name": "logits", "units": 10, "activation": "leaky_relu"},
]
AXES = [
    {"class": "InputLayer", "name": "input_layer", "shape": [28, 28]},
    {"class": "LayerNormalization", "name": "norm", "axis": [-1, -2], "gamma_regularizer": "l1(0.01)"},
    {"class": "EinsumDense", "name": "einsum", "equation": "abc,cd->adb", "output_shape": [12, 28], "bias_axes": "d",
     "kernel_initializer": "orthogonal(1.5)", "bias_initializer": "constant(0.25)", "kernel_regularizer": "l2(0.1)",
     "activity_regularizer": "l1(0.2)"},
    {"class": "BatchNormalization", "name": "batch", "axis": 1, "beta_initializer": "random_uniform(-0.5, 0.25)"},
    {"class": "EinsumDense", "name": "pieces", "equation": "abc,bcd->abd", "output_shape": [12, 28],
     "kernel_initializer": "variance_scaling(2, fan_avg, uniform)"},
    {"class": "GroupNormalization", "name": "group", "groups": 4, "axis": 1},
    {"class": "RMSNormalization", "name": "rms", "axis": [-2, -1]},
    {"class": "MultiHeadAttention", "name": "mha", "num_heads": 2, "key_dim": 3, "bias_regularizer": "l1(0.3)",
     "activity_regularizer": "l2(0.1)", "kernel_initializer": "truncated_normal(0, 0.1)"},
    {"class": "Softmax", "name": "softmax", "axis": [1, 2]},
    {"class": "Flatten", "name": "flatten"},
    {"class": "Dense", "name": "logits", "units": 10, "kernel_initializer": "identity"},
]
GLOBALS = ["float32", "mixed_float16", "bfloat16", "float64", "mixed_bfloat16", "float8_from_mixed_bfloat16",
           "int8_from_mixed_bfloat16"]


def sessions(scenes):
    for path in sorted(Path(scenes).glob("*.ulps")):
        session = json.loads(path.read_text())
        if all(layer["class"] != "PositionEmbedding" for layer in session["layers"]):  # KerasHub's
            yield path.stem, session
    for name in GLOBALS:
        for words, layers in (("sequential", SEQUENTIAL), ("functional", FUNCTIONAL), ("images", IMAGES), ("axes", AXES)):
            if words == "axes" and name.startswith(("float8", "int8", "bfloat16")):
                continue  # several products under float8 and int8 are refused; JAX's QR knows no bfloat16
            yield f"{words} under {name}", dict(BASE, layers=layers, policies={"global": name})
    own = [dict(layer) for layer in SEQUENTIAL]
    own[3]["policy"], own[5]["policy"], own[7]["policy"] = "float32", "float8_from_mixed_bfloat16", "mixed_bfloat16"
    yield "own policies", dict(BASE, layers=own, policies={"global": "mixed_float16"})
    yield "a map", dict(BASE, layers=SEQUENTIAL, policies={"global": "mixed_float16",
                                                           "map": {"sequential/(dense|logits)": "bfloat16"}})
    attention = [dict(layer) for layer in FUNCTIONAL]
    attention[1].update(policy="mixed_float16", children={"query": {"policy": "float32"}})
    yield "children of their own", dict(BASE, layers=attention, policies={"global": "mixed_bfloat16"})
    for scale in ({"class": "dynamic", "initial_scale": 64}, {"class": "fixed", "scale": 8}, {"class": "none"}):
        spec = dict(BASE, layers=SEQUENTIAL, policies={"global": "mixed_float16"})
        spec["training"] = dict(BASE["training"], loss_scale=scale, loss_weight=0.5)
        yield f"loss scale {scale['class']}", spec


def differences(ours, theirs, where=""):
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in list(ours) + [key for key in theirs if key not in ours]:
            if key not in ours or key not in theirs:
                yield f"{where}.{key}: in one only"
            else:
                yield from differences(ours[key], theirs[key], f"{where}.{key}")
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for i, (a, b) in enumerate(zip(ours, theirs)):
            yield from differences(a, b, f"{where}[{i}]")
    elif ours != theirs:
        yield f"{where}: {ours!r} and {theirs!r}"


def all_layers(model):
    """By path; a layer without one by its name behind the path of what it is in."""
    found = {}

    def add(layer, parent):
        for inner in layer._layers if hasattr(layer, "_layers") else []:
            if isinstance(inner, L.InputLayer):
                continue
            path = inner.path or (f"{parent}/{inner.name}" if parent else inner.name)
            if not isinstance(inner, keras.Model):
                found[path] = inner
            add(inner, path)

    add(model, model.name if isinstance(model, keras.Sequential) else "")
    return found


def check_exports(check, cli, scenes, folder):
    python_files = []
    for number, (words, spec) in enumerate(sessions(scenes)):
        path = folder / f"s{number}.ulps"
        path.write_text(json.dumps(spec))
        wanted = shown(json.loads(run(cli, "policy", "show", path, "--json")))
        given = {row["path"].rsplit("/", 1)[-1] for row in json.loads(run(cli, "policy", "show", path, "--json"))}
        assert given
        keras.utils.clear_session()
        keras.config.set_floatx("float64" if spec["policies"]["global"] == "float64" else "float32")
        text = run(cli, "policy", "export", path, "--as", "keras-model")
        model = keras.models.model_from_json(text)
        by_name = {layer.name: layer for layer in model.layers}
        for layer_path, ours in wanted.items():
            name = layer_path.rsplit("/", 1)[-1]
            if name in by_name:
                check.equal("a", f"{words}: {layer_path}", ours, resolved(by_name[name]))
            else:  # a child
                child = all_layers(model).get(layer_path)
                if child is not None and child.path:
                    check.equal("a", f"{words}: {layer_path}", ours, resolved(child))
        exported, again = json.loads(text), json.loads(model.to_json())
        for both in (exported, again):  # which Keras leaves aside in loading
            both["config"].pop("dtype", None)
        # Keras does not know an extent that EinsumDense's output_shape leaves open, Ulpscope does.
        check.equal("a", f"{words}: written again", [],
                    [line for line in differences(exported, again) if "28 and None" not in line])
        back = folder / "back.json"
        back.write_text(model.to_json())
        loaded = {row["path"].rsplit("/", 1)[-1]: row["policy"]
                  for row in json.loads(run(cli, "policy", "show", back, "--json"))}
        for layer_path, ours in wanted.items():
            name = layer_path.rsplit("/", 1)[-1]
            if name in loaded:
                check.equal("b", f"{words}: {layer_path} read back", loaded[name], ours[0])
        policy = run(cli, "policy", "export", path, "--as", "keras-policy", fails=True)
        if policy:
            check.equal("a", f"{words}: one policy", {Policies.deserialize(json.loads(policy)).name},
                        {ours[0] for ours in wanted.values()})
        check_code(check, words, run(cli, "policy", "export", path, "--as", "keras-python"), wanted, spec)
        for kind in ("torch-amp", "te-recipe", "torchao-float8"):
            code = run(cli, "policy", "export", path, "--as", kind, fails=True)
            if code:
                compile(code, f"{words} as {kind}", "exec")
                python_files.append(kind)
                check.equal("c", f"{words} as {kind} is Python", True, True)
        check_yaml(check, words, run(cli, "policy", "export", path, "--as", "te-inspect", fails=True))
    keras.config.set_floatx("float32")
    keras.config.set_dtype_policy("float32")


def check_code(check, words, code, wanted, spec):
    keras.utils.clear_session()
    space = {"__name__": "generated"}
    exec(compile(code, words, "exec"), space)
    model = space["model"]
    by_name = {layer.name: layer for layer in model.layers}
    for layer_path, ours in wanted.items():
        name = layer_path.rsplit("/", 1)[-1]
        if name in by_name:
            check.equal("c", f"{words}: {layer_path} of the code", ours, resolved(by_name[name]))
    scale = spec["training"].get("loss_scale", {"class": "none"})["class"]
    wraps = isinstance(model.optimizer, keras.optimizers.LossScaleOptimizer)
    check.equal("c", f"{words}: wraps its optimizer", scale == "dynamic", wraps)
    if scale == "fixed" and spec["training"]["loss_scale"]["scale"] != 1:
        check.equal("c", f"{words}: loss_scale_factor", spec["training"]["loss_scale"]["scale"],
                    model.optimizer.loss_scale_factor)
    if words.endswith(("float64", "under bfloat16")) or any(mode not in (None, "float8") for *_, mode in wanted.values()):
        return  # integer weights do not train; the others take a while, so that some are left out
    shape = model.input_shape[1:]
    x = np.random.default_rng(1).random((4, *shape)).astype("float32")
    y = np.array([0, 1, 1, 0])
    try:
        loss = model.train_on_batch(x, y[:, None] if model.output_shape[-1] == 1 else y)
        check.equal("c", f"{words}: a step of the code", True, bool(np.ndim(loss) == 0))
    except Exception as error:
        if "not supported by dot_general on CPU" in str(error):
            return  # JAX's own limit for float16 attention without a GPU
        check.equal("c", f"{words}: a step of the code", None, f"{type(error).__name__}: {error}"[:300])
    finally:
        keras.config.set_dtype_policy("float32")
        keras.config.set_floatx("float32")


def check_yaml(check, words, text):
    """No YAML library here: the shape of each line, and that patterns are the regular expressions they should be."""
    import re

    for line in text.splitlines():
        good = re.fullmatch(r'(#.*|( {2})*[A-Za-z0-9_]+:( .*)?)', line) is not None
        check.equal("c", f"{words}: YAML line {line!r}", True, good)
        if "layer_name_regex_pattern" in line:
            re.compile(json.loads(line.split(": ", 1)[1].replace("\\x", "\\u00")))


# ---- b: from Keras to Ulpscope

def dense_map():
    return Policies.DTypePolicyMap("float32", {"s/a": Policy("mixed_float16"), "b": Policy("bfloat16"),
                                               "s/fl": Policy("float16"), "d": Policy("float16"),
                                               "mha/query": Policy("mixed_bfloat16"), ".*/key": Policy("float64")})


def models():
    def under(policy, make):
        keras.config.set_dtype_policy(policy)
        model = make()
        keras.config.set_dtype_policy("float32")
        return model

    def cnn():
        return keras.Sequential([keras.Input((12, 12, 1)), L.Conv2D(3, 3), L.BatchNormalization(), L.ReLU(),
                                 L.MaxPooling2D(), L.Flatten(), L.Dropout(0.5), L.Dense(4, activation="softmax",
                                                                                       dtype="float32")])

    yield "float32", keras.Sequential([keras.Input((4,)), L.Dense(3), L.Dense(2)], name="s")
    for policy in ("mixed_float16", "mixed_bfloat16", "float64"):
        yield f"convolutions under {policy}", under(policy, cnn)
    yield "never built", under("float16", lambda: keras.Sequential([L.Dense(3), L.Dropout(0.1)]))
    yield "a map", under(dense_map(), lambda: keras.Sequential(
        [keras.Input((4,)), L.Dense(3, name="a"), L.Dense(3, name="b"), L.Flatten(name="fl"), L.Dropout(0.1)], name="s"))

    def attention(dtype):
        x = keras.Input((5, 8))
        h = L.Dense(8, name="d", dtype=dtype)(x)
        return keras.Model(x, L.LayerNormalization()(L.MultiHeadAttention(2, 4, name="mha", dtype=dtype)(h, h) + h))

    yield "attention", attention("mixed_float16")
    yield "attention with a map", attention(dense_map())
    yield "attention in float8", attention("mixed_bfloat16")
    x = keras.Input((6,), dtype="int32")
    yield "embedding", keras.Model(x, L.GlobalAveragePooling1D()(L.Embedding(9, 4, dtype="mixed_bfloat16")(x)))
    inner = keras.Sequential([keras.Input((4,)), L.Dense(3, name="x", dtype="bfloat16")], name="inner")
    yield "nested in a Sequential", keras.Sequential([keras.Input((4,)), inner, L.Dense(2, name="z")], name="outer")
    x = keras.Input((4,))
    yield "nested in a Functional", keras.Model(x, L.Dense(2, name="q")(inner(x)))
    x = keras.Input((4, 8))
    y = L.TimeDistributed(L.Dense(3, name="inside", dtype="mixed_float16"), name="td")(x)
    yield "wrapped", keras.Model(x, L.Bidirectional(L.LSTM(3, name="ls", dtype="mixed_float16"), name="bi")(y))
    for mode in ("int8", "int4", "float8"):
        model = keras.Sequential([keras.Input((32,)), L.Dense(32), L.ReLU(), L.Dense(4)], name="s")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model.quantize(mode)
        yield f"quantized to {mode}", model
    yield "shared policy", under("mixed_float16", lambda: keras.Sequential([keras.Input((4,)), L.Dense(3), L.Dense(2)]))


def json_layers(model):
    """What a model's JSON lists, and attention's own; cells that LSTM makes itself are not in it."""
    skipped = ("softmax", "dropout", "lstm_cell")
    return {path: layer for path, layer in all_layers(model).items()
            if not ("/" in path and path.rsplit("/", 1)[-1].rstrip("_0123456789") in skipped
                    and layer.path != f"{model.name}/{layer.name}" and "mha" in path or "lstm_cell" in path)}


def check_models(check, cli, folder):
    for words, model in models():
        model.save(folder / "m.keras")
        import zipfile

        archived = zipfile.ZipFile(folder / "m.keras").read("config.json").decode()
        for kind, text in (("to_json", model.to_json()), ("config.json", archived)):
            path = folder / "model.json"
            path.write_text(text)
            rows = json.loads(run(cli, "policy", "show", path, "--json"))
            loaded = keras.models.model_from_json(text)
            for what, theirs, key in (("saved", json_layers(model), "path"),
                                      ("loaded", json_layers(loaded), "loaded_path")):
                ours = {row[key]: row for row in rows}
                built = {p: layer for p, layer in theirs.items() if layer.path}
                check.equal("b", f"{words}, {kind}, {what}: paths of built layers", sorted(set(built) - set(ours)), [])
                for layer_path, layer in theirs.items():
                    row = ours.get(layer_path)
                    if row is None:
                        continue
                    name = row["policy"] if what == "saved" else row["loaded_policy"]
                    policy = resolved(layer)
                    check.equal("b", f"{words}, {kind}, {what}: {layer_path}", name, policy[0])
                    if what == "saved":
                        check.equal("b", f"{words}, {kind}: dtypes of {layer_path}",
                                    [row["compute"], row["variable"], row["quantization_mode"]], policy[1:])


# ---- d: random maps

KEYS = ["a", "b", "s/a", "s/.*", ".*", "s/(a|b)", "s/[ab]_\\d+", "a.b", "mha/query", ".*/query", "s/a+", "(?i)S/A",
        "s/a|b", "x(?=y)y", "\\w+", "s/", "größe", "s/[^/]+/q"]
PATHS = ["a", "b", "s/a", "s/b", "s/a_1", "s/b_22", "axb", "mha/query", "s/mha/query", "s/aa", "xy", "größe", "s/", "s/m/q",
         "", "S/A"]
NAMES = ["float32", "float16", "bfloat16", "mixed_float16", "mixed_bfloat16", "float64", "int8_from_float32",
         "float8_from_mixed_bfloat16", "int4_from_float32", "int4/64_from_bfloat16", "gptq/4/128_from_float32", "uint8"]


def check_random_maps(check, cli, folder):
    rng = random.Random(SEED)
    for number in range(300):
        entries = {key: Policies.get(rng.choice(NAMES)) for key in rng.sample(KEYS, rng.randint(0, 4))}
        policy_map = Policies.DTypePolicyMap(rng.choice(NAMES), entries)
        path = folder / "map.json"
        path.write_text(json.dumps(Policies.serialize(policy_map)))
        paths = [p for p in rng.sample(PATHS, 8) if p]
        rows = json.loads(run(cli, "policy", "resolve", path, *paths, "--json", fails=True))
        for row in rows:
            try:
                theirs = described(policy_map[row["path"]])
            except Exception as error:
                theirs = "re.error" if type(error).__module__ == "re" else type(error).__name__
            ours = row["error"]["kind"] if "error" in row else [row["name"], row["compute"], row["variable"],
                                                                 row["quantization_mode"]]
            check.equal("d", f"map {number} {list(entries)} at {row['path']!r}", ours, theirs)


# ---- e: the golden lines

def check_golden(check, source):
    spec = importlib.util.spec_from_file_location("cases", source / "tests/golden/make_keras_policies.py")
    cases = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(cases)
    missing = [name for name in ("Int4DTypePolicy", "GPTQDTypePolicy", "AWQDTypePolicy", "TernaryDTypePolicy")
               if not hasattr(Policies, name)]
    words = [name.removesuffix("DTypePolicy").lower() for name in missing]
    if tuple(map(int, keras.__version__.split(".")[:2])) < (3, 16):
        # Before, a block size stayed as it was written, and None was none.
        words += ["int4dtypepolicy", "int4/none", "int4/+5", "int4/ 7", "int4/1_0"]
    skipped = 0
    lines = (source / "tests/golden/keras_policies.jsonl").read_text().splitlines()
    for line in map(json.loads, lines[1:]):
        text = json.dumps(line).lower()
        if any(word in text for word in words):
            skipped += 1
            continue
        theirs = json.loads(json.dumps(cases.run(line["op"], line["argument"], line.get("global"))))
        check.equal("e", f"{line['op']} {json.dumps(line['argument'])[:150]}", line["result"], theirs)
    print(f"golden lines: {skipped} skipped, which are of a later Keras: {', '.join(missing + words[len(missing):])}")
    keras.config.set_dtype_policy("float32")


# ---- f: what raises

def table():
    def call(layer, *shapes, dtype="float32"):
        return lambda: np.asarray(layer(*[np.ones(shape, dtype) for shape in shapes]))

    image, rows = (2, 8, 8, 3), (2, 4)
    return {
        "Dense": lambda p: call(L.Dense(3, dtype=p, name="l"), rows),
        "Dense with LoRA": lambda p: call(L.Dense(3, lora_rank=2, dtype=p, name="l"), rows),
        "EinsumDense with LoRA": lambda p: call(L.EinsumDense("ab,bc->ac", 3, lora_rank=2, dtype=p, name="l"), rows),
        "EinsumDense": lambda p: call(L.EinsumDense("ab,bc->ac", 3, dtype=p, name="l"), rows),
        "Embedding": lambda p: call(L.Embedding(5, 3, dtype=p, name="l"), (2, 4), dtype="int32"),
        "Conv2D": lambda p: call(L.Conv2D(2, 3, dtype=p, name="l"), image),
        "DepthwiseConv2D": lambda p: call(L.DepthwiseConv2D(3, dtype=p, name="l"), image),
        "BatchNormalization": lambda p: call(L.BatchNormalization(dtype=p, name="l"), rows),
        "LayerNormalization": lambda p: call(L.LayerNormalization(dtype=p, name="l"), rows),
        "MaxPooling2D": lambda p: call(L.MaxPooling2D(dtype=p, name="l"), image),
        "Flatten": lambda p: call(L.Flatten(dtype=p, name="l"), image),
        "Dropout": lambda p: (lambda layer: lambda: np.asarray(layer(np.ones(rows, "float32"), training=True)))(
            L.Dropout(0.5, dtype=p, name="l")),
        "Activation": lambda p: call(L.Activation("relu", dtype=p, name="l"), rows),
    }


def check_refusals(check, cli, folder):
    names = ["float32", "float16", "bfloat16", "float64", "mixed_float16", "mixed_bfloat16", "int8_from_float32",
             "int8_from_mixed_bfloat16", "int4_from_float32", "float8_from_float32", "float8_from_mixed_bfloat16", "int32"]
    if hasattr(Policies, "GPTQDTypePolicy"):
        names.append("gptq/4/32_from_float32")
    rows = table()
    for name in names:
        layers = [{"module": "keras.layers", "class_name": words.split()[0], "registered_name": None,
                   "config": {"name": words, "dtype": name, **({"lora_rank": 2} if words.endswith("LoRA") else {})}}
                  for words in rows]
        path = folder / "check.json"
        path.write_text(json.dumps({"module": "keras", "class_name": "Sequential", "registered_name": None,
                                    "config": {"name": "s", "layers": layers}}))
        said = json.loads(run(cli, "policy", "check", path, "--json", fails=True))
        ours = {problem["path"].rsplit("/", 1)[-1]: problem["kind"] for problem in said["problems"]}
        for words, make in rows.items():
            try:
                make(Policies.get(name))()
                theirs = None
            except Exception as error:
                theirs = type(error).__name__
            check.equal("f", f"{words} under {name} raises", ours.get(words) is not None, theirs is not None)
            if theirs is not None and ours.get(words) is not None:
                check.equal("f", f"{words} under {name}", ours[words], theirs)


ABSENT = object()
MODULES = [ABSENT, None, "", 5, "keras", "keras.models", "keras.layers", "keras.layers.experimental", "keras.layer", "keras.activations",
           "keras.src.layers", "keras.src.engine.functional", "tf_keras.layers", "tf_keras.src.engine.functional", "tensorflow.keras", "mine"]


def check_classes(check, cli, folder):
    """Which class Keras finds by its module and name, and which lengths of a float8 layer's histories it makes."""
    exported = {name for name in dir(L) if isinstance(getattr(L, name), type) and issubclass(getattr(L, name), keras.Layer)}
    keras.utils.clear_session()
    ours = json.loads(keras.Sequential([L.Input((5, 4)), L.Bidirectional(L.LSTM(3)), L.Dense(2, name="dense")], name="s").to_json())
    given = keras.Input((4,))
    functional = json.loads(keras.Model(given, L.Dense(2)(given), name="f").to_json())
    float8 = {"module": "keras.dtype_policies", "class_name": "QuantizedFloat8DTypePolicy", "registered_name": None}

    def compare(words, change, model=ours):
        changed = json.loads(json.dumps(model))
        change(changed, changed["config"]["layers"])
        path = folder / "classes.json"
        path.write_text(json.dumps(changed))
        said = json.loads(run(cli, "policy", "check", path, "--json", fails=True))["problems"]
        try:
            keras.models.model_from_json(json.dumps(changed))
            theirs = []
        except Exception as error:
            theirs = [type(error).__name__]
        check.equal("f", words, [problem["kind"] for problem in said], theirs)

    def changes(at, **values):
        def change(model, layers):
            found = at(model, layers)
            for key, value in values.items():
                found.pop(key) if value is ABSENT else found.update({key: value})
        return change

    for module in MODULES:
        for registered in (None, ABSENT, "Dense"):
            compare(f"Dense of {module}, registered as {registered}",
                    changes(lambda _, layers: layers[-1], module=module, registered_name=registered))
        compare(f"a layer in a layer of {module}", changes(lambda _, layers: layers[1]["config"]["layer"], module=module))
        compare(f"Sequential of {module}", changes(lambda model, _: model, module=module))
        if module != "keras.src.layers":
            compare(f"Functional of {module}", changes(lambda model, _: model, module=module, registered_name="Functional"), functional)
    for name in sorted(exported) + ["Dens", "TFOpLambda", "dense"]:
        said = json.loads(run(cli, "policy", "check", json.dumps({
            "module": "keras", "class_name": "Sequential", "registered_name": None, "config": {"name": "s", "layers": [
                {"module": "keras.layers", "class_name": name, "config": {}, "registered_name": None}]}}), "--json", fails=True))
        check.equal("f", f"{name} is found in keras.layers", not any("KerasSaveable" in problem["message"] for problem in said["problems"]),
                    name in exported)
    for length in (1, True, -1, -2 ** 70, 2 ** 63, 2 ** 70):
        policy = float8 | {"config": {"mode": "float8", "source_name": "float32", "amax_history_length": length}}
        # JAX raises a TypeError of its own for what has more than 64 bits.
        said = json.loads(run(cli, "policy", "check", json.dumps({
            "module": "keras", "class_name": "Sequential", "registered_name": None, "config": {"name": "s", "layers": [
                {"module": "keras.layers", "class_name": "Dense", "registered_name": None,
                 "config": {"name": "dense", "units": 2, "dtype": policy}}]}}), "--json", fails=True))["problems"]
        try:
            L.Dense(2, dtype=Policies.deserialize(policy)).build((None, 3))
            raises = False
        except Exception:
            raises = True
        check.equal("f", f"an amax history of {length} is refused", len(said) == 1, raises)


# ---- g: what call() sees

SEEN_VARIABLES = [("float32", True), ("float16", True), ("bfloat16", True), ("float32", False), ("int32", True), ("bool", True)]
SEEN_INPUTS = ["float32", "float16", "bfloat16", "int32", "uint8", "bool"]


class Seeing(L.Layer):
    """Remembers the dtypes of what its call() is given and of its variables, and calls another layer within."""

    def __init__(self, child=None, **arguments):
        super().__init__(**arguments)
        self.child = child

    def build(self, *shapes):
        self.own = [self.add_weight(shape=(), dtype=dtype, autocast=autocast, initializer="zeros")
                    for dtype, autocast in SEEN_VARIABLES]

    def call(self, *inputs):
        self.inputs_seen = [keras.backend.standardize_dtype(x.dtype) for x in inputs]
        self.variables_seen = [keras.backend.standardize_dtype(keras.ops.convert_to_tensor(v).dtype) for v in self.own]
        if self.child is not None:
            self.child(np.zeros(2, "int32"))
        return inputs[0]


def check_casts(check, cli):
    names = ["float32", "float16", "bfloat16", "mixed_float16", "mixed_bfloat16", "int32", "uint8"]
    variables = [dtype + ("" if autocast else ":autocast=False") for dtype, autocast in SEEN_VARIABLES]

    def ours(*arguments):
        said = json.loads(run(cli, "policy", "cast", *arguments, "--variable", *variables, "--json"))
        return [row["seen"] for row in said["inputs"]], [row["seen"] for row in said["variables"]]

    for name in names:
        for autocast in (True, False):
            without = [] if autocast else ["--no-autocast"]
            layer = Seeing(dtype=name, autocast=autocast)
            layer(*[keras.ops.zeros(2, dtype) for dtype in SEEN_INPUTS])
            check.equal("g", f"{name}, autocast {autocast}", ours(name, *without, "--input", *SEEN_INPUTS),
                        (layer.inputs_seen, layer.variables_seen))
            for around in names:
                layer = Seeing(dtype=name, autocast=autocast)
                Seeing(layer, dtype=around)(keras.ops.zeros(2))
                check.equal("g", f"{name} within {around}, autocast {autocast}",
                            ours(name, *without, "--within", around, "--input", "int32"),
                            (layer.inputs_seen, layer.variables_seen))


def main():
    cli, source = sys.argv[1], Path(sys.argv[2])
    print(f"Keras {keras.__version__} on {keras.backend.backend()} {jax.__version__}")
    jax.config.update("jax_enable_x64", True)
    check = Check()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in (lambda: check_exports(check, cli, source / "resources/scenes", folder),
                     lambda: check_models(check, cli, folder),
                     lambda: check_random_maps(check, cli, folder),
                     lambda: check_golden(check, source),
                     lambda: check_refusals(check, cli, folder),
                     lambda: check_classes(check, cli, folder),
                     lambda: check_casts(check, cli)):
            part()
    print(", ".join(f"{part}: {count} comparisons" for part, count in sorted(check.counts.items())))
    if check.troubles:
        sys.exit(f"{len(check.troubles)} differences\n" + "\n".join(check.troubles[:60]))


if __name__ == "__main__":
    main()
