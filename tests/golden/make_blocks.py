#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the golden files of block formats, with oracles that share no code with Ulpscope.

    python3 -m venv venv && venv/bin/pip install -r requirements_blocks.txt
    venv/bin/python make_blocks.py path/to/TransformerEngine path/to/microxcaling

blocks_inputs.csv    id, words, rows, columns, float32 bits.
blocks_expected.csv  format, id of the input, bits of the tensor's scale, bits of the scales, codes of the scales, zero
                     points, codes of the elements, bits of the values. Blocks lie along the last axis. Values of MX formats
                     are left out: each is a code's value times the scale, rounded once to float32.

Computed here from the formulas, with elements rounded by a search in the list of all values and scales in NumPy's float32
or in exact fractions. Where somebody else's code does the same it must agree before a row is written:
torchao's to_mx (MX floats, all four rules), microxcaling (all MX formats, floor), gfloat's encode_block (elements),
Transformer Engine's reference (NVFP4 and four-over-six, along an axis and in tiles), SciPy (NF4's levels).
"""
import bisect
import importlib.util
import platform
import random
import sys
import types
from fractions import Fraction
from pathlib import Path

import gfloat
import gfloat.formats
import ml_dtypes
import numpy as np
import scipy
import torch
import torchao
from scipy.stats import norm
from torchao.prototype.mx_formats.config import ScaleCalculationMode
from torchao.prototype.mx_formats.mx_tensor import to_mx

SEED = 20261120
HERE = Path(__file__).resolve().parent
VERSIONS = (
    f"ml_dtypes {ml_dtypes.__version__}, gfloat 0.5.2, torchao {torchao.__version__}, torch {torch.__version__}, "
    f"scipy {scipy.__version__}, numpy {np.__version__}, Python {platform.python_version()}, "
    "Transformer Engine d0067d0da, microxcaling 7bc4195"
)
F32 = np.float32
FLOAT_MAX = F32(np.finfo(np.float32).max)
NAN = F32("nan")


def bits_of(x):
    return int(np.asarray(x, dtype=np.float32).view(np.uint32))


def float_of(bits):
    return np.array(bits, dtype=np.uint32).view(np.float32)[()]


# --- elements -------------------------------------------------------------------------------------------------------


class Element:
    """Values by code; rounds to nearest even by a search among the magnitudes, and saturates."""

    def __init__(self, name, bits, magnitudes, nan_code=None, signed_zero=True):
        self.name, self.bits, self.nan_code, self.signed_zero = name, bits, nan_code, signed_zero
        self.magnitudes = magnitudes  # of codes 0, 1, 2, ...
        self.largest = magnitudes[-1]

    def code(self, x):
        x = float(x)
        if x != x:
            return self.nan_code if self.nan_code is not None else (len(self.magnitudes) - 1 if self.signed_zero else 0)
        size = min(abs(x), self.largest)
        above = bisect.bisect_left(self.magnitudes, size)
        code = above
        if above > 0 and self.magnitudes[above] != size:
            middle = (self.magnitudes[above - 1] + self.magnitudes[above]) / 2  # exact in float64
            if size < middle or (size == middle and (above - 1) % 2 == 0):
                code = above - 1
        if not self.signed_zero:
            return code if x > 0 or code == 0 else (1 << self.bits) - code
        return code | (1 << (self.bits - 1) if np.signbit(x) else 0)

    def value(self, code):
        if self.nan_code is not None and code & ~(1 << (self.bits - 1)) == self.nan_code:
            return float("nan")
        if not self.signed_zero:
            return -self.magnitudes[(1 << self.bits) - code] if code >> (self.bits - 1) else self.magnitudes[code]
        size = self.magnitudes[code & ((1 << (self.bits - 1)) - 1)]
        return -size if code >> (self.bits - 1) else size


def float_element(name, bits, dtype, nan_code=None):
    codes = np.arange(1 << (bits - 1), dtype=np.uint8).view(dtype).astype(np.float64)
    return Element(name, bits, [float(v) for v in codes if np.isfinite(v)], nan_code)


E4M3 = float_element("e4m3", 8, ml_dtypes.float8_e4m3fn, 0x7F)
E5M2 = float_element("e5m2", 8, ml_dtypes.float8_e5m2, 0x7E)
E2M3 = float_element("e2m3", 6, ml_dtypes.float6_e2m3fn)
E3M2 = float_element("e3m2", 6, ml_dtypes.float6_e3m2fn)
E2M1 = float_element("e2m1", 4, ml_dtypes.float4_e2m1fn)
INT8_OVER_64 = Element("int8/64", 8, [i / 64 for i in range(128)], signed_zero=False)
INTS = {bits: Element(f"int{bits}", bits, [float(i) for i in range(1 << (bits - 1))], signed_zero=False) for bits in (8, 4, 2)}
EMAX = {E4M3: 8, E5M2: 15, E2M3: 2, E3M2: 4, E2M1: 2, INT8_OVER_64: 0}
DIGITS = {E4M3: 4, E5M2: 3, E2M3: 4, E3M2: 3, E2M1: 2, INT8_OVER_64: 7}

# QLoRA's levels as bitsandbytes prints them, and as the recipe of its create_normal_map(offset=0.9677083) gives them here.
LEVELS = np.array(
    [-1.0, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453, -0.28444138169288635, -0.18477343022823334]
    + [-0.09105003625154495, 0.0, 0.07958029955625534, 0.16093020141124725, 0.24611230194568634, 0.33791524171829224]
    + [0.44070982933044434, 0.5626170039176941, 0.7229568362236023, 1.0],
    dtype=np.float32,
)
QUANTILES = np.concatenate(
    [norm.ppf(np.linspace(0.9677083, 0.5, 9)[:-1]), [0.0], -norm.ppf(np.linspace(0.9677083, 0.5, 8)[:-1])]
)
QUANTILES = np.sort(QUANTILES / QUANTILES.max()).astype(np.float32)


# --- scales of MX ---------------------------------------------------------------------------------------------------


def floor_log2(x):
    x = Fraction(x)
    exponent = x.numerator.bit_length() - x.denominator.bit_length()
    return exponent - 1 if Fraction(2) ** exponent > x else exponent


def ceil_log2(x):
    exponent = floor_log2(x)
    return exponent if Fraction(2) ** exponent == Fraction(x) else exponent + 1


def mx_exponent(element, rule, amax):
    """Of the scale, by the formulas, exactly; amax > 0 and finite."""
    exact = Fraction(float(amax))
    if rule == "floor":
        exponent = floor_log2(exact) - EMAX[element]
    elif rule == "ceil":
        exponent = ceil_log2(exact) - EMAX[element]
    elif rule == "rceil":
        quotient = F32(amax) * (F32(1) / F32(element.largest))
        exponent = ceil_log2(Fraction(float(quotient))) if quotient > 0 else -127
    else:
        exponent = floor_log2(exact)
        digits = exact / Fraction(2) ** (exponent - DIGITS[element] + 1)
        whole, rest = divmod(digits.numerator, digits.denominator)
        up = 2 * rest > digits.denominator or (2 * rest == digits.denominator and whole % 2)
        exponent += 1 if whole + up == 2 ** DIGITS[element] else 0
        exponent -= EMAX[element]
    return min(max(exponent, -127), 127)


def amax_of(block):
    return F32(0) if block.size == 0 else np.max(np.abs(block))  # NaN if there is one


def quantize_mx(element, rule, block):
    """(scale, its code, codes)"""
    amax = amax_of(block)
    if not np.isfinite(amax):
        return NAN, 0xFF, [element.code(NAN)] * block.size
    exponent = mx_exponent(element, rule, amax) if amax > 0 else -127
    scale = Fraction(2) ** exponent
    codes = [element.code(float(Fraction(float(x)) / scale) if x != 0 else x) for x in block]
    return F32(float(scale)), exponent + 127, codes


# --- other scales ---------------------------------------------------------------------------------------------------


def power_of_two_below(x):
    return float_of(bits_of(x) & 0xFF800000) if np.isfinite(x) else x


def quantize_current(element, rule, block):
    amax, largest = amax_of(block), F32(element.largest)
    if rule.startswith("torchao"):
        clamped = amax if amax != amax else max(float(amax), 1e-12)
        factor = F32(np.float64(element.largest) / np.float64(clamped))
    else:
        factor = min(largest / amax, FLOAT_MAX) if amax > 0 and np.isfinite(amax) else F32(1)
    if rule.endswith("pow2"):
        factor = power_of_two_below(factor)
    scale = F32(1) / factor
    return scale, None, [element.code(x * factor) for x in block]


def quantize_absmax(element, rule, block):
    scale = amax_of(block) / F32(element.largest + (0.5 if rule == "absmax-half" else 0))
    scale = F32(1) if scale == 0 else scale if np.isfinite(scale) else NAN
    return scale, None, [element.code(x / scale) for x in block]


def quantize_levels(block):
    scale = amax_of(block)
    scale = F32(1) if scale == 0 else scale if np.isfinite(scale) else NAN
    middles = [(float(a) + float(b)) / 2 for a, b in zip(LEVELS, LEVELS[1:])]
    codes = []
    for x in block:
        scaled = float(x / scale)
        codes.append(0 if scaled != scaled else bisect.bisect_left(middles, scaled))
    return scale, None, codes


def quantize_minmax(bits, block):
    lowest, highest = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    low = F32(0) if block.size == 0 else np.minimum(F32(0), np.min(block))
    high = F32(0) if block.size == 0 else np.maximum(F32(0), np.max(block))
    span = high - low
    scale = F32(1) if span == 0 else span / F32(highest - lowest)
    scale = F32(1) if scale == 0 else scale
    if not np.isfinite(scale):
        return NAN, 0, [0] * block.size
    zero = int(min(max(lowest - np.rint(low / scale), lowest), highest))
    codes = [int(min(max(np.rint(x / scale) + zero, lowest), highest)) & ((1 << bits) - 1) for x in block]
    return scale, zero, codes


# --- NVFP4 ----------------------------------------------------------------------------------------------------------


class Nvfp4:
    """Transformer Engine's float32 arithmetic, operation by operation."""

    def __init__(self, tensor, rule):
        self.rule = rule
        self.amax = amax_of(tensor)
        self.top = F32(448 if rule == "two-level" else 256) * F32(6)
        factor = self.top / self.amax if self.amax != 0 else F32(0)
        self.encode = factor if factor != factor else (F32(1) if factor == 0 else min(factor, FLOAT_MAX))
        self.decode = F32(1) / self.encode

    def scaled_by(self, exact, block):
        if exact != exact:
            return NAN, 0x7F, [7] * block.size
        code = E4M3.code(min(exact, F32(448)))
        scale = F32(E4M3.value(code))
        product = scale * self.decode
        encode = min(F32(1) / product, FLOAT_MAX) if product != 0 else FLOAT_MAX
        return scale, code, [E2M1.code(x * encode) for x in block]

    def error(self, candidate, block):
        scale, _, codes = candidate
        total = F32(0)
        for x, code in zip(block, codes):
            difference = F32(E2M1.value(code)) * scale * self.amax / self.top - x
            total = total + (difference * difference if self.rule == "4over6-mse" else np.abs(difference))
        return total

    def quantize(self, block):
        amax = amax_of(block)
        if self.rule == "two-level":
            return self.scaled_by(amax * (self.encode * (F32(1) / F32(6))), block)
        base = amax / F32(6) * self.encode
        six, four = self.scaled_by(base, block), self.scaled_by(base * F32(1.5), block)
        return four if self.error(four, block) < self.error(six, block) else six


# --- whole arrays ---------------------------------------------------------------------------------------------------


def blocks_of(shape, block):
    """Index lists of the blocks of a [rows, columns] array, in the scales' order."""
    rows, columns = shape
    at = np.arange(rows * columns).reshape(shape)
    if block == "tensor":
        return [at.ravel()]
    if block == "channel":
        return [at[:, c] for c in range(columns)]
    if isinstance(block, tuple):
        n = block[0]
        return [at[r : r + n, c : c + n].ravel() for r in range(0, rows, n) for c in range(0, columns, n)]
    n = columns if block == "row" else block
    return [at[r, c : c + n] for r in range(rows) for c in range(0, columns, n)]


class Row:
    def __init__(self, name, kind, block, element=None, rule=None):
        self.name, self.kind, self.block, self.element, self.rule = name, kind, block, element, rule

    def quantize(self, array):
        """(tensor scale, scales, scale codes, zero points, codes, values)"""
        flat = array.ravel()
        nvfp4 = Nvfp4(flat, self.rule) if self.kind == "nvfp4" else None
        tensor_scale = nvfp4.decode if nvfp4 else F32(1)
        scales, scale_codes, zeros = [], [], []
        codes, values = [0] * flat.size, [F32(0)] * flat.size
        for indices in blocks_of(array.shape, self.block):
            block = flat[indices]
            zero = 0
            if self.kind == "mx":
                scale, scale_code, block_codes = quantize_mx(self.element, self.rule, block)
            elif self.kind == "nvfp4":
                scale, scale_code, block_codes = nvfp4.quantize(block)
            elif self.kind == "current":
                scale, scale_code, block_codes = quantize_current(self.element, self.rule, block)
            elif self.kind == "levels":
                scale, scale_code, block_codes = quantize_levels(block)
            elif self.kind == "minmax":
                scale, zero, block_codes = quantize_minmax(self.element.bits, block)
                scale_code = None
                zeros.append(zero)
            else:
                scale, scale_code, block_codes = quantize_absmax(self.element, self.rule, block)
            scales.append(scale)
            if scale_code is not None:
                scale_codes.append(scale_code)
            for i, code in zip(indices, block_codes):
                codes[i] = code
                if self.kind == "levels":
                    value = LEVELS[code]
                elif self.kind == "minmax":
                    half = 1 << (self.element.bits - 1)
                    value = F32((code ^ half) - half - zero)
                elif self.kind == "nvfp4":
                    value = F32(E2M1.value(code))
                else:
                    value = F32(self.element.value(code))
                values[i] = value * scale * tensor_scale
        return tensor_scale, scales, scale_codes, zeros, codes, values


def rows():
    result = []
    for name, element in (
        ("mxfp8_e4m3", E4M3),
        ("mxfp8_e5m2", E5M2),
        ("mxfp6_e2m3", E2M3),
        ("mxfp6_e3m2", E3M2),
        ("mxfp4_e2m1", E2M1),
        ("mxint8", INT8_OVER_64),
    ):
        for rule in ("floor", "ceil", "rceil", "even"):
            result.append(Row(name + ("" if rule == "floor" else ":" + rule), "mx", 32, element, rule))
    result += [
        Row("nvfp4", "nvfp4", 16, E2M1, "two-level"),
        Row("nvfp4:4x4", "nvfp4", (4, 4), E2M1, "two-level"),
        Row("nvfp4_4over6", "nvfp4", 16, E2M1, "4over6"),
        Row("nvfp4_4over6:4over6-mse", "nvfp4", 16, E2M1, "4over6-mse"),
        Row("block1x128_e4m3:16", "current", 16, E4M3, "current-pow2"),
        Row("block1x128_e4m3:current:16", "current", 16, E4M3, "current"),
        Row("block1x128_e5m2:16", "current", 16, E5M2, "current-pow2"),
        Row("block128x128_e4m3:4x4", "current", (4, 4), E4M3, "current-pow2"),
        Row("float8_e4m3fn_scaled", "current", "tensor", E4M3, "current"),
        Row("float8_e5m2_scaled", "current", "tensor", E5M2, "current"),
        Row("float8_e4m3fn_scaled:torchao", "current", "tensor", E4M3, "torchao"),
        Row("float8_e4m3fn_scaled:torchao-pow2:row", "current", "row", E4M3, "torchao-pow2"),
        Row("float8_e5m2_scaled:channel", "current", "channel", E5M2, "current"),
        Row("int8_symmetric:absmax-half", "absmax", "tensor", INTS[8], "absmax-half"),
        Row("int8_symmetric:channel", "absmax", "channel", INTS[8], "absmax"),
        Row("nf4", "levels", 64),
        Row("nf4:16", "levels", 16),
    ]
    for bits in (8, 4, 2):
        result += [
            Row(f"int{bits}_symmetric", "absmax", "tensor", INTS[bits], "absmax"),
            Row(f"int{bits}_symmetric_block32", "absmax", 32, INTS[bits], "absmax"),
            Row(f"int{bits}_asymmetric", "minmax", "tensor", INTS[bits]),
            Row(f"int{bits}_asymmetric_block32", "minmax", 32, INTS[bits]),
        ]
    return result


# --- inputs ---------------------------------------------------------------------------------------------------------


def inputs():
    """(words, float32 array of two axes)"""
    g = np.random.default_rng(SEED)

    def normal(*shape):
        return g.standard_normal(shape).astype(np.float32)

    result = [("normal", normal(1, 64)), ("normal with a ragged last block", normal(2, 45)), ("normal in tiles that do not fit", normal(7, 9))]
    result.append(("exponents from -20 to 20", np.ldexp(normal(1, 64), g.integers(-20, 21, (1, 64))).astype(np.float32)))
    result.append(("zeros of both signs", np.array([[0.0] * 20 + [-0.0] * 20], dtype=np.float32)))
    mostly_zero = np.zeros((1, 48), dtype=np.float32)
    mostly_zero[0, 40] = 3
    result.append(("blocks of zeros and one of a single three", mostly_zero))
    for words, special in (("a NaN", NAN), ("an infinity", F32("inf")), ("minus infinity", -F32("inf"))):
        array = normal(1, 64)
        array[0, 20] = special
        result.append((words + " in a block", array))
    both = normal(1, 32)
    both[0, 3], both[0, 5] = NAN, F32("inf")
    result.append(("NaN and infinity in one block", both))
    subnormal = (g.integers(1, 1 << 23, (1, 32)).astype(np.uint32) | (g.integers(0, 2, (1, 32)).astype(np.uint32) << 31)).view(np.float32)
    result.append(("subnormal", subnormal))
    result.append(("a few units of the smallest subnormal", g.integers(-4, 5, (1, 32)).astype(np.uint32).astype(np.int32).astype(np.float32) * F32(2.0**-149)))
    for words, at in (("2^-127", 2.0**-127), ("above 2^-127", 2.0**-127 + 2.0**-149), ("just under 2^-126", 2.0**-126 - 2.0**-149), ("127/128 of 2^-126", 2.0**-126 * 127 / 128), ("127.5/128 of 2^-126", 2.0**-126 * 127.5 / 128)):
        array = np.array([[at, at / 2, -at / 3, at / 5]], dtype=np.float32)
        result.append(("amax " + words, array))
    result.append(("near the smallest normal", (normal(1, 32) * F32(2.0**-124)).astype(np.float32)))
    huge = (g.uniform(-1, 1, (1, 32)) * float(FLOAT_MAX)).astype(np.float32)
    result.append(("near the largest float32", huge))
    top = huge.copy()
    top[0, 7] = FLOAT_MAX
    result.append(("the largest float32", top))
    outlier = normal(1, 32)
    outlier[0, 9] = 100
    result.append(("an outlier of 100", outlier))
    result.append(("all equal", np.full((1, 16), -0.3, dtype=np.float32)))
    result.append(("one number", np.array([[1.7]], dtype=np.float32)))
    result.append(("positive", np.abs(normal(1, 33)) + F32(0.5)))
    result.append(("negative", -np.abs(normal(1, 33)) - F32(0.5)))
    apart = normal(2, 32)
    apart[0] *= F32(1e4)
    apart[1, 16:] *= F32(1e-5)
    result.append(("blocks far apart", apart))
    result.append(("powers of two", np.ldexp(F32(1), np.arange(-16, 16)).astype(np.float32).reshape(1, 32)))
    for element in (E4M3, E5M2, E2M3, E3M2, E2M1):
        middles = [(a + b) / 2 for a, b in zip(element.magnitudes, element.magnitudes[1:])]
        chosen = middles if len(middles) < 31 else sorted(g.choice(middles, 31, replace=False))
        ties = [element.largest] + [m if i % 2 else -m for i, m in enumerate(chosen)]
        result.append((f"ties of {element.name}", np.array([ties], dtype=np.float32)))
    for element in (E4M3, E2M1):
        near = [m * (1 + d) for m in element.magnitudes[-6:] for d in (-(2.0**-23), 2.0**-23)]
        result.append((f"just off values of {element.name}", np.array([near], dtype=np.float32)))
    for amax in (448.0, 449.0, 479.0, 480.0, 495.0, 496.0, 511.0, 57344.0, 61440.0, 28.0, 30.0, 7.5, 7.75, 6.0, 7.0, 127 / 64, 255.5 / 128):
        below = float(np.nextafter(F32(amax), F32(0)))
        result.append((f"amax {amax}", np.array([[amax, -amax / 3, amax / 7, 0.1]], dtype=np.float32)))
        result.append((f"amax just below {amax}", np.array([[below, -below / 3, below / 7, 0.1]], dtype=np.float32)))
    any_bits = g.integers(0, 1 << 32, (1, 64), dtype=np.uint32)
    any_bits = np.where(any_bits & 0x7F800000 == 0x7F800000, any_bits ^ 0x40000000, any_bits)
    result.append(("any finite bits", any_bits.astype(np.uint32).view(np.float32)))
    return result


# --- what others compute --------------------------------------------------------------------------------------------


def load_reference(folder):
    """Transformer Engine's reference quantizer from its file alone; what it imports of the rest is not needed here."""

    def stub(name, **members):
        module = types.ModuleType(name)
        module.__dict__.update(members)
        module.__path__ = []
        sys.modules[name] = module

    base = "transformer_engine.pytorch"
    for name in ("transformer_engine", base, base + ".custom_recipes"):
        stub(name)
    stub(base + ".custom_recipes.gemm", GEMMType=type("GEMMType", (), {"FPROP": None}), MMParams=object)
    stub(base + ".custom_recipes.reference_utils", Fp4Formats=type("Fp4Formats", (), {"E2M1": None}))
    stub(base + ".quantized_tensor", QuantizedTensorStorage=object, Quantizer=object)
    path = Path(folder) / "transformer_engine/pytorch/custom_recipes/reference_nvfp4.py"
    spec = importlib.util.spec_from_file_location("reference_nvfp4", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["reference_nvfp4"] = module
    spec.loader.exec_module(module)
    return module


def padded(array, rows_by, columns_by):
    pad = [(0, -array.shape[0] % rows_by), (0, -array.shape[1] % columns_by)]
    return np.pad(array, pad)


def same_codes(ours, theirs, array, words):
    """Equal, but for the sign of what scales to zero, to which Transformer Engine's software rounder gives a +."""
    for x, a, b in zip(array.ravel(), ours, theirs):
        assert a == b or (a == 8 and b == 0), (words, x, a, b)


def check_transformer_engine(reference, row, array, result, words):
    if row.block == (4, 4):
        return  # the reference knows 16 x 16 alone; that is checked on an array of its own
    if not np.isfinite(array).all():
        return check_transformer_engine_scales(reference, row, array, result, words)
    tensor_scale, scales, _, _, codes, _ = result
    theirs_q, theirs_s = transformer_engine(reference, row, array)
    blocks = -(-array.shape[1] // 16)
    assert np.array_equal(theirs_s.ravel(), np.array(scales, dtype=np.float32)), (words, theirs_s, scales)
    assert theirs_s.shape == (array.shape[0], blocks)
    same_codes(codes, theirs_q[:, : array.shape[1]].ravel(), array, words)


def check_transformer_engine_scales(reference, row, array, result, words):
    _, theirs_s = transformer_engine(reference, row, array)
    assert np.array_equal(theirs_s.ravel(), np.array(result[1], dtype=np.float32), equal_nan=True), words


def transformer_engine(reference, row, array):
    """(codes one an element, scales as float32)"""
    tile = row.block if isinstance(row.block, tuple) else (1, row.block)
    x = torch.from_numpy(padded(array, *tile))
    amax = torch.amax(torch.abs(x)).to(torch.float32).view(1)
    if amax == 0:
        amax = torch.tensor([6 * (448.0 if row.rule == "two-level" else 256.0)])  # the kernel's S = 1, see core_nvfp4.cuh
    packed, scale = reference.NVFP4QuantizerRef._quantize_blockwise_reference(
        x,
        amax,
        tile[1],
        tile[0],
        pow_2_scales=False,
        nvfp4_use_4over6=row.rule != "two-level",
        nvfp4_e4m3_max=448 if row.rule == "two-level" else 256,
        nvfp4_4over6_err_mode="MSE" if row.rule == "4over6-mse" else "MAE",
        eps=0.0,
    )
    packed = packed.numpy()
    codes = np.empty((packed.shape[0], packed.shape[1] * 2), dtype=np.uint8)
    codes[:, ::2], codes[:, 1::2] = packed & 15, packed >> 4
    return codes, scale.to(torch.float32).numpy()


TORCHAO = {
    E4M3: torch.float8_e4m3fn,
    E5M2: torch.float8_e5m2,
    E2M3: "fp6_e2m3",
    E3M2: "fp6_e3m2",
    E2M1: torch.float4_e2m1fn_x2,
}


def check_torchao(row, array, result, words):
    if row.element not in TORCHAO:
        return
    if np.isinf(array).any():
        return  # torchao 0.18.0 takes infinity for 2^128; its main branch gives a NaN scale, as here
    if row.rule == "rceil" and words.startswith("just off"):
        return  # torchao 0.18.0 takes a rounded logarithm; its main branch looks at the bits, as Transformer Engine does
    x = torch.from_numpy(padded(array, 1, 32))
    mode = ScaleCalculationMode[row.rule.upper()]
    scale, data = to_mx(x, TORCHAO[row.element], 32, mode)
    theirs_scale = scale.view(torch.uint8).numpy().ravel().tolist()
    assert theirs_scale == result[2], (row.name, words, theirs_scale, result[2])
    theirs = data.view(torch.uint8).numpy()
    if row.element is E2M1:
        unpacked = np.empty((theirs.shape[0], theirs.shape[1] * 2), dtype=np.uint8)
        unpacked[:, ::2], unpacked[:, 1::2] = theirs & 15, theirs >> 4
        theirs = unpacked
    theirs = theirs.reshape(x.shape)[:, : array.shape[1]].ravel()
    blocks = np.repeat(np.array(result[2]).reshape(array.shape[0], -1), 32, axis=1)[:, : array.shape[1]].ravel()
    for x, block, a, b in zip(array.ravel(), blocks, result[4], theirs):
        # torchao 0.18.0 divides by 2^-126 where the scale is 2^-127; its main branch divides as here.
        assert a == b or block in (0, 0xFF), (row.name, words, x, a, b)


def check_microxcaling(mx_ops, row, array, result, words):
    if row.rule != "floor" or not np.isfinite(array).all():
        return
    if amax_of(array) < F32(2.0**-100) or amax_of(array) > F32(2.0**120):
        return  # it takes the logarithm in float32 and divides by 2^exponent, which leaves float32's range
    names = {E4M3: "fp8_e4m3", E5M2: "fp8_e5m2", E2M3: "fp6_e2m3", E3M2: "fp6_e3m2", E2M1: "fp4_e2m1", INT8_OVER_64: "int8"}
    theirs = mx_ops._quantize_mx(torch.from_numpy(array), 8, names[row.element], axes=[-1], block_size=32, round="even").numpy()
    ours = np.array(result[5], dtype=np.float32).reshape(array.shape)
    # Its logarithm rounds: where amax is within an ulp of a power of two the exponent may be one more.
    if words.startswith("amax just below 255.5") or words.startswith("just off"):
        return
    assert np.array_equal(theirs, ours), (row.name, words, array, theirs, ours)


GFLOAT = {
    E4M3: gfloat.formats.format_info_ocp_e4m3,
    E5M2: gfloat.formats.format_info_ocp_e5m2,
    E2M3: gfloat.formats.format_info_ocp_e2m3,
    E3M2: gfloat.formats.format_info_ocp_e3m2,
    E2M1: gfloat.formats.format_info_ocp_e2m1,
}


def check_gfloat(row, array, result):
    if row.element not in GFLOAT or not np.isfinite(array).all():
        return
    info = gfloat.BlockFormatInfo(row.name, GFLOAT[row.element], 32, gfloat.formats.format_info_ocp_e8m0)
    flat = array.ravel().astype(np.float64)
    for number, indices in enumerate(blocks_of(array.shape, 32)):
        scale = float(result[1][number])
        encoded = list(gfloat.encode_block(info, scale, list(flat[indices] / scale)))
        assert encoded[0] == result[2][number]
        assert [int(code) for code in encoded[1:]] == [result[4][i] for i in indices], (row.name, encoded)


def check_all(reference, mx_ops, row, array, result, words):
    if row.kind == "nvfp4":
        check_transformer_engine(reference, row, array, result, words)
    if row.kind == "mx":
        check_torchao(row, array, result, words)
        check_microxcaling(mx_ops, row, array, result, words)
        check_gfloat(row, array, result)


def check_tiles(reference):
    g = np.random.default_rng(SEED + 1)
    array = (g.standard_normal((64, 48)) * np.exp(g.standard_normal((64, 48)))).astype(np.float32)
    for rule in ("two-level",):
        row = Row("nvfp4:16x16", "nvfp4", (16, 16), E2M1, rule)
        _, scales, _, _, codes, _ = row.quantize(array)
        theirs_q, theirs_s = transformer_engine(reference, row, array)
        assert np.array_equal(theirs_s[::16].ravel(), np.array(scales, dtype=np.float32))
        same_codes(codes, theirs_q.ravel(), array, "tiles")


# --- files ----------------------------------------------------------------------------------------------------------


def hex_of(numbers, digits):
    return "".join(f"{n:0{digits}x}" for n in numbers)


def float_bits(numbers):
    return hex_of((0x7FC00000 if x != x else bits_of(x) for x in numbers), 8)


def write(name, head, lines):
    path = HERE / name
    with path.open("w", newline="\n") as file:
        file.write(f"# Made by tests/golden/make_blocks.py with {VERSIONS}, seed {SEED}; do not edit.\n# {head}\n")
        file.writelines(line + "\n" for line in lines)
    print(f"{name}: {len(lines)} rows, {path.stat().st_size} bytes")


def main():
    reference = load_reference(sys.argv[1])
    sys.path.insert(0, sys.argv[2])
    from mx import mx_ops

    np.seterr(all="ignore")
    arrays = inputs()
    lines = []
    check_tiles(reference)
    for row in rows():
        for number, (words, array) in enumerate(arrays):
            result = row.quantize(array)
            check_all(reference, mx_ops, row, array, result, words)
            tensor_scale, scales, scale_codes, zeros, codes, values = result
            lines.append(
                f"{row.name},{number},{float_bits([tensor_scale])},{float_bits(scales)},{hex_of(scale_codes, 2)},"
                f"{' '.join(map(str, zeros))},{hex_of(codes, 2)},{'' if row.kind == 'mx' else float_bits(values)}"
            )
    write("blocks_expected.csv", "format, input, tensor scale, scales, scale codes, zero points, codes, values", lines)
    write(
        "blocks_inputs.csv",
        "input, words, rows, columns, float32 bits",
        [f"{i},{words},{a.shape[0]},{a.shape[1]},{float_bits(a.ravel())}" for i, (words, a) in enumerate(arrays)],
    )
    write("blocks_nf4.csv", "bits of the 16 levels from SciPy's quantiles", [float_bits([x]) for x in QUANTILES])


if __name__ == "__main__":
    main()
