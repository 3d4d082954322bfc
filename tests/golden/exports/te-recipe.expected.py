# Transformer Engine 2.20 for PyTorch: te.autocast was called fp8_autocast before.
import torch
import transformer_engine.pytorch as te
from torch import nn
from transformer_engine.common.recipe import DelayedScaling, Format

RECIPE_16 = DelayedScaling(
    margin=0, fp8_format=Format.HYBRID, amax_history_len=16, amax_compute_algo="max"
)
RECIPE_1024 = DelayedScaling(
    margin=0, fp8_format=Format.HYBRID, amax_history_len=1024, amax_compute_algo="max"
)


class Model(nn.Module):
    # The layers of the Keras model "sequential".
    def __init__(self):
        super().__init__()
        self.layer_2 = te.Linear(784, 16, params_dtype=torch.float32, name="sequential/say \"hi\"")
        nn.init.kaiming_uniform_(self.layer_2.weight, nonlinearity="relu")
        nn.init.zeros_(self.layer_2.bias)
        self.layer_4 = te.Linear(16, 32, bias=False, params_dtype=torch.float32, name="sequential/größe")
        nn.init.xavier_uniform_(self.layer_4.weight)
        self.layer_5 = te.Linear(32, 16, params_dtype=torch.float32, name="sequential/dense_2")
        nn.init.xavier_uniform_(self.layer_5.weight)
        nn.init.zeros_(self.layer_5.bias)
        self.layer_7 = te.Linear(16, 10, params_dtype=torch.float32, name="sequential/logits")
        nn.init.xavier_uniform_(self.layer_7.weight)
        nn.init.zeros_(self.layer_7.bias)

    def forward(self, x0):
        device = x0.device.type
        with torch.autocast(device, enabled=False):  # "sequential/flatten": mixed_float16
            x1 = torch.flatten(x0.to(torch.float16), 1)
        with torch.autocast(device, dtype=torch.float16), te.autocast(enabled=False):  # "sequential/say \"hi\"": mixed_float16
            x2 = self.layer_2(x1.to(torch.float16))
        x2 = torch.relu(x2)
        with torch.autocast(device, enabled=False):  # "sequential/dropout": mixed_float16
            x3 = nn.functional.dropout(x2.to(torch.float16), p=0.25, training=self.training)
        with torch.autocast(device, enabled=False), te.autocast(enabled=False):  # "sequential/größe": float32
            x4 = self.layer_4(x3.to(torch.float32))
        with torch.autocast(device, dtype=torch.bfloat16), te.autocast(enabled=True, recipe=RECIPE_16):  # "sequential/dense_2": float8_from_mixed_bfloat16
            x5 = self.layer_5(x4.to(torch.bfloat16))
        with torch.autocast(device, enabled=False):  # "sequential/tanh": bfloat16
            x6 = torch.tanh(x5.to(torch.bfloat16))
        with torch.autocast(device, dtype=torch.float16), te.autocast(enabled=True, recipe=RECIPE_1024):  # "sequential/logits": float8_from_mixed_float16
            x7 = self.layer_7(x6.to(torch.float16))
        return x7


def make_optimizer(model):
    return torch.optim.Adam(model.parameters(), lr=0.001, betas=(0.9, 0.999), eps=1e-07)


def make_scaler(device):
    return torch.amp.GradScaler(device, init_scale=1024.0, growth_factor=2.0, backoff_factor=0.5,
                                growth_interval=500)


def train_step(model, optimizer, scaler, x, y):
    optimizer.zero_grad()
    output = model(x).to(torch.float32)
    loss = nn.functional.cross_entropy(output, y.long())
    scaler.scale(loss * 0.5).backward()
    scaler.step(optimizer)
    scaler.update()
    return loss.detach()
