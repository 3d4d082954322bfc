#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tensor_files/, small files by NumPy, safetensors, torch, h5py and Keras themselves, and tensor_files.jsonl: what is in
each, a tensor a line, its elements as the hexadecimal bytes that Python has of them (row-major, little-endian).

    python3.11 -m venv venv && venv/bin/pip install numpy==2.4.6 ml_dtypes==0.6.0 safetensors==0.8.0 h5py==3.16.0 \
        torch==2.13.0 keras==3.15.1
    KERAS_BACKEND=torch venv/bin/python tests/golden/make_tensor_files.py
"""

import collections
import json
import os
import pathlib
import struct

os.environ.setdefault("KERAS_BACKEND", "torch")

import h5py
import keras
import ml_dtypes
import numpy as np
import safetensors.torch
import torch

HERE = pathlib.Path(__file__).parent
FOLDER = HERE / "tensor_files"
lines = []


def note(file, kind, name, dtype, shape, data, ask=None):
    """data: bytes of all elements; ask: the dtype that has to be asked for."""
    lines.append({"file": file, "kind": kind, "tensor": name, "dtype": dtype, "shape": list(shape), "hex": data.hex()}
                 | ({"ask": ask} if ask else {}))


def note_array(file, kind, name, array, ask=None):
    array = np.asarray(array)
    little = array.astype(array.dtype.newbyteorder("<")) if array.dtype.byteorder == ">" else array
    note(file, kind, name, array.dtype.name, array.shape, np.ascontiguousarray(little).tobytes(), ask)


def note_torch(file, kind, name, tensor):
    flat = tensor.detach().contiguous()
    data = flat.reshape(-1).view(torch.uint8).numpy().tobytes() if flat.numel() else b""
    note(file, kind, name, str(flat.dtype).removeprefix("torch."), flat.shape, data)


def numpy_files():
    arrays = {
        "float64": np.array([[0.1, -0.0], [np.inf, np.nan]]),
        "float32": np.array([1.5, 65504.0, 2.0**-149], np.float32),
        "float16": np.array([[[1.0]], [[-2.0**-24]]], np.float16),
        "big": np.array([[1.5, 2.5, -3.5], [4, 5, 6]], ">f4"),
        "fortran": np.asfortranarray(np.arange(6, dtype=np.int16).reshape(2, 3)),
        "int64": np.array([-(2**63), 2**63 - 1], np.int64),
        "uint8": np.array([0, 255], np.uint8),
        "bool": np.array([True, False]),
        "complex64": np.array([1 + 2j, -0.5j], np.complex64),
        "complex_big": np.array([1 + 2j], ">c16"),
        "scalar": np.array(7, np.int32),
        "empty": np.zeros((0, 3), np.float32),
    }
    voids = {
        "bf16": np.array([1.0, -3.140625, np.inf], ml_dtypes.bfloat16),
        "e4m3": np.array([[448.0, -0.001953125]], ml_dtypes.float8_e4m3fn),
    }
    np.savez(FOLDER / "arrays.npz", **arrays, **voids)
    np.savez_compressed(FOLDER / "packed.npz", ones=np.ones((64, 64), np.float32))
    np.save(FOLDER / "single.npy", arrays["big"])
    for name, array in arrays.items():
        note_array("arrays.npz", "npz", name, array)
    note_array("arrays.npz", "npz", "bf16", voids["bf16"], "bfloat16")
    note_array("arrays.npz", "npz", "e4m3", voids["e4m3"], "float8_e4m3fn")
    note_array("packed.npz", "npz", "ones", np.ones((64, 64), np.float32))
    note_array("single.npy", "npy", "single", arrays["big"])


FLOATS = ["float64", "float32", "float16", "bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz",
          "float8_e8m0fnu"]
INTEGERS = ["int64", "int32", "int16", "int8", "uint8", "uint16", "uint32", "uint64", "bool"]


def torch_tensors():
    values = torch.tensor([[1.0, 0.25, 2.0], [64.0, 0.0078125, 1.0]])
    tensors = {name: values.to(getattr(torch, name)) for name in FLOATS}
    whole = torch.tensor([0, 1, 1, 0, 1])
    tensors |= {name: whole.to(getattr(torch, name)) for name in INTEGERS}
    tensors["complex64"] = torch.tensor([1 + 2j, -0.5j], dtype=torch.complex64)
    tensors["scalar"] = torch.tensor(2.5)
    tensors["empty"] = torch.zeros(0, 4)
    return tensors


def safetensors_files():
    tensors = torch_tensors()
    safetensors.torch.save_file(tensors, FOLDER / "all.safetensors", metadata={"format": "pt"})
    for name, tensor in tensors.items():
        note_torch("all.safetensors", "safetensors", name, tensor)
    # Below a byte: written by hand, as no library makes them yet; two e2m1 to a byte, four of six bits to three bytes.
    members = {"f4": ("F4", [4], bytes([0x21, 0xF7])), "f6": ("F6_E2M3", [4], bytes([0x01, 0x20, 0xFC]))}
    header, buffer = {}, b""
    for name, (dtype, shape, data) in members.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(buffer), len(buffer) + len(data)]}
        buffer += data
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    (FOLDER / "narrow.safetensors").write_bytes(struct.pack("<Q", len(text)) + text + buffer)
    note("narrow.safetensors", "safetensors", "f4", "float4_e2m1fn", [4], members["f4"][2])
    note("narrow.safetensors", "safetensors", "f6", "float6_e2m3fn", [4], members["f6"][2])

    shards = {"model-00001-of-00002.safetensors": ["embed.weight"], "model-00002-of-00002.safetensors": ["lm_head.weight", "norm.bias"]}
    weights = {name: torch.randn(2, 3, generator=torch.Generator().manual_seed(i)) for i, name in enumerate(sum(shards.values(), []))}
    for file, names in shards.items():
        safetensors.torch.save_file({name: weights[name] for name in names}, FOLDER / file)
    index = {"metadata": {"total_size": 72}, "weight_map": {name: file for file, names in shards.items() for name in names}}
    (FOLDER / "model.safetensors.index.json").write_text(json.dumps(index, indent=1) + "\n")
    for name, tensor in weights.items():
        note_torch("model.safetensors.index.json", "safetensors", name, tensor)


def torch_files():
    tensors = torch_tensors()
    torch.save(tensors, FOLDER / "all.pt")
    for name, tensor in tensors.items():
        note_torch("all.pt", "torch", name, tensor)

    torch.manual_seed(1)
    model = torch.nn.Sequential(collections.OrderedDict(fc=torch.nn.Linear(3, 2), norm=torch.nn.BatchNorm1d(2)))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    model(torch.randn(4, 3)).sum().backward()
    optimizer.step()
    scaler = {"scale": 65536.0, "growth_factor": 2.0, "backoff_factor": 0.5, "growth_interval": 2000, "_growth_tracker": 1}
    checkpoint = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "scaler": scaler, "epoch": 3, "name": "tiny"}
    torch.save(checkpoint, FOLDER / "checkpoint.pt")
    for name, tensor in checkpoint["model"].items():
        note_torch("checkpoint.pt", "torch", f"model.{name}", tensor)
    for number, state in checkpoint["optimizer"]["state"].items():
        for name, tensor in state.items():
            note_torch("checkpoint.pt", "torch", f"optimizer.state.{number}.{name}", tensor)

    torch.save(model, FOLDER / "module.pt")  # the object itself, whose classes are not made
    for name, tensor in model.state_dict().items():
        layer, variable = name.split(".")
        group = "_buffers" if variable.startswith(("running", "num")) else "_parameters"
        note_torch("module.pt", "torch", f"_modules.{layer}.{group}.{variable}", tensor)

    base = torch.arange(24, dtype=torch.float32).reshape(2, 3, 4)
    views = {"transposed": base.transpose(0, 2), "sliced": base[:, 1:, ::2], "expanded": torch.ones(1).expand(5),
             "shared": base, "parameter": torch.nn.Parameter(base[0, 0])}
    torch.save([views, (base[1],)], FOLDER / "views.pt")
    for name, tensor in views.items():
        note_torch("views.pt", "torch", f"0.{name}", tensor)
    note_torch("views.pt", "torch", "1.0", base[1])
    torch.save(tensors["bfloat16"], FOLDER / "alone.pt", pickle_protocol=5)
    note_torch("alone.pt", "torch", "tensor", tensors["bfloat16"])


def hdf5_files():
    with h5py.File(FOLDER / "mixed.h5", "w") as file:
        arrays = {
            "group/float32": np.array([[1.5, -2.5]], np.float32),
            "group/big": np.array([1.0, 2.0], ">f8"),
            "group/half": np.array([1.0, 2.0**-24], np.float16),
            "int32": np.array(-7, np.int32),
            "flags": np.array([True, False, True]),
        }
        for name, array in arrays.items():
            file[name] = array
            note_array("mixed.h5", "hdf5", name, array)
        packed = np.arange(1000, dtype=np.int64).reshape(100, 10)
        file.create_dataset("packed", data=packed, chunks=(7, 10), compression="gzip", shuffle=True, fletcher32=True)
        note_array("mixed.h5", "hdf5", "packed", packed)
        note_array("mixed.h5", "hdf5", "again", arrays["int32"])
        file["soft"] = h5py.SoftLink("/int32")
        file["elsewhere"] = h5py.ExternalLink("other.h5", "/x")
        file["again"] = file["int32"]
        file["text"] = "no number"


def keras_files():
    keras.utils.set_random_seed(3)
    keras.config.set_dtype_policy("mixed_float16")
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3, name="first"),
                              keras.layers.Dense(2, name="second", dtype="bfloat16")])
    model.compile(optimizer="adam", loss="mse")
    model.fit(np.ones((4, 4), np.float32), np.ones((4, 2), np.float32), epochs=1, verbose=0)
    model.save(FOLDER / "model.keras")
    model.save_weights(FOLDER / "model.weights.h5")
    keras.config.set_dtype_policy("float32")
    for file, kind in (("model.keras", "keras"), ("model.weights.h5", "hdf5")):
        for i, layer in enumerate(model.layers):
            for j, variable in enumerate(layer.weights):
                value = variable.value.detach().cpu()
                name = "layers/dense" + (f"_{i}" if i else "") + f"/vars/{j}"
                note_torch(file, kind, name, value)


def main():
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.iterdir():
        file.unlink()
    for write in (numpy_files, safetensors_files, torch_files, hdf5_files, keras_files):
        write()
    (HERE / "tensor_files.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    print(f"{len(lines)} tensors in {len(list(FOLDER.iterdir()))} files")


main()
