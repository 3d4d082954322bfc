#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tensor_cores.csv: dot products as MMA-Sim computes them, which its authors checked against the hardware.

    python3 -m venv venv && venv/bin/pip install torch numpy && git clone https://github.com/microsoft/MMA-Sim
    PYTHONPATH=MMA-Sim venv/bin/python make_tensor_cores.py

Each row: core, format of a, format of b, codes of a, codes of b (in hex, one after the other), bits of the result as float32.
Sums begin at 0; groups of products are chained as MMA-Sim's instructions chain them. Parameters (bits, groups, outputs) come
from MMA-Sim's own classes, not from Ulpscope's table. Two places where its classes cannot be called as they are: its
pairwise_dot (CDNA1 and 2) takes float32 tensors only, so operands are converted, which is exact; and an instruction computes
whole matrices, so its dot products are called one by one.
"""
import platform
import random
import warnings
from pathlib import Path

import torch
from mmasim.simulator import amd, nv_ptx
from mmasim.simulator.arithmetic import (
    amd_fused_dot_rd_add,
    flush_denormal,
    nv_fused_dot_add,
    nv_fused_dot_add_with_block_scale,
    pairwise_dot,
    truncate_to_tf32,
    unpack_fp4_tensor,
)

warnings.filterwarnings("ignore")
SEED = 20261120
MMA_SIM = "MMA-Sim c785138 (2026-01-29)"
ROWS = 20

DTYPES = {
    "float32": (torch.float32, 32),
    "float16": (torch.float16, 16),
    "bfloat16": (torch.bfloat16, 16),
    "float8_e4m3fn": (torch.float8_e4m3fn, 8),
    "float8_e5m2": (torch.float8_e5m2, 8),
    "float8_e4m3fnuz": (torch.float8_e4m3fnuz, 8),
    "float8_e5m2fnuz": (torch.float8_e5m2fnuz, 8),
    "float4_e2m1fn": (None, 4),
}
WORDS = {8: torch.uint8, 16: torch.int16, 32: torch.int32}


def tensor(fmt, codes):
    dtype, bits = DTYPES[fmt]
    if dtype is None:
        packed = [codes[i] | codes[i + 1] << 4 for i in range(0, len(codes), 2)]
        return unpack_fp4_tensor(torch.tensor(packed, dtype=torch.uint8))
    signed = [c - (1 << bits) if bits > 8 and c >> (bits - 1) else c for c in codes]
    return torch.tensor(signed, dtype=WORDS[bits]).view(dtype)


def code(fmt, value):
    """The code of a float32 value in the format, by torch."""
    dtype, bits = DTYPES[fmt]
    if dtype is None:
        values = tensor(fmt, list(range(8))).tolist()
        nearest = min(range(8), key=lambda i: abs(values[i] - abs(value)))
        return nearest | (8 if value < 0 else 0)
    return torch.tensor([value]).to(dtype).view(WORDS[bits]).item() & ((1 << bits) - 1)


class Nvidia:
    """mma and wgmma by one class of MMA-Sim; group: products that it adds at once."""

    def __init__(self, instruction):
        self.bits = instruction.n_accum_fractional_bits
        self.output = instruction.output_type
        self.group = instruction.k // 2 if getattr(instruction, "is_split_k", False) else instruction.k

    def add(self, a, b, c):
        if c is None:
            c = torch.tensor(0.0, dtype=torch.float16 if self.output == "f16" else torch.float32)
        if a.dtype == torch.float32:
            a, b = truncate_to_tf32(a), truncate_to_tf32(b)
        return nv_fused_dot_add(a, b, c, self.bits, self.output)


class BlackwellMxf4:
    """Block scales of 1."""

    def __init__(self):
        instruction = nv_ptx.tcgen05mma_block_scale("Blackwell", "m128n8k64.block32.f32.e2m1.e2m1.ue8m0")
        self.bits = instruction.n_accum_fractional_bits
        self.group = instruction.k
        self.scales = torch.ones(instruction.k // instruction.block_size, dtype=torch.float8_e8m0fnu)

    def add(self, a, b, c):
        c = torch.tensor(0.0) if c is None else c
        return nv_fused_dot_add_with_block_scale(a, b, c, self.scales, self.scales, self.bits)


class Amd:
    def __init__(self, instruction):
        self.instruction = instruction
        self.group = instruction.group_size

    def add(self, a, b, c):
        c = torch.tensor(0.0) if c is None else c
        flushes = self.instruction.flush_denormal
        if flushes:
            a, b, c = flush_denormal(a.clone()), flush_denormal(b.clone()), flush_denormal(c.clone())
        if self.instruction.operation_type == "pairwise":
            total = c + pairwise_dot(a.float(), b.float(), flushes)
            return flush_denormal(total, keep_sign=True) if flushes else total
        is_fp8 = self.instruction.qualifier.endswith("8")
        return torch.tensor(amd_fused_dot_rd_add(a, b, c, n_fractional_bits=24, is_fp8=is_fp8), dtype=torch.float32)


def mma(arch, qualifier):
    return Nvidia(nv_ptx.mma(arch, qualifier))


def wgmma(qualifier):
    return Nvidia(nv_ptx.wgmma("Hopper", qualifier))


def tcgen05(qualifier):
    return Nvidia(nv_ptx.tcgen05mma("Blackwell", qualifier))


E4M3, E5M2 = "float8_e4m3fn", "float8_e5m2"


def cores():
    """(our name, formats of a and b, MMA-Sim's model)"""
    half, brain, single = ("float16",) * 2, ("bfloat16",) * 2, ("float32",) * 2
    yield "volta-fp16", half, mma("Volta", "m8n8k4.f32.f16.f16.f32")
    yield "volta-fp16-to-fp16", half, mma("Volta", "m8n8k4.f16.f16.f16.f16")
    yield "turing-fp16", half, mma("Turing", "m16n8k8.f32.f16.f16.f32")
    yield "turing-fp16-to-fp16", half, mma("Turing", "m16n8k8.f16.f16.f16.f16")
    for arch, name in (("Ampere", "ampere"), ("Ada Lovelace", "ada")):
        yield f"{name}-fp16", half, mma(arch, "m16n8k16.f32.f16.f16.f32")
        yield f"{name}-fp16-to-fp16", half, mma(arch, "m16n8k16.f16.f16.f16.f16")
        yield f"{name}-bf16", brain, mma(arch, "m16n8k16.f32.bf16.bf16.f32")
        yield f"{name}-tf32", single, mma(arch, "m16n8k8.f32.tf32.tf32.f32")
    for formats in ((E4M3, E4M3), (E5M2, E5M2), (E4M3, E5M2)):
        short = ".".join("e4m3" if f == E4M3 else "e5m2" for f in formats)
        yield "ada-fp8", formats, mma("Ada Lovelace", f"m16n8k32.f32.{short}.f32")
        yield "ada-fp8-to-fp16", formats, mma("Ada Lovelace", f"m16n8k32.f16.{short}.f16")
        yield "hopper-fp8", formats, wgmma(f"m64n8k32.f32.{short}")
        yield "hopper-fp8-to-fp16", formats, wgmma(f"m64n8k32.f16.{short}")
        yield "blackwell-fp8", formats, tcgen05(f"m64n8k32.f32.{short}")
        yield "blackwell-fp8-to-fp16", formats, tcgen05(f"m64n8k32.f16.{short}")
    for name, make in (("hopper", wgmma), ("blackwell", tcgen05)):
        yield f"{name}-fp16", half, make("m64n8k16.f32.f16.f16")
        yield f"{name}-fp16-to-fp16", half, make("m64n8k16.f16.f16.f16")
        yield f"{name}-bf16", brain, make("m64n8k16.f32.bf16.bf16")
        yield f"{name}-tf32", single, make("m64n8k8.f32.tf32.tf32")
    yield "blackwell-mxf4", ("float4_e2m1fn",) * 2, BlackwellMxf4()
    yield "cdna3-fp16", half, Amd(amd.mfma("CDNA3", "f32_16x16x16_f16"))
    yield "cdna3-bf16", brain, Amd(amd.mfma("CDNA3", "f32_16x16x16_bf16"))
    for a in ("fp8", "bf8"):
        formats = ("float8_e4m3fnuz" if a == "fp8" else "float8_e5m2fnuz",) * 2
        yield "cdna3-fp8", formats, Amd(amd.mfma("CDNA3", f"f32_16x16x32_{a}_{a}"))
    yield "cdna2-fp16", half, Amd(amd.mfma("CDNA2", "f32_16x16x16f16"))
    yield "cdna2-bf16", brain, Amd(amd.mfma("CDNA2", "f32_16x16x16bf16_1k"))
    yield "cdna1-fp16", half, Amd(amd.mfma("CDNA1", "f32_16x16x16f16"))
    yield "cdna1-bf16", brain, Amd(amd.mfma("CDNA1", "f32_16x16x8bf16"))


def operands(rng, fmt, k, kind):
    bits = DTYPES[fmt][1]
    if kind == "codes":  # any exponent, any special value
        return [rng.getrandbits(bits) for _ in range(k)]
    if kind == "normal":
        return [code(fmt, rng.gauss(0, 1)) for _ in range(k)]
    if kind == "positive":
        return [code(fmt, abs(rng.gauss(0, 1))) for _ in range(k)]
    if kind == "spread":
        return [code(fmt, rng.gauss(0, 1) * 2.0 ** rng.randint(-12, 4)) for _ in range(k)]
    if kind == "large":
        return [code(fmt, min(3e4, 6.0 if bits == 4 else 400.0 if bits == 8 else 3e4) * rng.random()) for _ in range(k)]
    small = 2.0 ** {4: 0, 8: -7, 16: -16, 32: -20}[bits]  # subnormals and zeros among them
    if fmt == "bfloat16":
        small = 2.0**-66
    return [code(fmt, rng.choice([0.0, -0.0, rng.gauss(0, small)])) for _ in range(k)]


KINDS = ["normal", "positive", "spread", "small", "codes", "large"]


def main():
    rng = random.Random(SEED)
    lines = [
        f"# Dot products by {MMA_SIM}, torch {torch.__version__}, Python {platform.python_version()}, seed {SEED}.",
        "# core, format of a, format of b, codes of a, codes of b, float32 bits of the result (7fffffff: NaN)",
    ]
    for name, formats, model in cores():
        for row in range(ROWS):
            k = model.group * rng.choice([1, 2, 3, 4])
            if row % 5 == 4 and model.group > 2:  # a last group that is not full
                k -= rng.randrange(1, model.group // 2)
            k += k % 2 if formats[0].startswith("float4") else 0
            kind = KINDS[row % len(KINDS)]
            codes = [operands(rng, fmt, k, kind) for fmt in formats]
            padded = [list(c) + [0] * (-k % model.group) for c in codes]
            c = None
            a, b = tensor(formats[0], padded[0]), tensor(formats[1], padded[1])
            for first in range(0, len(padded[0]), model.group):
                c = model.add(a[first : first + model.group], b[first : first + model.group], c)
            result = c.float()
            bits = 0x7FFFFFFF if torch.isnan(result) else result.view(torch.int32).item() & 0xFFFFFFFF
            digits = [DTYPES[fmt][1] // 4 for fmt in formats]
            text = ["".join(f"{x:0{d}x}" for x in cs) for cs, d in zip(codes, digits)]
            lines.append(f"{name},{formats[0]},{formats[1]},{text[0]},{text[1]},{bits:08x}")
    Path(__file__).with_name("tensor_cores.csv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
