#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes p3109_tables.csv: a digest of every value table that the IEEE P3109 working group publishes.

    git clone https://github.com/P3109/Public p3109 && python3 make_p3109.py p3109

The tables (CSV: code point, value as a hexadecimal float, subnormal) hold hundreds of thousands of codes, so a row here
holds the 64-bit FNV-1a hash of all values of one table: for each code in order the eight bytes of its float64, least
significant first, with 7ff8000000000000 for NaN. Formats with a value that float64 does not have are left out.
"""
import csv
import math
import re
import struct
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
NAN = struct.pack("<Q", 0x7FF8000000000000)


def value(text):
    text = text.strip()
    if text in ("NaN", "Inf", "-Inf", "+Inf"):
        return float(text)
    return float.fromhex(text)


def fnv1a(data, digest=0xCBF29CE484222325):
    for byte in data:
        digest = (digest ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return digest


def exact(text):
    """Whether float64 has the value: float.fromhex() rounds silently below its subnormals."""
    match = re.fullmatch(r"-?0x([0-9a-f]+)(?:\.([0-9a-f]*))?p([+-]?\d+)", text.strip().lower())
    if not match:
        return True
    digits = int(match[1] + (match[2] or ""), 16)
    exponent = int(match[3]) - 4 * len(match[2] or "")
    if digits == 0:
        return True
    trailing = (digits & -digits).bit_length() - 1
    return exponent + trailing >= -1074 and exponent + digits.bit_length() <= 1024


def main(folder):
    rows = []
    for path in sorted(Path(folder).rglob("*.csv")):
        match = re.fullmatch(r"binary(\d+)p(\d+)(s|u)(e|f)", path.stem.lower().replace("_", ""))
        if not match or "hexadecimal" not in str(path).lower():
            continue
        with path.open(encoding="utf-8-sig", newline="") as file:
            cells = [(int(row["codepoint"], 16), row["value"]) for row in csv.DictReader(file)]
        assert [code for code, _ in cells] == list(range(2 ** int(match[1]))), path
        if not all(exact(text) for _, text in cells):
            continue
        data = b"".join(NAN if math.isnan(value(t)) else struct.pack("<d", value(t)) for _, t in cells)
        rows.append((int(match[1]), int(match[2]), match[0], len(cells), fnv1a(data)))
    rows.sort()
    commit = subprocess.run(
        ["git", "-C", folder, "log", "-1", "--format=%h of %cs"], capture_output=True, text=True, check=True
    ).stdout.strip()
    with (HERE / "p3109_tables.csv").open("w", newline="\n") as file:
        file.write(f"# Made by tests/golden/make_p3109.py from the value tables of P3109/Public, {commit}; do not edit.\n")
        file.write("# format, codes, FNV-1a of the values\n")
        file.writelines(f"{name},{count},{digest:016x}\n" for _, _, name, count, digest in rows)
    print(len(rows), "tables,", sum(row[3] for row in rows), "codes")


if __name__ == "__main__":
    main(sys.argv[1])
