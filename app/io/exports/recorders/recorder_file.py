# SPDX-License-Identifier: GPL-3.0-or-later


def write_step(folder, step, tensors, layers, facts):
    """tensors: (name, dtype as safetensors has it, shape, bytes), in order. The file takes its place when it is whole."""
    header = {"__metadata__": {"layers": json.dumps(layers), **facts}}
    at = 0
    for name, dtype, shape, data in tensors:
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [at, at + len(data)]}
        at += len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"{step:08d}.safetensors")
    with open(path + ".part", "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for _, _, _, data in tensors:
            file.write(data)
    os.replace(path + ".part", path)


def is_chosen(path):
    return any(fnmatch.fnmatchcase(path, pattern) for pattern in LAYERS)
