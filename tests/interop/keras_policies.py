#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Do exported policies mean in real Keras what Ulpscope says they mean?

    in_venv.py VENV_FOLDER keras_policies.py ULPSCOPE_CLI SCENES_FOLDER

For each session: `ulpscope-cli policy export --as keras-map` is loaded by keras.dtype_policies.deserialize, and for
every layer path its policy is compared with what `ulpscope-cli policy show --json` says. Independently of the export,
the same layers are built as a real keras.Sequential under the session's global policy or map, and their paths and
dtypes are compared too. An optimizer that `ulpscope-cli policy check` says to be refused is refused, and no other. A layer that a map makes float8
has the bits of Keras' bias after steps; exported as a model, it says where its bias then has others.
"""
import copy
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import jax
import keras
import numpy as np

GLOBAL_POLICIES = [
    "float32",
    "float64",
    "float16",
    "bfloat16",
    "mixed_float16",
    "mixed_bfloat16",
    "float8_from_float32",
    "float8_from_mixed_float16",
    "float8_from_mixed_bfloat16",
]


def float8(source, history):
    return {
        "module": "keras.dtype_policies",
        "class_name": "QuantizedFloat8DTypePolicy",
        "config": {"mode": "float8", "source_name": source, "amax_history_length": history},
        "registered_name": None,
    }


LAYERS = [
    {"class": "InputLayer", "name": "input_layer", "shape": [28, 28]},
    {"class": "Flatten", "name": "flatten"},
    {"class": "Dense", "name": "dense", "units": 6, "activation": "relu"},
    {"class": "Dropout", "name": "dropout", "rate": 0.25},
    {"class": "Dense", "name": "dense_1", "units": 5},
    {"class": "Activation", "name": "activation", "activation": "tanh"},
    {"class": "Dense", "name": "logits", "units": 10},
]


def session(global_policy, own=None, policy_map=None):
    layers = copy.deepcopy(LAYERS)
    for layer in layers:
        if layer["name"] in (own or {}):
            layer["policy"] = own[layer["name"]]
    policies = {"global": global_policy}
    if policy_map is not None:
        policies["map"] = policy_map
    return {
        "format": "ulpscope-session",
        "version": 1,
        "title": "Interop",
        "layers": layers,
        "policies": policies,
        "data": {"class": "fashion_mnist"},
        "training": {
            "batch_size": 8,
            "steps": 1,
            "loss": {"class": "SparseCategoricalCrossentropy", "from_logits": True},
            "optimizer": {"class": "SGD", "learning_rate": 0.01},
        },
    }


def sessions(scenes):
    """(words, session)"""
    for path in sorted(Path(scenes).glob("*.ulps")):
        scene = json.loads(path.read_text())
        yield f"scene {path.stem}", scene
        for policy in GLOBAL_POLICIES:
            changed = copy.deepcopy(scene)
            changed["policies"] = {"global": policy}
            yield f"scene {path.stem} under {policy}", changed
    for policy in GLOBAL_POLICIES:
        yield f"every kind of layer under {policy}", session(policy)
    yield "own policies", session(
        "mixed_float16", own={"dense": "float32", "logits": "float64", "dropout": "bfloat16"})
    yield "an own float8 policy with a short history", session(
        "mixed_bfloat16", own={"dense_1": float8("mixed_bfloat16", 16)})
    yield "a map with exact keys", session(
        "float32", policy_map={"sequential/dense": "mixed_float16", "sequential/dense_1": "bfloat16"})
    yield "a map with a regex", session("mixed_float16", policy_map={"sequential/dense.*": "mixed_bfloat16"})
    yield "an exact key beside a regex that matches too", session(
        "float32", policy_map={"sequential/.*": "mixed_float16", "sequential/logits": "float32"})
    yield "a regex has to match the whole path", session(
        "float32", policy_map={"dense": "float16", "sequential/den": "float16"})
    yield "a dot in a key stands for any character", session("float32", policy_map={"sequential.dense": "float16"})
    yield "regex syntax", session("float32", policy_map={r"sequential/(dense|logits)(_\d+)?": "mixed_bfloat16"})
    yield "own policies beside a map", session(
        "float32", own={"dense": "float64"}, policy_map={"sequential/.*": "mixed_float16"})
    yield "float8 in a map", session(
        "mixed_bfloat16", policy_map={"sequential/dense.*": float8("mixed_bfloat16", 4),
                                      "sequential/activation": "float8_from_mixed_bfloat16"})
    yield "an empty map", session("mixed_float16", policy_map={})


def run(cli, *arguments):
    done = subprocess.run([cli, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"ulpscope-cli {' '.join(map(str, arguments))}: exit {done.returncode}: {done.stderr}")
    return done.stdout


def policy_of(value):
    return keras.dtype_policies.get(value)


def keras_model(spec, keeps_initializers=False):
    """The session's layers as Keras itself would have them; the global policy is set while they are made."""
    keras.utils.clear_session()
    given = spec["policies"]["global"]
    if "map" in spec["policies"]:
        # A key that two regexes match is an error only when it is asked for, as here.
        given = keras.dtype_policies.DTypePolicyMap(
            policy_of(given), {key: policy_of(value) for key, value in spec["policies"]["map"].items()})
    keras.config.set_dtype_policy(given if not isinstance(given, dict) else policy_of(given))
    try:
        layers = []
        for layer in spec["layers"]:
            own = policy_of(layer["policy"]) if "policy" in layer else None
            name, cls = layer["name"], layer["class"]
            if cls == "InputLayer":
                layers.append(keras.layers.InputLayer(shape=layer["shape"], name=name, dtype="float32"))
            else:
                # Neither what is rounded beyond the policy nor, but for biases, what the weights begin with is Keras' or matters.
                parameters = {key: value for key, value in layer.items()
                              if key not in ("class", "name", "policy", "numerics")
                              and (keeps_initializers or not key.endswith("_initializer"))}
                layers.append(getattr(keras.layers, cls)(**parameters, name=name, dtype=own))
        # Its own dtype does not reach its layers, and a quantized one could not be called.
        model = keras.Sequential(layers[1:], name="sequential")
        model.dtype_policy = keras.DTypePolicy("float32")
        return model, layers[0].batch_shape
    finally:
        keras.config.set_dtype_policy("float32")


class Check:
    def __init__(self):
        self.paths = 0
        self.troubles = []

    def equal(self, where, what, ours, theirs):
        if ours != theirs:
            self.troubles.append(f"{where}: {what}: Ulpscope says {ours!r}, Keras {theirs!r}")


def check_export(check, words, spec, shown, exported):
    # Loaded under a global policy that no session has: an export that leans on the loader's would show.
    keras.config.set_dtype_policy("int32")
    try:
        policy = keras.dtype_policies.deserialize(exported)
    finally:
        keras.config.set_dtype_policy("float32")
    assert isinstance(policy, keras.dtype_policies.DTypePolicyMap), f"{words}: not a map: {policy}"
    assert exported["config"]["default_policy"] is not None, f"{words}: no explicit default policy"
    own = {layer["name"]: layer.get("policy") for layer in spec["layers"]}
    for row in shown:
        if not row["has_path"]:
            continue  # no key of a map reaches it; check_model looks at the layer itself
        where = f"{words}: {row['path']}"
        theirs = policy[row["path"]]
        check.paths += 1
        check.equal(where, "name", row["policy"], theirs.name)
        check.equal(where, "compute dtype", row["compute"], theirs.compute_dtype)
        check.equal(where, "variable dtype", row["variable"], theirs.variable_dtype)
        wanted = own.get(row["path"].rsplit("/", 1)[-1])
        if isinstance(wanted, dict) and isinstance(theirs, keras.dtype_policies.QuantizedFloat8DTypePolicy):
            check.equal(where, "amax_history_length", wanted["config"]["amax_history_length"],
                        theirs.amax_history_length)
    # And back: what Keras writes of what it has read is the same again.
    check.equal(words, "serialized again", exported, keras.dtype_policies.serialize(policy))


def check_model(check, words, spec, shown):
    model, shape = keras_model(spec)
    model.build(shape)
    rows = {row["path"]: row for row in shown}
    for layer in model.layers:
        row = rows.get(layer.path or f"{model.name}/{layer.name}")
        if row is None:
            check.troubles.append(f"{words}: Keras has a layer {layer.path}, Ulpscope has {sorted(rows)}")
            continue
        where = f"{words}: built {layer.path or layer.name}"
        check.equal(where, "has a path", row["has_path"], layer.path is not None)
        check.paths += 1
        check.equal(where, "compute dtype", row["compute"], layer.compute_dtype)
        check.equal(where, "variable dtype", row["variable"], layer.variable_dtype)
        for variable in layer.trainable_variables:
            if variable.name in ("kernel", "bias"):
                check.equal(where, f"{variable.name}'s dtype", row["variable"], variable.dtype)


def check_ambiguity(check, cli, path):
    """Two regexes that match one path are an error in both."""
    spec = session("float32", policy_map={"sequential/.*": "float16", "sequential/dense.*": "bfloat16"})
    path.write_text(json.dumps(spec))
    done = subprocess.run([cli, "policy", "export", path, "--as", "keras-map"], capture_output=True, text=True)
    if done.returncode != 2 or "sequential/dense" not in done.stderr:
        check.troubles.append(f"two matching regexes: exit {done.returncode}, said {done.stderr!r}")
    try:
        model, shape = keras_model(spec)
        model.build(shape)
        check.troubles.append("two matching regexes: Keras built the model")
    except ValueError:
        pass


def check_optimizers(check, cli, path):
    """Where the optimizer's averages overwrite variables, float8's scales have none."""
    for policy in ("float8_from_mixed_bfloat16", "float8_from_float32", "mixed_bfloat16"):
        for parameters in ({"use_ema": True, "ema_overwrite_frequency": 3}, {"use_ema": True}, {}):
            spec = session("float32", own={"dense": policy})
            spec["training"]["optimizer"] |= parameters
            path.write_text(json.dumps(spec))
            said = json.loads(subprocess.run([cli, "policy", "check", path, "--json"], capture_output=True, text=True).stdout)
            ours = [problem["kind"] for problem in said["problems"]]
            model, shape = keras_model(spec)
            model.compile(optimizer=keras.optimizers.SGD(0.01, **parameters),
                          loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True))
            try:
                model.train_on_batch(np.zeros((8, *shape[1:]), "float32"), np.zeros(8, "int32"))
                theirs = []
            except TypeError:
                theirs = ["TypeError"]
            check.equal(f"{policy} with {parameters}", "raises", ours, theirs)


def check_float8_biases(check, cli, path):
    """Whether a bias goes through bfloat16 is asked of the layer's dtype_policy, which may be a whole map."""
    x, y = np.float32([[0.5, -1.0]]), np.float32([[1.7, -0.3, 0.9]])
    np.savez(path.parent / "data.npz", x=np.repeat(x, 4, 0), y=np.repeat(y, 4, 0))
    classes = {"Dense": {"units": 3}, "EinsumDense": {"equation": "ab,bc->ac", "output_shape": [3], "bias_axes": "c"}}
    for name, parameters in classes.items():
        for default, policy in (("float32", "float8_from_float32"), ("mixed_bfloat16", "float8_from_float32"),
                                ("float32", "float8_from_mixed_float16"), ("mixed_float16", "float8_from_mixed_float16")):
            for key in ("sequential/last", "sequential/.*", None):
                layer = {"class": name, "name": "last", **parameters, "kernel_initializer": "zeros",
                         "bias_initializer": "constant(0.1)"}
                spec = session(default, policy_map=key and {key: policy})
                spec["layers"] = [{"class": "InputLayer", "name": "input_layer", "shape": [2]},
                                  layer if key else layer | {"policy": policy}]
                spec["data"] = {"class": "npz", "file": "data.npz", "features": "x", "targets": "y", "task": "regression",
                                "test_share": 0}
                spec["training"] |= {"batch_size": 1, "steps": 2, "loss": {"class": "MeanSquaredError"}, "arithmetic": "written",
                                     "loss_scale": {"class": "none"}}
                path.write_text(json.dumps(spec))
                run(cli, "run", path, "--out", path.parent / "out")
                spec["layers"][1] |= {"bias_initializer": keras.initializers.Constant(0.1),
                                      **({"output_shape": 3} if "output_shape" in parameters else {})}
                model, _ = keras_model(spec, keeps_initializers=True)
                model.build((None, 2))
                model.compile(keras.optimizers.SGD(0.01), "mse", run_eagerly=True, auto_scale_loss=False)
                for _ in range(2):
                    model.train_on_batch(x, y)
                ours = np.load(path.parent / "out/weights.npz")["sequential/last/bias"]
                theirs = np.asarray(model.layers[-1].bias, "float32").tolist()
                check.equal(f"{name} with {policy} by {key} under {default}", "bias", ours.tolist(), theirs)
                check_exported_bias(check, f"{name} with {policy} by {key} under {default}", cli, path, x, y, theirs)


def check_exported_bias(check, where, cli, path, x, y, under_map):
    """An exported layer carries its own policy and no map: where that changes its bias, the export says so."""
    spec = json.loads(path.read_text())
    spec["layers"][1]["bias_initializer"] = "constant(0.1)"
    path.write_text(json.dumps(spec))
    done = subprocess.run([cli, "policy", "export", path, "--as", "keras-model"], capture_output=True, text=True)
    keras.utils.clear_session()
    model = keras.models.model_from_json(done.stdout)
    model.compile(keras.optimizers.SGD(0.01), "mse", run_eagerly=True, auto_scale_loss=False)
    for _ in range(2):
        model.train_on_batch(x, y)
    said = [line for line in done.stderr.splitlines() if "sequential/last" in line and "bias" in line]
    check.paths += 1
    check.equal(where, "the exported model's bias is another, and that is said", len(said) == 1,
                np.asarray(model.layers[-1].bias, "float32").tolist() != under_map)


def main():
    cli, scenes = sys.argv[1:3]
    print(f"Keras {keras.__version__} on {keras.backend.backend()} {jax.__version__}")
    jax.config.update("jax_enable_x64", True)
    check, count = Check(), 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.ulps"
        for words, spec in sessions(scenes):
            path.write_text(json.dumps(spec))
            shown = json.loads(run(cli, "policy", "show", path, "--json"))
            exported = json.loads(run(cli, "policy", "export", path, "--as", "keras-map"))
            check_export(check, words, spec, shown, exported)
            # keras_model() makes a Sequential, where a layer has one input.
            if not any("inputs" in layer or layer["class"] == "MultiHeadAttention" for layer in spec["layers"]):
                check_model(check, words, spec, shown)
            count += 1
        check_ambiguity(check, cli, path)
        check_optimizers(check, cli, path)
        check_float8_biases(check, cli, path)
    print(f"{count} sessions, {check.paths} comparisons of a layer's policy")
    if check.troubles:
        sys.exit("\n".join(check.troubles))
    if count < 20:
        sys.exit("too few sessions: were the scenes found?")


if __name__ == "__main__":
    main()
