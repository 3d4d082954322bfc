#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does training mean the same in real Keras and in Ulpscope, step by step?

    in_venv.py VENV_FOLDER keras_training.py ULPSCOPE_CLI [PART ...]

Same initial weights, same batches in the same order, same policy; Keras on JAX, on the CPU.
float64    losses of an MLP, a CNN and a small transformer, relative difference per step at most 1e-9
float32    the same at most 1e-4; both over 200 steps of SGD with momentum and 20 of Adam
mixed      XLA's excess precision off: losses, and exactly the loss scales and skipped steps of a run that overflows
           on purpose, bfloat16 and pure float16 too
scales     exactly the states of LossScaleOptimizer over random outcomes, beyond both ends of float32
steps      the same weights: after one step of SGD under mixed_bfloat16 for each kind of layer, and after seven steps of
           each optimizer under bfloat16
float8     free-running within 1 %, and each scale and amax bit for bit from the tensors that Keras saw
int8       outputs of Dense and EinsumDense under int8 and int4 policies, equal; int4 under float32 within 2e-6
Each part runs in a process of its own, because JAX's settings hold for a whole process.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

# Each operation rounded as the program says: XLA may leave out none, and no fusion of YNNPACK, which does so all the same.
ROUNDED = {"XLA_FLAGS": "--xla_allow_excess_precision=false --xla_cpu_experimental_ynn_fusion_type="}
PARTS = {
    "float64": {"JAX_ENABLE_X64": "1"},
    "float32": {},
    "mixed": ROUNDED,
    "scales": {},
    "steps": ROUNDED,
    "float8": ROUNDED,
    "int8": ROUNDED,
}
SEED = 20261120


def ulpscope(*arguments):
    done = subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"ulpscope-cli {' '.join(map(str, arguments))}: {done.returncode}: {done.stderr}")
    return done.stdout


class Run:
    """What both say of the same steps."""

    def __init__(self, name, layers, data, loss, optimizer, steps, policy, floatx="float32", batch=16, loss_scale="auto",
                 loss_weight=1.0, probes=1):
        self.name, self.layers, self.data, self.loss, self.optimizer = name, layers, data, loss, optimizer
        self.steps, self.policy, self.floatx, self.batch = steps, policy, floatx, batch
        self.loss_scale, self.loss_weight, self.probes = loss_scale, loss_weight, probes
        self.task, self.arithmetic = "classification", "written"

    def session(self):
        return {
            "format": "ulpscope-session", "version": 1, "title": self.name, "layers": self.layers,
            "policies": {"global": self.policy, "floatx": self.floatx},
            "data": {"class": "npz", "file": "data.npz", "task": self.task, "test_share": 0},
            "training": {
                "batch_size": self.batch, "steps": self.steps, "seed": 1, "shuffle": False,
                "initial_weights": "weights.npz", "loss": self.loss, "loss_weight": self.loss_weight,
                "optimizer": self.optimizer, "loss_scale": {"class": self.loss_scale},
                "arithmetic": self.arithmetic,
            },
            "probes": {"tensors_every": self.probes},
        }

    def ours(self, folder):
        folder = Path(folder)
        (folder / "session.ulps").write_text(json.dumps(self.session()))
        ulpscope("run", folder / "session.ulps", "--out", folder / "out")
        with open(folder / "out/history.csv") as file:
            return list(csv.DictReader(file))


def random_weights(model, generator, dtype="float32"):
    """He-like kernels, small biases: every variable by its path."""
    import numpy as np
    arrays = {}
    for variable in model.variables:
        shape = tuple(variable.shape)
        if any(word in variable.path for word in ("seed_generator", "_scale", "_amax_history")):
            continue
        name = variable.path.rsplit("/", 1)[-1]
        fan_in = float(np.prod(shape[:-1])) if len(shape) > 1 else 1.0
        if name in ("gamma", "moving_variance"):
            values = 1 + 0.1 * generator.random(shape)
        elif name in ("bias", "beta", "moving_mean"):
            values = 0.1 * generator.standard_normal(shape)
        else:
            values = generator.standard_normal(shape) * (1.5 / fan_in) ** 0.5
        arrays[variable.path] = values.astype(dtype)
    return arrays


def use_weights(model, arrays):
    for variable in model.variables:
        if variable.path in arrays:
            variable.assign(arrays[variable.path].astype("float64"))


def keras_steps(run, model, loss, optimizer, x, y, after_step=lambda model: None):
    """One dict a step: loss, and with a loss scale the one it used and whether it was skipped."""
    import keras
    import numpy as np
    weights = None if run.loss_weight == 1 else [run.loss_weight]
    model.compile(loss=loss, optimizer=optimizer, loss_weights=weights, jit_compile=True,
                  auto_scale_loss=run.loss_scale == "auto")
    rows, per_epoch = [], -(-len(x) // run.batch)
    for step in range(run.steps):
        begin = step % per_epoch * run.batch
        scale = None
        if isinstance(model.optimizer, keras.optimizers.LossScaleOptimizer):
            built = model.optimizer.built
            scale = float(model.optimizer.dynamic_scale) if built else model.optimizer.initial_scale
        iterations = int(model.optimizer.iterations)
        model.reset_metrics()
        value = model.train_on_batch(x[begin:begin + run.batch], y[begin:begin + run.batch])
        rows.append({"loss": float(np.asarray(value)) / run.loss_weight, "loss_scale": scale,
                     "skipped": int(model.optimizer.iterations) == iterations})
        after_step(model)
    model.optimizer.finalize_variable_values(model.trainable_variables)  # as fit() ends, which train_on_batch() leaves out
    return rows


# ---- the models: Ulpscope's layers, and the same in Keras

def mlp():
    from keras import Sequential, layers as L
    ours = [
        {"class": "InputLayer", "name": "input_layer", "shape": [12]},
        {"class": "Dense", "name": "dense", "units": 24, "activation": "relu"},
        {"class": "Dense", "name": "dense_1", "units": 16, "activation": "tanh"},
        {"class": "Dense", "name": "logits", "units": 5},
    ]

    def theirs():
        return Sequential([L.Input((12,)), L.Dense(24, "relu", name="dense"), L.Dense(16, "tanh", name="dense_1"),
                           L.Dense(5, name="logits")], name="sequential")
    return ours, theirs, (12,), (), 5


def cnn():
    from keras import Sequential, layers as L
    ours = [
        {"class": "InputLayer", "name": "input_layer", "shape": [12, 12, 1]},
        {"class": "Conv2D", "name": "conv2d", "filters": 4, "kernel_size": [3, 3], "activation": "relu"},
        {"class": "BatchNormalization", "name": "norm"},
        {"class": "MaxPooling2D", "name": "pool"},
        {"class": "Conv2D", "name": "conv2d_1", "filters": 6, "kernel_size": [3, 3], "strides": [2, 2],
         "padding": "same"},
        {"class": "Activation", "name": "silu", "activation": "silu"},
        {"class": "Flatten", "name": "flatten"},
        {"class": "Dense", "name": "logits", "units": 5},
    ]

    def theirs():
        return Sequential([
            L.Input((12, 12, 1)), L.Conv2D(4, 3, activation="relu", name="conv2d"), L.BatchNormalization(name="norm"),
            L.MaxPooling2D(name="pool"), L.Conv2D(6, 3, strides=2, padding="same", name="conv2d_1"),
            L.Activation("silu", name="silu"), L.Flatten(name="flatten"), L.Dense(5, name="logits")], name="sequential")
    return ours, theirs, (12, 12, 1), (), 5


def transformer():
    """With the scores returned, attention is computed step by step; else by JAX, whose softmax of float64 is float32."""
    import keras
    from keras import layers as L
    by_steps = keras.config.floatx() == "float64"
    ours = [
        {"class": "InputLayer", "name": "tokens", "shape": [8]},
        {"class": "Embedding", "name": "embedding", "input_dim": 11, "output_dim": 12},
        {"class": "LayerNormalization", "name": "norm"},
        {"class": "MultiHeadAttention", "name": "mha", "num_heads": 2, "key_dim": 6, "use_causal_mask": True,
         "return_attention_scores": by_steps},
        {"class": "Add", "name": "add", "inputs": ["embedding", "mha"]},
        {"class": "LayerNormalization", "name": "norm_1"},
        {"class": "Dense", "name": "wide", "units": 24, "activation": "gelu"},
        {"class": "Dense", "name": "narrow", "units": 12},
        {"class": "Add", "name": "add_1", "inputs": ["add", "narrow"]},
        {"class": "Dense", "name": "logits", "units": 11},
    ]

    def theirs():
        tokens = L.Input((8,), name="tokens")
        embedding = L.Embedding(11, 12, name="embedding")(tokens)
        norm = L.LayerNormalization(name="norm")(embedding)
        mha = L.MultiHeadAttention(2, 6, name="mha")(norm, norm, use_causal_mask=True, return_attention_scores=by_steps)
        mha = mha[0] if by_steps else mha
        add = L.Add(name="add")([embedding, mha])
        wide = L.Dense(24, "gelu", name="wide")(L.LayerNormalization(name="norm_1")(add))
        add_1 = L.Add(name="add_1")([add, L.Dense(12, name="narrow")(wide)])
        return keras.Model(tokens, L.Dense(11, name="logits")(add_1), name="functional")
    return ours, theirs, (8,), (8,), 11


def data_for(shape, targets, classes, count, generator, ids, dtype):
    x = (generator.integers(0, classes, (count, *shape)) if ids else generator.standard_normal((count, *shape)))
    y = generator.integers(0, classes, (count, *targets))
    return x.astype(dtype), y.astype("int32")


SGD = {"class": "SGD", "learning_rate": 0.01, "momentum": 0.9}
ADAM = {"class": "Adam", "learning_rate": 0.01}


def keras_optimizer(config):
    import keras
    arguments = {key: value for key, value in config.items() if key != "class"}
    return getattr(keras.optimizers, config["class"])(**arguments)


class Part:
    def __init__(self, name):
        self.name, self.troubles, self.checks = name, [], 0

    def expect(self, what, holds, detail=""):
        self.checks += 1
        if not holds:
            self.troubles.append(f"({self.name}) {what}: {detail}")

    def run_both(self, run, model_of, count=96, after_step=lambda model: None):
        """(ours, theirs): rows of both."""
        import keras
        import numpy as np
        generator = np.random.default_rng(SEED)
        keras.backend.clear_session()
        keras.config.set_floatx(run.floatx)
        ours_layers, theirs, shape, targets, classes = model_of()
        source = run.policy.removeprefix("float8_from_")
        keras.config.set_dtype_policy(source)
        model = theirs()
        if source != run.policy:
            model.quantize("float8")
        x, y = data_for(shape, targets, classes, count, generator, bool(targets), run.floatx)
        arrays = random_weights(model, generator, run.floatx)
        use_weights(model, arrays)
        run.layers = ours_layers
        with tempfile.TemporaryDirectory() as folder:
            np.savez(f"{folder}/data.npz", x=x, y=y)
            np.savez(f"{folder}/weights.npz", **arrays)
            ours = run.ours(folder)
        loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        rows = keras_steps(run, model, loss, keras_optimizer(run.optimizer), x, y, after_step)
        keras.config.set_dtype_policy("float32")
        keras.config.set_floatx("float32")
        return ours, rows

    def compare_losses(self, name, ours, theirs, tolerance):
        worst, at = 0.0, -1
        for step, (a, b) in enumerate(zip(ours, theirs)):
            mine, other = float(a["loss"]), b["loss"]
            difference = abs(mine - other) / max(abs(other), 1e-300) if mine != other else 0.0
            if not difference <= worst:
                worst, at = difference, step
        self.expect(name, len(ours) == len(theirs) and worst <= tolerance, f"off by {worst:.3g} at step {at}")
        print(f"  {name}: losses of {len(ours)} steps differ by at most {worst:.2g}", flush=True)

    def compare_scales(self, name, ours, theirs):
        def row(loss_scale, skipped):
            return (None if loss_scale in (None, "") else float(loss_scale), bool(int(skipped)))
        mine = [row(a["loss_scale"], a["skipped"]) for a in ours]
        other = [row(b["loss_scale"], b["skipped"]) for b in theirs]
        differing = [step for step in range(len(other)) if mine[step] != other[step]]
        self.expect(name, not differing, f"step {differing[:1]}: {[(mine[s], other[s]) for s in differing[:1]]}")
        print(f"  {name}: {sum(skipped for _, skipped in other)} skipped of {len(other)}, scales "
              f"{other[0][0]} to {other[-1][0]}", flush=True)


def whole_precision(part, dtype, tolerance):
    if dtype == "float64":
        # On JAX, though not on TensorFlow, Keras promotes float64 to float32 inside of tanh, means and normalizations
        # even where x64 is enabled; Ulpscope's float64 is float64 throughout.
        from keras.src.backend.common import dtypes
        dtypes.BIT64_TO_BIT32_DTYPE["float64"] = "float64"
    for words, model_of in (("MLP", mlp), ("CNN", cnn), ("transformer", transformer)):
        for optimizer, steps in ((SGD, 200), (ADAM, 20)):
            run = Run(words, None, None, LOSS, optimizer, steps, dtype, dtype)
            part.compare_losses(f"{words}, {optimizer['class']}", *part.run_both(run, model_of), tolerance)


def mixed(part):
    for policy in ("mixed_float16", "mixed_bfloat16", "bfloat16", "float16"):
        for words, model_of in (("MLP", mlp), ("CNN", cnn), ("transformer", transformer)):
            if words == "transformer" and policy.endswith("float16") and not policy.endswith("bfloat16"):
                continue  # JAX on a CPU has no float16 attention
            run = Run(words, None, None, LOSS, dict(SGD, learning_rate=0.02), 50, policy)
            ours, theirs = part.run_both(run, model_of)
            # Sums are formed in another order, so a last bit differs now and then, and training magnifies it. XLA compiles
            # float16 to instructions of the processor, where it has them, and then some products are not rounded.
            part.compare_losses(f"{policy} {words}", ours, theirs, 0.05)
            part.compare_losses(f"{policy} {words}, first 3 steps", ours[:3], theirs[:3],
                                2e-4 if policy.endswith("bfloat16") else 1e-3)
            part.compare_scales(f"{policy} {words}", ours, theirs)
    # A loss weight at which 2^15 times the gradient leaves float16: halved until it fits, then grown again.
    run = Run("overflow", None, None, LOSS, dict(SGD, learning_rate=1e-6), 60, "mixed_float16", loss_weight=3000.0)
    ours, theirs = part.run_both(run, mlp)
    part.compare_scales("a run that overflows on purpose", ours, theirs)
    part.expect("it overflows", sum(row["skipped"] for row in theirs) >= 3)


# ---- the loss scale by itself

def scales(part):
    """Compiled, as a training step is: XLA on a CPU takes a scale below 2^-126 for 0."""
    import jax
    import keras
    import numpy as np
    generator = np.random.default_rng(SEED)
    # initial_scale, dynamic_growth_steps, steps, the share that overflows
    for initial, growth, count, share in ((32768.0, 2000, 60, 0.5), (1024.0, 1, 80, 0.5), (3.7, 3, 80, 0.4), (1.0, 1, 140, 0.0),
                                          (2.0 ** 126, 2, 40, 0.1), (32768.0, 2000, 170, 1.0), (2.0 ** -120, 2, 40, 0.8),
                                          (7.3e-38, 1, 30, 0.6)):
        optimizer = keras.optimizers.LossScaleOptimizer(keras.optimizers.SGD(0.1), initial_scale=initial,
                                                        dynamic_growth_steps=growth)
        weights = keras.Variable(np.float32([1.0, 2.0]))
        optimizer.build([weights])
        names = [variable.name for variable in optimizer.variables]
        step = jax.jit(lambda state, gradient, values: optimizer.stateless_apply(state, [gradient], values))
        state, values = [variable.value for variable in optimizer.variables], [weights.value]
        finite, theirs = generator.random(count) >= share, []
        for is_finite in finite:
            values, state = step(state, np.float32([0.5 if is_finite else np.inf, 1.0]), values)
            theirs.append((float(state[names.index("dynamic_scale")]), int(state[names.index("step_counter")])))
        rows = json.loads(ulpscope("loss-scale", "dynamic", *("ok" if is_finite else "overflow" for is_finite in finite),
                                   "--set", f"initial_scale={initial!r}", "--set", f"dynamic_growth_steps={growth}", "--all",
                                   "--json"))
        mine = [(float(row["next_scale"].replace("Infinity", "inf")), row["good_steps"]) for row in rows]
        differing = [index for index in range(count) if mine[index] != theirs[index]]
        part.expect(f"from {initial:g}, grown every {growth}", len(mine) == count and not differing,
                    f"step {differing[:1]}: {[(mine[i], theirs[i]) for i in differing[:1]]}")
        print(f"  from {initial:g}: {count} steps, to {theirs[-1][0]:g}", flush=True)


# ---- one step

def layer_models():
    """One of each kind of layer, by Ulpscope's configs; what follows makes five logits of it."""
    def dense(name="dense", **rest):
        return {"class": "Dense", "name": name, "units": 10, **rest}

    def conv(name="conv", **rest):
        return {"class": "Conv2D", "name": name, "filters": 4, "kernel_size": [3, 3], **rest}

    def layer(kind, **rest):
        return {"class": kind, "name": "layer", **rest}

    image, row, rows = (10, 10, 2), (12,), (6, 12)
    models = {f"Dense with {name}": (row, [dense(activation=name)])
              for name in ("relu", "gelu", "silu", "sigmoid", "tanh", "elu", "leaky_relu", "softplus", "softmax")}
    models |= {
        "Dense of 3 axes": (rows, [dense(activation="relu")]),
        "EinsumDense": (rows, [layer("EinsumDense", equation="abc,cde->abde", output_shape=[6, 3, 4], bias_axes="de")]),
        "EinsumDense of another axis": (rows, [layer("EinsumDense", equation="abc,bd->adc", output_shape=[5, 12],
                                                     bias_axes="d")]),
        "Conv2D": (image, [conv(activation="relu")]),
        "Conv2D with strides": (image, [conv(padding="same", strides=[2, 2]), conv("next")]),
        "DepthwiseConv2D": (image, [layer("DepthwiseConv2D", kernel_size=[3, 3], depth_multiplier=2)]),
        "MaxPooling2D": (image, [conv(), layer("MaxPooling2D")]),
        "AveragePooling2D": (image, [conv(), layer("AveragePooling2D", pool_size=[2, 2])]),
        "GlobalAveragePooling2D": (image, [conv(), layer("GlobalAveragePooling2D")]),
        "BatchNormalization": (row, [dense(), layer("BatchNormalization")]),
        "BatchNormalization of images": (image, [conv(), layer("BatchNormalization")]),
        "LayerNormalization": (row, [dense(), layer("LayerNormalization")]),
        "RMSNormalization": (row, [dense(), layer("RMSNormalization")]),
        "GroupNormalization": (image, [conv(), layer("GroupNormalization", groups=2)]),
        "Softmax": (row, [dense(), layer("Softmax")]),
        "Softmax of two axes": (rows, [dense(), layer("Softmax", axis=[1, 2])]),
        "Embedding": ((8,), [layer("Embedding", input_dim=11, output_dim=6)]),
    }
    return models


def penalized_models():
    """Every place of a regularizer, each with both terms, whose gradients are rounded one after the other."""
    both = "l1_l2(0.01, 0.02)"
    dense = {"class": "Dense", "name": "dense", "units": 10}
    return {f"Dense with {key}": ((12,), [dict(dense, **{key: both})])
            for key in ("kernel_regularizer", "bias_regularizer", "activity_regularizer")}


def keras_arguments(layer):
    """Those of a layer's config; a regularizer is a text there."""
    import keras
    arguments = {key: value for key, value in layer.items() if key != "class"}
    for key in [key for key in arguments if key.endswith("_regularizer")]:
        name, numbers = arguments[key].rstrip(")").split("(")
        arguments[key] = {"l1_l2": keras.regularizers.L1L2}[name](*map(float, numbers.split(",")))
    return arguments


OPTIMIZERS = [
    {"class": "SGD", "momentum": 0.9}, {"class": "SGD", "momentum": 0.9, "nesterov": True},
    {"class": "SGD", "weight_decay": 0.01}, {"class": "SGD", "clipvalue": 0.01},
    {"class": "SGD", "use_ema": True, "ema_momentum": 0.9, "ema_overwrite_frequency": 2},
    {"class": "Adam", "use_ema": True, "ema_momentum": 0.5},
    {"class": "Adam"}, {"class": "Adam", "amsgrad": True}, {"class": "AdamW"},
    {"class": "Adam", "clipnorm": 0.1}, {"class": "Adam", "global_clipnorm": 0.1},
    {"class": "Adam", "gradient_accumulation_steps": 3},
    {"class": "RMSprop"}, {"class": "RMSprop", "momentum": 0.9, "centered": True},
    {"class": "Adagrad"}, {"class": "Lion"}, {"class": "Adafactor"}, {"class": "Lamb"}, {"class": "Adadelta"},
]


def steps(part):
    """Where a float32 sum is formed in another order, a bfloat16 may be the next one; rare, so few variables show it."""
    import keras
    import numpy as np
    from keras import layers as L
    generator = np.random.default_rng(SEED)

    def follow(words, shape, middle, optimizer, count, policy, batch):
        """How far each variable is from Keras', as a part of how far it went."""
        layers = [{"class": "InputLayer", "name": "input", "shape": list(shape)}, *middle,
                  {"class": "Flatten", "name": "flatten"}, {"class": "Dense", "name": "logits", "units": 5}]
        keras.backend.clear_session()
        keras.config.set_dtype_policy(policy)
        model = keras.Sequential([L.Input(shape), *(
            getattr(L, layer["class"])(**keras_arguments(layer)) for layer in layers[1:])], name="sequential")
        run = Run(words, layers, None, LOSS, optimizer, count, policy, batch=batch)
        x, y = data_for(shape, (), 5, 2 * batch, generator, "Embedding" in words, "float32")
        before = random_weights(model, generator)
        use_weights(model, before)
        keras_steps(run, model, keras.losses.SparseCategoricalCrossentropy(from_logits=True),
                    keras_optimizer(optimizer), x, y)
        after = {variable.path: np.array(variable) for variable in model.variables}
        keras.config.set_dtype_policy("float32")
        with tempfile.TemporaryDirectory() as folder:
            np.savez(f"{folder}/data.npz", x=x, y=y)
            np.savez(f"{folder}/weights.npz", **before)
            run.ours(folder)
            ours = np.load(f"{folder}/out/weights.npz")
            offs = []
            for path, start in before.items():
                now = after[path].astype("float64")
                off = float(np.linalg.norm(ours[path] - now) / np.linalg.norm(now - start))
                part.expect(f"{words}, batch {batch}: {path}", off <= 2e-3, f"{off:.3g} of its way")
                # Moving averages are nearly what they were: their own last bits are much of so short a way.
                offs.append(off / 100 if "moving" in path else off)
            return offs

    def check(what, offs):
        same = sum(off <= 1e-6 for off in offs)
        part.expect(what, same >= 0.97 * len(offs), f"{same} of {len(offs)} variables are the same")
        print(f"  {what}: {same} of {len(offs)} variables are the same, the others within {max(offs):.2g} of their way",
              flush=True)

    step = {"class": "SGD", "learning_rate": 1.0}
    check("a step of each layer", [off for words, (shape, middle) in layer_models().items() for batch in (16, 40)
                                   for off in follow(words, shape, middle, step, 1, "mixed_bfloat16", batch)])
    check("a step with penalties", [off for words, (shape, middle) in penalized_models().items()
                                    for policy in ("mixed_bfloat16", "bfloat16")
                                    for off in follow(words, shape, middle, dict(step, learning_rate=0.25), 1, policy, 16)])
    hidden = [{"class": "Dense", "name": "dense", "units": 40, "activation": "relu"}]
    check("seven steps of each optimizer",
          [off for optimizer in OPTIMIZERS
           for off in follow(str(optimizer), (12,), hidden, dict(optimizer, learning_rate=0.01), 7, "bfloat16", 16)])


# ---- float8

def float8(part):
    """Free-running, and Keras' scales from the tensors that Keras saw."""
    import jax
    import keras
    import numpy as np
    from keras.src import quantizers

    seen = {}  # by the order in which Keras' graph asks for them: the tensors of each step
    asked = []

    original = quantizers.compute_float8_amax_history

    def recording(x, history):
        label = len(asked)
        asked.append(label)
        jax.debug.callback(lambda value: seen.setdefault(label, []).append(np.array(value)), x)
        return original(x, history)

    quantizers.compute_float8_amax_history = recording
    states = []

    def keep_states(model):
        states.append({v.path: np.array(v) for v in model.variables if "scale" in v.path or "amax" in v.path})

    run = Run("float8", None, None, LOSS, SGD, 50, "float8_from_mixed_bfloat16")
    ours, theirs = part.run_both(run, mlp, after_step=keep_states)
    quantizers.compute_float8_amax_history = original
    worst = max(abs(float(a["loss"]) / b["loss"] - 1) for a, b in zip(ours, theirs))
    part.expect("free-running losses", worst <= 0.01, f"{worst:.3g}")
    print(f"  free-running: losses of {len(ours)} steps differ by at most {worst:.2g}", flush=True)

    # Over float16 the reciprocal of a scale below about 1.5e-5 is infinite.
    over_half = Run("float8 over float16", None, None, LOSS, SGD, 8, "float8_from_mixed_float16", loss_scale="none")
    ours, theirs = part.run_both(over_half, mlp)
    mine, other = [[np.isfinite(float(row["loss"])) for row in rows] for rows in (ours, theirs)]
    part.expect("float8 over float16 ends in NaN at Keras' step", mine == other and other[0] and not other[-1], f"{mine}, {other}")
    finite = [abs(float(a["loss"]) / b["loss"] - 1) for a, b, is_finite in zip(ours, theirs, other) if is_finite]
    part.expect("its losses before", max(finite) <= 0.01, f"{max(finite):.3g}")
    print(f"  over float16: {len(finite)} finite losses of {len(other)}, within {max(finite):.2g}", flush=True)

    # Keras' own states name the tensor; the newest amax of a state is that of one of the tensors seen.
    matched = 0
    for path in sorted(states[0]):
        if not path.endswith("_scale") :
            continue
        slot = path.rsplit("/", 1)[-1].removesuffix("_scale")
        histories = [state[path.removesuffix("_scale") + "_amax_history"] for state in states]
        labels = [label for label, tensors in seen.items()
                  if len(tensors) == len(states)
                  and all(np.float32(np.abs(t.astype("float32")).max()) == h[0] for t, h in zip(tensors, histories))]
        part.expect(f"{path}: the tensor is among those seen", len(labels) >= 1)
        if not labels:
            continue
        matched += 1
        kind = "float8_e5m2" if slot == "outputs_grad" else "float8_e4m3fn"
        with tempfile.TemporaryDirectory() as folder:
            np.savez(f"{folder}/seen.npz", **{f"step{i:03}": t.astype("float32")
                                              for i, t in enumerate(seen[labels[0]])})
            rows = json.loads(ulpscope("scaling", "keras", "--format", kind, "--tensors", f"{folder}/seen.npz", "--json"))
        mine = [(np.float32(row["stored_scale"]), np.float32(row["amax"])) for row in rows]
        other = [(state[path], history[0]) for state, history in zip(states, histories)]
        differing = [i for i in range(len(other)) if mine[i] != other[i]]
        part.expect(f"{path} over {len(other)} steps", len(mine) == len(other) and not differing,
                    f"step {differing[:1]}: {[(mine[i], other[i]) for i in differing[:1]]}")
    print(f"  {matched} scales and amaxes followed over {len(states)} steps", flush=True)


# ---- int8 and int4

def int8(part):
    import keras
    import numpy as np
    from keras import layers as L
    generator = np.random.default_rng(SEED)
    dense = {"class": "Dense", "name": "layer", "units": 7}
    einsum = {"class": "EinsumDense", "name": "layer", "equation": "abc,cd->abd", "output_shape": [5, 7],
              "bias_axes": "d"}
    cases = [(mode, source, ours, theirs, shape)
             for mode in ("int8", "int4", "int4/-1", "int4/32") for source in ("float32", "mixed_bfloat16", "bfloat16")
             for ours, theirs, shape in (
                 (dense, lambda: L.Dense(7, name="layer"), (150,)),
                 (einsum, lambda: L.EinsumDense("abc,cd->abd", (5, 7), bias_axes="d", name="layer"), (5, 40)))]
    equal = 0
    for mode, source, ours, theirs, shape in cases:
        keras.config.set_dtype_policy(source)
        model = keras.Sequential([L.Input(shape), theirs()], name="sequential")
        arrays = random_weights(model, generator)
        use_weights(model, arrays)
        x = generator.standard_normal((9, *shape)).astype("float32")
        name = quantize(model, mode)
        wanted = np.asarray(model(x)).astype("float32")
        keras.config.set_dtype_policy("float32")
        session = Run("int8", [{"class": "InputLayer", "name": "input", "shape": list(shape)}, dict(ours, policy=name)],
                      None, {"class": "MeanSquaredError"}, SGD, 1, source).session()
        with tempfile.TemporaryDirectory() as folder:
            np.savez(f"{folder}/weights.npz", **arrays)
            np.savez(f"{folder}/data.npz", x=x, y=wanted)
            np.save(f"{folder}/x.npy", x)
            Path(folder, "session.ulps").write_text(json.dumps(session))
            ulpscope("predict", f"{folder}/session.ulps", f"{folder}/x.npy", f"{folder}/y.npy")
            got = np.load(f"{folder}/y.npy")
        # int4 kernels become numbers again before the product, whose float32 sums XLA forms in another order.
        tolerance = 2e-6 if mode.startswith("int4") and source == "float32" else 0.0
        differing = int((got != wanted).sum())
        worst = float(np.abs(got - wanted).max())
        part.expect(f"{ours['class']} under {name}", got.shape == wanted.shape and worst <= tolerance,
                    f"{differing} of {wanted.size} differ, by at most {worst:.3g}")
        equal += differing == 0
    print(f"  {equal} of {len(cases)} layers put out the same bits, int4 under float32 within 2e-6", flush=True)


def quantize(model, mode):
    """Quantizes as `mode` says, "int4/32" with that block size; the policy's name afterwards."""
    import keras
    layer = model.layers[-1]
    if "/" in mode:
        size = int(mode.split("/")[1])
        config = keras.quantizers.Int4QuantizationConfig(block_size=size)
        layer.quantize("int4", config=config)
    else:
        layer.quantize(mode)
    return layer.dtype_policy.name


LOSS = {"class": "SparseCategoricalCrossentropy", "from_logits": True}


def main():
    global CLI
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    CLI, parts = sys.argv[1], sys.argv[2:] or list(PARTS)
    if "ULPSCOPE_PART" not in os.environ:
        failed = []
        for part in parts:
            environment = dict(os.environ, **PARTS[part], ULPSCOPE_PART=part)
            if subprocess.run([sys.executable, *sys.argv[:2], part], env=environment).returncode != 0:
                failed.append(part)
        sys.exit(f"differs: {', '.join(failed)}" if failed else 0)
    name = os.environ["ULPSCOPE_PART"]
    print(f"{name}:", flush=True)
    part = Part(name)
    {"float64": lambda: whole_precision(part, "float64", 1e-9),
     "float32": lambda: whole_precision(part, "float32", 1e-4),
     "mixed": lambda: mixed(part), "scales": lambda: scales(part), "steps": lambda: steps(part), "float8": lambda: float8(part), "int8": lambda: int8(part)}[name]()
    for trouble in part.troubles:
        print(trouble)
    print(f"  {part.checks} checks, {len(part.troubles)} troubles")
    sys.exit(1 if part.troubles else 0)


if __name__ == "__main__":
    main()
