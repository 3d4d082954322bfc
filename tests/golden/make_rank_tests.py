#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes rank_tests.jsonl: the exact rank-sum and sign tests of scipy, for tests/golden/tst_rank_tests.cpp.

    python3 -m venv venv && venv/bin/pip install scipy==1.15.3 numpy==2.4.6 && venv/bin/python make_rank_tests.py

First a line about the versions, then a case each: {"a", "b", "p"} of two groups, with ties and infinities by
scipy.stats.permutation_test over all ways to deal the ranks, without by scipy.stats.mannwhitneyu(method="exact");
{"larger", "smaller", "p"} by scipy.stats.binomtest.
"""
import json
from pathlib import Path

import numpy as np
import scipy
from scipy import stats

HERE = Path(__file__).resolve().parent


def with_ties(a, b):
    ranks = stats.rankdata(np.concatenate([a, b]))
    x, y = ranks[: len(a)], ranks[len(a):]
    return stats.permutation_test((x, y), lambda x, y, axis: x.sum(axis=axis), vectorized=True,
                                  permutation_type="independent", n_resamples=np.inf, alternative="two-sided").pvalue


def case(a, b, p):
    return {"a": [repr(float(v)) for v in a], "b": [repr(float(v)) for v in b], "p": float(p)}


def main():
    rng = np.random.default_rng(17)
    lines = [{"scipy": scipy.__version__, "numpy": np.__version__}]
    lines.append(case([1, 2, 3, 4, 5], [6, 7, 8, 9, 10], with_ties([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])))
    lines.append(case([3, 3, 3, 3], [3, 3, 3, 3], 1.0))
    for size in range(2, 7):
        for _ in range(12):
            a, b = rng.integers(0, 5, size).astype(float), rng.integers(0, 7, size).astype(float)
            a[rng.random(size) < 0.15] = np.inf
            b[rng.random(size) < 0.1] = -np.inf
            lines.append(case(a, b, with_ties(a, b)))
    for size in (1, 2, 3, 4, 5, 7, 10, 20, 28, 40, 64):
        for shift in (0.0, 0.4, 1.0, 9.0):
            a, b = rng.normal(size=size), rng.normal(size=size) + shift
            lines.append(case(a, b, stats.mannwhitneyu(a, b, method="exact").pvalue))
    for larger in range(9):
        for smaller in range(9 if larger < 6 else 3):
            p = stats.binomtest(larger, larger + smaller).pvalue if larger + smaller else 1.0
            lines.append({"larger": larger, "smaller": smaller, "p": float(p)})
    with open(HERE / "rank_tests.jsonl", "w", encoding="utf-8") as out:
        out.writelines(json.dumps(line) + "\n" for line in lines)


if __name__ == "__main__":
    main()
