#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes cuda_functions.csv, tensor_cores_h200.csv, cublas_slices.csv, hopper_trainings/ and device_h200.npz from what an H200 computed.

    venv/bin/pip install numpy ml_dtypes && venv/bin/python make_hopper.py FOLDER       # that record_hopper.py has written

cuda_functions.csv: the function, bits of the argument, bits of the result, both float32. Every other row has a result that is not
the number nearest to the function's value. The last row is ex2: the SHA-256 of what ex2.approx.ftz.f32 gives for 0, 2^-23, ...,
1 - 2^-23, as little-endian words.
tensor_cores_h200.csv: as tensor_cores.csv, elements of 32 x 32 products.
hopper_trainings/torch.npz, small.npz, keras.npz: x, target and class of the batches, in their order, and the variables at the start: the
model, then as they are named in a session. keras_jax.npz: the variables alone, of the same batches; and two kernels after 50 steps.
trainings.csv: the case, steps done, the variable, and the SHA-256 of its float32 bytes; as the variable "losses" those of all steps, as
"loss" the last one. sums.npz: matrices. sums.csv: the matrix, and the SHA-256 of the float32 bytes of its sums over the rows.
device_h200.npz: as resources/device/device_check.py writes it, of 8 x 8 elements of products and 250 arguments of functions.
cublas_slices.csv: dtype, M, N, K, then the slices of x W^T, g^T x and g W, all of [M, K] by [K, N]; 0: not explained by any.
"""
import hashlib
import json
import math
import sys
from pathlib import Path

import ml_dtypes
import numpy as np

GPU = "NVIDIA H200, driver 580.159.04, CUDA 13.0, torch 2.11.0, 2026-11-27; written by make_hopper.py"
ROWS = 1000  # of each function
EXACT = {"exp": np.exp, "log": np.log, "tanh": np.tanh, "erf": np.vectorize(math.erf), "log1p": np.log1p, "expm1": np.expm1,
         "sigmoid": lambda x: 1 / (1 + np.exp(-x)), "rsqrt": lambda x: 1 / np.sqrt(x)}
FORMATS = {"f16": ("float16", np.float16), "bf16": ("bfloat16", ml_dtypes.bfloat16), "tf32": ("float32", np.float32),
           "e4m3": ("float8_e4m3fn", ml_dtypes.float8_e4m3fn), "e5m2": ("float8_e5m2", ml_dtypes.float8_e5m2)}
CORES = {"f16": "hopper-fp16", "bf16": "hopper-bf16", "tf32": "hopper-tf32", "e4m3": "hopper-fp8", "e5m2": "hopper-fp8"}
SCALED = {"fast": "hopper-fp8", "slow": "hopper-fp8:promote:128"}  # use_fast_accum of torch._scaled_mm


def write(name, head, lines):
    Path(__file__).parent.joinpath(name).write_text("\n".join([f"# {GPU}.", f"# {head}"] + lines) + "\n")


def functions(file):
    lines = []
    for name, exact in EXACT.items():
        x, y = file[f"function|{name}|x"], file[f"function|{name}|y"]
        far = exact(x.astype(np.float64)).astype(np.float32) != y
        for rows in (np.flatnonzero(far), np.flatnonzero(~far)):
            rows = rows[:: len(rows) // (ROWS // 2)][: ROWS // 2]
            lines += [f"{name},{a:08x},{b:08x}" for a, b in zip(x[rows].view(np.uint32), y[rows].view(np.uint32))]
    nearest = np.exp2(np.arange(1 << 23) * 2.0**-23).astype(np.float32).view(np.int32)
    words = (nearest + file["delta"].astype(np.int32)).astype("<i4").tobytes()
    write("cuda_functions.csv", "function, float32 bits of the argument, of the result",
          lines + [f"ex2,,{hashlib.sha256(words).hexdigest()}"])


def codes(values, kind):
    dtype = FORMATS[kind][1]
    return "".join(f"{c:0{2 * np.dtype(dtype).itemsize}x}" for c in values.astype(dtype).view(f"u{np.dtype(dtype).itemsize}"))


def products(file):
    lines, rng = [], np.random.default_rng(20261128)
    for key in sorted({k.split("|")[0] for k in file.files}):
        parts = key.split(".")
        kinds = ("e4m3", "e4m3") if parts[0] == "scaled_mm" else tuple(parts[:2])
        a, b = file[key + "|a"], file[key + "|b"]
        for instruction in ("wgmma", "mma"):
            if f"{key}|{instruction}" not in file.files:
                continue
            y = file[f"{key}|{instruction}"].astype(np.float32)
            core = SCALED[parts[3]] if parts[0] == "scaled_mm" else CORES[kinds[0]] + ("-to-fp16" if parts[2] == "f16" else "")
            if instruction == "mma" and kinds[0] in ("e4m3", "e5m2"):
                core = "hopper-mma-fp8"
            for i, j in rng.integers(0, 32, (4 if a.shape[1] <= 32 else 2 if a.shape[1] <= 256 else 1, 2)):
                bits = 0x7FFFFFFF if np.isnan(y[i, j]) else int(y[i, j].view(np.uint32))
                lines.append(f"{core},{FORMATS[kinds[0]][0]},{FORMATS[kinds[1]][0]},{codes(a[i], kinds[0])},"
                             f"{codes(b[:, j].copy(), kinds[1])},{bits:08x}")
    write("tensor_cores_h200.csv",
          "accumulator, format of a, format of b, codes of a, codes of b, float32 bits of the result (7fffffff: NaN)", lines)


def device(file, functions_file):
    arrays, about = {}, {"format": "ulpscope-device", "version": 1, "device": "NVIDIA H200", "capability": "9.0",
                         "driver": "580.159.04", "cuda": "13.0", "hip": None, "torch": "2.11.0", "date": "2026-11-27",
                         "license": "GPL-3.0-or-later", "source": "an excerpt, written by tests/golden/make_hopper.py",
                         "products": [], "functions": [], "skipped": []}

    def keep(values, kind):
        values = np.ascontiguousarray(values, FORMATS[kind][1])
        arrays[f"{len(arrays):04}"] = values.view(f"u{values.dtype.itemsize}")
        return f"{len(arrays) - 1:04}"

    for key in sorted({k.split("|")[0] for k in file.files}):
        parts = key.split(".")
        kinds = ["e4m3", "e4m3"] if parts[0] == "scaled_mm" else parts[:2]
        k = file[key + "|a"].shape[1]
        if parts[-2] == "codes" or parts[2] == "f16" or (k < 64 if parts[0] != "scaled_mm" else k != 256):
            continue
        names = keep(file[key + "|a"][:8], kinds[0]), keep(file[key + "|b"][:, :8], kinds[1])
        for instruction in ("wgmma", "mma"):
            if f"{key}|{instruction}" in file.files:
                run = f"_scaled_mm, use_fast_accum={parts[3] == 'fast'}" if parts[0] == "scaled_mm" else instruction
                about["products"].append({
                    "run": run, "operands": ["tf32" if kind == "tf32" else FORMATS[kind][0] for kind in kinds],
                    "values": parts[1] if parts[0] == "scaled_mm" else parts[3], "result": "float32", "a": names[0], "b": names[1],
                    "y": keep(file[f"{key}|{instruction}"][:8, :8], "tf32")})
    for name in (*EXACT, "sqrt"):
        x, y = (functions_file[f"function|{name}|{which}"][:250] for which in "xy")
        about["functions"].append({"function": name, "values": "normal", "x": keep(x, "tf32"), "y": keep(y, "tf32")})
    np.savez_compressed(Path(__file__).with_name("device_h200.npz"), about=np.frombuffer(json.dumps(about).encode(), np.uint8),
                        **arrays)


def slices(rows):
    found = {}
    for dtype, layout, m, n, k, count, width in rows:
        assert count == 0 or width == -(-(-(-k // count)) // 64) * 64
        found.setdefault((FORMATS[dtype][0], m, n, k), {})[layout] = count
    write("cublas_slices.csv", "dtype, M, N, K, slices of x W^T, g^T x, g W (0: not explained)",
          [",".join(map(str, (*shape, *(by[x] for x in ("NT", "TN", "NN"))))) for shape, by in found.items()])


def trainings(folder):
    here = Path(__file__).with_name("hopper_trainings")
    here.mkdir(exist_ok=True)
    lines = []

    def add(case, steps, name, values):
        digest = hashlib.sha256(np.ascontiguousarray(values, "<f4").tobytes()).hexdigest()
        lines.append(f"{case},{steps},{name},{digest}")

    torch = {**np.load(folder / "trainings0.npz"), **np.load(folder / "trainings1.npz")}
    starts = {name: torch[name].astype("i4" if name == "class" else "f4") for name in ("x", "target", "class")}
    for key in sorted(torch):
        case, moment, name = (key.split("|") + ["", ""])[:3]
        if case.startswith(("mlp.", "gelu.", "norm.")) and moment == "losses":
            add(f"torch.{case}", 50, "losses", torch[key])
        if not case.startswith(("mlp.", "gelu.", "norm.")) or moment not in ("start", "1", "5", "50"):
            continue
        place, kind = name.split(".")
        kind = {"weight": "gamma", "bias": "beta"}[kind] if place == "n" else {"weight": "kernel", "bias": "bias"}[kind]
        layer = f"dense_{place}" if place.isdigit() else place
        values, path = torch[key], f"sequential/{layer}/{kind}"
        values = values.T if kind == "kernel" else values
        if moment == "start":
            assert np.array_equal(starts.setdefault(f"{case.split('.')[0]}/{path}", values), values)
        else:
            add(f"torch.{case}", moment, path, values)
    np.savez(here / "torch.npz", **starts)
    starts = {"x": torch["small|x"], "target": torch["small|y"]}
    for key in sorted(torch):
        parts = key.split("|")
        if parts[0] != "small" or len(parts) < 3 or parts[2] == "zeros":
            continue
        case = f"small.bce.{parts[1].replace('.', '.sgd.', 1)}"
        if parts[2] == "loss":
            add(f"torch.{case}", 100, "loss", torch[key])
            continue
        place, kind = parts[3].split(".")
        path = f"sequential/dense_{place}/{'kernel' if kind == 'weight' else 'bias'}"
        values = torch[key].T if kind == "weight" else torch[key]
        if parts[2] == "start":
            assert np.array_equal(starts.setdefault(f"small/{path}", values), values)
        else:
            add(f"torch.{case}", parts[2], path, values)
    np.savez(here / "small.npz", **starts)
    keras = np.load(folder / "keras_torch.npz")
    starts = {name: keras[name].astype("i4" if name == "class" else "f4") for name in ("x", "target", "class")}
    for key in keras.files:
        case, moment, name = (key.split("|") + ["", ""])[:3]
        if not case.startswith(("mixed_", "float8_from_mixed_")) or moment not in ("start", "1", "50"):
            continue
        if not name.endswith(("/kernel", "/bias")):
            continue
        number = int(name.split(":")[0]) // (8 if "float8" in case else 2)  # float8 has six variables before these
        path = f"sequential/dense_{2 * number}/{name.split('/')[-1]}"
        if moment == "start":
            assert np.array_equal(starts.setdefault(f"mlp/{path}", keras[key]), keras[key])
        else:
            add(f"keras.{case}", moment, path, keras[key])
    np.savez(here / "keras.npz", **starts)
    batches = {name: starts[name] for name in ("x", "target", "class")}
    jax, starts = np.load(folder / "keras_jax.npz"), {}
    assert all(np.array_equal(jax[name], batches[name]) for name in batches)
    for key in jax.files:
        case, moment, name = (key.split("|") + ["", ""])[:3]
        if not case.startswith("mixed_") or moment not in ("start", "1", "50") or not name.endswith(("/kernel", "/bias")):
            continue
        path = f"sequential/dense_{2 * (int(name.split(':')[0]) // 2)}/{name.split('/')[-1]}"
        if moment == "start":
            assert np.array_equal(starts.setdefault(f"mlp/{path}", jax[key]), jax[key])
        else:
            add(f"keras-jax.{case}", moment, path, jax[key])
            if (path, moment) == ("sequential/dense_2/kernel", "50") and "bfloat16" in case:
                starts[f"{case}/{path}"] = jax[key]
    np.savez_compressed(here / "keras_jax.npz", **starts)
    write("hopper_trainings/trainings.csv", "case, steps, variable, SHA-256 of its float32 bytes", lines)


def sums(file):
    kept = ("f16.64.10", "f16.64.128", "bf16.1024.64")
    np.savez_compressed(Path(__file__).parent / "hopper_trainings/sums.npz", **{k: file[f"sum0|{k}|x"] for k in kept})
    write("hopper_trainings/sums.csv", "matrix, SHA-256 of the float32 bytes of its sums over the rows",
          [f"{k},{hashlib.sha256(file[f'sum0|{k}|f32'].astype('<f4').tobytes()).hexdigest()}" for k in kept])


def main(folder):
    functions(np.load(folder / "functions.npz"))
    products(np.load(folder / "products.npz"))
    device(np.load(folder / "products.npz"), np.load(folder / "functions.npz"))
    slices(json.loads((folder / "splits.json").read_text()))
    trainings(folder)
    sums(np.load(folder / "trainings1.npz"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
