#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does the exported recorder record a real PyTorch training, and does Ulpscope find in it what happened?

    in_venv.py --requirements requirements_torch.txt VENV_FOLDER torch_recordings.py ULPSCOPE_CLI SOURCE_FOLDER

a  The recorder of a session records the model that torch-amp makes of it, every EVERY-th step, with the numbers that PyTorch has.
b  Layers computed again from a recording are PyTorch's to the bit: those of tests/golden/make_recordings.py under autocast.
c  A planted dot product of 66246 is named as the producer, with its terms; what it infects are propagators.
d  An exception inside a step leaves what was recorded; close() leaves a model as it was.
e  No layer that draws at random, depends on the batch or does more than its class is accused of another arithmetic; attention with
   dropout is computed again in evaluation, and in training the reason why not is said.
f  An operation between layers, in a loss, in the backward pass and in the optimizer that makes a NaN or an infinity is named with its
   operands and its line; a compiled model and a checkpointed one are recorded too, and masks of -Infinity are no birth.
g  What `policy check --stack torch` says raises, raises, and where it says that Adam makes NaN, Adam does.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import torch
import torch.utils.checkpoint
from torch import nn

CLI, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])


def run(*arguments):
    done = subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, f"ulpscope-cli {arguments}: {done.stderr}"
    return done.stdout


def exported(session, kind):
    module = {}
    exec(compile(run("policy", "export", session, "--as", kind), kind, "exec"), module)
    return module


def recorded_session(folder):
    session = folder / "session.ulps"
    spec = json.loads((SOURCE / "resources/scenes/circle.ulps").read_text())
    spec.setdefault("probes", {})["tensors_every"] = 3
    spec["policies"] = {"global": "mixed_bfloat16"}
    spec["training"].pop("loss_scale", None)
    session.write_text(json.dumps(spec))
    amp, recorder = exported(session, "torch-amp"), exported(session, "torch-recorder")
    torch.manual_seed(1)
    model = amp["Model"]()
    seen = {}
    recording = recorder["Recorder"](model, folder / "amp")
    assert recorder["EVERY"] == 3
    first = recorder["LAYERS"][0]
    dict(model.named_modules())[first].register_forward_hook(
        lambda module, inputs, output: seen.setdefault("amax", []).append(output.float().abs().max().item()))
    optimizer = torch.optim.SGD(model.parameters(), 0.01)
    for number in range(7):
        with recording.step(number):
            optimizer.zero_grad()
            model(torch.randn(16, 2)).float().pow(2).mean().backward()
            optimizer.step()
    shown = json.loads(run("recording", "show", folder / "amp", "--json"))
    assert shown["steps"] == [0, 3, 6], shown["steps"]
    assert list(shown["layers"]) == recorder["LAYERS"], shown["layers"]
    roles = {tensor["role"] for tensor in shown["tensors"] if tensor["layer"] == first}
    assert roles == {"weight", "bias", "input", "output", "output_gradient", "weight_gradient", "bias_gradient"}, roles
    series = json.loads(run("recording", "tensor", folder / "amp", f"{first}/output", "--json"))["series"]
    assert [point["amax"] for point in series] == seen["amax"][::3], (series, seen)
    scales = json.loads(run("recording", "scales", folder / "amp", f"{first}/output", "--history", "2", "--json"))
    delayed = next(row for row in scales["recipes"] if row["recipe"] == "te_delayed")
    assert delayed["steps"][1]["scale"] == torch.tensor(448.0).div(torch.tensor(series[0]["amax"])).item()
    recording.close()
    assert not any(module._forward_hooks and module is not dict(model.named_modules())[first] for module in model.modules())


class Culprit(nn.Module):
    def __init__(self):
        super().__init__()
        self.before = nn.Linear(4, 4, bias=False)
        self.wo = nn.Linear(4, 3, bias=False)
        self.after = nn.LayerNorm(3)
        with torch.no_grad():
            self.before.weight.copy_(torch.eye(4))
            self.wo.weight.copy_(torch.tensor([[1.0, 0, 0, 1], [256, 23, 0, 0], [0, 1, 1, 0]]))

    def forward(self, x):
        return self.after(self.wo(self.before(x)))


def culprit(folder):
    recorder = exported("circle", "torch-recorder")
    recorder["LAYERS"][:] = ["*"]
    model = Culprit().half()
    recording = recorder["Recorder"](model, folder / "culprit", every=1)
    for number, scale in enumerate((0.5, 1.0)):
        with recording.step(number):
            model(torch.tensor([[1.0, 2, 3, 4], [255, 42, 1, 1]], dtype=torch.float16) * scale)
    found = json.loads(run("recording", "origins", folder / "culprit", "--json"))
    assert found["step"] == 1 and found["first"]["tensor"] == "wo/output", found
    assert {row["layer"]: row["is"] for row in found["layers"]} == {"wo": "producer", "after": "propagator"}, found
    (birth,) = found["births"]
    assert birth["birth"]["dot_product"]["exact"] == 66246 and birth["birth"]["index"] == [1, 1], birth
    assert birth["birth"]["sentence"].startswith("dot product 66246 > 65504 in float16, finite in bfloat16 (66048)"), birth


def golden_layers(folder):
    import importlib.util

    spec = importlib.util.spec_from_file_location("make_recordings", SOURCE / "tests/golden/make_recordings.py")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    made.write(folder)
    wrong = []
    for region in ("autocast", "float16"):
        for row in json.loads(run("recording", "errors", folder / region, "--steps", "0", "--json")):
            rounds_between = row["layer"] == "attn" or (region, row["layer"]) == ("float16", "rms")
            if "not_redone" in row or (row["apart"]["different"] > 0 and not rounds_between):
                wrong.append((region, row["layer"], row.get("not_redone") or row["apart"]))
    assert not wrong, wrong


def ends_in_the_middle(folder):
    recorder = exported("circle", "torch-recorder")
    recorder["LAYERS"][:] = ["*"]
    model = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    recording = recorder["Recorder"](model, folder / "ended", every=1)
    try:
        with recording.step(4):
            model[0](torch.ones(1, 2))
            raise RuntimeError("out of memory")
    except RuntimeError:
        pass
    assert [path.name for path in (folder / "ended").iterdir()] == ["00000004.safetensors"]
    assert json.loads(run("recording", "show", folder / "ended", "--json"))["layers"] == {"0": "Dense"}


class LoraLinear(nn.Linear):
    """A Linear by its class, which computes something else."""

    def forward(self, x):
        return super().forward(nn.functional.dropout(x, 0.5, self.training)) * 2


class DropPath(nn.Module):
    def forward(self, x):
        return x * (torch.rand(len(x), 1, 1) > 0.5) * 2 if self.training else x


def random_layers(folder):
    recorder = exported("circle", "torch-recorder")
    recorder["LAYERS"][:] = ["*"]
    models = {
        "transformer": nn.TransformerEncoderLayer(8, 2, 16, batch_first=True),
        "lora": LoraLinear(8, 8), "path": nn.Sequential(DropPath(), nn.Linear(8, 8)), "lstm": nn.LSTM(8, 8, 2, dropout=0.5),
        "others": nn.Sequential(nn.RReLU(), nn.Dropout(0.5), nn.AlphaDropout(0.5), nn.BatchNorm1d(6), nn.Softplus(), nn.Linear(8, 8)),
    }
    for words, model in models.items():
        for training in (True, False):
            model.train(training)
            recording = recorder["Recorder"](model, folder / words / str(training), every=1)
            with recording.step(0):
                model(torch.randn(4, 6, 8, requires_grad=True))
            recording.close()
            rows = json.loads(run("recording", "errors", folder / words / str(training), "--json"))
            accused = [row["layer"] for row in rows if "not_redone" not in row and not row["is_of_its_dtype"]]
            assert not accused, (words, training, accused)
            if words == "transformer":
                (attention,) = [row for row in rows if row["layer"] == "self_attn"]
                assert ("which it dropped is not recorded" in attention.get("not_redone", "")) == training, attention


class OwnAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv, self.out = nn.Linear(16, 48), nn.Linear(16, 16)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, -1)
        scores = q @ k.transpose(-2, -1)
        mask = torch.full((x.shape[1],) * 2, float("-inf"), dtype=x.dtype).triu(1)
        return self.out(torch.softmax(scores + mask, -1) @ v)


def operations_between(folder):
    recorder = exported("circle", "torch-recorder")
    recorder["LAYERS"][:] = ["*"]
    count = 0

    def recorded(model, step):
        nonlocal count
        count += 1
        recording = recorder["Recorder"](model, folder / f"operations{count}", every=1)
        for number in range(2):
            with recording.step(number):
                step()
        recording.close()
        return json.loads(run("recording", "origins", folder / f"operations{count}", "--json"))

    def line_of(words):
        return next(i for i, line in enumerate(pathlib.Path(__file__).read_text().splitlines(), 1) if words in line)

    torch.manual_seed(1)
    blocks = nn.Sequential(OwnAttention(), OwnAttention(), OwnAttention()).half()
    x = torch.randn(4, 8, 16).half()
    for model in (blocks, torch.compile(blocks)):
        assert recorded(blocks, lambda: model(x).float().sum().backward()) is None
    with torch.no_grad():
        blocks[1].qkv.weight.mul_(600)
    found = recorded(blocks, lambda: blocks(x).float().sum().backward())
    first = found["operations"][0]
    assert (first["operation"], first["layer"], first["file"], first["function"]) == ("bmm", "1", "torch_recordings.py", "forward"), first
    assert first["line"] == line_of("scores = q @ k") and first["code"].startswith("scores = q @ k"), first
    assert [operand["dtype"] for operand in first["operands"]] == ["float16"] * 2 and first["made"]["inf"] > 0, first
    assert found["hints"][0].startswith("The operation bmm in the layer 1 made "), found["hints"]
    assert not any("between the layers" in hint for hint in found["hints"]), found["hints"]

    class Rooted(nn.Module):
        def __init__(self):
            super().__init__()
            self.fc = nn.Linear(4, 4)

        def forward(self, x):
            return torch.sqrt((self.fc(x) * 0).abs().sum(-1))

    rooted = Rooted()
    for step in (lambda: rooted(torch.ones(2, 4)).sum().backward(),
                 lambda: torch.utils.checkpoint.checkpoint(rooted, torch.ones(2, 4), use_reentrant=False).sum().backward()):
        first = recorded(rooted, step)["operations"][0]
        assert (first["operation"], first["derivative"], first["layer"]) == ("div", "SqrtBackward0", "model"), first
        assert first["line"] == line_of("torch.sqrt((self.fc") and first["operands"][1]["amin"] == 0, first

    half = nn.Linear(4, 4).half()
    adam = torch.optim.Adam(half.parameters(), foreach=False)  # 1e-8 is 0 in float16

    def update():
        adam.zero_grad()
        (half(torch.ones(2, 4).half()).sum() * 0).backward()
        adam.step()

    found = recorded(half, update)
    assert found["step"] == 1 and found["operations"][0]["operation"] == "addcdiv_", found["operations"]
    data = recorded(half, lambda: half(torch.full((2, 4), float("nan"), dtype=torch.float16)))
    assert not data["operations"], data["operations"]


def checked(folder):
    for dtype in (torch.float16, torch.bfloat16, torch.float32):
        model = nn.Linear(4, 2).to(dtype)
        path = folder / "model.pt"
        torch.save(model.state_dict(), path)
        done = subprocess.run([CLI, "policy", "check", path, "--stack", "torch", "--json"], capture_output=True, text=True)
        said = json.loads(done.stdout)
        scaler, optimizer = torch.amp.GradScaler("cpu"), torch.optim.SGD(model.parameters(), 0.01)
        scaler.scale(model(torch.ones(3, 4, dtype=dtype)).float().sum()).backward()
        try:
            scaler.step(optimizer)
            raised = None
        except ValueError as error:
            raised = str(error)
        assert ({problem["message"] for problem in said["problems"]} or {None}) == {raised}, (dtype, said, raised)
        assert (done.returncode == 2) == (raised is not None)
        model = nn.Linear(4, 2).to(dtype)
        adam = torch.optim.Adam(model.parameters())
        model(torch.zeros(3, 4, dtype=dtype)).float().sum().backward()  # the weight's gradient is 0
        adam.step()
        made_nan = not torch.isfinite(model.weight).all().item()
        assert made_nan == any("epsilon" in remark for remark in said["remarks"]), (dtype, said["remarks"], made_nan)


def main():
    print(f"torch {torch.__version__}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for part in (recorded_session, culprit, golden_layers, ends_in_the_middle, random_layers, operations_between, checked):
            part(folder)
            print(part.__name__, "ok")


main()
