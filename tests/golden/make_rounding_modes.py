#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes rounding_modes.csv: float64 values rounded by gfloat in its deterministic modes, saturating and not, and in its
stochastic modes with given random bits.

    python3 -m venv venv && venv/bin/pip install git+https://github.com/graphcore-research/gfloat@b142762 && venv/bin/python make_rounding_modes.py
"""
import platform
import random
import struct
from importlib.metadata import version
from pathlib import Path

from gfloat import Domain, RoundMode, Signedness, decode_float, round_float
from gfloat import formats as gf

SEED = 20261120
HERE = Path(__file__).resolve().parent
SIGNED, UNSIGNED = Signedness.Signed, Signedness.Unsigned
FORMATS = {
    "float16": gf.format_info_binary16,
    "bfloat16": gf.format_info_bfloat16,
    "float8_e5m2": gf.format_info_ocp_e5m2,
    "float8_e4m3fn": gf.format_info_ocp_e4m3,
    "float6_e3m2fn": gf.format_info_ocp_e3m2,
    "float6_e2m3fn": gf.format_info_ocp_e2m3,
    "float4_e2m1fn": gf.format_info_ocp_e2m1,
    "float32": gf.format_info_binary32,
    "binary8p3se": gf.format_info_p3109(8, 3, SIGNED, Domain.Extended),
    "binary8p4sf": gf.format_info_p3109(8, 4, SIGNED, Domain.Finite),
    "binary8p1se": gf.format_info_p3109(8, 1, SIGNED, Domain.Extended),
    "binary8p5ue": gf.format_info_p3109(8, 5, UNSIGNED, Domain.Extended),
    "binary8p7sf": gf.format_info_p3109(8, 7, SIGNED, Domain.Finite),
    "binary6p4sf": gf.format_info_p3109(6, 4, SIGNED, Domain.Finite),
    "binary4p2sf": gf.format_info_p3109(4, 2, SIGNED, Domain.Finite),
    "binary12p6se": gf.format_info_p3109(12, 6, SIGNED, Domain.Extended),
}
MODES = {
    "nearest-even": RoundMode.TiesToEven,
    "nearest-away": RoundMode.TiesToAway,
    "toward-zero": RoundMode.TowardZero,
    "up": RoundMode.TowardPositive,
    "down": RoundMode.TowardNegative,
    "to-odd": RoundMode.ToOdd,
}
STOCHASTIC = {
    "stochastic": RoundMode.Stochastic,
    "stochastic-fast": RoundMode.StochasticFast,
    "stochastic-fastest": RoundMode.StochasticFastest,
}


def hex64(x):
    return f"{struct.unpack('<Q', struct.pack('<d', x))[0]:016x}" if x == x else "nan"


def inputs(fmt, generator, count):
    top = fmt.max
    tiny = fmt.smallest
    yield from (0.0, tiny, tiny / 2, tiny / 3, tiny * 1.5, tiny * 2.5, tiny / 1024, top, top * 1.01, top * 1e3, 1e-300)
    yield from (fmt.smallest_normal, fmt.smallest_normal * (1 - 2**-20), top + fmt.eps * top / 4, float("inf"))
    codes = 2 ** (fmt.k - fmt.is_signed) if fmt.k <= 16 else 0
    for _ in range(count):
        if codes:
            code = generator.randrange(codes - 1)
            low, high = decode_float(fmt, code).fval, decode_float(fmt, code + 1).fval
            if low == low and high == high and abs(high) != float("inf"):
                yield (low + high) / 2  # a tie
                yield low + (high - low) * generator.random()
        yield generator.choice((tiny, 1.0, top)) * 2.0 ** generator.uniform(-4, 2) * generator.random()


def rounded(fmt, x, mode, sat, bits=-1, n=0):
    try:
        return hex64(float(round_float(fmt, x, mode, sat, bits, n)))
    except ValueError:
        return "-"  # gfloat refuses: neither infinity nor NaN


def main():
    generator = random.Random(SEED)
    head = f"gfloat {version('gfloat')} at b142762, Python {platform.python_version()}, seed {SEED}"
    rows = []
    for name, fmt in FORMATS.items():
        for x in dict.fromkeys(inputs(fmt, generator, 40)):
            for value in (x, -x) if fmt.is_signed else (x,):
                results = [rounded(fmt, value, mode, sat) for sat in (False, True) for mode in MODES.values()]
                rows.append(f"{name},{hex64(value)}," + ",".join(results))
    with (HERE / "rounding_modes.csv").open("w", newline="\n") as file:
        file.write(f"# Made by tests/golden/make_rounding_modes.py with {head}; do not edit.\n")
        file.write("# format, float64 bits; not saturating, then saturating: " + ", ".join(MODES) + "; -: refused\n")
        file.writelines(row + "\n" for row in rows)
    print(len(rows), "rows")

    rows = []
    for name, fmt in FORMATS.items():
        for n in (1, 4, 8, 16):
            for x in list(dict.fromkeys(inputs(fmt, generator, 6))):
                for value in (x, -x) if fmt.is_signed else (x,):
                    for bits in sorted({0, 2**n - 1, generator.randrange(2**n), generator.randrange(2**n)}):
                        results = [rounded(fmt, value, mode, False, bits, n) for mode in STOCHASTIC.values()]
                        rows.append(f"{name},{hex64(value)},{n},{bits}," + ",".join(results))
    rows = [row for row in rows if generator.random() < 0.4]
    with (HERE / "stochastic_rounding.csv").open("w", newline="\n") as file:
        file.write(f"# Made by tests/golden/make_rounding_modes.py with {head}; do not edit.\n")
        file.write("# format, float64 bits, N, R, not saturating: " + ", ".join(STOCHASTIC) + "; -: refused\n")
        file.writelines(row + "\n" for row in rows)
    print(len(rows), "rows")


if __name__ == "__main__":
    main()
