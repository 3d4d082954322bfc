#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes exact_sums.csv: dot products of float64 values in exact rational arithmetic, rounded once.

    python3 make_exact_sums.py

Each row: bits of a, bits of b (16 hex digits each, one after the other), bits of the sum rounded to nearest even, towards
zero, up and down, what the row shows. Python's int / int is correctly rounded (Objects/longobject.c); the other modes follow
from it by comparing with the exact sum. NaN is 7ff8000000000000.
"""
import math
import platform
import random
import struct
from fractions import Fraction
from pathlib import Path

SEED = 20261120
INF = math.inf


def bits(x):
    return "7ff8000000000000" if x != x else struct.pack(">d", x).hex()


def nearest(exact):
    try:
        return exact.numerator / exact.denominator
    except OverflowError:
        return INF if exact > 0 else -INF


def rounded(exact):
    """To nearest even, towards zero, up, down."""
    if exact == 0:
        return [0.0] * 4
    near = nearest(exact)
    largest = math.nextafter(INF, 0)
    below = near if near != INF and (near == -INF or Fraction(near) <= exact) else math.nextafter(near, -INF)
    above = near if near != -INF and (near == INF or Fraction(near) >= exact) else math.nextafter(near, INF)
    if near == INF and exact <= Fraction(largest):
        above = largest
    return [near, below if exact > 0 else above, above, below]


def dot(a, b):
    if all(map(math.isfinite, a + b)):
        return rounded(sum((Fraction(x) * Fraction(y) for x, y in zip(a, b)), Fraction(0)))
    plain = [x * y for x, y in zip(a, b) if not (math.isfinite(x) and math.isfinite(y))]
    total = plain[0]
    for p in plain[1:]:
        total += p
    return [total] * 4


def value(rng, low, high):
    return math.ldexp(rng.choice([-1, 1]) * rng.randint(1 << 52, (1 << 53) - 1), rng.randint(low, high) - 52)


def rows(rng):
    one = [1.0]
    yield [], [], "empty"
    yield [1.0, 2.0**-53], one * 2, "a tie to even"
    yield [1.0, 2.0**-53, 2.0**-1074], [1.0, 1.0, 2.0**-1074], "the least product breaks a tie"
    yield [1.0, -(2.0**-54)], one * 2, "a tie below a power of two"
    yield [2.0**1000, 1.0, -(2.0**1000)], [2.0**1000, 1.0, 2.0**1000], "products beyond the range cancel"
    yield [2.0**1000, -1.0], [2.0**1000, 1.0], "overflow"
    yield [-(2.0**1000)], [2.0**1000], "negative overflow"
    yield [1.7976931348623157e308, 2.0**969], [1.0, 1.0], "just below the overflow threshold's tie"
    yield [1.7976931348623157e308, 2.0**970], [1.0, 1.0], "the overflow threshold"
    yield [2.0**-1074, 2.0**-1074], [0.5, 0.25], "below the least subnormal"
    yield [2.0**-1074], [0.5], "half of the least subnormal"
    yield [2.0**-1022, -(2.0**-1074)], one * 2, "largest subnormal"
    yield [INF, 1.0], one * 2, "infinity"
    yield [INF, -INF], one * 2, "infinities of both signs"
    yield [INF], [0.0], "infinity times zero"
    yield [math.nan, 1.0], one * 2, "NaN"
    yield [-0.0], one, "minus zero"
    for n in (2, 5, 40):
        for low, high, words in ((-20, 20, "near 1"), (-500, 500, "wide"), (-1074, -900, "tiny"), (900, 1020, "huge")):
            for _ in range(6):
                a = [value(rng, low, high) for _ in range(n)]
                b = [value(rng, max(-1022, -high), min(1020, -low)) if words != "huge" else value(rng, -600, 3)
                     for _ in range(n)]
                yield a, b, words
                total = dot(a, b)[0]
                if math.isfinite(total):
                    yield a + [-total], b + [1.0], words + ", cancelled"


def main():
    rng = random.Random(SEED)
    lines = [f"# Exact sums by Python {platform.python_version()}'s fractions, seed {SEED}.",
             "# bits of a, bits of b, sum to nearest even, towards zero, up, down, what the row shows"]
    for a, b, words in rows(rng):
        cells = ["".join(map(bits, a)), "".join(map(bits, b)), *map(bits, dot(a, b)), words]
        lines.append(",".join(cells))
    Path(__file__).with_name("exact_sums.csv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
