#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does the exported recorder record a real PyTorch training, and does Ulpscope find in it what happened?

    in_venv.py --requirements requirements_torch.txt VENV_FOLDER torch_recordings.py ULPSCOPE_CLI SOURCE_FOLDER

a  The recorder of a session records the model that torch-amp makes of it, every EVERY-th step, with the numbers that PyTorch has.
b  Layers computed again from a recording are PyTorch's to the bit: those of tests/golden/make_recordings.py under autocast.
c  A planted dot product of 66246 is named as the producer, with its terms; what it infects are propagators.
d  An exception inside a step leaves what was recorded; close() leaves a model as it was.
e  What `policy check --stack torch` says raises, raises, and where it says that Adam makes NaN, Adam does.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import torch
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
        for part in (recorded_session, culprit, golden_layers, ends_in_the_middle, checked):
            part(folder)
            print(part.__name__, "ok")


main()
