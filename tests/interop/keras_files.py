#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does a .keras file that real Keras trained and saved go on in Ulpscope from where it was?

    in_venv.py VENV_FOLDER keras_files.py ULPSCOPE_CLI

a  `new DATA --model FILE.keras` has the bits of every variable, by its path in Keras.
b  Optimizer, loss and loss scale are those that the model was compiled with, the scale as far as it had come; that of a model
   which was never trained is the one that Keras loads.
c  `policy show FILE.keras` says what it says of the model's JSON.
d  What the optimizer, the loss scale and float8 layers keep is taken over bit by bit, for every optimizer.
e  Both go on for some steps: variables, what is kept, loss scale and float8 scales are the same bits. XLA is told to round every
   operation (keras_training.py) and to take no instruction that adds a product unrounded, and the session is `written`.
f  `run --keras-weights` writes what load_weights() takes, and the model then has our bits.
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import keras
import numpy as np
from keras import layers as L
from keras_models import Check, run
from keras_training import ROUNDED

# A product and a sum that an optimizer takes are each rounded: AVX has no instruction that does both.
UNFUSED = {"XLA_FLAGS": ROUNDED["XLA_FLAGS"] + " --xla_cpu_max_isa=AVX"}

SEED = 20261124


def dense(policy):
    return keras.Sequential([keras.Input((4,)), L.Dense(5, activation="relu", dtype=policy), L.Dense(5, name="again"),
                             L.BatchNormalization(), L.Dense(1)], name="s")


def attention(policy):
    x = keras.Input((6, 8))
    h = L.Dense(8, name="in", dtype=policy)(x)
    h = L.Add()([h, L.MultiHeadAttention(2, 4, name="first", dtype=policy)(h, h)])
    h = L.LayerNormalization(name="norm")(h)
    h = L.MultiHeadAttention(2, 3, name="second")(h, h)
    h = L.RMSNormalization()(L.EinsumDense("abc,cd->abd", (None, 4), bias_axes="d")(h))
    return keras.Model(x, L.Dense(1, name="out")(L.GlobalAveragePooling1D()(h)))


def pictures(policy):
    return keras.Sequential([keras.Input((8, 8, 2)), L.Conv2D(4, 3, dtype=policy), L.GroupNormalization(2), L.DepthwiseConv2D(3),
                             L.MaxPooling2D(), L.Flatten(), L.Dense(1, dtype=policy)], name="pictures")


def tokens(policy):
    return keras.Sequential([keras.Input((5,)), L.Embedding(9, 4, dtype=policy), L.GlobalAveragePooling1D(), L.Dense(1)],
                            name="tokens")


def nested(policy):
    """A Sequential and a Functional model inside another, each with layers of the same class as those around it."""
    inner = keras.Sequential([keras.Input((4,)), L.Dense(5, activation="tanh", name="deep", dtype=policy),
                              L.BatchNormalization(name="norm")], name="inner")
    x = keras.Input((5,))
    h = L.Dense(5, name="again", dtype=policy)(x)
    core = keras.Model(x, L.Add(name="sum")([x, h]), name="core")
    x = keras.Input((6,), name="x")
    h = L.Dense(4, name="first", dtype=policy)(x)
    return keras.Model(x, L.Dense(1, name="last")(core(inner(h))), name="outer")


# What paths of Keras' begin with, and ours: a session has no model inside another.
FLAT = {"inner/": "inner_", "again/": "core_again/"}


def path_here(variable):
    for theirs, ours in FLAT.items():
        if variable.path.startswith(theirs):
            return ours + variable.path.removeprefix(theirs)
    return variable.path


def compiled():
    """Optimizers and losses by name, by class and by function, with what a session calls them."""
    adam = {"class": "Adam", "learning_rate": 0.01, "beta_2": 0.99, "epsilon": 1e-6, "clipnorm": 1.0}
    sgd = {"class": "SGD", "learning_rate": 0.001, "momentum": 0.9, "nesterov": True}
    yield (lambda: keras.optimizers.Adam(0.01, beta_2=0.99, epsilon=1e-6, clipnorm=1.0), "mse", adam,
           {"class": "MeanSquaredError"}, None)
    yield (lambda: keras.optimizers.LossScaleOptimizer(keras.optimizers.SGD(0.001, momentum=0.9, nesterov=True),
                                                       initial_scale=64.0, dynamic_growth_steps=3),
           keras.losses.LogCosh(), sgd, {"class": "LogCosh"}, 64.0)
    yield (lambda: keras.optimizers.AdamW(0.003), keras.losses.mean_absolute_error,
           {"class": "AdamW", "learning_rate": 0.003, "weight_decay": 0.004}, {"class": "MeanAbsoluteError"}, None)


def inputs_for(model, rng):
    shape = (40, *model.input_shape[1:])
    if model.name == "tokens":
        return rng.integers(0, 9, shape).astype("float32")
    return rng.normal(size=shape).astype("float32")


def part_of(wanted, got):
    """What of it has other values."""
    return {key: got.get(key) for key, value in wanted.items() if got.get(key) != value}


def check_file(check, cli, folder, words, model, compile_case):
    make, loss, optimizer, loss_said, scale = compile_case
    rng = np.random.default_rng(SEED)
    x = inputs_for(model, rng)
    y = rng.normal(size=(len(x), 1)).astype("float32")
    model.compile(make(), loss)
    model.fit(x, y, batch_size=8, epochs=2, verbose=0)
    model.save(folder / "model.keras")
    np.savez(folder / "data.npz", x=x, y=y)
    run(cli, "new", folder / "data.npz", "--features", "x", "--target", "y", "--task", "regression",
        "--model", folder / "model.keras", "--out", folder / "on.ulps")
    ours = np.load(folder / "on.weights.npz")
    theirs = {path_here(variable): np.asarray(variable.value) for variable in model.weights
              if "seed_generator" not in variable.path}
    check.equal("a", f"{words}: paths", sorted(ours), sorted(theirs))
    for path, value in theirs.items():
        if path in ours:
            same = ours[path].shape == value.shape and ours[path].astype(value.dtype).tobytes() == value.tobytes()
            check.equal("a", f"{words}: bits of {path}", same, True)
    training = json.loads((folder / "on.ulps").read_text())["training"]
    check.equal("b", f"{words}: optimizer", part_of(optimizer, training["optimizer"]), {})
    check.equal("b", f"{words}: loss", part_of(loss_said, training["loss"]), {})
    if scale is not None:
        reached = float(model.optimizer.dynamic_scale.value)
        if reached == scale:
            raise AssertionError("the loss scale has not grown: the case shows nothing")
        check.equal("b", f"{words}: loss scale", training["loss_scale"],
                    {"class": "dynamic", "initial_scale": reached, "dynamic_growth_steps": 3})
    (folder / "model.json").write_text(model.to_json())
    check.equal("c", f"{words}: policies", json.loads(run(cli, "policy", "show", folder / "model.keras", "--json")),
                json.loads(run(cli, "policy", "show", folder / "model.json", "--json")))
    check_weights_out(check, cli, folder, words, model)


KEPT = {"momentum": ("momentums", "_momentums", "_m"), "norm": ("_u",), "velocity": ("_velocities", "_v"), "velocity_hat": ("_velocity_hats",),
        "average_gradient": ("_average_gradients",), "accumulator": ("_accumulators",), "r": ("_r",), "c": ("_c",),
        "average": ("_model_variables_moving_average",), "gradient_accumulator": ("_accumulated_gradients",)}


def state_of(model):
    """What Keras keeps beside the weights, by our names (engine/train/training_state.h)."""
    optimizer, state = model.optimizer, {}
    if isinstance(optimizer, keras.optimizers.LossScaleOptimizer):
        state["loss_scale/good_steps"] = optimizer.step_counter
        optimizer = optimizer.inner_optimizer
    state["optimizer/iterations"] = optimizer._iterations
    for variable in model.weights:
        path = variable.path.removeprefix(f"{model.name}/") if isinstance(model, keras.Sequential) else variable.path
        if path.endswith(("_scale", "_amax_history")):
            state[path] = variable
    for variable in model.trainable_variables:
        if getattr(variable, "overwrite_with_gradient", False):
            continue
        path = variable.path.removeprefix(f"{model.name}/") if isinstance(model, keras.Sequential) else variable.path
        for name, attributes in KEPT.items():
            for attribute in attributes:
                kept = getattr(optimizer, attribute, None)
                if not kept or (name in ("r", "c") and len(variable.shape) < 2):
                    continue
                state[f"optimizer/{path}/{name}"] = kept[optimizer._get_variable_index(variable)]
        if hasattr(optimizer, "_u_product"):  # of Nadam, once for all variables
            state[f"optimizer/{path}/u_product"] = optimizer._u_product
    return {name: np.asarray(variable.value) for name, variable in state.items()}


def compare_bits(check, part, words, ours, theirs):
    check.equal(part, f"{words}: names", sorted(ours), sorted(theirs))
    for name, value in theirs.items():
        if name in ours:
            same = ours[name].shape == value.shape and ours[name].astype(value.dtype).tobytes() == value.tobytes()
            check.equal(part, f"{words}: bits of {name}", same, True)


def going_on():
    """Words, a model, its optimizer, and whether a step here has Keras' bits."""
    def mlp(policy, quantized=None):
        policy = policy if quantized is None else keras.dtype_policies.QuantizedFloat8DTypePolicy("float8", policy, quantized)
        return keras.Sequential([keras.Input((4,)), L.Dense(6, activation="relu", name="first", dtype=policy),
                                 L.Dense(3, name="last", dtype=policy)], name="s")

    def later(policy):
        model = mlp(policy)
        model.quantize("float8")
        return model

    o = keras.optimizers
    for policy in ("mixed_bfloat16", "bfloat16"):
        yield f"momentum, {policy}", mlp(policy), o.SGD(0.05, momentum=0.9), True
        yield f"Adam, {policy}", mlp(policy), o.Adam(0.01), True
    yield "Adamax, bfloat16", mlp("bfloat16"), o.Adamax(0.01), True
    yield "Nadam, bfloat16", mlp("bfloat16"), o.Nadam(0.01, beta_2=0.95), True
    scaled = o.LossScaleOptimizer(o.SGD(0.05, momentum=0.9), initial_scale=2.0**15, dynamic_growth_steps=3)
    yield "momentum, loss scale, mixed_float16", mlp("mixed_float16"), scaled, True
    scaled = o.LossScaleOptimizer(o.Adam(0.01), initial_scale=2.0**20, dynamic_growth_steps=3)
    yield "Adam, loss scale that overflows, mixed_float16", mlp("mixed_float16"), scaled, True
    yield "momentum, float8", mlp("mixed_bfloat16", 4), o.SGD(0.05, momentum=0.9), True
    yield "Adam, float8 of 16", mlp("mixed_bfloat16", 16), o.Adam(0.01), True
    yield "Adam, float8 afterwards", later("mixed_bfloat16"), o.Adam(0.01), True
    scaled = o.LossScaleOptimizer(o.SGD(0.05, momentum=0.9), initial_scale=64.0, dynamic_growth_steps=3)
    yield "momentum, loss scale, float8", mlp("mixed_bfloat16", 8), scaled, True
    for optimizer in (o.SGD(0.05), o.Adam(0.01, amsgrad=True), o.AdamW(0.01), o.RMSprop(0.01, momentum=0.5, centered=True),
                      o.RMSprop(0.01), o.Adagrad(0.01), o.Lion(0.01), o.Adafactor(0.01), o.Adamax(0.01), o.Nadam(0.01), o.Lamb(0.01),
                      o.Adam(0.01, use_ema=True),
                      o.SGD(0.05, momentum=0.9, gradient_accumulation_steps=2)):
        words = ", ".join([type(optimizer).__name__] + [name for name in ("amsgrad", "centered", "use_ema", "gradient_accumulation_steps")
                                                        if getattr(optimizer, name, None)])
        yield words, mlp("mixed_bfloat16"), optimizer, False


def train(model, x, y, batch):
    for begin in range(0, len(x), batch):
        model.train_on_batch(x[begin:begin + batch], y[begin:begin + batch])


def check_going_on(check, cli, folder, words, model, optimizer, is_equal):
    rng = np.random.default_rng(SEED)
    batch, before, after = 8, 5, 7
    count = batch * (before + after)
    x, y = rng.normal(size=(count, 4)).astype("float32"), rng.normal(size=(count, 3)).astype("float32")
    first = batch * before
    model.compile(optimizer, "mse", jit_compile=True)
    train(model, x[:first], y[:first], batch)
    model.save(folder / "model.keras")
    np.savez(folder / "data.npz", x=x[first:], y=y[first:])
    session = folder / "on.ulps"
    (folder / "on.state.npz").unlink(missing_ok=True)
    run(cli, "new", folder / "data.npz", "--features", "x", "--target", "y", "--task", "regression",
        "--model", folder / "model.keras", "--out", session)
    compare_bits(check, "d", words, np.load(folder / "on.state.npz"), state_of(model))
    if not is_equal:
        return
    scale = getattr(model.optimizer, "dynamic_scale", None)
    scale_before = None if scale is None else float(scale)
    json_session = json.loads(session.read_text())
    json_session["data"] |= {"test_share": 0, "shuffle_split": False}
    json_session["training"] |= {"steps": after, "batch_size": batch, "shuffle": False, "arithmetic": "written"}
    session.write_text(json.dumps(json_session))
    out = folder / "out"
    run(cli, "run", session, "--out", out, "--state", "--keras-weights")
    train(model, x[first:], y[first:], batch)
    weights = {v.path: np.asarray(v.value) for v in model.weights if not v.path.endswith(("_scale", "_amax_history"))}
    compare_bits(check, "e", words, np.load(out / "weights.npz"), weights)
    state = state_of(model)
    kept = np.load(out / "state.npz") # has what Keras does not keep, too
    compare_bits(check, "e", words, {name: kept[name] for name in kept.files if name in state}, state)
    if scale is not None:
        check.equal("e", f"{words}: loss scale", json.loads((out / "summary.json").read_text())["loss_scale"], float(scale))
        if float(scale) == scale_before:
            raise AssertionError(f"{words}: the loss scale did not change: the case shows nothing")
    loaded = keras.models.load_model(folder / "model.keras", compile=False)
    loaded.load_weights(out / "model.weights.h5")
    own_path = f"{model.name}/"  # loading forgets it
    compare_bits(check, "f", words, {v.path.removeprefix(own_path): np.asarray(v.value) for v in loaded.weights},
                 {v.path.removeprefix(own_path): np.asarray(v.value) for v in model.weights})


def check_all_going_on(cli):
    check = Check()
    with tempfile.TemporaryDirectory() as name:
        for words, model, optimizer, is_equal in going_on():
            keras.utils.set_random_seed(SEED)
            for layer in model.layers:
                layer.kernel.assign(layer.kernel_initializer(layer.kernel.shape))
            check_going_on(check, cli, Path(name), words, model, optimizer, is_equal)
    return check


def check_weights_out(check, cli, folder, words, model):
    """Any model of part a: trained here for two steps, its weights are loaded by Keras."""
    out = folder / "out"
    run(cli, "run", folder / "on.ulps", "--steps", 2, "--out", out, "--keras-weights")
    model.load_weights(out / "model.weights.h5")
    compare_bits(check, "f", words, np.load(out / "weights.npz"),
                 {path_here(v): np.asarray(v.value) for v in model.weights if "seed_generator" not in v.path})


def check_long_chain(check, cli, folder):
    """So many layers that a group of the file has a tree of two levels; not trained in Keras, which compiles it for minutes."""
    model = keras.Sequential([keras.Input((2,))] + [L.Dense(1, activation="tanh", name=f"d{i}") for i in range(300)], name="s")
    model.save(folder / "model.keras")
    np.savez(folder / "data.npz", x=np.ones((8, 2), "float32"), y=np.ones((8, 1), "float32"))
    run(cli, "new", folder / "data.npz", "--features", "x", "--target", "y", "--task", "regression",
        "--model", folder / "model.keras", "--out", folder / "on.ulps")
    check_weights_out(check, cli, folder, "300 layers", model)


def check_never_trained(check, cli, folder):
    """Compiled and saved: a LossScaleOptimizer that is not built has the inner optimizer's variables in its own places."""
    o = keras.optimizers
    rates = (0.00999, 0.001, 64.0, o.schedules.ExponentialDecay(0.1, 10, 0.5))
    wraps = {"by compile": lambda inner: inner, "by hand": lambda inner: o.LossScaleOptimizer(inner, initial_scale=64.0)}
    for rate in rates:
        for make in (o.SGD, o.Adam):
            for words, wrap in wraps.items():
                model = keras.Sequential([keras.Input((2,)), L.Dense(3, dtype="mixed_float16"), L.Dense(1)], name="s")
                keras.config.set_dtype_policy("mixed_float16" if words == "by compile" else "float32")
                model.compile(wrap(make(rate)), "mse")
                model.save(folder / "model.keras")
                np.savez(folder / "data.npz", x=np.ones((8, 2), "float32"), y=np.ones((8, 1), "float32"))
                run(cli, "new", folder / "data.npz", "--features", "x", "--target", "y", "--task", "regression",
                    "--model", folder / "model.keras", "--out", folder / "on.ulps")
                loaded = float(keras.models.load_model(folder / "model.keras").optimizer.dynamic_scale.value)
                keras.config.set_dtype_policy("float32")
                scale = json.loads((folder / "on.ulps").read_text())["training"]["loss_scale"]
                check.equal("b", f"never trained, wrapped {words}: {make.__name__}", scale.get("initial_scale", 32768.0), loaded)


def check_all_files(cli):
    check = Check()
    cases = list(compiled())
    with tempfile.TemporaryDirectory() as name:
        number = 0
        for make in (dense, attention, pictures, tokens, nested):
            for policy in ("float32", "mixed_bfloat16", "bfloat16") + (("float16",) if make is dense else ()):
                keras.utils.set_random_seed(SEED + number)
                check_file(check, cli, Path(name), f"{make.__name__} under {policy}", make(policy), cases[(number + number // 3) % 3])
                number += 1
        check_long_chain(check, cli, Path(name))
        check_never_trained(check, cli, Path(name))
    return check


def main():
    cli = sys.argv[1]
    if len(sys.argv) == 2:
        print(f"Keras {keras.__version__} on {keras.backend.backend()}", flush=True)
        parts = [subprocess.run([sys.executable, __file__, cli, part], env=dict(os.environ, **flags)).returncode
                 for part, flags in (("files", {}), ("going on", UNFUSED))]
        sys.exit(max(parts))
    check = check_all_files(cli) if sys.argv[2] == "files" else check_all_going_on(cli)
    print(", ".join(f"{part}: {count} comparisons" for part, count in sorted(check.counts.items())))
    if check.troubles:
        sys.exit(f"{len(check.troubles)} differences\n" + "\n".join(trouble[:300] for trouble in check.troubles[:60]))


if __name__ == "__main__":
    main()
