#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes keras_policies.jsonl: what Keras itself makes of names, JSON values and maps of dtype policies.

    PYTHONPATH=<a checkout of keras-team/keras> KERAS_BACKEND=jax python3 make_keras_policies.py > keras_policies.jsonl
    KERAS_BACKEND=jax python3 make_keras_policies.py keras_policies.jsonl > keras_policies_3.15.1.jsonl

The second, with the newest release (../interop/requirements.txt), writes the lines alone whose result is another than in the file.
One JSON object a line. "op": what was called; "global": the global policy meanwhile, absent for float32.
  get          keras.dtype_policies.get(argument)
  get_object   the same of a Python object, written as in Python
  set          keras.config.set_dtype_policy(argument)
  equal        get(argument[0]) == get(argument[1])
  lookup       get(argument[0])[argument[1]]
  edit         on get(argument[0]): argument[1] is a list of ["set", key, value], ["del", key] or ["in", key]
"result": what came out, or {"error": the exception's class}. Of a policy: class, name, compute, variable,
quantization_mode, config and repr (not of a map, whose repr has an address).
"""
import copy
import json
import random
import sys

import keras
import numpy as np
from keras import dtype_policies

SEED = 20261120


def described(policy):
    if not isinstance(policy, keras.DTypePolicy):
        # deserialize returns an unknown class' name, a map its raw values; a layer then fails on it.
        return {"error": "AttributeError"}
    is_map = isinstance(policy, dtype_policies.DTypePolicyMap)
    words = {
        "class": type(policy).__name__,
        "name": policy.name,
        "compute": policy.compute_dtype,
        "variable": policy.variable_dtype,
        "quantization_mode": policy.quantization_mode,
        "config": None,
        "repr": None if is_map else repr(policy),
    }
    # Serializing a map without a default takes the names of its policies away: on a copy, and last.
    words["config"] = keras.saving.serialize_keras_object(copy.deepcopy(policy))["config"]
    return words


def outcome(call):
    try:
        return call()
    except Exception as error:  # any exception is an outcome
        return {"error": "re.error" if type(error).__module__ == "re" else type(error).__name__}


def check_values(policy):
    """Keras does not look at a map's values until they are used; one that is no policy counts as an error here."""
    if isinstance(policy, dtype_policies.DTypePolicyMap):
        for value in policy.values():
            if isinstance(value, dtype_policies.DTypePolicyMap):
                raise LookupError("nested map")
            if not isinstance(value, keras.DTypePolicy):
                raise AttributeError("not a policy")
    return policy


def get(argument):
    return check_values(dtype_policies.get(argument))


def edit(policy_map, edits):
    results = []
    for what, *arguments in edits:
        if what == "set":
            results.append(outcome(lambda: policy_map.__setitem__(*arguments)))
        elif what == "del":
            results.append(outcome(lambda: policy_map.__delitem__(*arguments) and None))
        else:
            results.append(arguments[0] in policy_map)
    results.append(list(policy_map))
    return results


OBJECTS = {
    "float": float, "int": int, "bool": bool, "str": str, "complex": complex,
    "np.float16": np.float16, "np.float32": np.float32, "np.float64": np.float64, "np.int8": np.int8,
    "np.uint8": np.uint8, "np.int64": np.int64, "np.complex64": np.complex64, "np.bool_": np.bool_,
    "np.half": np.half, "np.single": np.single, "np.double": np.double, "np.intp": np.intp, "np.uintc": np.uintc,
    "np.csingle": np.csingle, "np.longlong": np.longlong, "np.dtype('float16')": np.dtype("float16"),
    "np.longdouble": np.longdouble, "list": list, "dict": dict, "object": object,
}


def run(op, argument, global_policy):
    keras.config.set_dtype_policy("float32")
    if global_policy is not None:
        keras.config.set_dtype_policy(dtype_policies.get(global_policy))
    if op == "get":
        return outcome(lambda: described(get(argument)))
    if op == "get_object":
        return outcome(lambda: described(get(OBJECTS[argument])))
    if op == "set":
        def set_and_read():
            keras.config.set_dtype_policy(argument)
            return described(keras.config.dtype_policy())
        return outcome(set_and_read)
    if op == "equal":
        return outcome(lambda: bool(get(argument[0]) == get(argument[1])))
    if op == "lookup":
        return outcome(lambda: described(get(argument[0])[argument[1]]))
    return outcome(lambda: edit(get(argument[0]), argument[1]))


def envelope(class_name, config, module="keras.dtype_policies", registered_name=None):
    return {"module": module, "class_name": class_name, "config": config, "registered_name": registered_name}


def plain(name):
    return envelope("DTypePolicy", {"name": name}, "keras")


def a_map(entries, default="float32"):
    return envelope("DTypePolicyMap", {"default_policy": default, "policy_map": entries})


DTYPES = ["float16", "float32", "float64", "bfloat16", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32",
          "int64", "bool", "string", "float8_e4m3fn", "float8_e5m2", "complex64", "complex128"]
WRONG = ["", "float", "half", "double", "mixed_float32", "mixed_float64", "mixed_float15", "FLOAT16", "Float32", "int4",
         "float8", "int8_from_float32", "mixed_float16mixed_float16", "@mixed_float16!", " float32", "float32 ",
         "mixed_float16 ", "Mixed_float16", "mixed-float16", "fp16", "bf16", "tf32", "mixed_float8", "uint4", "None",
         "infer", "_infer", "float32_vars", "mixed_float16_float32_vars", "float8_e4m3", "complex", "str", "Ünïcode"]
QUANTIZED = [
    "int8_from_float32", "int8_from_bfloat16", "int8_from_float64", "int8_from_mixed_bfloat16", "int8_from_float16",
    "int8_from_mixed_float16", "int8_from_int8", "int8_from_uint8", "int8_from_int", "int8_from_", "int8_from_float",
    "int8x_from_float32", "int8", "int8_", "int8_from", "int8_from_float32_from_float32", "int8_from_int8_from_float32",
    "int8/128_from_float32", "int16_from_float32", "Int8_from_float32", "float8_from_float32", "float8_from_mixed_float16",
    "float8_from_float16", "float8_from_mixed_bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3fn_from_float32",
    "float8_from_float8_e4m3fn", "float8_from_int8", "float8_from_", "float8x_from_float32", "int4_from_float32",
    "int4_from_mixed_float16", "int4_from_float16", "int4x_from_float32", "int4", "int4/128_from_float32",
    "int4/-1_from_float32", "int4/None_from_float32", "int4/none_from_float32", "int4/0_from_float32",
    "int4/-2_from_float32", "int4/1_from_mixed_bfloat16", "int4/+5_from_float32", "int4/ 7 _from_float32",
    "int4/1_0_from_float32", "int4/1__0_from_float32", "int4/_1_from_float32", "int4/1.0_from_float32", "int4/_from_float32",
    "int4/1/2_from_float32", "int4x/1_from_float32", "int4/128_from_float15", "int4/128_from_mixed_float16", "int4/128",
    "ternary_from_float32", "ternary_from_mixed_float16", "ternary_from_float16", "ternary", "ternaryx_from_float32",
    "gptq/2/128_from_float32", "gptq/3/128_from_float32", "gptq/4/128_from_mixed_bfloat16", "gptq/8/-1_from_float32",
    "gptq/5/128_from_float32", "gptq/4/0_from_float32", "gptq/4/-2_from_float32", "gptq/4_from_float32",
    "gptq_from_float32", "gptq/a/b_from_float32", "gptq/4/128/1_from_float32", "gptq/04/128_from_float32", "gptq",
    "gptq/4/128_from_None", "awq/4/128_from_float32", "awq/4/-1_from_mixed_float16", "awq/8/128_from_float32",
    "awq/4/0_from_float32", "awq_from_float32", "awq/4_from_float32", "awq",
]
VALUES = [None, 123, 1.5, True, [], ["float32"], {}, {"name": "float32"}]


def json_cases():
    """Objects, right and wrong in every member."""
    for cls in ("DTypePolicy", "FloatDTypePolicy"):
        yield envelope(cls, {"name": "mixed_float16"}, "keras")
        yield envelope(cls, {}, "keras")
        yield envelope(cls, {"name": None}, "keras")
        yield envelope(cls, {"name": 5}, "keras")
        yield envelope(cls, {"name": "int8"}, "keras")
        yield envelope(cls, {"name": "int"}, "keras")
        yield envelope(cls, {"name": "float8_e4m3fn"}, "keras")
        yield envelope(cls, {"name": "int8_from_float32"}, "keras")
        yield envelope(cls, {"name": "float32", "extra": 1}, "keras")
        yield envelope(cls, None, "keras")
        yield envelope(cls, [], "keras")
        yield envelope(cls, "mixed_float16", "keras")
        yield {"class_name": cls, "config": {"name": "bfloat16"}}
        yield {"class_name": cls}
        yield {**envelope(cls, {"name": "bfloat16"}), "shared_object_id": 7}
        yield {**envelope(cls, {"name": "bfloat16"}), "future": [1]}
        for module in (None, "", "wrong", "keras", "keras.mixed_precision", "keras.layers", 5):
            yield envelope(cls, {"name": "bfloat16"}, module)
        for registered in ("", cls, "Other", 5):
            yield envelope(cls, {"name": "bfloat16"}, "keras", registered)
    for cls in ("QuantizedDTypePolicy", "QuantizedFloat8DTypePolicy", "TernaryDTypePolicy"):
        for mode in ("int8", "float8", "int4", "ternary", "gptq", "awq", "int4/128", "INT8", "", None, 8, ["int8"]):
            yield envelope(cls, {"mode": mode, "source_name": "float32"})
        for source in (None, "mixed_float16", "mixed_bfloat16", "float16", "int8_from_float32", "", 5, "int"):
            yield envelope(cls, {"mode": "int8", "source_name": source})
            yield envelope(cls, {"mode": "float8", "source_name": source})
        yield envelope(cls, {"source_name": "float32"})
        yield envelope(cls, {"mode": "float8"})
        yield envelope(cls, {"mode": "wrong", "source_name": "wrong"})
        yield envelope(cls, {"mode": "float8", "source_name": "float32", "amax_history_length": 16})
        yield envelope(cls, {"mode": "float8", "source_name": "float32"}, "keras")
    for length in (0, -5, 1, 1024, 10 ** 9, "512", 512.0, None, [1]):
        yield envelope("QuantizedFloat8DTypePolicy",
                       {"mode": "float8", "source_name": "mixed_bfloat16", "amax_history_length": length})
    for cls, modes in (("Int4DTypePolicy", ("int4/128", "int4/-1", "int4/None", "int4", "int4/0", "int8/128", 4, None)),
                       ("GPTQDTypePolicy", ("gptq/4/128", "gptq/8/-1", "gptq/5/1", "gptq", "awq/4/128", 4)),
                       ("AWQDTypePolicy", ("awq/4/128", "awq/4/-1", "awq/3/128", "awq", "gptq/4/128", None))):
        for mode in modes:
            yield envelope(cls, {"mode": mode, "source_name": "mixed_bfloat16"})
            yield envelope(cls, {"mode": mode})
            yield envelope(cls, {"mode": mode, "source_name": None})
        yield envelope(cls, {"source_name": "float32"})
        yield envelope(cls, {"mode": modes[0], "source_name": "wrong"})
        yield envelope(cls, {"mode": modes[0], "source_name": "float32", "block_size": 4})
    for name in ("Policy", "PolicyV1", "dtypepolicy", "Dense", "", 5, None):
        yield envelope(name, {"name": "mixed_float16"}, "keras")
    yield {"config": {"name": "float32"}}
    yield {"module": "keras"}


def map_cases():
    good = {"a": plain("bfloat16"), "b/.*": envelope("QuantizedDTypePolicy", {"mode": "int8", "source_name": "float32"})}
    for default in (None, "mixed_bfloat16", "wrong", 5, "int8", "float8_from_mixed_bfloat16", plain("mixed_float16"),
                    plain("int8"), envelope("QuantizedFloat8DTypePolicy", {"mode": "float8", "source_name": "float32",
                                                                         "amax_history_length": 3})):
        yield a_map(good, default)
        yield a_map({}, default)
        yield a_map(None, default)
    for entries in ([], "x", 5, True, {"a": None}, {"a": "float32"}, {"a": 5}, {"a": []}, {"a": {}},
                    {"a": {"name": "float32"}}, {"class_name": "x", "config": {}}):
        yield a_map(entries)
    yield envelope("DTypePolicyMap", {"default_policy": "float32"})
    yield envelope("DTypePolicyMap", {"policy_map": good})
    yield envelope("DTypePolicyMap", {})
    yield envelope("DTypePolicyMap", None)
    yield envelope("DTypePolicyMap", {"default_policy": "float32", "policy_map": {}, "extra": 1})
    for module in (None, "", "keras", "keras.dtype_policies", "keras.mixed_precision", "wrong", "keras.layers"):
        for cls, config in (("DTypePolicy", {"name": "float16"}), ("FloatDTypePolicy", {"name": "float16"}),
                            ("QuantizedDTypePolicy", {"mode": "int8", "source_name": "float32"})):
            yield a_map({"a": envelope(cls, config, module)})
    for registered in (None, "", "DTypePolicy", "Other"):
        yield a_map({"a": envelope("DTypePolicy", {"name": "float16"}, "keras", registered)})
    yield a_map({"a": {"class_name": "DTypePolicy", "config": {"name": "float16"}}})
    yield a_map({"a": {"module": "keras", "class_name": "DTypePolicy", "config": {"name": "float16"}}})
    yield a_map({"a": {"module": "keras", "class_name": "DTypePolicy"}})
    yield a_map({"a": {"module": "keras", "class_name": "DTypePolicy", "config": None}})
    yield a_map({"a": {"module": "keras", "class_name": "DTypePolicy", "config": []}})
    yield a_map({"a": envelope("DTypePolicy", {"name": "wrong"}, "keras")})
    yield a_map({"a": envelope("DTypePolicy", {"nam": "float32"}, "keras")})
    yield a_map({"a": envelope("Policy", {"name": "float32"}, "keras")})


GLOBALS = [None, "mixed_float16", "mixed_bfloat16", "bfloat16", "float64", "int8_from_float32",
           "float8_from_mixed_bfloat16", "int4/128_from_float32", a_map({"a": plain("float16")}, "mixed_bfloat16")]

PATHS = ["a", "b", "dense", "dense_1", "sequential/dense", "sequential/dense_1", "mha/query", "mha/key",
         "encoder/attention/query", "encoder/attention", "encoder", "decoder/attention/output", "encoder/layer_0/dense",
         "", "sequential.dense", "sequentialXdense", "dense\n", "a/b", "A"]
KEYS = ["a", "dense", "dense.*", ".*", ".+", "", "encoder", "encoder/.*", "encoder/attention/.*", ".*/query",
        "sequential/dense", "sequential/dense(_\\d+)?", "(?i)a", "[ab]", "mha/(query|key)", "mha/(?:query|value)",
        "sequential.dense", "den", "(", "[", "*", "a{2,1}", "(?P<n>a)(?P=n)?", "dense$", "^dense", "dense\\Z", "x|dense",
        "\\w+", "\\w+/\\w+", "[^/]+", "(?!dense).*", "(?<=a)b", "encoder/(.*)/query", "(?x) a  # comment"]


def random_policy(rng):
    kind = rng.random()
    if kind < 0.5:
        return plain(rng.choice(DTYPES[:4] + ["mixed_float16", "mixed_bfloat16"]))
    if kind < 0.7:
        return envelope("QuantizedDTypePolicy", {"mode": rng.choice(["int8", "int4", "float8"]),
                                                 "source_name": rng.choice(["float32", "mixed_bfloat16", None])})
    if kind < 0.85:
        return envelope("QuantizedFloat8DTypePolicy",
                        {"mode": "float8", "source_name": rng.choice(["float32", "mixed_float16", None]),
                         "amax_history_length": rng.choice([1, 16, 1024])})
    return envelope("Int4DTypePolicy", {"mode": f"int4/{rng.choice([-1, 32, 128])}", "source_name": "bfloat16"})


def cases():
    for global_policy in GLOBALS:
        for value in VALUES:
            yield "get", value, global_policy
            yield "set", value, global_policy
        for cls in ("DTypePolicy", "QuantizedDTypePolicy", "QuantizedFloat8DTypePolicy", "Int4DTypePolicy",
                    "GPTQDTypePolicy", "AWQDTypePolicy"):
            mode = {"Int4DTypePolicy": "int4/32", "GPTQDTypePolicy": "gptq/4/32", "AWQDTypePolicy": "awq/4/32",
                    "QuantizedFloat8DTypePolicy": "float8"}.get(cls, "int4")
            config = {} if cls == "DTypePolicy" else {"mode": mode}
            yield "get", envelope(cls, config), global_policy
            if not isinstance(global_policy, dict):
                module = "keras" if cls == "DTypePolicy" else "keras.dtype_policies"
                yield "get", a_map({"x": envelope(cls, config, module)}, None), global_policy
    for name in DTYPES + ["mixed_float16", "mixed_bfloat16", "int"] + WRONG + QUANTIZED:
        yield "get", name, None
        yield "set", name, None
        yield "get", plain(name), None
        yield "get", envelope("FloatDTypePolicy", {"name": name}, "keras"), None
    for name in OBJECTS:
        yield "get_object", name, None
    for value in json_cases():
        yield "get", value, None
        yield "get", a_map({"key": value}), None
    for value in map_cases():
        yield "get", value, None
    equal = ["float32", "int", "int32", "mixed_float16", envelope("FloatDTypePolicy", {"name": "float32"}, "keras"),
             "int8_from_float32", envelope("QuantizedFloat8DTypePolicy", {"mode": "int8", "source_name": "float32"}),
             "float8_from_float32", envelope("QuantizedFloat8DTypePolicy", {"mode": "float8", "source_name": "float32",
                                                                           "amax_history_length": 5}),
             envelope("QuantizedDTypePolicy", {"mode": "float8", "source_name": "float32"}), "int4_from_float32",
             "int4/128_from_float32", "int4/-1_from_float32", "int4/None_from_float32", "gptq/4/128_from_float32",
             "gptq/4/64_from_float32", "gptq/04/128_from_float32", "awq/4/128_from_float32", "ternary_from_float32"]
    for a in equal:
        for b in equal:
            yield "equal", [a, b], None
    rng = random.Random(SEED)
    for _ in range(250):
        entries = {rng.choice(KEYS): random_policy(rng) for _ in range(rng.randint(0, 4))}
        default = rng.choice([None, "float32", "mixed_bfloat16", plain("mixed_float16")])
        value = a_map(entries, default)
        global_policy = rng.choice([None, None, "mixed_bfloat16", "bfloat16"])
        for path in rng.sample(PATHS, 4):
            yield "lookup", [value, path], global_policy
    for _ in range(100):
        edits = [rng.choice([["set", rng.choice("abc"), rng.choice(["float16", "int8", "wrong", None, 5, plain("float64")])],
                             ["del", rng.choice("abc")], ["in", rng.choice(["a", "b", ".*"])]]) for _ in range(6)]
        yield "edit", [a_map({"a": plain("float16"), ".*": plain("float64")}), edits], None


def main():
    known = {}
    for text in open(sys.argv[1]).readlines()[1:] if len(sys.argv) > 1 else []:
        line = json.loads(text)
        result = line.pop("result")
        known[json.dumps(line)] = result
    print(json.dumps({"generator": "tests/golden/make_keras_policies.py", "keras": keras.__version__,
                      "backend": keras.backend.backend(), "seed": SEED}))
    seen = set()
    for op, argument, global_policy in cases():
        line = {"op": op, **({} if global_policy is None else {"global": global_policy}), "argument": argument}
        key = json.dumps(line)
        if key in seen:
            continue
        seen.add(key)
        line["result"] = run(op, copy.deepcopy(argument), copy.deepcopy(global_policy))
        if key in known and known[key] == line["result"]:
            continue
        sys.stdout.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
