#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does what is exported for Keras run there, with every layer class, optimizer, loss, schedule and initializer, at its default values and
at others?

    in_venv.py VENV_FOLDER keras_exports.py ULPSCOPE_CLI

a  The model of keras-model and that of keras-python have the same layers with the same configs.
b  keras-python runs, trains a step, and its optimizer and loss have the session's values.
c  keras-map and keras-policy are loaded.
"""
import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import keras
from every_component import layer_sessions, training_sessions, write_session
from keras_models import Check, differences

HUB = ("PositionEmbedding",)  # KerasHub is not installed here
# Values that Keras itself refuses, with what it says.
REFUSED = {}


def exported(cli, folder, number, spec):
    path, *data = write_session(folder, number, spec)
    texts = {"data": data}
    for kind in ("keras-model", "keras-python", "keras-map", "keras-policy"):
        done = subprocess.run([cli, "policy", "export", path, "--as", kind], capture_output=True, text=True)
        texts[kind] = done.stdout if done.returncode == 0 else None
        texts[kind + " refused"] = done.stderr.strip()
    return texts


def plain(config):
    """A layer's config without what differs by the way the model was made."""
    return json.loads(json.dumps(config, default=str))


def check_code(check, words, texts, spec):
    keras.utils.clear_session()
    space = {"__name__": "generated"}
    try:
        exec(compile(texts["keras-python"], words, "exec"), space)
    except Exception as error:
        return check.equal("b", f"{words}: the code runs", None, f"{type(error).__name__}: {error}"[:200])
    model = space["model"]
    keras.utils.clear_session()
    # Keras has no name for this function, as the export says.
    custom = {"gelu_tanh": lambda x: keras.activations.gelu(x, approximate=True)}
    loaded = keras.models.model_from_json(texts["keras-model"], custom)
    for ours, theirs in zip(loaded.layers, model.layers, strict=True):
        if "gelu_tanh" in words and ours.name == "tried":
            continue  # a lambda in the code
        check.equal("a", f"{words}: {ours.name}", [], list(differences(plain(ours.get_config()), plain(theirs.get_config()))))
    check_training(check, words, model, spec["training"])
    if not words.endswith(", defaults"):
        return  # a step takes a second, and shows what other values do not change
    model.run_eagerly = True  # compiling each takes a second
    x, y = texts["data"]
    try:
        loss = float(model.train_on_batch(x, y))
        check.equal("b", f"{words}: a step", True, loss == loss)
    except Exception as error:
        check.equal("b", f"{words}: a step", None, f"{type(error).__name__}: {error}"[:200])


def check_training(check, words, model, training):
    for part, component in (("optimizer", model.optimizer), ("loss", model.loss)):
        config = component.get_config()
        check.equal("b", f"{words}: {part}", training[part]["class"], type(component).__name__)
        for name, value in training[part].items():
            if name in ("class", "learning_rate") or name not in config:
                continue
            theirs = config[name]
            if theirs is None:  # how Keras says that it does without
                theirs = 1 if name == "gradient_accumulation_steps" else type(value)(0)
            same = theirs == value or abs(float(theirs) - float(value)) <= 1e-6 * abs(float(value))
            check.equal("b", f"{words}: {name}", value, value if same else theirs)


def main():
    cli = sys.argv[1]
    print(f"Keras {keras.__version__} on {keras.backend.backend()}", flush=True)
    check, refusals = Check(), []
    sessions = [*layer_sessions(), *training_sessions()]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor() as pool:
        jobs = [pool.submit(exported, cli, Path(folder), number, spec) for number, (_, spec) in enumerate(sessions)]
        for (words, spec), job in zip(sessions, jobs):
            texts = job.result()
            if texts["keras-python"] is None or texts["keras-model"] is None:
                refusals.append(f"{words}: {texts['keras-python refused'] or texts['keras-model refused']}")
                continue
            if words.startswith(HUB):
                compile(texts["keras-python"], words, "exec")
                continue
            check_code(check, words, texts, spec)
            if texts["keras-map"]:
                keras.dtype_policies.deserialize(json.loads(texts["keras-map"]))
            if texts["keras-policy"]:
                keras.dtype_policies.deserialize(json.loads(texts["keras-policy"]))
    print(f"{len(sessions)} sessions, {len(refusals)} refused by Ulpscope; "
          + ", ".join(f"{part}: {count} comparisons" for part, count in sorted(check.counts.items())))
    print("\n".join(refusals))
    if check.troubles:
        sys.exit(f"{len(check.troubles)} differences\n" + "\n".join(trouble[:300] for trouble in check.troubles[:60]))


if __name__ == "__main__":
    main()
