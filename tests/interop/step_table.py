# SPDX-License-Identifier: GPL-3.0-or-later
"""What is not another framework's to the bit after some steps: a table with a row for each variable that differs."""
import csv
import re

COLUMNS = ["part", "layer", "policy", "variable", "differ", "of", "largest", "cause"]


def counted(steps):
    return f"{steps} step" if steps == 1 else f"{steps} steps"


def rows_of(part, words, policy, arrays):
    """One row a variable. arrays: by its path, (before, theirs after, ours after), as float64."""
    import numpy as np
    rows = []
    for path, (before, theirs, ours) in arrays.items():
        differ = int((~((ours == theirs) | (np.isnan(ours) & np.isnan(theirs)))).sum())
        move = float(np.abs(theirs - before).max())
        largest = float(np.abs(ours - theirs).max()) / (move if move else 1.0)
        rows.append({"part": part, "layer": words, "policy": policy, "variable": path, "differ": differ,
                     "of": ours.size, "largest": f"{largest:.1e}"})
    print(f"  {words}, {policy}: " + ("equal" if not any(row["differ"] for row in rows) else "; ".join(
        f"{row['variable']} {row['differ']}/{row['of']} {row['largest']}" for row in rows if row["differ"])), flush=True)
    return rows


def refused(part, words, policy, cause):
    """The row of a cell that is not computed so at all."""
    print(f"  {words}, {policy}: {cause}", flush=True)
    return {"part": part, "layer": words, "policy": policy, "variable": "the whole session", "differ": 1, "of": 1, "largest": "",
            "cause": cause}


def key_of(row):
    return tuple(row[key] for key in COLUMNS[:4])


class StepTable:
    """parts: their names, in the order of the table. causes: the first whose four patterns fit part, layer, policy and variable."""

    def __init__(self, path, head, parts, causes):
        self.path, self.head, self.parts, self.causes = path, head, list(parts), causes

    def cause_of(self, row):
        return next((cause for *patterns, cause in self.causes
                     if all(re.fullmatch(pattern, row[key]) for pattern, key in zip(patterns, COLUMNS))), "not known")

    def read(self):
        if not self.path.is_file():
            return []
        with open(self.path) as file:
            return list(csv.DictReader(line for line in file if not line.startswith("#")))

    def write(self, part, found, is_whole):
        """In place of the rows of the same cells; is_whole: of the part."""
        cells = {key_of(row)[:3] for row in found}
        rows = [row for row in self.read() if not (row["part"] == part and (is_whole or key_of(row)[:3] in cells))]
        rows += [{"cause": self.cause_of(row)} | row for row in found if row["differ"]]
        rows.sort(key=lambda row: self.parts.index(row["part"]))
        with open(self.path, "w", newline="") as file:
            file.write(f"# SPDX-License-Identifier: GPL-3.0-or-later\n# {self.head}\n")
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)

    def troubles(self, part, found, tolerated=0.0, is_whole=True):
        """What is not as the table says. tolerated: the largest difference that needs no row. is_whole: all cells of the part are among
        those found, so that a row that answers none is of a cell that is gone."""
        known = {key_of(row): row for row in self.read() if row["part"] == part}
        cells = {key_of(row)[:3] for row in found}
        for row in found:
            wanted = known.pop(key_of(row), {"differ": 0, "largest": row["largest"]})
            is_known = row["differ"] == int(wanted["differ"]) and (not row["differ"] or row["largest"] == wanted["largest"] != "nan")
            # NaN is always a trouble; without a tolerance any other count is, equal bits too.
            if not is_known and not (tolerated and float(row["largest"] or "nan") <= tolerated):
                yield (f"({part}) {row['layer']}, {row['policy']}: {row['variable']}: {row['differ']} of {row['of']} differ, "
                       f"by up to {row['largest']} of the move; the table says {wanted['differ']}"
                       + (f", by up to {wanted['largest']}" if int(wanted["differ"]) else ""))
        for key, row in known.items():
            if is_whole or key[:3] in cells:
                yield f"({part}) {row['layer']}, {row['policy']}: {row['variable']}: stands in the table, and is not compared"
