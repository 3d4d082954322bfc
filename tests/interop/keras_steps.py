#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One step of SGD in real Keras and in Ulpscope, each variable's bits: every kind of layer under every kind of policy.

    in_venv.py VENV_FOLDER keras_steps.py ULPSCOPE_CLI [PART ...] [--only WORDS] [--write]

Inputs are multiples of 1/8, weights and targets of 1/256, all from -1 to 1, and the batch is a power of two: float32's sums of
the first products are exact in any order and need more digits than float16 has; what layers make of them need not be.
rounded    XLA's flags such that each operation is rounded (keras_training.py), against arithmetic `written`
compiled   no flags, as Keras is installed, against arithmetic `keras-jax`: the cells that engine/session/arithmetic_choice.cpp calls proved
walk       no flags, against `keras-jax`: an MLP on normal numbers after 1, 5 and 50 steps of SGD, SGD with momentum and Adam, under
           mean squared error and the cross-entropies of logits; one of 196, 128, 64 and 10 numbers after 50 steps of Adam
renumbered no flags, against `keras-jax`: the same in float32, whose sums XLA forms in orders of its own: no further from Keras than
           Keras is from itself where its units have other numbers, which changes nothing but the order of sums
default    no flags, against `written`: what differs is printed, and has no table
What differs stands in keras_steps.csv with its cause: a variable, how many of its elements differ, the largest difference as a
part of the variable's largest move. A part fails where a cell is not as the table says, equal ones too. The counts of rounded
and walk are those of a processor of level x86-64-v4 without float16 instructions, because LLVM orders sums by what the processor
has; on another one these parts are skipped. --write writes the rows of the cells that are run anew; --only
takes the cells whose layer or policy is one of the words between commas.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import keras_training
import step_table
from keras_training import ROUNDED, Run, keras_optimizer, layer_models
from same_steps import HIDDEN, SIZES, Numbering, command_line, exact_weights, few_bits, is_tables_processor, too_far

PARTS = {"rounded": (ROUNDED, "written"), "compiled": ({}, "keras-jax"), "walk": ({}, "keras-jax"),
         "renumbered": ({}, "keras-jax"), "default": ({}, "written")}
OF_PROCESSOR = ["rounded", "walk"]  # parts whose counts are a processor's
# What another processor's order of float32's sums may change of a variable's largest move, in the models of `compiled`. A gradient is at
# most a sum of 16 examples of 64 places: 1024 roundings, each off by up to 2^-24 of a partial sum, which in sums of both signs is about
# as large as the sum. As independent uniform errors they add up to sqrt(1024 / 3) 2^-24 of it, those of two orders to sqrt(2) times that;
# four standard deviations. A rounding to bfloat16 more or less is 2^-9.
LAST_DIGITS = 4 * (2 * 1024 / 3) ** 0.5 * 2.0 ** -24
TOLD = ["default"]  # parts that say what differs, and that nothing promises
PROVED_POLICIES = ["mixed_bfloat16", "bfloat16"]
PROVED_ACTIVATIONS = ["relu", "leaky_relu", "tanh", "sigmoid", "silu", "elu", "softplus"]
COMPILED_ONLY = ["EinsumDense before EinsumDense", "Conv2D before Dense",  # which layers' parts the others have already
                 "Dense of 40 steps before Dense", "EinsumDense of 40 steps before Dense", "Conv2D of 40 rows before Dense",
                 "Dense of one unit before Dense", "Conv2D of one filter before Dense", "DepthwiseConv2D of one channel before Dense",
                 "Dense of one number", "AveragePooling2D past the rim"]
PROVED_MODELS = [f"Dense with {name}" for name in PROVED_ACTIVATIONS] + [
    "Dense of 3 axes", "EinsumDense", "EinsumDense of another axis", "Conv2D", "Conv2D with strides", "DepthwiseConv2D", "MaxPooling2D",
    "AveragePooling2D", "Embedding"] + COMPILED_ONLY
AFTER = {"class": "Dense", "name": "next", "units": 6}
HALF, BRAIN = r"(mixed_|float8_from_mixed_)?float16", r"(mixed_|float8_from_mixed_)?bfloat16"
# Why a variable differs: the first row whose four patterns are those of part, layer, policy and variable.
CAUSES = [
    (r".*", r"BatchNormalization.*", r".*", r"(conv|dense)/bias",
     "the gradient is 0 but for rounding: the mean takes off what a bias adds"),
    (r".*", r".*Attention.*", r".*", r"mha/key/bias",
     "the gradient is 0 but for rounding: softmax does not see what all scores share"),
    (r"compiled", r".*2D.*", r".*", r".*/kernel", "float32 sums in another order"),
    (r"walk", r".*", r".*", r".*", "LLVM does not contract a product and a sum there: float32's last digit"),
    (r"default", r".*", BRAIN, r".*", "excess precision: what is cast from bfloat16 to float32 is not rounded before"),
    (r".*", r"(Global)?AveragePooling2D", HALF, r".*", "not known; probably float16's sums in another order"),
    (r".*", r"Dense with elu", HALF, r".*/kernel", "XLA takes float16's expm1 apart"),
    (r".*", r".*", HALF, r".*/bias", "LLVM adds float16 in another order where it unrolls a reduction's loop"),
    (r".*", r".*", r".*", r".*/(gamma|scale|moving_mean|moving_variance)", "float32 sums in another order"),
    (r".*", r".*(Normalization|Attention|Softmax).*", r".*", r".*",
     "float32's last digits inside the layer, which a rounding to 16 bits magnifies"),
]
TABLE = step_table.StepTable(Path(__file__).with_name("keras_steps.csv"),
                             "What is not Keras' to the bit after a step: keras_steps.py, with the versions of requirements.txt.",
                             PARTS, CAUSES)
POLICIES = ["mixed_float16", "mixed_bfloat16", "float16", "bfloat16"]
FLOAT8 = ["float8_from_float32", "float8_from_mixed_float16", "float8_from_mixed_bfloat16"]
SEED, BATCH, CLASSES = 20261122, 16, 4
LOGITS = {"from_logits": True}
LOSSES = {
    "mean squared error": {"class": "MeanSquaredError"},
    "sparse cross-entropy": {"class": "SparseCategoricalCrossentropy", **LOGITS},
    "cross-entropy": {"class": "CategoricalCrossentropy", **LOGITS},
    "binary cross-entropy": {"class": "BinaryCrossentropy", **LOGITS},
}
WALKED = [{"class": "Dense", "name": "dense", "units": HIDDEN[0], "activation": "relu"},
          {"class": "Dense", "name": "dense_1", "units": HIDDEN[1], "activation": "tanh"}]
RULES = {"SGD": {"class": "SGD", "learning_rate": 0.05},
         "momentum": {"class": "SGD", "learning_rate": 0.02, "momentum": 0.9},
         "Adam": {"class": "Adam", "learning_rate": 0.01}}


def models():
    """As keras_training has them, and attention; what follows makes four numbers of it."""
    rows = (8, 16)
    attention = {"class": "MultiHeadAttention", "name": "mha", "num_heads": 2, "key_dim": 8}
    return layer_models() | {
        "MultiHeadAttention": (rows, [attention]),
        "Dense before Dense": (rows, [{"class": "Dense", "name": "layer", "units": 10},
                                      {"class": "Dense", "name": "next", "units": 10}]),
        "EinsumDense before EinsumDense": (rows, [
            {"class": "EinsumDense", "name": "layer", "equation": "abc,cde->abde", "output_shape": [8, 3, 4], "bias_axes": "de"},
            {"class": "EinsumDense", "name": "next", "equation": "abde,def->abf", "output_shape": [8, 7], "bias_axes": "f"}]),
        "Conv2D before Dense": ((10, 10, 2), [
            {"class": "Conv2D", "name": "layer", "filters": 4, "kernel_size": [3, 3]}, {"class": "Dense", "name": "next", "units": 6}]),
        "Dense of 40 steps before Dense": ((40, 6), [{"class": "Dense", "name": "layer", "units": 5}, AFTER]),
        "EinsumDense of 40 steps before Dense": ((40, 6), [
            {"class": "EinsumDense", "name": "layer", "equation": "abc,cd->abd", "output_shape": [40, 5], "bias_axes": "d"}, AFTER]),
        "Conv2D of 40 rows before Dense": ((41, 3, 2), [
            {"class": "Conv2D", "name": "layer", "filters": 4, "kernel_size": [2, 2]}, AFTER]),
        "Dense of one unit before Dense": ((5, 6), [{"class": "Dense", "name": "layer", "units": 1}, AFTER]),
        "Conv2D of one filter before Dense": ((7, 7, 1), [
            {"class": "Conv2D", "name": "layer", "filters": 1, "kernel_size": [3, 3]}, AFTER]),
        "DepthwiseConv2D of one channel before Dense": ((6, 6, 1), [
            {"class": "DepthwiseConv2D", "name": "layer", "kernel_size": [3, 3]}, AFTER]),
        "AveragePooling2D past the rim": ((10, 10, 2), [
            {"class": "Conv2D", "name": "layer", "filters": 4, "kernel_size": [3, 3]},
            {"class": "AveragePooling2D", "name": "pool", "pool_size": [3, 3], "padding": "same"}]),
        "Dense of one number": ((1,), [{"class": "Dense", "name": "layer", "units": 1}]),
        "MultiHeadAttention before Dense": (rows, [attention, {"class": "Dense", "name": "next", "units": 10}]),
        "MultiHeadAttention with scores": (rows, [dict(attention, return_attention_scores=True)]),
    }


def cells(part, only):
    for words, (shape, middle) in models().items():
        kinds = {layer["class"] for layer in middle}
        policies = POLICIES + (FLOAT8 if kinds & {"Dense", "EinsumDense", "MultiHeadAttention"} else [])
        for policy in policies:
            if words in ("MultiHeadAttention", "MultiHeadAttention before Dense") and re.fullmatch(HALF, policy):
                continue  # JAX on a CPU has no float16 attention but the one that returns scores
            if only and not any(word in (words, policy) for word in only):
                continue
            if part != "compiled" and words in COMPILED_ONLY:
                continue
            if part == "compiled" and (policy not in PROVED_POLICIES or words not in PROVED_MODELS):
                continue
            yield words, shape, middle, policy


def weights_for(model, generator):
    return exact_weights({variable.path: tuple(variable.shape) for variable in model.variables
                          if not any(word in variable.path for word in ("seed_generator", "_scale", "_amax_history"))}, generator)


def keras_model(layers, shape, policy):
    import keras
    from keras import layers as L
    source = policy.removeprefix("float8_from_")
    keras.backend.clear_session()
    keras.config.set_dtype_policy(source)
    first = x = L.Input(shape)
    for layer in layers[1:]:
        arguments = {key: value for key, value in layer.items() if key not in ("class", "return_attention_scores")}
        made = getattr(L, layer["class"])(**arguments)
        if layer["class"] == "MultiHeadAttention":
            scores = layer.get("return_attention_scores", False)
            x = made(x, x, return_attention_scores=scores)
            x = x[0] if scores else x
        else:
            x = made(x)
    model = keras.Model(first, x, name="sequential")
    if source != policy:
        model.quantize("float8")
    return model


def walks(only):
    """As cells(), and the optimizer, how many steps, the loss."""
    for policy in PROVED_POLICIES:
        for loss in LOSSES:
            sizes = ((1, 16, 4), (5, 16, 4), (50, 16, 4), (1, 40, 3), (1, 70, 5))
            if loss != "mean squared error":
                sizes = ((5, 40, 3), (50, 16, 4))
            for name, optimizer in RULES.items():
                for count, batch, outputs in sizes:
                    outputs = 1 if loss == "binary cross-entropy" else outputs
                    words = f"MLP, {name}, {step_table.counted(count)} of {batch} x {outputs}"
                    words += "" if loss == "mean squared error" else f", {loss}"
                    if not only or any(word in (words, policy, name, loss) for word in only):
                        yield words, (12,), WALKED, policy, optimizer, count, batch, outputs, loss
        if not only or "wide" in only:
            wide = [{"class": "Dense", "name": f"dense{i}", "units": units, "activation": "relu"} for i, units in enumerate((128, 64))]
            yield "wide MLP", (196,), wide, policy, RULES["Adam"], 50, 32, 10, "sparse cross-entropy"


def targets_for(loss, count, outputs, generator):
    """(for the session, for Keras)"""
    import numpy as np
    if loss == "mean squared error":
        y = generator.standard_normal((count, outputs)).astype("float32")
        return y, y
    y = generator.integers(0, max(2, outputs), (count, 1) if outputs == 1 else count).astype("int32")
    return y, np.eye(outputs, dtype="float32")[y] if loss == "cross-entropy" else y


def keras_loss(config):
    import keras
    return getattr(keras.losses, config["class"])(**{key: value for key, value in config.items() if key != "class"})


def both(words, shape, middle, policy, arithmetic, optimizer=None, count=1, batch=BATCH, outputs=CLASSES,
         loss="mean squared error"):
    """Each variable by its path: (before, Keras' after, ours after)."""
    import keras
    import numpy as np
    generator = np.random.default_rng(SEED)
    layers = [{"class": "InputLayer", "name": "input", "shape": list(shape)}, *middle,
              {"class": "Flatten", "name": "flatten"}, {"class": "Dense", "name": "logits", "units": outputs}]
    model = keras_model(layers, shape, policy)
    if optimizer:
        x = generator.standard_normal((8 * batch, *shape)).astype("float32")
        y, keras_y = targets_for(loss, 8 * batch, outputs, generator)
        before = keras_training.random_weights(model, generator)
    else:
        x = (generator.integers(0, 8, (BATCH, *shape)).astype("float32") if "Embedding" in words
             else few_bits(generator, (BATCH, *shape)))
        y = keras_y = few_bits(generator, (BATCH, CLASSES), 8)
        before = weights_for(model, generator)
    keras_training.use_weights(model, before)
    run = Run(words, layers, None, LOSSES[loss], optimizer or {"class": "SGD", "learning_rate": 4.0}, count, policy, batch=batch)
    run.task, run.arithmetic = "regression" if loss == "mean squared error" else "classification", arithmetic
    # A model that was quantized afterwards keeps the loss scale of its source's name, a session's auto goes by its own.
    run.loss_scale = "none" if policy in FLOAT8 else "auto"
    rows = keras_training.keras_steps(run, model, keras_loss(run.loss), keras_optimizer(run.optimizer), x, keras_y)
    if rows[0]["skipped"]:
        raise AssertionError(f"{words} under {policy}: the step was skipped")
    after = {variable.path: np.asarray(variable.value).astype("float64") for variable in model.variables}
    keras.config.set_dtype_policy("float32")
    with tempfile.TemporaryDirectory() as folder:
        np.savez(f"{folder}/data.npz", x=x, y=y)
        np.savez(f"{folder}/weights.npz", **before)
        run.ours(folder)
        said = json.loads(Path(folder, "out/summary.json").read_text())["arithmetic"]
        if said != arithmetic:
            raise AssertionError(f"{words} under {policy}: computed as {said}")
        ours = {path.removeprefix("sequential/"): values.astype("float64")
                for path, values in np.load(f"{folder}/out/weights.npz").items()}
        return {path: (start.astype("float64"), after[path], ours[path]) for path, start in before.items()}


def compare(part, only):
    _, arithmetic = PARTS[part]
    found = []
    for words, shape, middle, policy, *rest in (walks(only) if part == "walk" else cells(part, only)):
        found += step_table.rows_of(part, words, policy, both(words, shape, middle, policy, arithmetic, *rest))
    return found


def walked(activation):
    """The hidden layers, the first one with that activation."""
    return [dict(WALKED[0], activation=activation), WALKED[1]]


def renumbered(middle, batch, outputs, loss, optimizer, count, seed):
    """Where Keras gets to with the MLP whose units have other numbers meanwhile."""
    import numpy as np
    generator = np.random.default_rng(SEED)
    shape = SIZES[:1]
    layers = [{"class": "InputLayer"}, *middle, {"class": "Flatten", "name": "flatten"},
              {"class": "Dense", "name": "logits", "units": outputs}]
    model = keras_model(layers, shape, "float32")
    x = generator.standard_normal((8 * batch, *shape)).astype("float32")
    _, y = targets_for(loss, len(x), outputs, generator)
    numbering = Numbering(seed, outputs)
    keras_training.use_weights(model, numbering.numbered(keras_training.random_weights(model, generator)))
    run = Run("", layers, None, LOSSES[loss], optimizer, count, "float32", batch=batch)
    keras_training.keras_steps(run, model, keras_loss(run.loss), keras_optimizer(optimizer), numbering.inputs(x), y)
    return numbering.as_they_were({variable.path: np.asarray(variable.value).astype("float64") for variable in model.variables})


def within_renumbered(only):
    """What is further from Keras than the order of sums takes it."""
    wrong = []
    cases = [(loss, name, "relu", size) for loss in LOSSES if loss != "cross-entropy" for name in RULES
             for size in ((1, 16, 4), (5, 40, 3), (50, 16, 4))]
    cases += [("mean squared error", "SGD", activation, (5, 16, 4)) for activation in PROVED_ACTIVATIONS[1:]]
    for loss, name, activation, (count, batch, outputs) in cases:
        if only and not any(word in (loss, name, activation) for word in only):
            continue
        outputs = 1 if loss == "binary cross-entropy" else outputs
        words = f"{activation}, {loss}, {name}, {step_table.counted(count)} of {batch} x {outputs}"
        found = both(words, (12,), walked(activation), "float32", "keras-jax", RULES[name], count, batch, outputs, loss)
        wrong += too_far(words, "Keras", found, [renumbered(walked(activation), batch, outputs, loss, RULES[name], count, seed)
                                                 for seed in (1, 2, 3)])
    return wrong


def main():
    keras_training.CLI, parts, only, write = command_line(__doc__)
    parts = parts or [part for part in PARTS if part not in TOLD]
    if "ULPSCOPE_PART" not in os.environ:
        failed = []
        for part in parts:
            environment = dict(os.environ, **PARTS[part][0], ULPSCOPE_PART=part)
            rest = (["--only", ",".join(only)] if only else []) + (["--write"] if write else [])
            if subprocess.run([sys.executable, sys.argv[0], keras_training.CLI, part, *rest], env=environment).returncode != 0:
                failed.append(part)
        sys.exit(f"not as the table says: {', '.join(failed)}" if failed else 0)
    part = os.environ["ULPSCOPE_PART"]
    print(f"{part}:", flush=True)
    if part in OF_PROCESSOR and not is_tables_processor():
        print("skipped: the table is of another processor")
        return
    if part == "renumbered":
        wrong = within_renumbered(only)
        print(*wrong, sep="\n")
        sys.exit(1 if wrong else 0)
    found = compare(part, only)
    print(f"  {sum(row['differ'] == 0 for row in found)} of {len(found)} variables have the same bits", flush=True)
    if part in TOLD:
        return
    if write:
        return TABLE.write(part, found, is_whole=not only)
    wrong = list(TABLE.troubles(part, found, 0.0 if is_tables_processor() else LAST_DIGITS, is_whole=not only))
    print(*wrong, sep="\n")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
