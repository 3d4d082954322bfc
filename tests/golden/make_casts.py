#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the golden files of casts, with oracles that share no code with Ulpscope.

    python3 -m venv venv && venv/bin/pip install -r requirements.txt && venv/bin/python make_casts.py

casts_float32_to_<format>.csv   float32 bits, bits of the format: NumPy's cast for float16, ml_dtypes' for the others.
casts_float64_to_<format>.csv   float64 bits, bits of the format, bits when an overflow saturates, what the row shows:
                                rounded here in exact integers. (ml_dtypes casts float64 by way of float32, which rounds
                                twice.) Formats of up to 16 bits are also rounded by a search in the list of all their
                                values; both must agree before a file is written.
"""
import bisect
import platform
import random
import struct
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import ml_dtypes
import numpy as np

SEED = 20261120
HERE = Path(__file__).resolve().parent
VERSIONS = f"ml_dtypes {ml_dtypes.__version__}, numpy {np.__version__}, Python {platform.python_version()}"


@dataclass(frozen=True)
class Format:
    name: str
    exponent_bits: int
    mantissa_bits: int
    bias: int
    infinity: bool = True
    nan: str = "ieee"  # or "all ones", "-0" (in its place), "none"
    signed: bool = True
    zero: bool = True  # False: E8M0, whose code 0 is 2^-bias

    @property
    def bits(self):
        return self.signed + self.exponent_bits + self.mantissa_bits

    @property
    def sign_bit(self):
        return 1 << (self.exponent_bits + self.mantissa_bits)

    @property
    def min_exponent(self):
        return 1 - self.bias if self.zero else -self.bias

    @property
    def max_code(self):
        """The code of the largest finite value."""
        all_ones = self.sign_bit - 1
        if self.infinity:
            return all_ones - (1 << self.mantissa_bits)
        return all_ones - 1 if self.nan == "all ones" else all_ones

    @property
    def overflow_code(self):
        """Of a positive number too large."""
        if self.infinity:
            return self.max_code + 1
        return self.max_code if self.nan == "none" else self.nan_code

    @property
    def nan_code(self):
        if self.nan == "-0":
            return self.sign_bit
        return self.max_code + 1 if self.nan == "all ones" else self.max_code + 1 | 1 << (self.mantissa_bits - 1)

    def magnitude(self, code):
        """The exact value of a finite code without its sign; one past max_code gives what would come next."""
        exponent, mantissa = code >> self.mantissa_bits, code & ((1 << self.mantissa_bits) - 1)
        if exponent == 0 and self.zero:
            exponent = 1
        else:
            mantissa += 1 << self.mantissa_bits
        return Fraction(mantissa) * Fraction(2) ** (exponent - self.bias - self.mantissa_bits)


@dataclass(frozen=True)
class Integer:
    """Two's complement; too large saturates, NaN becomes 0."""

    name: str
    bits: int

    def code(self, x):
        if x != x:
            return 0
        low, high = -(1 << (self.bits - 1)), (1 << (self.bits - 1)) - 1
        value = high if x > high else low if x < low else round(x)  # Python rounds ties to even
        return value & ((1 << self.bits) - 1)


FORMATS = [
    Format("float64", 11, 52, 1023),
    Format("float32", 8, 23, 127),
    Format("tf32", 8, 10, 127),
    Format("bfloat16", 8, 7, 127),
    Format("float16", 5, 10, 15),
    Format("dlfloat16", 6, 9, 31),
    Format("float8_e5m2", 5, 2, 15),
    Format("float8_e4m3fn", 4, 3, 7, infinity=False, nan="all ones"),
    Format("float8_e4m3", 4, 3, 7),
    Format("float8_e3m4", 3, 4, 3),
    Format("float8_e4m3fnuz", 4, 3, 8, infinity=False, nan="-0"),
    Format("float8_e5m2fnuz", 5, 2, 16, infinity=False, nan="-0"),
    Format("float8_e4m3b11fnuz", 4, 3, 11, infinity=False, nan="-0"),
    Format("float8_e8m0fnu", 8, 0, 127, infinity=False, nan="all ones", signed=False, zero=False),
    Format("float6_e3m2fn", 3, 2, 3, infinity=False, nan="none"),
    Format("float6_e2m3fn", 2, 3, 1, infinity=False, nan="none"),
    Format("float4_e2m1fn", 2, 1, 1, infinity=False, nan="none"),
]
INTEGERS = [Integer("int8", 8), Integer("int4", 4), Integer("int2", 2)]
ML_DTYPES = {fmt.name: getattr(ml_dtypes, fmt.name) for fmt in FORMATS if hasattr(ml_dtypes, fmt.name)}
ML_DTYPES["float16"] = np.float16


def bits64(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


def float64(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def bits32(x):
    return struct.unpack("<I", struct.pack("<f", x))[0]


def float32(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


# --- rounding, twice ------------------------------------------------------------------------------------------------


def nearest_code(fmt, magnitude, as_ml_dtypes=True):
    """By arithmetic: the code whose value is nearest to an exact magnitude, ties to the even code; may pass max_code."""
    if magnitude == 0:
        return 0
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if Fraction(2) ** exponent > magnitude:
        exponent -= 1
    exponent = max(exponent, fmt.min_exponent)
    scaled = magnitude / Fraction(2) ** (exponent - fmt.mantissa_bits)
    steps, rest = divmod(scaled.numerator, scaled.denominator)
    twice = 2 * rest
    # E8M0 rounds ties up, and what lies between its two smallest values too (ml_dtypes).
    if not fmt.zero:
        steps += twice >= scaled.denominator or (as_ml_dtypes and rest > 0 and exponent == fmt.min_exponent and steps == 1)
        return max(exponent + fmt.bias + steps - 1, 0)
    if twice > scaled.denominator or (twice == scaled.denominator and steps % 2):
        steps += 1
    # Consecutive codes are consecutive values, so a carry into the exponent needs no care.
    return ((exponent + fmt.bias - 1) << fmt.mantissa_bits) + steps


class Listed:
    """By search: the same from the sorted list of all values of the format."""

    def __init__(self, fmt):
        self.has_zero = fmt.zero
        self.values = [fmt.magnitude(code) for code in range(fmt.max_code + 2)]

    def nearest_code(self, magnitude):
        if magnitude >= self.values[-1]:
            return len(self.values) - 1
        above = bisect.bisect_right(self.values, magnitude)
        below = above - 1
        if below < 0:  # below the smallest of a format without zero
            return above
        down, up = magnitude - self.values[below], self.values[above] - magnitude
        if not self.has_zero:
            return above if down >= up or (down and below == 0) else below
        if down == up:
            return below if below % 2 == 0 else above
        return below if down < up else above


def cast(fmt, listed, x, saturate):
    """The code of x, a Python float; saturate: formats of 8 bits or fewer are clipped first, as Keras does."""
    if isinstance(fmt, Integer):
        return fmt.code(x)
    negative = bits64(x) >> 63
    sign = fmt.sign_bit if negative and fmt.signed else 0
    saturate = saturate and fmt.bits <= 8
    if x != x:
        if fmt.nan == "none":  # as ml_dtypes: zero, of the other sign
            return 0 if negative else fmt.sign_bit
        return fmt.nan_code if fmt.nan == "-0" else sign | fmt.nan_code
    if (negative and x and not fmt.signed) or (x == 0 and not fmt.zero):
        return fmt.nan_code
    overflow = fmt.max_code if saturate else fmt.overflow_code
    if overflow != fmt.sign_bit:  # NaN in the place of -0 has no sign
        overflow |= sign
    if x in (float("inf"), float("-inf")):
        return overflow
    magnitude = abs(Fraction(x))
    code = nearest_code(fmt, magnitude, as_ml_dtypes=not saturate)
    if listed and not saturate and min(code, fmt.max_code + 1) != listed.nearest_code(magnitude):
        raise AssertionError(f"two roundings of {x!r} to {fmt.name} differ")
    if code == 0 and fmt.nan == "-0":
        return 0
    return overflow if code > fmt.max_code else sign | code


# --- inputs ---------------------------------------------------------------------------------------------------------


def with_neighbours(values, to_bits, from_bits):
    """Each positive finite value, the representable numbers just below and above it, and all three negated."""
    for value in values:
        bits = to_bits(value)
        for near in (bits - 1, bits, bits + 1):
            if near >= 0:
                yield from_bits(near)
                yield -from_bits(near)


def landmarks(fmt):
    """Values and midpoints that decide: (exact value, words)."""
    tiny, normal, top = fmt.magnitude(int(fmt.zero)), Fraction(2) ** fmt.min_exponent, fmt.magnitude(fmt.max_code)
    beyond = fmt.magnitude(fmt.max_code + 1)
    return [
        (tiny / 2, "half the smallest subnormal"),
        (tiny, "smallest subnormal"),
        (tiny * 3 / 2, "1.5 smallest subnormals"),
        (tiny * 5 / 2, "2.5 smallest subnormals"),
        (normal - tiny, "largest subnormal"),
        (normal - tiny / 2, "half a step below the smallest normal"),
        (normal, "smallest normal"),
        (Fraction(1), "one"),
        (1 + Fraction(1, 2 ** (fmt.mantissa_bits + 1)), "halfway from one to the next value"),
        (1 + Fraction(3, 2 ** (fmt.mantissa_bits + 1)), "halfway, odd below"),
        (top, "largest finite"),
        ((top + beyond) / 2, "halfway past the largest finite"),
        (beyond, "one step past the largest finite"),
        (beyond * 2, "far past the largest finite"),
    ]


def midpoints(fmt, generator, limit):
    codes = range(fmt.max_code)
    if len(codes) > limit:
        codes = generator.sample(codes, limit)
    return [(fmt.magnitude(code) + fmt.magnitude(code + 1)) / 2 for code in codes]


def in_range_exponent(fmt, generator):
    """A uniform exponent from well below the smallest subnormal to well above the largest value."""
    return generator.randint(-fmt.bias - fmt.mantissa_bits - 3, fmt.bias + 3)


def exactly_float64(value):
    try:
        return float(value) if Fraction(float(value)) == value else None
    except OverflowError:
        return None


def float32_inputs(fmt, generator):
    special = [0x00000000, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x7F7FFFFF, 0xFF7FFFFF]
    special += [0x00000001, 0x80000001, 0x007FFFFF, 0x807FFFFF, 0x00800000, 0x80800000]
    yield from special
    exact = [value for value, _ in landmarks(fmt)] + midpoints(fmt, generator, 700)
    exact = [float(value) for value in exact if Fraction(2) ** -149 <= value < Fraction(2) ** 128]
    exact = [value for value in exact if float32(bits32(value)) == value]
    for value in with_neighbours(exact, bits32, float32):
        yield bits32(value)
    for _ in range(3000):  # any bits at all, but no signalling NaN and no NaN payload
        bits = generator.getrandbits(32)
        if bits & 0x7F800000 == 0x7F800000 and bits & 0x007FFFFF:
            continue
        yield bits
    for _ in range(5000):
        exponent = min(max(in_range_exponent(fmt, generator) + 127, 0), 254)
        yield generator.getrandbits(1) << 31 | exponent << 23 | generator.getrandbits(23)


def float64_inputs(fmt, generator):
    """(value, words)"""
    infinity = float("inf")
    for value, words in ((0.0, "zero"), (infinity, "infinity"), (float("nan"), "NaN")):
        yield value, words
        yield -value, "minus " + words
    yield float64(1), "smallest float64"
    yield -float64(1), "minus smallest float64"
    yield float64(0x7FEFFFFFFFFFFFFF), "largest float64"
    for value, words in landmarks(fmt):
        x = exactly_float64(value)
        if x is None or x == 0:
            continue
        yield x, words
        yield -x, "minus " + words
        yield float64(bits64(x) - 1), "just below: " + words
        if bits64(x) < 0x7FEFFFFFFFFFFFFF:
            yield float64(bits64(x) + 1), "just above: " + words
    # Just off a midpoint by less than float32 can tell: going by way of float32 rounds twice and goes wrong.
    for shift in range(30, 53):
        if shift > fmt.mantissa_bits + 1:
            for ulp in (0, 1):
                base = 1 + ulp * 2.0**-fmt.mantissa_bits
                half = 2.0 ** -(fmt.mantissa_bits + 1)
                yield base + half + 2.0**-shift, f"double rounding, 2^-{shift} above a tie"
                yield base + half - 2.0**-shift, f"double rounding, 2^-{shift} below a tie"
    yield from F1_INPUTS.get(fmt.name, [])
    for value in midpoints(fmt, generator, 600):
        x = exactly_float64(value)
        if x:
            yield from ((y, "") for y in (x, -x))
            # 2^-30 and one ulp away: the first survives in no float32, the second only in float64
            for y in (x * (1 + 2.0**-30), x * (1 - 2.0**-30), float64(bits64(x) + 1), float64(bits64(x) - 1)):
                yield y, ""
    for _ in range(1500):
        yield float64(generator.getrandbits(64)), ""
    for _ in range(3000):
        exponent = min(max(in_range_exponent(fmt, generator) + 1023, 0), 2046)
        yield float64(generator.getrandbits(1) << 63 | exponent << 52 | generator.getrandbits(52)), ""


# Where formats are known to surprise.
F1_INPUTS = {
    "float16": [
        (65520.0, "overflow midpoint"),
        (65519.996, "just under the overflow midpoint"),
        (2.0**-25, "half the smallest: lost"),
        (2.0**-24, "the smallest: kept"),
        (1 + 2.0**-11 + 2.0**-40, "1.0 by way of float32"),
        (1 + 2.0**-11 + 2.0**-30, "1.0 by way of float32"),
        (0.1, "a tenth"),
    ],
    "bfloat16": [
        (3.39617752923046e38, "printed overflow midpoint"),
        (1 + 2.0**-8 + 2.0**-40, "1.0 by way of float32"),
        (0.1, "a tenth"),
    ],
    "float8_e5m2": [
        (61440.0, "overflow midpoint"),
        (61439.0, "just under the overflow midpoint"),
        (2.0**-17, "half the smallest: lost"),
        (0.1, "a tenth"),
    ],
    "float8_e4m3fn": [
        (464.0, "overflow midpoint stays 448, the even one"),
        (float64(bits64(464.0) + 1), "next after the overflow midpoint"),
        (465.0, "past the overflow midpoint"),
        (2.0**-10, "half the smallest: lost"),
        (1 + 2.0**-4 + 2.0**-40, "1.0 by way of float32"),
        (0.1, "a tenth"),
    ],
    "tf32": [(1 + 2.0**-11 + 2.0**-40, "1.0 by way of float32"), (0.1, "a tenth")],
    "float32": [(1 + 2.0**-24, "a tie"), (1 + 2.0**-24 + 2.0**-52, "just above a tie"), (0.1, "a tenth")],
    "float64": [(0.1, "a tenth")],
}

# Numbers that a book or a specification states: if one of these fails, the generator is wrong.
STATED = [
    ("float16", 65520.0, float("inf")),
    ("float16", 65519.996, 65504.0),
    ("float16", 2.0**-25, 0.0),
    ("float16", 2.0**-25 * (1 + 2.0**-52), 2.0**-24),
    ("float16", 1 + 2.0**-11 + 2.0**-40, 1.0009765625),
    ("bfloat16", 1 + 2.0**-8 + 2.0**-40, 1.0078125),
    ("float8_e5m2", 61440.0, float("inf")),
    ("float8_e5m2", 61439.0, 57344.0),
    ("float8_e4m3fn", 464.0, 448.0),
    ("float8_e4m3fn", 465.0, float("nan")),
    ("float8_e4m3fn", 1 + 2.0**-4 + 2.0**-40, 1.125),
]


def decode(fmt, code):
    if code == fmt.nan_code and fmt.nan == "-0":
        return float("nan")
    sign = -1.0 if code & fmt.sign_bit else 1.0
    code &= fmt.sign_bit - 1
    if code > fmt.max_code:
        return sign * float("inf") if code == fmt.overflow_code and fmt.infinity else float("nan")
    return sign * float(fmt.magnitude(code))


# --- files ----------------------------------------------------------------------------------------------------------


def write(name, head, rows):
    path = HERE / name
    with path.open("w", newline="\n") as file:
        file.write(f"# Made by tests/golden/make_casts.py with {VERSIONS}, seed {SEED}; do not edit.\n")
        for line in head:
            file.write(f"# {line}\n")
        file.writelines(row + "\n" for row in rows)
    print(f"{name}: {len(rows)} rows, {path.stat().st_size} bytes")


def write_float32_file(fmt):
    generator = random.Random(f"{SEED} float32 {fmt.name}")
    inputs = np.array(list(dict.fromkeys(float32_inputs(fmt, generator))), dtype=np.uint32)
    target = ML_DTYPES[fmt.name]
    with np.errstate(all="ignore"):
        outputs = inputs.view(np.float32).astype(target)
    outputs = outputs.view(np.uint16 if outputs.itemsize == 2 else np.uint8)
    oracle = f"NumPy {np.__version__}" if target is np.float16 else f"ml_dtypes {ml_dtypes.__version__}"
    digits = (fmt.bits + 3) // 4
    write(
        f"casts_float32_to_{fmt.name}.csv",
        [f"float32 bits, {fmt.name} bits as {oracle} casts them"],
        [f"{source:08x},{result:0{digits}x}" for source, result in zip(inputs, outputs)],
    )


def write_float64_file(fmt):
    generator = random.Random(f"{SEED} float64 {fmt.name}")
    listed = Listed(fmt) if fmt.bits <= 16 else None
    for name, x, result in STATED:
        if name == fmt.name:
            got = decode(fmt, cast(fmt, listed, x, saturate=False))
            assert got == result or (got != got and result != result), (name, x, got, result)
    rows, seen = [], set()
    digits = (fmt.bits + 3) // 4
    for x, words in float64_inputs(fmt, generator):
        bits = bits64(x)
        if bits in seen or (x != x and bits & 0x7FFFFFFFFFFFFFFF != 0x7FF8000000000000):
            continue  # once each; NaN payloads are not our subject
        seen.add(bits)
        code, saturated = cast(fmt, listed, x, saturate=False), cast(fmt, listed, x, saturate=True)
        rows.append(f"{bits:016x},{code:0{digits}x},{saturated:0{digits}x},{words}")
    write(
        f"casts_float64_to_{fmt.name}.csv",
        [f"float64 bits, {fmt.name} bits rounded exactly to nearest even, the same clipped first as Keras does, what it shows"],
        rows,
    )


def write_integer_file(fmt):
    generator = random.Random(f"{SEED} float64 {fmt.name}")
    top = 1 << fmt.bits
    inputs = [0.0, -0.0, float("inf"), float("-inf"), float("nan"), 0.5, -0.5, 1.5, 2.5, -1.5, -2.5, 5e-324, 1e300]
    inputs += [n / 4 + near for n in range(-4 * top, 4 * top + 1) for near in (0.0, 2.0**-30, -(2.0**-30))]
    inputs += [generator.uniform(-top, top) for _ in range(2500)]
    rows, digits = [], (fmt.bits + 3) // 4
    for x in dict.fromkeys(inputs):
        code = fmt.code(x)
        rows.append(f"{bits64(x):016x},{code:0{digits}x},{code:0{digits}x},")
    write(
        f"casts_float64_to_{fmt.name}.csv",
        [f"float64 bits, {fmt.name} bits rounded to nearest even and saturated, the same"],
        rows,
    )


def main():
    for fmt in INTEGERS:
        write_integer_file(fmt)
    for fmt in FORMATS:
        if fmt.name in ML_DTYPES:
            write_float32_file(fmt)
        write_float64_file(fmt)


if __name__ == "__main__":
    main()
