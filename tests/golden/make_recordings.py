#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes recordings/torch, two steps of a small model that PyTorch trains, by the recorder that `policy export --as torch-recorder`
writes: half under autocast in bfloat16, and whole in float16 with a planted culprit, a dot product of 66246.

    python3.11 -m venv venv && venv/bin/pip install torch==2.15.0 numpy==2.4.6
    venv/bin/python tests/golden/make_recordings.py
"""

import pathlib
import shutil

import torch
from torch import nn

HERE = pathlib.Path(__file__).parent
FOLDER = HERE / "recordings"


def recorder():
    module = {}
    exec((HERE / "exports/torch-recorder.py.txt").read_text(), module)
    module["LAYERS"][:] = ["*"]
    return module["Recorder"]


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 4, 3, padding=1, stride=2)
        self.act = nn.GELU()
        self.norm = nn.LayerNorm(4)
        self.attn = nn.MultiheadAttention(4, 2, batch_first=True)
        self.rms = nn.RMSNorm(4)
        self.wi = nn.Linear(4, 6)
        self.wo = nn.Linear(6, 4, bias=False)
        self.soft = nn.Softmax(-1)
        self.head = nn.Linear(4, 2)

    def forward(self, x):
        h = self.act(self.conv(x)).flatten(2)
        h = self.norm(h)
        h = h + self.attn(h, h, h)[0]
        return self.head(self.soft(self.wo(self.wi(self.rms(h)))))


def train(folder, model, region, dtype):
    optimizer = torch.optim.SGD(model.parameters(), 0.01)
    record = recorder()(model, folder, every=2)
    draws = torch.Generator().manual_seed(1)
    for number in range(3):
        x = torch.randn(2, 2, 4, 4, generator=draws).to(dtype)
        with record.step(number):
            optimizer.zero_grad()
            with region:
                y = model(x)
            y.float().pow(2).mean().backward()
            optimizer.step()
    record.close()


def write(folder):
    torch.manual_seed(0)
    train(folder / "autocast", Model(), torch.autocast("cpu", dtype=torch.bfloat16), torch.float32)
    model = Model()
    with torch.no_grad():
        model.wi.weight.zero_()
        model.wi.bias.copy_(torch.tensor([255.0, 42, 1, 2, 3, 4]))
        model.wo.weight.mul_(0.125)
        model.wo.weight[2] = torch.tensor([256.0, 23, 0, 0, 0, 0])
    train(folder / "float16", model.half(), torch.autocast("cpu", enabled=False), torch.float16)


if __name__ == "__main__":
    shutil.rmtree(FOLDER, ignore_errors=True)
    write(FOLDER)
