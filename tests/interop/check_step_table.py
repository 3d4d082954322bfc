#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does StepTable see each way in which steps are not as the table says? Needs no packages."""
import tempfile
from pathlib import Path

from step_table import StepTable

HEAD = "part,layer,policy,variable,differ,of,largest,cause\n"
KNOWN = ("step,Dense,bfloat16,dense/kernel,2,8,1.0e-07,order\n"
         "step,Dense,bfloat16,dense/bias,8,8,2.0e-03,order\n")


def row(variable, differ, largest, layer="Dense"):
    return {"part": "step", "layer": layer, "policy": "bfloat16", "variable": variable, "differ": differ, "of": 8, "largest": largest}


AS_KNOWN = [row("dense/kernel", 2, "1.0e-07"), row("dense/bias", 8, "2.0e-03")]
# What is found, what is tolerated, whether all cells were run, how many troubles.
CASES = {
    "as the table says": (AS_KNOWN, 0.0, True, 0),
    "a variable more, with equal bits": ([*AS_KNOWN, row("dense/gamma", 0, "0.0e+00")], 0.0, True, 0),
    "a variable more that differs": ([*AS_KNOWN, row("dense/gamma", 1, "1.0e-07")], 0.0, True, 1),
    "a variable more, of NaN": ([*AS_KNOWN, row("dense/gamma", 8, "nan")], 0.0, True, 1),
    "NaN where a tolerance is given": ([*AS_KNOWN, row("dense/gamma", 8, "nan")], 1e-6, True, 1),
    "as many, of which all are NaN": ([AS_KNOWN[0], row("dense/bias", 8, "nan")], 0.0, True, 1),
    "as many, but further away": ([AS_KNOWN[0], row("dense/bias", 8, "5.0e-01")], 0.0, True, 1),
    "equal bits where the table has a difference": ([row("dense/kernel", 0, "0.0e+00"), AS_KNOWN[1]], 0.0, True, 1),
    "a row of a cell that is gone": ([row("dense/kernel", 0, "0.0e+00", "Conv2D")], 0.0, True, 2),
    "the same where some cells were run": ([row("dense/kernel", 0, "0.0e+00", "Conv2D")], 0.0, False, 0),
    "a row of a variable that is gone": (AS_KNOWN[:1], 0.0, False, 1),
    "another processor's last digits": ([row("dense/kernel", 5, "3.0e-07"), AS_KNOWN[1]], 1e-6, True, 0),
    "more than those": ([row("dense/kernel", 5, "3.0e-05"), AS_KNOWN[1]], 1e-6, True, 1),
    "a whole session that is not computed so": ([row("the whole session", 1, "")], 1e-6, False, 3),
}


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "steps.csv")
        table = StepTable(path, "", ["step"], [])
        for words, (found, tolerated, is_whole, count) in CASES.items():
            path.write_text(HEAD + KNOWN)
            troubles = list(table.troubles("step", found, tolerated, is_whole))
            assert len(troubles) == count, f"{words}: {count} troubles expected, got {troubles}"
            table.write("step", found, is_whole)
            after = list(table.troubles("step", found, 0.0, is_whole))
            nans = sum(each["largest"] == "nan" for each in found)  # which no table excuses
            assert len(after) == nans, f"{words}: written, and still {after}"


if __name__ == "__main__":
    main()
