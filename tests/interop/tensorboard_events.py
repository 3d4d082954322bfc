#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does TensorBoard read the events of a run as history.csv, tensors.csv and exponents.csv have them?

    in_venv.py --requirements requirements_tensorboard.txt VENV_FOLDER tensorboard_events.py ULPSCOPE_CLI
"""
import csv
import math
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator


def narrow(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def same(a, b):
    return a == b or (math.isnan(a) and math.isnan(b))


def main():
    with tempfile.TemporaryDirectory() as name:
        out = Path(name) / "out"
        subprocess.run([sys.argv[1], "run", "circle", "--steps", "20", "--out", out, "--tensorboard"], check=True,
                       capture_output=True)
        events = EventAccumulator(str(out), size_guidance={"scalars": 0, "histograms": 0})
        events.Reload()
        scalars = {tag: {event.step: event.value for event in events.Scalars(tag)} for tag in events.Tags()["scalars"]}
        compared = 0
        with open(out / "history.csv") as file:
            for row in csv.DictReader(file):
                for column in ("loss", "reference_loss", "updates_lost_percent", "overflows"):
                    assert same(scalars[column][int(row["step"])], narrow(float(row[column]))), (column, row)
                    compared += 1
        with open(out / "tensors.csv") as file:
            for row in csv.DictReader(file):
                tag = f"{row['path']}/{row['role']}/{row['metric']}"
                assert same(scalars[tag][int(row["step"])], narrow(float(row["value"]))), (tag, row)
                compared += 1
        counts = {}
        with open(out / "exponents.csv") as file:
            for row in csv.DictReader(file):
                if row["exponent"] not in ("zero", "non_finite"):
                    key = f"{row['path']}/{row['role']}/exponent", int(row["exponent"])
                    counts[key] = counts.get(key, 0) + int(row["count"])
        found = {}
        for tag in events.Tags()["histograms"]:
            for event in events.Histograms(tag):
                value = event.histogram_value
                for limit, count in zip(value.bucket_limit, value.bucket):
                    if count:
                        found[tag, int(limit) - 1] = found.get((tag, int(limit) - 1), 0) + int(count)
        assert found == counts, (len(found), len(counts))
        print(f"{compared} figures and {len(counts)} buckets are alike")


main()
