#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records on a Hopper GPU the trainings that make_hopper.py reads: trainings0.npz, trainings1.npz and keras_torch.npz.

    KERAS_BACKEND=torch python3 record_hopper_trainings.py FOLDER [SEED]        # with torch and keras 3; a minute

Perceptrons 64-128-128-10 with ReLU, 50 batches of 64: under torch.autocast (SGD 0.1 and Adam; GradScaler for float16), and by Keras on
PyTorch (SGD 0.1; LossScaleOptimizer for mixed_float16; float8 too); under torch.autocast also 64-128-10 with gelu and with LayerNorm,
and 2-16-16-1 under a loss so small that gradients become zero, 100 steps of one batch of 256.
Keys are CASE|start or steps|variable. sum0: sums over the rows of a matrix. The files that the golden ones were made from were recorded by a
longer program, with these models and seeds 5 and 11.
"""
import os
import sys
from pathlib import Path

os.environ.setdefault("KERAS_BACKEND", "torch")
import keras
import numpy as np
import torch
from torch import nn

BATCH, STEPS, DTYPES = 64, 50, {"f16": torch.float16, "bf16": torch.bfloat16}


def data(rng):
    x = rng.standard_normal((BATCH * STEPS, 64)).astype(np.float32)
    w = rng.standard_normal((64, 10)).astype(np.float32)
    return {"x": x, "class": (x @ w).argmax(1), "target": np.tanh(x @ w / 8).astype(np.float32)}


def batches(arrays, loss):
    for begin in range(0, BATCH * STEPS, BATCH):
        yield arrays["x"][begin:begin + BATCH], arrays["class" if loss == "ce" else "target"][begin:begin + BATCH]


class Between(nn.Module):
    def __init__(self, made):
        super().__init__()
        self.a, self.b = nn.Linear(64, 128), nn.Linear(128, 10)
        if isinstance(made, nn.Module):
            self.n = made
        self.between = (lambda x: torch.relu(made(x))) if isinstance(made, nn.Module) else made

    def forward(self, x):
        return self.b(self.between(self.a(x)))


MODELS = {"mlp": lambda: nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 10)),
          "gelu": lambda: Between(nn.functional.gelu), "norm": lambda: Between(nn.LayerNorm(128))}


def sums(seed):
    rng, files = np.random.default_rng(seed), {}
    for name, dtype in DTYPES.items():
        for shape in ((64, 128), (64, 10), (128, 256), (1024, 64)):
            x = torch.tensor(rng.standard_normal(shape) * np.exp2(rng.integers(-8, 8, shape)), dtype=dtype, device="cuda").float()
            key = f"sum0|{name}.{shape[0]}.{shape[1]}"
            files |= {f"{key}|x": x.cpu().numpy(), f"{key}|f32": x.sum(0).cpu().numpy()}
    return files


def small_trainings(rng, seed):
    x = torch.tensor(rng.uniform(-1, 1, (256, 2)), dtype=torch.float32).cuda()
    y = ((x**2).sum(1, keepdim=True) < 0.5).float()
    files = {"small|x": x.cpu().numpy(), "small|y": y.cpu().numpy()}
    for name, dtype in DTYPES.items():
        for factor in (1e-5, 1e-4):
            torch.manual_seed(seed)
            model = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 1)).cuda()
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1 / factor)
            case = f"small|{name}.{factor:g}"

            def keep(moment):
                for variable, parameter in model.named_parameters():
                    files[f"{case}|{moment}|{variable}"] = parameter.detach().cpu().numpy().copy()
            keep("start")
            for _ in range(100):
                optimizer.zero_grad()
                with torch.autocast("cuda", dtype=dtype):
                    loss = nn.functional.binary_cross_entropy_with_logits(model(x), y)
                (loss * factor).backward()
                optimizer.step()
            files[f"{case}|loss"] = np.array(float(loss.detach()))
            keep(100)
    return files


def torch_trainings(arrays, seed):
    files = dict(arrays)
    for name, loss in (("mlp", "mse"), ("mlp", "ce"), ("gelu", "mse"), ("norm", "mse")):
        for dtype in DTYPES:
            for rule in ("sgd", "adam") if name == "mlp" else ("sgd",):
                torch.manual_seed(seed)
                model = MODELS[name]().cuda()
                optimizer = (torch.optim.SGD(model.parameters(), lr=0.1) if rule == "sgd"
                             else torch.optim.Adam(model.parameters(), lr=1e-3))
                scaler = torch.amp.GradScaler("cuda", enabled=dtype == "f16")

                case = f"{name}.{loss}.{dtype}.{rule}"

                def keep(moment):
                    for variable, parameter in model.named_parameters():
                        files[f"{case}|{moment}|{variable}"] = parameter.detach().cpu().numpy().copy()
                keep("start")
                losses = []
                for step, (x, y) in enumerate(batches(arrays, loss), 1):
                    optimizer.zero_grad()
                    with torch.autocast("cuda", dtype=DTYPES[dtype]):
                        output = model(torch.from_numpy(x).cuda())
                        made = (nn.functional.cross_entropy if loss == "ce" else nn.functional.mse_loss)(
                            output, torch.from_numpy(y).cuda())
                    scaler.scale(made).backward()
                    scaler.step(optimizer)
                    scaler.update()
                    losses.append(float(made.detach()))
                    if step in (1, 5, STEPS):
                        keep(step)
                files[f"{case}|losses"] = np.array(losses)
    return files


def keras_trainings(arrays, seed):
    files = dict(arrays)
    for policy in ("mixed_float16", "mixed_bfloat16", "float8_from_mixed_float16", "float8_from_mixed_bfloat16"):
        for loss in ("mse", "ce"):
            keras.utils.set_random_seed(seed)
            model = keras.Sequential([keras.Input((64,))] + [keras.layers.Dense(units, activation, dtype=keras.dtype_policies.get(policy)) for units, activation in
                                                            ((128, "relu"), (128, "relu"), (10, None))])
            optimizer = keras.optimizers.SGD(0.1)
            if policy == "mixed_float16":
                optimizer = keras.optimizers.LossScaleOptimizer(optimizer)
            model.compile(optimizer, keras.losses.SparseCategoricalCrossentropy(from_logits=True) if loss == "ce"
                          else keras.losses.MeanSquaredError(), auto_scale_loss=False)

            def keep(moment):
                for i, variable in enumerate(model.variables):
                    files[f"{policy}.{loss}|{moment}|{i}:{variable.path}"] = np.array(keras.ops.convert_to_numpy(variable.value))
            keep("start")
            for step, (x, y) in enumerate(batches(arrays, loss), 1):
                model.train_on_batch(x, y)
                if step in (1, STEPS):
                    keep(step)
    return files


def main(folder, seed):
    print(torch.cuda.get_device_name(), torch.__version__, keras.__version__)
    made = torch_trainings(data(np.random.default_rng(seed)), seed)
    np.savez_compressed(folder / "trainings0.npz", **{key: values for key, values in made.items() if "|" in key})
    np.savez_compressed(folder / "trainings1.npz", **{key: values for key, values in made.items() if "|" not in key}, **sums(seed),
                        **small_trainings(np.random.default_rng(seed), seed))
    np.savez_compressed(folder / "keras_torch.npz", **keras_trainings(data(np.random.default_rng(seed + 6)), seed + 6))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 5)
