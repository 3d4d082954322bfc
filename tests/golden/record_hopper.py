#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records on a Hopper GPU what make_hopper.py reads: functions.npz, products.npz and splits.json.

    python3 record_hopper.py FOLDER [SEED]        # with torch, ml_dtypes, and nvcc on the PATH; about a minute

The files that the golden ones were made from were recorded by longer programs, with the same functions and hopper_cores.cu.

functions.npz: function|NAME|x and |y of torch's functions; delta: ex2.approx.ftz.f32 of all 2^23 fractions as the distance, in
float32's numbers, to the nearest one. products.npz: OPERANDS.SUMS.DISTRIBUTION.K|a, |b, |wgmma and |mma, 32 x 32 of 256 x 128.
splits.json: dtype, layout, M, N, K, slices and width by which a product of torch's equals chains of wgmma; 0 slices: by none.
"""
import ctypes
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import ml_dtypes
import numpy as np
import torch

FUNCTIONS = ("exp", "log", "tanh", "erf", "sigmoid", "log1p", "expm1", "rsqrt", "sqrt")
DTYPES = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "tf32": np.float32, "e4m3": ml_dtypes.float8_e4m3fn,
          "e5m2": ml_dtypes.float8_e5m2}
EXPONENTS = {"f16": (-24, 8), "bf16": (-20, 20), "tf32": (-20, 20), "e4m3": (-9, 8), "e5m2": (-16, 8)}
CHAINS = {"f16.f16.f32": 0, "bf16.bf16.f32": 1, "tf32.tf32.f32": 2, "e4m3.e4m3.f32": 3, "e5m2.e5m2.f32": 4, "e4m3.e5m2.f32": 5,
          "f16.f16.f16": 6, "e4m3.e4m3.f16": 7, "e5m2.e5m2.f16": 8}  # numbers of hopper_cores.cu
EX2 = """extern "C" __global__ void k(float* y) { unsigned i = blockIdx.x * 256 + threadIdx.x; float x = i * 0x1p-23f, r;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); y[i] = r; }
extern "C" int ex2(float* y) { k<<<32768, 256>>>(y); return (int)cudaDeviceSynchronize(); }"""


def library(source):
    target = Path(tempfile.mkdtemp()) / "kernels.so"
    subprocess.check_call(["nvcc", "-O2", "-gencode=arch=compute_90a,code=sm_90a", "-Xcompiler", "-fPIC", "-shared", "-o", target, source])
    return ctypes.CDLL(str(target))


def pointer(tensor):
    return ctypes.c_void_p(tensor.data_ptr())


def functions(rng):
    result = {}
    for name in FUNCTIONS:
        x = torch.tensor(rng.standard_normal(200000) * 4, dtype=torch.float32, device="cuda")
        x = x.abs() if name in ("log", "rsqrt", "log1p", "sqrt") else x
        result[f"function|{name}|x"], result[f"function|{name}|y"] = x.cpu().numpy(), getattr(torch, name)(x).cpu().numpy()
    source = Path(tempfile.mkdtemp()) / "ex2.cu"
    source.write_text(EX2)
    y = torch.zeros(1 << 23, device="cuda")
    assert library(source).ex2(pointer(y)) == 0
    nearest = np.exp2(np.arange(1 << 23) * 2.0**-23).astype(np.float32)
    result["delta"] = (y.cpu().numpy().view(np.int32) - nearest.view(np.int32)).astype(np.int8)
    return result


def draw(rng, kind, distribution, shape):
    dtype = DTYPES[kind]
    if distribution == "codes":
        bits = 8 * np.dtype(dtype).itemsize
        x = rng.integers(0, 1 << bits, shape, dtype=f"u{bits // 8}")
        x = (x & 0xFFFFE000 if kind == "tf32" else x).astype(x.dtype).view(dtype)
        return np.where(np.isfinite(x.astype(np.float32)), x, dtype(1))
    x = rng.standard_normal(shape)
    if distribution == "wide":
        x = rng.choice([-1, 1], shape) * np.exp2(rng.uniform(*EXPONENTS[kind], shape))
    elif distribution == "cancel":
        half, order = shape[1] // 2, rng.permutation(shape[1])
        x[:, order[half : 2 * half]] = -x[:, order[:half]]
        x += rng.standard_normal(shape) * 2.0**-6
    x = x.astype(np.float32)
    return (x.view(np.uint32) & 0xFFFFE000).view(np.float32) if kind == "tf32" else x.astype(dtype)


def products(rng, cores):
    result, m, n = {}, 256, 128
    for name, kernel in CHAINS.items():
        kind_a, kind_b, sums = name.split(".")
        one = 32 // np.dtype(DTYPES[kind_a]).itemsize
        for distribution in ("normal", "wide", "cancel", "codes"):
            for k in (one, 8 * one):
                a, b = draw(rng, kind_a, distribution, (m, k)), draw(rng, kind_b, distribution, (n, k))
                left, right = (torch.from_numpy(np.ascontiguousarray(x).view(np.uint8)).cuda() for x in (a, b))
                key = f"{name}.{distribution}.{k}"
                result[key + "|a"], result[key + "|b"] = a[:32].astype(np.float32), b[:32].astype(np.float32).T.copy()
                for instruction in ("wgmma", "mma") if kernel < 5 else ("wgmma",):
                    d = torch.zeros((m, n), dtype=torch.float16 if sums == "f16" else torch.float32, device="cuda")
                    chain = getattr(cores, instruction + "_chain")
                    assert chain(kernel, pointer(left), pointer(right), pointer(d), m, n, left.shape[1]) == 0
                    result[f"{key}|{instruction}"] = d[:32, :32].cpu().numpy()
    return result


def chain_of(cores, kernel, a, b):
    d, a, b = torch.zeros(a.shape[0], b.shape[0], device="cuda"), a.contiguous(), b.contiguous()
    assert cores.wgmma_chain(kernel, pointer(a), pointer(b), pointer(d), a.shape[0], b.shape[0], a.shape[1] * 2) == 0
    return d


def explain(cores, kernel, a, b, y):
    """Slices and their width by which chains give y."""
    k = a.shape[1]
    for slices in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24, 28, 32):
        width = -(-(-(-k // slices)) // 64) * 64
        total = None
        for first in range(0, k, width):
            part = chain_of(cores, kernel, a[:, first : first + width], b[:, first : first + width])
            total = part if total is None else total + part
        if bool((total.to(y.dtype) == y).all()):
            return slices, width
    return 0, 0


def splits(cores):
    rows = []
    for k in (1024, 2048, 3072, 4096, 6144, 8192, 16384, 32768):
        for m in (64, 128, 256, 512, 1024):
            for n in (8, 16, 64, 128, 256, 1024):
                if m * n * k > 2**32:
                    continue
                for kernel, dtype in enumerate((torch.float16, torch.bfloat16)):
                    a, b = torch.randn(m, k, device="cuda"), torch.randn(n, k, device="cuda")
                    order, half = torch.randperm(k, device="cuda"), k // 2  # so that much cancels
                    a[:, order[half:]], b[:, order[half:]] = -a[:, order[:half]], b[:, order[:half]] * (1 + 2.0**-9)
                    a, b = a.to(dtype), b.to(dtype)
                    results = {"NT": a @ b.t(), "TN": a.t().contiguous().t() @ b.t().contiguous(), "NN": a @ b.t().contiguous()}
                    for layout, y in results.items():
                        rows.append([("f16", "bf16")[kernel], layout, m, n, k, *explain(cores, kernel, a, b, y)])
    return rows


def main(folder, seed):
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    cores = library(Path(__file__).with_name("hopper_cores.cu"))
    np.savez_compressed(folder / "functions.npz", **functions(rng))
    np.savez_compressed(folder / "products.npz", **products(rng, cores))
    (folder / "splits.json").write_text(json.dumps(splits(cores)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 5)
