#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the guide's table of known differences from keras_steps.csv and torch_steps.csv.

    known_differences.py [--check]

--check writes nothing and fails where the guide has another one.
"""
import sys
from collections import defaultdict
from pathlib import Path

import step_table

HERE = Path(__file__).resolve().parent
GUIDE = HERE.parent.parent / "resources/guide/known-differences.md"
HEAD = """# Known differences

What a step, or fifty, leaves otherwise here than in the real Keras or PyTorch. Every layer class is trained in both from the same weights on the same data, and each variable is compared bit by
bit; what has no row here is equal in all its bits. *Largest* is the largest difference as a part of the variable's largest move. It is that of the
tables' data and steps, and no bound: of other models and data a bias in float16 has been off by 5.4e-3 where the table has 3.4e-3, and differences grow over the
steps.

The counts are those of an x86-64 processor with AVX-512 and without instructions for float16 and bfloat16: other processors form sums in other orders.
"""
# Of a table's part: the heading, and what was run.
PARTS = {
    "rounded": ("Keras, as written", "One step of SGD under `written`, against Keras 3.15.1 with jax and jaxlib 0.10.2 on a CPU whose XLA is told to round every "
                "operation. Data have exact float32 sums."),
    "compiled": ("Keras, as installed", "One step of SGD under `keras-jax`, against the same versions without flags."),
    "walk": ("Keras, as installed, 1 to 50 steps", "An MLP on normal numbers under `keras-jax`: SGD, SGD with momentum, Adam; four losses."),
    "step": ("PyTorch's autocast", "One step of SGD under `torch`, against PyTorch 2.15.0 on a CPU with one thread, `torch.autocast` over float32 parameters, GradScaler under `mixed_float16`. "
             "Data have exact float32 sums."),
    "torch walk": ("PyTorch's autocast, 1 to 50 steps", "An MLP, and a block of Embedding, LayerNormalization, a residual and Dense, on normal numbers under `torch`: SGD, with momentum, with "
                   "Nesterov's, Adam; three losses. In float16 a rounding that flips is magnified by the steps after it; with its units renumbered, which changes the order of sums "
                   "alone, PyTorch under SGD is as far from itself."),
}
MOST_NAMES = 8


def parts():
    """By the heading's key: rows of the tables."""
    found = {name: [] for name in PARTS}
    for file, prefix in (("keras_steps.csv", ""), ("torch_steps.csv", "torch ")):
        for row in step_table.StepTable(HERE / file, "", [], []).read():
            found[prefix + row["part"] if prefix + row["part"] in PARTS else row["part"]].append(row)
    return found


def listed(names):
    names = list(dict.fromkeys(names))
    return "; ".join(names) if len(names) <= MOST_NAMES else f"{len(names)} models"


def table(rows):
    groups = defaultdict(list)
    for row in rows:
        groups[row["cause"], row["policy"]].append(row)
    text = "| where | policy | variables that differ | largest | cause |\n|---|---|---|---|---|\n"
    for (cause, policy), members in sorted(groups.items(), key=lambda group: (group[0][0], group[0][1])):
        largest = max((float(row["largest"]) for row in members if row["largest"]), default=None)
        count = "the whole session is `written`" if largest is None else str(len(members))
        text += (f"| {listed(row['layer'] for row in members)} | `{policy}` | {count} | {'' if largest is None else f'{largest:.1e}'} "
                 f"| {cause} |\n")
    return text


def text():
    made = HEAD
    for name, rows in parts().items():
        title, what = PARTS[name]
        made += f"\n## {title}\n\n{what}\n\n" + (table(rows) if rows else "Nothing differs.\n")
    return made


def main():
    if "--check" in sys.argv[1:]:
        if not GUIDE.is_file() or GUIDE.read_text() != text():
            sys.exit(f"{GUIDE.name} is not that of the tables; known_differences.py writes it")
        return
    GUIDE.parent.mkdir(parents=True, exist_ok=True)
    GUIDE.write_text(text())


if __name__ == "__main__":
    main()
