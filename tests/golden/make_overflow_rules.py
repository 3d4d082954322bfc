#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what PyTorch, ONNX and ml_dtypes themselves make of numbers that a narrow format cannot hold.

    python3 -m venv venv && venv/bin/pip install -r requirements_overflow.txt && venv/bin/python make_overflow_rules.py
    python3 -m venv older && older/bin/pip install torch==2.12.1 numpy==2.4.6 && older/bin/python make_overflow_rules.py
    python3 -m venv other && other/bin/pip install torch==2.13.0 numpy==2.4.6 && other/bin/python make_overflow_rules.py

overflow_<library>_<version>.csv, for each of the libraries that is installed. Two kinds of rows:

    all,<rule>,<mode>,<source>,<target>,<how many inputs>,<hash>
    one,<rule>,<mode>,<float32 bits>,<target code>,<target>,<what the row shows>

The hash is the first 16 digits of the SHA-256 of one byte a code. Inputs are all codes of the source, in their order; of
float32 the numbers whose lower half is one of LOWER_HALVES: for a target of at most 6 explicit bits these are its values,
what lies halfway between two of them, both neighbours of each, all infinities, zeros and subnormal binades, and NaN of both
signs. Every NaN is written as the code that NAN_CODES has.
"""
import hashlib
import importlib
import warnings
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
LOWER_HALVES = np.array([0x0000, 0x0001, 0x7FFF, 0x8000, 0x8001, 0xFFFF], dtype=np.uint32)
FLOAT8 = ["float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu"]
SMALLER = ["float6_e3m2fn", "float6_e2m3fn", "float4_e2m1fn"]
NAN_CODES = {"float8_e4m3fn": 0x7F, "float8_e5m2": 0x7E, "float8_e4m3fnuz": 0x80, "float8_e5m2fnuz": 0x80, "float8_e8m0fnu": 0xFF}
SOURCES = {"float32": 32, "float16": 16, "bfloat16": 16} | {name: 8 for name in FLOAT8}
LANDMARKS = {
    "zero": 0x00000000,
    "minus zero": 0x80000000,
    "infinity": 0x7F800000,
    "minus infinity": 0xFF800000,
    "NaN": 0x7FC00000,
    "minus NaN": 0xFFC00000,
    "largest float32": 0x7F7FFFFF,
    "lowest float32": 0xFF7FFFFF,
    "smallest float32": 0x00000001,
    "2^-127": 0x00400000,
    "1.5 times 2^-127": 0x00600000,
    "3": 0x40400000,
    "-3": 0xC0400000,
    "464, the last that e4m3fn rounds to 448": 0x43E80000,
    "just above 464": 0x43E80001,
    "240, e4m3fnuz' largest": 0x43700000,
    "248, halfway past it": 0x43780000,
    "61439.996": 0x476FFFFF,
    "61440, halfway past e5m2's largest": 0x47700000,
    "-61440": 0xC7700000,
    "1.5 times 2^127": 0x7F400000,
    "just below it": 0x7F3FFFFF,
}


def float32_inputs():
    upper = np.arange(1 << 16, dtype=np.uint32) << np.uint32(16)
    return (upper[:, None] | LOWER_HALVES[None, :]).reshape(-1)


def inputs_of(source):
    """The bits of all inputs, in the order in which they are hashed."""
    if source == "float32":
        return float32_inputs()
    return np.arange(1 << SOURCES[source], dtype=np.uint16 if SOURCES[source] == 16 else np.uint8)


def is_nan(codes, target):
    """Of codes of a target: E5M2 has three NaN a sign, E4M3FN one, the fnuz formats and E8M0 one at all."""
    if target == "float8_e5m2":
        return (codes & 0x7F) > 0x7C
    if target == "float8_e4m3fn":
        return (codes & 0x7F) == 0x7F
    return codes == NAN_CODES[target] if target in NAN_CODES else np.zeros(codes.shape, dtype=bool)


def canonical(codes, target):
    codes = codes.copy()
    codes[is_nan(codes, target)] = NAN_CODES.get(target, 0)
    return codes


class Torch:
    """Eager casts on the CPU: Tensor.to. From 2.13 on they saturate float8_e4m3fn."""

    def __init__(self, torch):
        self.torch = torch
        self.version = torch.__version__.split("+")[0]
        release = tuple(int(part) for part in self.version.split(".")[:2])
        self.cases = [("torch" if release < (2, 13) else "torch-2.13", "nearest-even")]
        self.targets = FLOAT8

    def cast(self, case, source, bits, target):
        dtype = getattr(self.torch, source)
        tensor = self.torch.from_numpy(bits.view(np.dtype(f"u{bits.itemsize}")).copy()).view(dtype)
        return tensor.to(getattr(self.torch, target)).view(self.torch.uint8).numpy()


class Onnx:
    """The operator Cast as the reference evaluator runs it, with saturate 1 and 0 and each round_mode of float8_e8m0fnu."""

    TYPES = {
        "float8_e4m3fn": "FLOAT8E4M3FN",
        "float8_e5m2": "FLOAT8E5M2",
        "float8_e4m3fnuz": "FLOAT8E4M3FNUZ",
        "float8_e5m2fnuz": "FLOAT8E5M2FNUZ",
        "float8_e8m0fnu": "FLOAT8E8M0",
        "float4_e2m1fn": "FLOAT4E2M1",
        "float6_e2m3fn": "FLOAT6E2M3",
        "float6_e3m2fn": "FLOAT6E3M2",
    }
    ROUND_MODES = {"nearest-even": "nearest", "up": "up", "down": "down"}

    def __init__(self, onnx):
        self.onnx = onnx
        self.version = onnx.__version__
        self.run = importlib.import_module("onnx.reference.ops.op_cast").cast_to
        self.cases = [(rule, mode) for rule in ("onnx", "onnx-nosat") for mode in self.ROUND_MODES]
        self.targets = FLOAT8 + SMALLER

    def cast(self, case, source, bits, target):
        rule, mode = case
        if mode != "nearest-even" and target != "float8_e8m0fnu":
            return None  # only E8M0 has a mode
        x = bits.view(numpy_dtype(source))
        kind = getattr(self.onnx.TensorProto, self.TYPES[target])
        return self.run(x, kind, rule == "onnx", self.ROUND_MODES[mode]).view(np.uint8)


class MlDtypes:
    def __init__(self, ml_dtypes):
        self.version = ml_dtypes.__version__
        self.cases = [("ml_dtypes", "nearest-even")]
        self.targets = FLOAT8 + SMALLER

    def cast(self, case, source, bits, target):
        return bits.view(numpy_dtype(source)).astype(numpy_dtype(target)).view(np.uint8)


def numpy_dtype(name):
    if name in ("float16", "float32"):
        return np.dtype(name)
    return np.dtype(getattr(importlib.import_module("ml_dtypes"), name))


def cast(library, case, source, bits, target):
    """The codes; None where the library has no such cast."""
    try:
        codes = library.cast(case, source, bits, target)
    except TypeError:
        return None
    return None if codes is None else canonical(codes, target)


def rows_of(library):
    for case in library.cases:
        rule, mode = case
        for target in library.targets:
            for source in SOURCES:
                if source == target:
                    continue
                bits = inputs_of(source)
                codes = cast(library, case, source, bits, target)
                if codes is None:
                    continue
                digest = hashlib.sha256(codes.tobytes()).hexdigest()[:16]
                yield f"all,{rule},{mode},{source},{target},{len(bits)},{digest}"
            bits = np.array(list(LANDMARKS.values()), dtype=np.uint32)
            codes = cast(library, case, "float32", bits, target)
            if codes is None:
                continue
            for words, source_bits, code in zip(LANDMARKS, bits, codes):
                yield f"one,{rule},{mode},{source_bits:08x},{code:02x},{target},{words}"


def main():
    for module, make in (("torch", Torch), ("onnx", Onnx), ("ml_dtypes", MlDtypes)):
        try:
            library = make(importlib.import_module(module))
        except ImportError:
            continue
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            rows = list(rows_of(library))
        path = HERE / f"overflow_{module}_{library.version}.csv"
        head = f"# Made by tests/golden/make_overflow_rules.py with {module} {library.version}, numpy {np.__version__}; do not edit.\n"
        path.write_text(head + "".join(row + "\n" for row in rows), newline="\n")
        print(f"{path.name}: {len(rows)} rows, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
