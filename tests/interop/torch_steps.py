#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Steps in real PyTorch under torch.autocast and in Ulpscope under `torch`, each variable's bits.

    in_venv.py --requirements requirements_torch.txt VENV_FOLDER torch_steps.py ULPSCOPE_CLI [PART ...] [--only WORDS] [--write]

Parameters are float32; the model and the loss are in one autocast region on the CPU, a layer of policy float32 in a region that is
switched off; under mixed_float16 torch.amp.GradScaler scales the loss.
step       one step of SGD for each class of layer that autocast's table has and each activation, on data whose first float32 sums are
           exact in any order (few_bits)
walk       an MLP on normal numbers after 1, 5 and 50 steps of SGD, SGD with momentum, with Nesterov's, and Adam, under mean
           squared error and the cross-entropies of logits; an MLP with Embedding, LayerNormalization, a residual and a float32 head
renumbered the MLP in float32 and, but for Adam, under mixed_float16: no further from PyTorch than three times what PyTorch is from itself where its units have
           other numbers, which changes nothing but the order of sums
What differs stands in torch_steps.csv with its cause, of a processor of level x86-64-v4 without bfloat16 and float16 instructions, for which
oneDNN has other kernels; on another one the first two parts are skipped.
"""
import itertools
import json
import sys
import tempfile
from pathlib import Path

import keras_training
import step_table
from keras_training import Run
from same_steps import HIDDEN, Numbering, command_line, exact_weights, few_bits, is_tables_processor, too_far

PARTS = ["step", "walk", "renumbered"]
OF_PROCESSOR = ["step", "walk"]
SEED, BATCH, OUTPUTS, SCALE = 20261123, 16, 4, 1024.0
POLICIES = ["mixed_float16", "mixed_bfloat16"]
CAUSES = [
    (r".*", r".*", r".*", r".*/(gamma|beta)", "float32 sums in another order"),
    (r"step", r".* in float32", r".*", r".*", "float32 sums in another order"),
    (r"walk", r"MLP.*Adam.*", r"mixed_bfloat16", r".*", "MKL's square root is not correctly rounded: float32's last digit"),
    (r"walk", r".*Adam.*", r".*", r".*",
     "MKL's square root is not correctly rounded, and float32 sums in another order, which now and then flip a rounding to 16 bits"),
    (r"walk", r".*", r".*", r".*", "float32 sums in another order, which now and then flips a rounding to 16 bits"),
]
TABLE = step_table.StepTable(Path(__file__).with_name("torch_steps.csv"),
                             "What is not PyTorch's to the bit: torch_steps.py, with the versions of requirements_torch.txt.",
                             PARTS, CAUSES)
ACTIVATIONS = ["relu", "leaky_relu", "tanh", "sigmoid", "softmax", "silu", "gelu", "gelu_tanh", "elu", "selu", "softplus", "mish",
               "relu6", "exponential"]
LOGITS = {"from_logits": True}
LOSSES = {
    "mean squared error": {"class": "MeanSquaredError"},
    "sparse cross-entropy": {"class": "SparseCategoricalCrossentropy", **LOGITS},
    "binary cross-entropy": {"class": "BinaryCrossentropy", **LOGITS},
}
RULES = {"SGD": {"class": "SGD", "learning_rate": 0.05},
         "momentum": {"class": "SGD", "learning_rate": 0.02, "momentum": 0.9},
         "Nesterov": {"class": "SGD", "learning_rate": 0.02, "momentum": 0.9, "nesterov": True},
         "Adam": {"class": "Adam", "learning_rate": 0.01}}


def dense(name="dense", units=10, **rest):
    return {"class": "Dense", "name": name, "units": units, **rest}


def conv(name="conv", **rest):
    return {"class": "Conv2D", "name": name, "filters": 4, "kernel_size": [3, 3], **rest}


def layer(kind, **rest):
    return {"class": kind, "name": "layer", **rest}


def models():
    """By words: the input's shape and the layers; what follows makes four numbers of it."""
    image, row, rows = (10, 10, 2), (12,), (6, 12)
    found = {f"Dense with {name}": (row, [dense(activation=name)]) for name in ACTIVATIONS}
    found |= {f"Activation {name}": (row, [dense(), layer("Activation", activation=name)]) for name in ("gelu", "tanh")}
    found |= {
        "Dense without bias": (row, [dense(use_bias=False)]),
        "Dense of 3 axes": (rows, [dense(activation="relu")]),
        "Dense in float32": (row, [dense(activation="relu"), dense("next", policy="float32"), dense("last")]),
        "Conv2D": (image, [conv(activation="relu")]),
        "Conv2D with strides": (image, [conv(strides=[2, 2])]),
        "Conv2D with padding": (image, [conv(padding="same", activation="gelu")]),
        "Conv2D before Conv2D": (image, [conv(), conv("next")]),
        "MaxPooling2D": (image, [conv(), layer("MaxPooling2D")]),
        "LayerNormalization": (row, [dense(), layer("LayerNormalization")]),
        "LayerNormalization of the data": (rows, [layer("LayerNormalization")]),
        "Softmax": (row, [dense(), layer("Softmax")]),
        "Embedding": ((8,), [layer("Embedding", input_dim=11, output_dim=6)]),
        "Reshape": (row, [dense(units=12), layer("Reshape", target_shape=[3, 4]), dense("next")]),
        "Add": (row, [dense(units=12), {"class": "Add", "name": "sum", "inputs": ["input", "dense"]}, dense("next")]),
        "Concatenate": (row, [dense(), dense("next"), {"class": "Concatenate", "name": "both", "inputs": ["dense", "next"]}]),
    }
    return found


WALKED = [dense("dense", HIDDEN[0], activation="relu"), dense("dense_1", HIDDEN[1], activation="tanh")]
BLOCK = [{"class": "Embedding", "name": "embedding", "input_dim": 11, "output_dim": 12},
         {"class": "LayerNormalization", "name": "norm"}, dense("wide", 24, activation="gelu"), dense("narrow", 12),
         {"class": "Add", "name": "sum", "inputs": ["embedding", "narrow"]}]


def walks():
    """Words, shape, layers, policy, optimizer, steps, batch, outputs, loss, and its weight where that is not 1."""
    for policy in POLICIES:
        for loss in LOSSES:
            sizes = [(1, 16, 4), (5, 16, 4), (50, 16, 4), (5, 32, 3)] if loss == "mean squared error" else [(5, 32, 3), (50, 16, 4)]
            for name, rule in RULES.items():
                for count, batch, outputs in sizes:
                    outputs = 1 if loss == "binary cross-entropy" else outputs
                    yield f"MLP, {name}, {step_table.counted(count)} of {batch} x {outputs}, {loss}", (12,), WALKED, policy, rule, count, batch, outputs, loss
            yield f"MLP, SGD, 5 steps, weighted {loss}", (12,), WALKED, policy, RULES["SGD"], 5, 16, 1 if "binary" in loss else 4, loss, 0.003
        for name in ("SGD", "Adam"):
            yield f"block, {name}, 5 steps", (8,), BLOCK, policy, RULES[name], 5, 16, 5, "mean squared error"


# ---- the same program in PyTorch

def activation_of(name):
    import torch
    from torch.nn import functional as F
    return {"linear": lambda x: x, "relu": torch.relu, "leaky_relu": lambda x: F.leaky_relu(x, 0.2), "tanh": torch.tanh,
            "sigmoid": torch.sigmoid, "softmax": lambda x: torch.softmax(x, -1), "silu": F.silu, "gelu": F.gelu,
            "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"), "elu": F.elu, "selu": F.selu, "softplus": F.softplus, "mish": F.mish,
            "relu6": F.relu6, "exponential": torch.exp}[name]


def module_of(config, shape):
    """(module or None, {our variable: (its parameter's name, ours from theirs' axes)}); shape: of one example, channels last."""
    from torch import nn
    kind = config["class"]
    if kind == "Dense":
        names = {"kernel": ("weight", (1, 0)), "bias": ("bias", (0,))}
        return nn.Linear(shape[-1], config["units"], bias=config.get("use_bias", True)), names
    if kind == "Conv2D":
        padding = 1 if config.get("padding") == "same" else 0
        made = nn.Conv2d(shape[-1], config["filters"], 3, stride=config.get("strides", [1, 1])[0], padding=padding)
        return made, {"kernel": ("weight", (2, 3, 1, 0)), "bias": ("bias", (0,))}
    if kind == "LayerNormalization":
        return nn.LayerNorm(shape[-1], eps=1e-3), {"gamma": ("weight", (0,)), "beta": ("bias", (0,))}
    if kind == "Embedding":
        return nn.Embedding(config["input_dim"], config["output_dim"]), {"embeddings": ("weight", (0, 1))}
    return None, {}


def apply(config, module, inputs):
    """Images have their channels behind the batch."""
    import torch
    from torch.nn import functional as F
    kind, x = config["class"], inputs[0]
    if kind == "Flatten":
        return torch.flatten(x.permute(0, 2, 3, 1) if x.dim() == 4 else x, 1)
    if kind in ("Dense", "Conv2D"):
        return activation_of(config.get("activation", "linear"))(module(x))
    if kind == "Activation":
        return activation_of(config["activation"])(x)
    if kind == "Embedding":
        return module(x.long())
    simple = {"Softmax": lambda: torch.softmax(x, -1), "MaxPooling2D": lambda: F.max_pool2d(x, 2), "Add": lambda: sum(inputs[1:], x),
              "Concatenate": lambda: torch.cat(inputs, -1),
              "Reshape": lambda: x.reshape(-1, *config.get("target_shape", []))}
    return simple[kind]() if kind in simple else module(x)


def torch_model(layers, shape):
    """The model, and its parameters by our variables' paths: (parameter, axes)."""
    import torch

    class Model(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.parts = torch.nn.ModuleDict()
            self.places = {}
            example = torch.zeros(2, *shape)
            values = {layers[0]["name"]: example.permute(0, 3, 1, 2) if len(shape) == 3 else example}
            for before, config in zip(layers, layers[1:]):
                inputs = [values[name] for name in config.get("inputs", [before["name"]])]
                seen = inputs[0].permute(0, 2, 3, 1).shape if inputs[0].dim() == 4 else inputs[0].shape
                module, names = module_of(config, seen[1:])
                if module is not None:
                    self.parts[config["name"]] = module
                    for ours, (theirs, axes) in names.items():
                        if getattr(module, theirs, None) is not None:
                            self.places[f"{config['name']}/{ours}"] = (getattr(module, theirs), axes)
                values[config["name"]] = apply(config, module, inputs).detach()

        def forward(self, x):
            values = {layers[0]["name"]: x.permute(0, 3, 1, 2).contiguous() if x.dim() == 4 else x}
            for before, config in zip(layers, layers[1:]):
                inputs = [values[name] for name in config.get("inputs", [before["name"]])]
                module = self.parts[config["name"]] if config["name"] in self.parts else None
                if config.get("policy") == "float32":
                    with torch.autocast("cpu", enabled=False):
                        values[config["name"]] = apply(config, module, [value.float() for value in inputs])
                else:
                    values[config["name"]] = apply(config, module, inputs)
            return values[layers[-1]["name"]]
    return Model()


def arrays_of(model):
    """By our paths, with our axes."""
    return {path: parameter.detach().permute(axes).numpy().copy() for path, (parameter, axes) in model.places.items()}


def put(model, arrays):
    import numpy as np
    import torch
    for path, (parameter, axes) in model.places.items():
        parameter.data = torch.from_numpy(arrays[path].transpose(np.argsort(axes)).copy(order="C"))  # which training changes


def torch_loss(loss, output, y):
    from torch.nn import functional as F
    if loss == "mean squared error":
        return F.mse_loss(output, y)
    if loss == "sparse cross-entropy":
        return F.cross_entropy(output, y.long())
    return F.binary_cross_entropy_with_logits(output, y.float())


def torch_optimizer(config, parameters):
    import torch
    if config["class"] == "SGD":
        return torch.optim.SGD(parameters, lr=config["learning_rate"], momentum=config.get("momentum", 0.0),
                               nesterov=config.get("nesterov", False))
    return torch.optim.Adam(parameters, lr=config["learning_rate"], eps=1e-7)


def train(model, policy, loss, optimizer, count, batch, x, y, init_scale, weight=1.0):
    """As PyTorch's recipe for mixed precision has it. Ends with an error where a step is skipped."""
    import torch
    dtype = {"mixed_float16": torch.float16, "mixed_bfloat16": torch.bfloat16}.get(policy)
    x, y = torch.from_numpy(x), torch.from_numpy(y)
    optimizer = torch_optimizer(optimizer, model.parameters())
    scaler = torch.amp.GradScaler("cpu", init_scale=init_scale, enabled=policy == "mixed_float16")
    for step in range(count):
        begin = step % (len(x) // batch) * batch
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=dtype, enabled=dtype is not None):
            value = torch_loss(loss, model(x[begin:begin + batch]), y[begin:begin + batch])
        value = value if weight == 1 else value * weight
        scaler.scale(value).backward()
        assert all(parameter.grad.dtype == torch.float32 for parameter in model.parameters())
        scaler.step(optimizer)
        scaler.update()
        if scaler.is_enabled() and scaler.get_scale() < init_scale:
            raise AssertionError("a step was skipped")


# ---- both

def normal_weights(model, generator):
    import numpy as np
    arrays = {}
    for path, values in arrays_of(model).items():
        fan_in = np.prod(values.shape[:-1]) if values.ndim > 1 else 100.0
        made = generator.standard_normal(values.shape) * (1.5 / fan_in) ** 0.5 + (1 if path.endswith("gamma") else 0)
        arrays[path] = made.astype("float32")
    return arrays


def whole(shape, middle, outputs):
    return [{"class": "InputLayer", "name": "input", "shape": list(shape)}, *middle, {"class": "Flatten", "name": "flatten"},
            dense("logits", outputs)]


def ours_after(run, arrays, x, y, policy):
    import numpy as np
    run.arithmetic, run.loss_scale = "torch", "none"
    session = run.session()
    if policy == "mixed_float16":
        session["training"]["loss_scale"] = {"class": "grad_scaler", "init_scale": SCALE}
    with tempfile.TemporaryDirectory() as folder:
        np.savez(f"{folder}/data.npz", x=x, y=y)
        np.savez(f"{folder}/weights.npz", **arrays)
        Path(folder, "session.ulps").write_text(json.dumps(session))
        keras_training.ulpscope("run", f"{folder}/session.ulps", "--out", f"{folder}/out")
        said = json.loads(Path(folder, "out/summary.json").read_text())
        if said["arithmetic"] != "torch":
            return said["arithmetic_reason"]
        return {path.removeprefix("sequential/"): values.astype("float64")
                for path, values in np.load(f"{folder}/out/weights.npz").items()}


def both(words, shape, middle, policy, optimizer=None, count=1, batch=BATCH, outputs=OUTPUTS, loss="mean squared error",
         weight=1.0):
    """Each variable by its path: (before, PyTorch's after, ours after); a sentence where the session is not proved."""
    import numpy as np
    generator = np.random.default_rng(SEED)
    layers = whole(shape, middle, outputs)
    model = torch_model(layers, shape)
    is_ids = any(config["class"] == "Embedding" for config in middle)
    examples = 8 * batch if optimizer else batch
    if is_ids:
        x = generator.integers(0, 11, (examples, *shape)).astype("float32")
    else:
        x = generator.standard_normal((examples, *shape)).astype("float32") if optimizer else few_bits(generator, (examples, *shape))
    if loss == "mean squared error":
        y = generator.standard_normal((examples, outputs)).astype("float32") if optimizer else few_bits(generator, (examples, outputs), 8)
    else:
        y = generator.integers(0, max(2, outputs), (examples, 1) if outputs == 1 else examples).astype("int32")
    before = (normal_weights(model, generator) if optimizer
              else exact_weights({path: values.shape for path, values in arrays_of(model).items()}, generator))
    put(model, before)
    optimizer = optimizer or {"class": "SGD", "learning_rate": 4.0}
    train(model, policy, loss, optimizer, count, batch, x, y, SCALE, weight)
    after = arrays_of(model)
    run = Run(words, layers, None, LOSSES[loss], optimizer, count, policy, batch=batch, loss_weight=weight)
    run.task = "regression" if loss == "mean squared error" else "classification"
    ours = ours_after(run, before, x, y, policy)
    if isinstance(ours, str):
        return ours
    return {path: (start.astype("float64"), after[path].astype("float64"), ours[path]) for path, start in before.items()}


def compare(part, only):
    cells = walks() if part == "walk" else ((words, shape, middle, policy) for words, (shape, middle) in models().items()
                                            for policy in POLICIES)
    found = []
    for words, shape, middle, policy, *rest in cells:
        if only and not any(word in words or word == policy for word in only):
            continue
        arrays = both(words, shape, middle, policy, *rest)
        if isinstance(arrays, str):
            found.append(step_table.refused(part, words, policy, arrays.split(": ", 2)[-1]))
            continue
        found += step_table.rows_of(part, words, policy, arrays)
    return found


def renumbered(policy, optimizer, count, batch, loss, seed):
    """Where PyTorch gets to with the MLP whose units have other numbers meanwhile."""
    import numpy as np
    generator = np.random.default_rng(SEED)
    layers = whole((12,), WALKED, OUTPUTS)
    model = torch_model(layers, (12,))
    x = generator.standard_normal((8 * batch, 12)).astype("float32")
    y = generator.standard_normal((8 * batch, OUTPUTS)).astype("float32")
    before = normal_weights(model, generator)
    numbering = Numbering(seed, OUTPUTS)
    put(model, numbering.numbered(before))
    train(model, policy, loss, optimizer, count, batch, numbering.inputs(x), y, SCALE)
    return numbering.as_they_were(arrays_of(model))


def within_renumbered():
    import numpy as np
    wrong, loss = [], "mean squared error"
    for policy, name, (count, batch) in itertools.product(("float32", "mixed_float16"), RULES, ((1, 16), (5, 32), (50, 16))):
        if policy == "mixed_float16" and name == "Adam":
            continue  # MKL's square root is another cause
        words = f"{policy}, {name}, {step_table.counted(count)} of {batch}"
        found = both(name, (12,), WALKED, policy, RULES[name], count, batch, OUTPUTS, loss)
        if isinstance(found, str):
            wrong.append(f"{words}: {found}")
            continue
        wrong += too_far(words, "PyTorch", found, [renumbered(policy, RULES[name], count, batch, loss, seed) for seed in (1, 2, 3)])
    return wrong


def main():
    import torch
    torch.set_num_threads(1)  # each thread has sums of its own
    keras_training.CLI, parts, only, write = command_line(__doc__)
    wrong = []
    for part in parts or PARTS:
        print(f"{part}:", flush=True)
        if part in OF_PROCESSOR and not is_tables_processor():
            print("skipped: the table is of another processor")
        elif part == "renumbered":
            wrong += within_renumbered()
        else:
            found = compare(part, only)
            print(f"  {sum(row['differ'] == 0 for row in found)} of {len(found)} variables have the same bits", flush=True)
            if write:
                TABLE.write(part, found, is_whole=not only)
            else:
                wrong += TABLE.troubles(part, found, is_whole=not only)
    print(*wrong, sep="\n")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
