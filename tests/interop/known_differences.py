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
tables' data and steps, and no bound: what other models and data leave stands at the end.

The counts are those of an x86-64 processor with AVX-512 and without instructions for float16 and bfloat16: other processors form sums in other orders.
"""
# What was looked at once, and no test holds.
ELSEWHERE = """
## Other models and data

Looked at once, held by no test: 122 models of other shapes on normal numbers, trained for 1, 5 and 50 steps by Keras 3.15.1 with jax and jaxlib 0.10.2, without flags, on
an x86-64 processor with AVX-512 and its instructions for bfloat16 (Zen 4). Left out is what is 0 but for rounding; it has the last two rows.

| where | policy, arithmetic | largest | cause |
|---|---|---|---|
| 66 models of what is proved | `mixed_bfloat16`, keras-jax | after a step 26 equal in all bits, the others within 5.0e-6 (Conv2D); after 50 steps 21 equal, the others within 8.6e-3 | float32 sums in another order, which in 50 steps now and then flip a rounding to bfloat16 |
| 13 models of what is proved | `bfloat16`, keras-jax | none after 1 and 5 steps; in one of them 6.9e-3 after 50 | the same |
| 6 models of what is proved | `float32`, keras-jax | 9.9e-6 after a step, 9.2e-7 after 50 | float32 sums in another order |
| 26 models | `float32`, written | 2.9e-4 in attention's query kernel, else 5.2e-5; in norms 2.2e-5 and 4.5e-6 | float32 sums in another order |
| 28 models | `float8_from_float32`, written | 1.9e-5 after a step, 6.1e-4 after 5; in norms 4.2e-6 and 1.1e-4 | float32 sums in another order, which now and then flip a rounding to float8 |
| Dense of one unit, binary cross-entropy, `loss_scale_factor` 512 | `mixed_float16`, written | 3.0e-1 of a bias' first move: -0.0781 there, -0.0547 here, exactly -0.0391 | 24 gradients of about 10 cancel, and float16's steps are 0.0078 there: the order decides what is left. With a factor of 1 it is the same |
| Dense with selu | `float16`, written | after a step of SGD 6.6e-3, of Adam 7.7e-2 | as with elu: XLA takes float16's expm1 apart; Adam makes whole steps of small gradients |
| Conv2D with momentum | `float16`, written | 1.1 after 50 steps: each goes its own way | float16 sums in another order, which the steps after magnify |
| AveragePooling2D, Adam | `float8_from_float16`, written | 3.4e-2 after a step, 6.0e-1 after 5 | not known; probably float16's sums in another order. Adam makes whole steps of what is left |
| a bias before BatchNormalization, Adam | every, written | the bias by up to 4.6 of its move; the moving mean, which takes it off again, after 50 steps by 2.9e-3 in `float32`, 3.1e-1 in `mixed_bfloat16`, 3.6 in `float16` | the gradient is 0 but for rounding, and Adam makes whole steps of it |
| a bias before BatchNormalization, Adam | `float8_from_mixed_float16`, written | the first loss that is NaN: of 6 runs with other data at the same step in 4, at step 40 there and 33 here, at 25 there and 11 here. Without that bias, and with it under SGD, at the same step or never in all 12 | 0 times the infinite reciprocal of a small scale is the NaN; at which step one is small enough, the bias above decides |
| Nadam with a dynamic loss scale, from the second step on | `mixed_float16`, written | 1.9e-1 after 2 steps, 2.8e-1 after 3 | under LossScaleOptimizer Keras on JAX forgets the product of betas from step to step, because it is none of the optimizer's variables |
| an Activation of tanh around which the input goes on too, as in a residual | `mixed_bfloat16`, `bfloat16`, written | 1.7e-2 after a step | JAX adds each of the two parts of tanh's gradient to what came around it; here the sum of both is added |
| MeanAbsoluteError whose predictions are NaN | float16 policies, written | the last layer's bias: NaN here, in Keras it goes on as if the sign of NaN were plus | all other variables are NaN in both; what XLA makes of the sign of NaN is not modelled |
| text as a layer's argument | every | Keras on JAX raises a ValueError for an array of text; `policy cast` says that it passes untouched | arrays of text are not modelled |

## Older versions of Keras

69 sessions' exports were loaded by Keras 3.3.3 to 3.15.1, fifteen versions, and by its repository's head, 3.16, on JAX, and the policy of each layer was looked at.

| export | needs | what happens in older versions |
|---|---|---|
| `keras-model` | 3.15 | a TypeError: 3.14 does not know an initializer's `input_axes` and attention's `sliding_window`, 3.13 in addition `renorm` of BatchNormalization and `use_gate` of attention |
| `keras-map` | 3.12 | from 3.4 to 3.11 a key is searched in a path: `sequential/dense` gives `sequential/dense_1` its policy, without a word, or two keys that match are a ValueError. Before 3.4 there are no maps |
| `keras-python` | 3.14 | back to 3.4 it runs, but for an RMSNormalization, which 3.9 brought and 3.14 taught lists of axes |
| `keras-policy` | 3.4 | 3.3 fails on float8 |
| policies: `int4/...`, `awq/...` | 3.14 | a map or model raises, Python too: the class is not there |
| policies: `gptq/...` | 3.12 | the same |
| policies: `ternary` | 3.16 | the same |
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
    return made + ELSEWHERE


def main():
    if "--check" in sys.argv[1:]:
        if not GUIDE.is_file() or GUIDE.read_text() != text():
            sys.exit(f"{GUIDE.name} is not that of the tables; known_differences.py writes it")
        return
    GUIDE.parent.mkdir(parents=True, exist_ok=True)
    GUIDE.write_text(text())


if __name__ == "__main__":
    main()