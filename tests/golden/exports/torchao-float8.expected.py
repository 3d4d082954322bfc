# torchao 0.18: float8 training for the layers whose Keras policy is float8.
import torch
from torch import nn
from torchao.float8 import Float8LinearConfig, convert_to_float8_training

FLOAT8_LAYERS = {
    "layer_5",  # "sequential/dense_2"
    "layer_7",  # "sequential/logits"
}


class Model(nn.Module):
    # The layers of the Keras model "sequential".
    def __init__(self):
        super().__init__()
        self.layer_2 = nn.Linear(784, 16)  # "sequential/say \"hi\""
        nn.init.kaiming_uniform_(self.layer_2.weight, nonlinearity="relu")
        nn.init.zeros_(self.layer_2.bias)
        self.layer_4 = nn.Linear(16, 32, bias=False)  # "sequential/größe"
        nn.init.xavier_uniform_(self.layer_4.weight)
        self.layer_5 = nn.Linear(32, 16)  # "sequential/dense_2"
        nn.init.xavier_uniform_(self.layer_5.weight)
        nn.init.zeros_(self.layer_5.bias)
        self.layer_7 = nn.Linear(16, 10)  # "sequential/logits"
        nn.init.xavier_uniform_(self.layer_7.weight)
        nn.init.zeros_(self.layer_7.bias)

    def forward(self, x0):
        device = x0.device.type
        with torch.autocast(device, enabled=False):  # "sequential/flatten": mixed_float16
            x1 = torch.flatten(x0.to(torch.float16), 1)
        with torch.autocast(device, dtype=torch.float16):  # "sequential/say \"hi\"": mixed_float16
            x2 = self.layer_2(x1.to(torch.float16))
        x2 = torch.relu(x2)
        with torch.autocast(device, enabled=False):  # "sequential/dropout": mixed_float16
            x3 = nn.functional.dropout(x2.to(torch.float16), p=0.25, training=self.training)
        with torch.autocast(device, enabled=False):  # "sequential/größe": float32
            x4 = self.layer_4(x3.to(torch.float32))
        with torch.autocast(device, dtype=torch.bfloat16):  # "sequential/dense_2": float8_from_mixed_bfloat16
            x5 = self.layer_5(x4.to(torch.bfloat16))
        with torch.autocast(device, enabled=False):  # "sequential/tanh": bfloat16
            x6 = torch.tanh(x5.to(torch.bfloat16))
        with torch.autocast(device, dtype=torch.float16):  # "sequential/logits": float8_from_mixed_float16
            x7 = self.layer_7(x6.to(torch.float16))
        return x7


def module_filter_fn(module: nn.Module, fqn: str) -> bool:
    return fqn in FLOAT8_LAYERS


def make_model():
    return convert_to_float8_training(
        Model(), config=Float8LinearConfig(), module_filter_fn=module_filter_fn
    )


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
