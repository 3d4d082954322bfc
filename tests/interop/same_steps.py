# SPDX-License-Identifier: GPL-3.0-or-later
"""What keras_steps.py and torch_steps.py do alike: their command line, data whose sums are exact, and an MLP with its units renumbered."""
import re
import sys
from pathlib import Path

HIDDEN = (24, 16)
SIZES = (12, *HIDDEN)  # of the MLP, its outputs come on top
NAMES = ("dense", "dense_1", "logits")
# How many times further from the real thing than that, renumbered, is from itself is too far. Where the order of sums is the only cause,
# ours and three numberings are independent errors about a common one. With errors that are normal in one direction ours is more than
# three times further than the furthest of the others with a chance of 1.9 %, in three directions of 0.05 %, in five of 0.002 %
# (simulated): errors of hundreds of elements have many. A lone flip of a rounding to 16 bits, where the others have none, is too far in any
# case. Steps are deterministic: what passes once passes until a program or the processor changes.
TOO_FAR = 3


def command_line(doc):
    """(ulpscope-cli, parts, words of --only, whether --write)"""
    arguments, only = sys.argv[1:], []
    if "--only" in arguments:
        at = arguments.index("--only")
        only = arguments[at + 1].split(",")
        del arguments[at:at + 2]
    write = "--write" in arguments
    arguments = [argument for argument in arguments if argument != "--write"]
    if not arguments:
        sys.exit(doc)
    return arguments[0], arguments[1:], only, write


def processor_flags():
    """Of Linux; none where it does not say."""
    try:
        return set(re.search(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)[1].split())
    except (OSError, TypeError):
        return set()


def is_tables_processor():
    """Of the tables' processor: AVX-512 without instructions for bfloat16 and float16, with which libraries sum in another order."""
    flags = processor_flags()
    return "avx512f" in flags and not flags & {"avx512_bf16", "avx512_fp16", "amx_bf16", "amx_fp16", "avx_ne_convert"}


def few_bits(generator, shape, bits=3):
    """Multiples of 2^-bits from -1 to 1."""
    return (generator.integers(-2 ** bits, 2 ** bits + 1, shape) / 2 ** bits).astype("float32")


def exact_weights(shapes, generator):
    """By path, as shapes are: of few bits, kernels of about the size that keeps the size of what comes in."""
    import numpy as np
    arrays = {}
    for path, shape in shapes.items():
        values = few_bits(generator, shape, 8)
        if path.rsplit("/", 1)[-1] in ("gamma", "moving_variance", "scale"):
            values = 1 + values / 8
        elif len(shape) > 1:
            values = values * 2.0 ** -np.ceil(np.log2(float(np.prod(shape[:-1]))) / 2)
        arrays[path] = values.astype("float32")
    return arrays


class Numbering:
    """Other numbers for the units of the MLP, which changes nothing but the order of sums."""

    def __init__(self, seed, outputs):
        import numpy as np
        shuffled = np.random.default_rng(seed)
        self.orders = [shuffled.permutation(size) for size in SIZES] + [np.arange(outputs)]

    def inputs(self, x):
        return x[:, self.orders[0]].copy()

    @staticmethod
    def _numbered(arrays, orders):
        return {f"{name}/{kind}": (arrays[f"{name}/kernel"][rows][:, columns] if kind == "kernel"
                                   else arrays[f"{name}/bias"][columns]).copy()
                for name, rows, columns in zip(NAMES, orders, orders[1:]) for kind in ("kernel", "bias")}

    def numbered(self, arrays):
        return self._numbered(arrays, self.orders)

    def as_they_were(self, arrays):
        import numpy as np
        return self._numbered(arrays, [np.argsort(order) for order in self.orders])


def too_far(words, framework, found, renumbered):
    """A list of what is too far, of one sentence or none. found: by path, (before, theirs after, ours after); renumbered: of a few
    numberings, theirs after by path."""
    import numpy as np

    def far(arrays):
        return max(float(np.linalg.norm(arrays[path] - theirs) / np.linalg.norm(theirs - before))
                   for path, (before, theirs, _) in found.items())
    mine = far({path: ours for path, (_, _, ours) in found.items()})
    others = [far(arrays) for arrays in renumbered]
    told = f"{words}: {mine:.1e} from {framework}, which renumbered is " + ", ".join(f"{one:.1e}" for one in others)
    print(f"  {told}", flush=True)
    return [] if mine <= TOO_FAR * max(others) else [f"too far: {told}"]
