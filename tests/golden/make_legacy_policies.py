#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes legacy_policies.jsonl: what the older families of dtype policies make of names, loss scales, JSON and calls.

    python3 make_legacy_policies.py WHEELS > legacy_policies.jsonl

Run with the versions of requirements_legacy.txt: tf_keras itself, and TensorFlow's own copy of Keras 2.4, which has PolicyV1.
WHEELS is a folder with the unpacked wheels tensorflow_cpu-2.1.4 and tensorflow_cpu-2.3.4, whose Keras policy.py and
loss_scale.py are executed as they are, on the installed TensorFlow (names of modules that moved are put right).

One JSON object a line, the versions first. "family": tf_keras, policy_v1 (2.4), experimental (2.3) or experimental21 (2.1; only
where it differs from 2.3). "op": what was called;
"result": what came out, or {"error": the exception's class}.
  policy       Policy(name[, loss_scale]): name, compute, variable, repr, config, serialized, should_cast; warns
  deserialize  policy.deserialize(json), described likewise
  layer        get_policy(dtype), as Layer.__init__ does with its dtype argument
  global       set_global_policy(name)
  setter       layer.dtype_policy = p on a built layer
  thread       the global policy that another thread sees
  clear        the global policy after clear_session
  copy         of a policy p: deepcopy(p) == p, the copies' names
  call         a layer called with inputs: the dtypes that call() sees of them, and the layer's policy afterwards
  scopes       a layer called within the calls of others ("around", outermost first): of each variable [dtype, autocast], as it
               reads within, and its repr within and outside
"""
import copy
import json
import logging
import os
import sys
import threading
import types

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import numpy as np
import tensorflow as tf
import tf_keras
from tensorflow.python.keras.mixed_precision import policy as policy24
from tf_keras.src.mixed_precision import policy as tfk_policy

DYNAMIC = {"class_name": "DynamicLossScale",
           "config": {"initial_loss_scale": 4.0, "increment_period": 5, "multiplier": 3.0}}
FIXED = {"class_name": "FixedLossScale", "config": {"loss_scale_value": 8.0}}
ABSENT = "absent"


def module_of(folder, package, name):
    """The module that the text of an old wheel's file makes on today's TensorFlow."""
    path = os.path.join(folder, package, "python", name)
    text = open(path, encoding="utf-8").read()
    text = text.replace("mixed_precision.experimental import device_compatibility_check",
                        "mixed_precision import device_compatibility_check")
    text = text.replace("from tensorflow.python.keras.mixed_precision.experimental import loss_scale as "
                        "keras_loss_scale_module", "keras_loss_scale_module = old_keras_loss_scale")
    text = text.replace("from tensorflow.python.training.experimental import loss_scale as loss_scale_module",
                        "loss_scale_module = old_loss_scale")
    text = text.replace("mixed_precision_global_state.mixed_precision_graph_rewrite_is_enabled",
                        "mixed_precision_global_state.is_mixed_precision_graph_rewrite_enabled()")
    lines = []
    for line in text.split("\n"):
        # registers a public name, which is taken
        if not line.startswith(("@keras_export", "@deprecation", "@tf_export")):
            lines.append(line)
    module = types.ModuleType(name)
    module.__file__ = path
    return module, "\n".join(lines)


def experimental(folder, package):
    # FixedLossScale and DynamicLossScale are the installed ones, whose source has not changed.
    from tensorflow.python.training.experimental import loss_scale as installed
    keras_scale, text = module_of(folder, package, "keras/mixed_precision/experimental/loss_scale.py")
    keras_scale.old_loss_scale = installed
    exec(compile(text, keras_scale.__file__, "exec"), keras_scale.__dict__)
    policy, text = module_of(folder, package, "keras/mixed_precision/experimental/policy.py")
    policy.old_keras_loss_scale = keras_scale
    exec(compile(text, policy.__file__, "exec"), policy.__dict__)
    return policy


class Warnings(logging.Handler):
    def __init__(self):
        super().__init__()
        self.count = 0

    def emit(self, record):
        if "loss scale" in record.getMessage():
            self.count += 1


WARNINGS = Warnings()
tf.get_logger().addHandler(WARNINGS)
tf.get_logger().propagate = False


def outcome(call):
    try:
        return call()
    except Exception as error:  # any exception is an outcome
        return {"error": type(error).__name__}


def described(module, policy):
    if isinstance(policy, str) or policy is None:
        return {"text": policy}
    serialized = module.serialize(policy)
    words = {"class": type(policy).__name__, "name": policy.name, "compute": policy.compute_dtype,
             "variable": policy.variable_dtype, "repr": repr(policy), "config": policy.get_config(),
             "serialized": serialized}
    if hasattr(policy, "should_cast_variables"):
        words["should_cast_variables"] = policy.should_cast_variables
    return json.loads(json.dumps(words))


LAST = {}  # of 2.3


def write(**words):
    if words.get("family", "").startswith("experimental"):
        key = json.dumps({name: value for name, value in words.items() if name not in ("family", "result")})
        if words["family"] == "experimental":
            LAST[key] = words["result"]
        elif LAST.get(key) == words["result"]:
            return
    print(json.dumps(words))


NAMES = ["float16", "bfloat16", "float32", "float64", "mixed_float16", "mixed_bfloat16", "half", "float", "double",
         "bfloat16 ", "int32", "uint8", "bool", "string", "complex64", "qint8", "resource", "variant", "float8_e4m3fn",
         "float8_e5m2", "int4", "uint4", "infer", "_infer", "", "mixed_float32", "mixed_float64", "FLOAT16", "float15",
         "infer_float32_vars", "infer_with_float32_vars", "float16_with_float32_vars", "bfloat16_with_float32_vars",
         "x_float32_vars", "float8", "int8_from_float32", "mixed_bfloat16_", "float16_ref", "half_ref", "int2",
         "float8_e4m3b11fnuz"]
SCALES = [ABSENT, "auto", "USE_DEFAULT", None, 8, 8.0, 1, 0.5, 0, 1e30, True, "dynamic", "static", "", [1], FIXED, DYNAMIC,
          {"class_name": "Other", "config": {}},
          {"class_name": "FixedLossScale", "config": {"loss_scale_value": 0.25}},
          {"class_name": "DynamicLossScale", "config": {}}]


def make(module, name, scale):
    cls = module.PolicyV1 if module is policy24 else module.Policy
    WARNINGS.count = 0
    if scale == ABSENT:
        policy = cls(name)
    else:
        policy = cls.from_config({"name": name, "loss_scale": copy.deepcopy(scale)})
    words = described(module, policy)
    words["warns"] = WARNINGS.count > 0
    return words


def policies(family, module):
    for name in NAMES:
        write(op="policy", family=family, name=name, result=outcome(lambda: make(module, name, ABSENT)))
    for argument in [5, None, ["float32"], {"name": "float32"}]:
        write(op="policy", family=family, name=argument, result=outcome(lambda: make(module, argument, ABSENT)))
    for name in ["mixed_float16", "mixed_bfloat16", "float16", "float32", "half", "_infer", "infer"]:
        for scale in SCALES[1:]:
            write(op="policy", family=family, name=name, loss_scale=scale,
                  result=outcome(lambda: make(module, name, scale)))


def envelopes():
    for cls in ["Policy", "PolicyV1", "DTypePolicy"]:
        for name in ["mixed_float16", "float32", "half", "_infer", "infer", "wrong", 5]:
            for scale in [ABSENT, None, 8.0, "dynamic", FIXED, DYNAMIC]:
                config = {"name": name}
                if scale != ABSENT:
                    config["loss_scale"] = scale
                yield {"class_name": cls, "config": config}
    yield from [None, "float32", "half", "double", "mixed_float16", "_infer", "infer", "wrong", "Policy", 5, [], {},
                {"class_name": "Policy"}, {"class_name": "Policy", "config": {}}, {"config": {"name": "float32"}},
                {"class_name": "Policy", "config": {"name": "float32", "x": 1}},
                {"class_name": "Policy", "config": "float32"},
                {"module": "keras.mixed_precision", "class_name": "Policy", "config": {"name": "mixed_bfloat16"},
                 "registered_name": None},
                {"module": "keras.mixed_precision", "class_name": "Policy",
                 "config": {"name": "mixed_float16", "loss_scale": FIXED}, "registered_name": None},
                {"class_name": "Policy", "config": {"name": "float32", "loss_scale": {"class_name": "X", "config": {}}}},
                {"class_name": "Policy", "config": {"name": "float32", "loss_scale": {}}},
                {"class_name": "Policy",
                 "config": {"name": "float32", "loss_scale": {"class_name": "FixedLossScale", "config": {"x": "y"}}}}]


def reads(family, module):
    for value in envelopes():
        write(op="deserialize", family=family, json=value,
              result=outcome(lambda: described(module, module.deserialize(copy.deepcopy(value)))))


def short(policy):
    return {"name": policy.name, "compute": policy.compute_dtype, "variable": policy.variable_dtype}


def layers_and_globals():
    for dtype in NAMES + [None, {"class_name": "Policy", "config": {"name": "_infer"}},
                          {"class_name": "Policy", "config": {"name": "half"}},
                          {"class_name": "PolicyV1", "config": {"name": "mixed_float16", "loss_scale": FIXED}}]:
        write(op="layer", family="tf_keras", dtype=dtype, result=outcome(
            lambda: short(tf_keras.layers.Dense(2, dtype=copy.deepcopy(dtype)).dtype_policy)))
    for name in NAMES:
        def call():
            tf_keras.mixed_precision.set_global_policy(name)
            try:
                return short(tf_keras.layers.Dense(2).dtype_policy)
            finally:
                tf_keras.mixed_precision.set_global_policy(None)
        write(op="global", family="tf_keras", name=name, result=outcome(call))

    def seen_in_thread():
        tf_keras.mixed_precision.set_global_policy("mixed_float16")
        seen = []
        thread = threading.Thread(target=lambda: seen.append(tf_keras.mixed_precision.global_policy().name))
        thread.start()
        thread.join()
        tf_keras.mixed_precision.set_global_policy(None)
        return seen[0]

    def after_clear():
        tf_keras.mixed_precision.set_global_policy("mixed_float16")
        tf_keras.backend.clear_session()
        name = tf_keras.mixed_precision.global_policy().name
        tf_keras.mixed_precision.set_global_policy(None)
        return name

    def after_setter(call):
        layer = tf_keras.layers.Dense(2, dtype="float32")
        layer.build((None, 3))
        call(layer)
        return short(layer.dtype_policy)

    def set_policy(layer):
        layer.dtype_policy = tf_keras.mixed_precision.Policy("mixed_float16")

    def copied():
        policy = tf_keras.mixed_precision.Policy("mixed_float16")
        return [copy.deepcopy(policy) == policy, copy.copy(policy).name, copy.deepcopy(policy).name]

    write(op="thread", family="tf_keras", result=outcome(seen_in_thread))
    write(op="clear", family="tf_keras", result=outcome(after_clear))
    write(op="setter", family="tf_keras", result=outcome(lambda: after_setter(set_policy)))
    write(op="copy", family="tf_keras", result=outcome(copied))


def argument_of(text):
    """The inverse of what the command line takes: float32, array:float64, python:float, (float32, int32)."""
    if text.startswith("("):
        return tuple(argument_of(part) for part in text[1:-1].split(","))
    if text.startswith("array:"):
        return np.ones((2, 3), text[6:])
    if text.startswith("python:"):
        return {"float": 1.5, "int": 2, "bool": True, "None": None}[text[7:]]
    return tf.zeros((2, 3), text)


def seen_dtype(value):
    if isinstance(value, (tuple, list)):
        return [seen_dtype(part) for part in value]
    if hasattr(value, "dtype"):
        return tf.as_dtype(value.dtype).name if not isinstance(value.dtype, str) else value.dtype
    return "python:" + type(value).__name__


class Recorder(tf_keras.layers.Layer):
    def __init__(self, variables, inner=None, **kwargs):
        super().__init__(**kwargs)
        self.wanted = variables
        self.inner_layer = inner
        self.made = []
        for i, (dtype, autocast) in enumerate(variables):
            self.made.append(self.add_weight(name=f"v{i}", shape=(), dtype=dtype, initializer="zeros",
                                             **({} if autocast else {"experimental_autocast": False})))

    def build(self, shape):
        pass

    def call(self, inputs, *others, **named):
        if self.inner_layer is not None:
            return self.inner_layer()
        self.seen = [seen_dtype(inputs)] + [seen_dtype(value) for value in others]
        self.read = [(tf.as_dtype(tf.identity(v).dtype).name, v.dtype.name, repr(v)) for v in self.made]
        return tf.zeros((1,))


def calls():
    variables = [["float32", True], ["float32", False], ["float64", True], ["int32", True]]
    inputs = [["float32"], ["float64", "float64"], ["int32"], ["array:float64"], ["array:int64"], ["python:float"],
              ["python:int"], ["python:bool"], ["(float32,float64,int32)"], ["(int32,float64)"], ["(float64,float32)"],
              ["(array:float64,float32)"], ["(array:int64,array:float64)"], ["(python:float,float64)"],
              ["float16", "python:float"], ["(float32,float64)", "float64"]]
    for policy in ["mixed_float16", "mixed_bfloat16", "float16", "float32", "float64", "int32", "half", "_infer"]:
        for autocast in [True, False]:
            for given in inputs:
                def call():
                    layer = Recorder([], dtype=tf_keras.mixed_precision.Policy(policy), autocast=autocast)
                    layer(*[argument_of(text) for text in given])
                    return {"seen": layer.seen, "policy": layer.dtype_policy.name, "compute": layer.compute_dtype,
                            "variable": layer.variable_dtype}
                write(op="call", family="tf_keras", policy=policy, autocast=autocast, inputs=given,
                      result=outcome(call))
    for policy in ["mixed_float16", "mixed_bfloat16", "float16", "float32", "float64", "int32"]:
        for autocast in [True, False]:
            for around in [[], ["mixed_float16"], ["mixed_bfloat16"], ["float64"], ["mixed_float16", "mixed_bfloat16"],
                           ["mixed_float16", "int32"]]:
                def call():
                    layer = Recorder(variables, dtype=tf_keras.mixed_precision.Policy(policy), autocast=autocast)
                    run = lambda: layer(tf.zeros((2, 3), "float32"))
                    for name in reversed(around):
                        outer = Recorder([], inner=run, dtype=tf_keras.mixed_precision.Policy(name))
                        run = lambda outer=outer: outer(tf.zeros((2, 3), "float32"))
                    run()
                    return {"seen": layer.seen, "variables": [
                        {"read": read, "dtype": dtype, "repr": text, "repr_outside": repr(v)}
                        for (read, dtype, text), v in zip(layer.read, layer.made)]}
                write(op="scopes", family="tf_keras", policy=policy, autocast=autocast, around=around,
                      variables=variables, result=outcome(call))


def main():
    folder = sys.argv[1]
    write(op="versions", tf_keras=tf_keras.__version__, tensorflow=tf.__version__, numpy=np.__version__,
          wheels=["tensorflow-cpu 2.3.4", "tensorflow-cpu 2.1.4"])
    policies("tf_keras", tfk_policy)
    reads("tf_keras", tfk_policy)
    families = {"policy_v1": policy24,
                "experimental": experimental(os.path.join(folder, "tensorflow_cpu-2.3.4"), "tensorflow"),
                "experimental21": experimental(os.path.join(folder, "tensorflow_cpu-2.1.4"), "tensorflow_core")}
    for family, module in families.items():
        policies(family, module)
        reads(family, module)
    layers_and_globals()
    calls()


main()
