# SPDX-License-Identifier: GPL-3.0-or-later
"""Records what this GPU computes: products, and functions in float32. What to make of it is told anywhere by

    python3 device_check.py [RESULT.npz] [--device cuda]      # here, about a minute; --device cpu: what the processor computes
    ulpscope-cli device check RESULT.npz

Needs NumPy and PyTorch, for CUDA or ROCm. What the device or this PyTorch cannot do is left out, and the file says why.

The file has arrays of codes, unsigned integers with the bits of the numbers, and "about", JSON in UTF-8: the device, and of each
product and function what was run and the names of its arrays. a [M, K], b [K, N], y [M, N]; x, y.
"""
import argparse
import datetime
import json
import subprocess

import numpy as np
import torch

SEED = 20261128
SHAPES = ((64, 64, 128), (64, 128, 16), (128, 784, 32), (128, 256, 128), (16, 4096, 16))  # M, K, N
EXPONENTS = {"float16": (-14, 5), "bfloat16": (-20, 20), "tf32": (-20, 20), "float8_e4m3fn": (-9, 8), "float8_e5m2": (-16, 8),
             "float8_e4m3fnuz": (-10, 7), "float8_e5m2fnuz": (-17, 8)}  # of "wide" values
OPERANDS = (("float16", "float16"), ("bfloat16", "bfloat16"), ("tf32", "tf32"), ("float8_e4m3fn", "float8_e4m3fn"),
            ("float8_e4m3fn", "float8_e5m2"), ("float8_e4m3fnuz", "float8_e4m3fnuz"), ("float8_e4m3fnuz", "float8_e5m2fnuz"))
FUNCTIONS = ("exp", "expm1", "log", "log1p", "tanh", "erf", "sigmoid", "rsqrt", "sqrt")
SPECIAL = (0.0, -0.0, 1.0, -1.0, 4.0, 0.25, 2.0**-126, 2.0**-127, 2.0**-149, -(2.0**-149), 88.0, 89.0, -87.5, -103.5, -104.0,
           3.4028235e38, -3.4028235e38, float("inf"), float("-inf"), float("nan"))


class Result:
    def __init__(self, device):
        self.device, self.arrays = device, {}
        self.about = {"format": "ulpscope-device", "version": 1, "products": [], "functions": [], "skipped": []}

    def keep(self, tensor):
        """The name of an array with the tensor's bits."""
        tensor = tensor.detach().cpu().contiguous()
        integer = {1: torch.uint8, 2: torch.int16, 4: torch.int32}[tensor.element_size()]
        codes = tensor.view(integer).numpy()
        name = f"{len(self.arrays):04}"
        self.arrays[name] = codes.view(f"u{codes.dtype.itemsize}")
        return name

    def attempt(self, what, compute):
        """The result; None where that fails, and then the file says why."""
        try:
            y = compute()
            if self.device != "cpu":
                torch.cuda.synchronize()
            return y
        except Exception as error:  # whatever a library raises for what it has not
            why = (str(error).strip() or repr(error)).splitlines()[0][:300]
            if {"what": what, "why": why} not in self.about["skipped"]:
                self.about["skipped"].append({"what": what, "why": why})
            return None


def draw(rng, kind, values, shape):
    x = rng.standard_normal(shape)
    if values == "wide":
        x = rng.choice([-1, 1], shape) * np.exp2(rng.uniform(*EXPONENTS[kind], shape))
    return x


def operands(rng, kinds, values, m, k, n):
    a, b = draw(rng, kinds[0], values, (m, k)), draw(rng, kinds[1], values, (k, n))
    if values == "cancelling":  # half of the products take most of the other half away
        order, half = rng.permutation(k), k // 2
        a[:, order[half:]] = -a[:, order[:half]]
        b[order[half:]] = b[order[:half]] * (1 + 2.0**-5 * rng.standard_normal((half, n)))
    return in_format(a, kinds[0]), in_format(b, kinds[1])


def in_format(x, kind):
    x = x.astype(np.float32)
    if kind == "tf32":
        return torch.from_numpy((x.view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32))
    return torch.from_numpy(x).to(getattr(torch, kind))


def calls(kinds, a, b):
    """(what is run, what it is run for, a function that does it). a [M, K], b [K, N] on the device."""
    size = {1: torch.uint8, 2: torch.int16, 4: torch.int32}[b.element_size()]
    w = b.view(size).t().contiguous().view(b.dtype)  # as a Linear layer's weight lies
    if kinds[0].startswith("float8"):
        one = torch.ones((), device=a.device)
        for fast in (True, False):
            for out in (torch.float32, torch.bfloat16):
                def scaled(fast=fast, out=out):
                    y = torch._scaled_mm(a, w.t(), scale_a=one, scale_b=one, out_dtype=out, use_fast_accum=fast)
                    return y[0] if isinstance(y, tuple) else y
                yield f"_scaled_mm, use_fast_accum={fast}", scaled
        return
    at = a.t().contiguous()
    yield "x W^T", lambda: a @ w.t()
    yield "g^T x", lambda: at.t() @ b
    if kinds[0] != "tf32":
        yield "x W^T, out_dtype=float32", lambda: torch.mm(a, w.t(), out_dtype=torch.float32)


def products(result, rng):
    torch.backends.cuda.matmul.allow_tf32 = True
    for kinds in OPERANDS:
        for kind in kinds:
            if kind != "tf32" and not hasattr(torch, kind):
                result.attempt(f"products of {kind}", lambda: getattr(torch, kind))
        if any(kind != "tf32" and not hasattr(torch, kind) for kind in kinds):
            continue
        if kinds[0] == "tf32" and result.device == "cpu":
            result.about["skipped"].append({"what": "products of tf32", "why": "a processor has no tf32"})
            continue
        for values in ("normal", "wide", "cancelling"):
            for shape in SHAPES:
                a, b = operands(rng, kinds, values, *shape)
                names, on_device = None, (a.to(result.device), b.to(result.device))
                for run, compute in calls(kinds, *on_device):
                    y = result.attempt(f"{run} of {' and '.join(sorted(set(kinds)))}", compute)
                    if y is None:
                        continue
                    names = names or (result.keep(a), result.keep(b))
                    result.about["products"].append({
                        "run": run, "operands": kinds, "values": values, "result": str(y.dtype).split(".")[1],
                        "a": names[0], "b": names[1], "y": result.keep(y)})


def functions(result, rng):
    drawn = {"normal": rng.standard_normal(20000).astype(np.float32) * 4,
             "every size": rng.integers(0, 1 << 32, 20000, dtype=np.uint32).view(np.float32),
             "special": np.array(SPECIAL, np.float32)}
    for values, x in drawn.items():
        for name in FUNCTIONS:
            arguments = np.abs(x) if values == "normal" and name in ("log", "log1p", "rsqrt", "sqrt") else x
            on_device = torch.from_numpy(arguments.copy()).to(result.device)
            y = result.attempt(f"function {name}", lambda: getattr(torch, name)(on_device))
            if y is not None:
                result.about["functions"].append({"function": name, "values": values, "x": result.keep(on_device),
                                                  "y": result.keep(y)})


def driver():
    for command in (["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"], ["cat", "/sys/module/amdgpu/version"]):
        try:
            return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip().splitlines()[0]
        except (OSError, subprocess.CalledProcessError, IndexError):
            continue
    return None


def describe(device):
    """What computed: null where it is not known."""
    facts = {"device": "cpu", "capability": torch.backends.cpu.get_cpu_capability() if hasattr(torch.backends, "cpu") else None}
    if device != "cpu":
        properties = torch.cuda.get_device_properties(0)
        facts = {"device": properties.name,
                 "capability": getattr(properties, "gcnArchName", None) or f"{properties.major}.{properties.minor}"}
    return {**facts, "driver": driver(), "cuda": torch.version.cuda, "hip": getattr(torch.version, "hip", None),
            "torch": torch.__version__, "numpy": np.__version__, "date": datetime.date.today().isoformat(), "seed": SEED}


def main():
    parser = argparse.ArgumentParser(description="Records what this GPU computes, for ulpscope-cli device check.")
    parser.add_argument("result", nargs="?", default="device_result.npz")
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda", help="cuda is ROCm's name too")
    given = parser.parse_args()
    if given.device == "cuda" and not torch.cuda.is_available():
        parser.error("this PyTorch sees no GPU; --device cpu records the processor")
    result, rng = Result(given.device), np.random.default_rng(SEED)
    result.about.update(describe(given.device))
    products(result, rng)
    functions(result, rng)
    about = np.frombuffer(json.dumps(result.about).encode(), np.uint8)
    np.savez_compressed(given.result, about=about, **result.arrays)
    for each in result.about["skipped"]:
        print(f"left out: {each['what']}: {each['why']}")
    print(f"{given.result}: {len(result.about['products'])} products and {len(result.about['functions'])} functions of "
          f"{result.about['device']}")


if __name__ == "__main__":
    main()
