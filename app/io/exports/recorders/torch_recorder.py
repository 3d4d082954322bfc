# SPDX-License-Identifier: GPL-3.0-or-later


DTYPES = {
    "torch.float64": "F64", "torch.float32": "F32", "torch.float16": "F16", "torch.bfloat16": "BF16",
    "torch.float8_e4m3fn": "F8_E4M3", "torch.float8_e5m2": "F8_E5M2", "torch.int64": "I64", "torch.int32": "I32",
    "torch.int16": "I16", "torch.int8": "I8", "torch.uint8": "U8", "torch.bool": "BOOL",
}


def padding_of(module):
    """Zeros at each side, or None where it is no number."""
    if isinstance(module.padding, str):
        if module.padding == "valid":
            return [0, 0]
        ends = [d * (k - 1) for d, k in zip(module.dilation, module.kernel_size)]
        return None if any(end % 2 for end in ends) else [end // 2 for end in ends]
    return list(module.padding)


def described(module):
    """The module as Keras describes the layer, and what of PyTorch's differs from that; None if it is none of those, or a subclass
    whose forward does something else."""
    def computes_as(kind):
        return isinstance(module, kind) and type(module).forward is kind.forward

    if computes_as(nn.Linear):
        return "Dense", {"units": module.out_features, "use_bias": module.bias is not None}
    if computes_as(nn.Conv2d) and module.padding_mode == "zeros" and padding_of(module) is not None:
        return "Conv2D", {
            "filters": module.out_channels, "kernel_size": list(module.kernel_size), "strides": list(module.stride),
            "dilation_rate": list(module.dilation), "groups": module.groups, "use_bias": module.bias is not None,
            "padding": "valid", "zeros_around": padding_of(module), "data_format": "channels_first"}
    if computes_as(nn.LayerNorm):
        axes = [i - len(module.normalized_shape) for i in range(len(module.normalized_shape))]
        return "LayerNormalization", {"axis": axes, "epsilon": module.eps, "scale": module.weight is not None,
                                      "center": getattr(module, "bias", None) is not None}
    if hasattr(nn, "RMSNorm") and computes_as(nn.RMSNorm) and module.weight is not None:
        axes = [i - len(module.normalized_shape) for i in range(len(module.normalized_shape))]
        eps = torch.finfo(module.weight.dtype).eps if module.eps is None else module.eps
        return "RMSNormalization", {"axis": axes, "epsilon": eps}
    if computes_as(nn.Softmax) and module.dim is not None:
        return "Softmax", {"axis": module.dim}
    if computes_as(nn.MultiheadAttention) and module._qkv_same_embed_dim and module.bias_k is None:
        return "MultiHeadAttention", {
            "num_heads": module.num_heads, "key_dim": module.head_dim, "dropout": module.dropout,
            "use_bias": module.in_proj_bias is not None, "batch_first": module.batch_first}
    activations = {nn.ReLU: "relu", nn.SiLU: "silu", nn.Tanh: "tanh", nn.Sigmoid: "sigmoid"}
    if type(module) in activations:
        return "Activation", {"activation": activations[type(module)]}
    if computes_as(nn.GELU):
        return "Activation", {"activation": "gelu" if module.approximate == "none" else "gelu_tanh"}
    return None


def tensors_in(values):
    """The tensors of a call's arguments or results, one level of tuples and dicts deep."""
    for value in values.values() if isinstance(values, dict) else values:
        if isinstance(value, torch.Tensor):
            yield value
        elif isinstance(value, (tuple, list)):
            yield from (inner for inner in value if isinstance(inner, torch.Tensor))


def numbers_in(values):
    """The floating-point tensors of an operation's arguments or results that are plain tensors."""
    for value in values:
        if isinstance(value, (tuple, list)):
            yield from numbers_in(value)
        elif (type(value) in (torch.Tensor, nn.Parameter) and value.is_floating_point() and value.layout == torch.strided
              and value.device.type != "meta"):
            yield value


def kinds_in(tensors):
    """"nan" and "inf", where one of them has any."""
    kinds = set()
    for tensor in tensors:
        wide = tensor.float() if tensor.element_size() == 1 else tensor
        if not torch.isfinite(wide).all():
            kinds |= {kind for kind, test in (("nan", torch.isnan), ("inf", torch.isinf)) if test(wide).any()}
    return kinds


def summary_of(tensor):
    wide = tensor.detach() if tensor.dtype == torch.float64 else tensor.detach().float()
    finite = wide[torch.isfinite(wide)].abs()
    return {"dtype": str(tensor.dtype).removeprefix("torch."), "shape": list(tensor.shape),
            "nan": int(torch.isnan(wide).sum()), "inf": int(torch.isinf(wide).sum()),
            "amax": float(finite.max()) if finite.numel() else 0.0, "least": float(finite.min()) if finite.numel() else 0.0}


class Operations(TorchDispatchMode):
    """The first operations of a step that make a NaN or an infinity of operands without such: with these, and with the line of code.
    Of an operation in backward() that is the line of the one in forward that it is a part of the derivative of."""

    MOST = 8
    OWN_FILE = summary_of.__code__.co_filename
    TORCH = os.path.dirname(torch.__file__) + os.sep
    supports_higher_order_operators = True

    def __init__(self, model):
        super().__init__()
        self.layers = {id(module): name or "model" for name, module in model.named_modules()}
        self.found, self.places, self.is_paused = [], {}, False
        self.sequence = getattr(torch._C._autograd, "_get_sequence_nr", lambda: 0)
        self.node = getattr(torch._C, "_current_autograd_node", lambda: None)

    def __torch_dispatch__(self, operation, types, arguments=(), keywords=None):
        keywords = keywords or {}
        schema = getattr(operation, "_schema", None)
        if self.is_paused or schema is None or len(self.found) == self.MOST:
            return operation(*arguments, **keywords)
        operands = [*arguments, *keywords.values()]
        numbers = list(numbers_in(operands))
        had = kinds_in(numbers) if schema.is_mutable else None
        result = operation(*arguments, **keywords)
        node = self.node()
        place = self._place() if node is None else self.places.get(node._sequence_nr(), {})
        if node is None:
            self.places.setdefault(self.sequence() - 1, place)  # the derivative's node was made just before
        is_view = schema.returns and all(value.alias_info and not value.alias_info.is_write for value in schema.returns)
        is_meant = any(isinstance(value, float) and not math.isfinite(value) for value in operands)
        if is_view or is_meant or "empty" in schema.name:
            return result
        made = list(numbers_in([result])) or (numbers if schema.is_mutable else [])
        kinds = kinds_in(made)
        if kinds and kinds - (kinds_in(numbers) if had is None else had):
            written = {id(number) for number in made}
            self.found.append({
                "operation": schema.name.removeprefix("aten::"), "derivative": node.name().rpartition("::")[2] if node else None,
                "made": summary_of(next(number for number in made if kinds_in([number]))),
                "operands": [summary_of(number) for number in numbers if id(number) not in written], **place})
        return result

    def _place(self):
        """The innermost layer whose code runs, and the innermost line that is not PyTorch's."""
        place, frame = {}, sys._getframe(2)
        while frame is not None and len(place) < 5:
            file = frame.f_code.co_filename
            layer = self.layers.get(id(frame.f_locals.get("self")))
            if layer is not None:
                place.setdefault("layer", layer)
            if "file" not in place and file != self.OWN_FILE and not file.startswith(self.TORCH):
                place |= {"file": os.path.basename(file), "line": frame.f_lineno, "function": frame.f_code.co_name,
                          "code": linecache.getline(file, frame.f_lineno).strip()}
            frame = frame.f_back
        return place


class Recorder:
    """Attach it before torch.compile. scaler: a GradScaler, whose scale is noted, or None. most: elements of a tensor that is
    written; larger ones are left out and named in the file. operations: whether each operation of a recorded step is looked at too,
    for the first that makes a NaN or an infinity. A compiled model runs uncompiled in such a step, and PyTorch refuses one that is
    compiled with fullgraph=True: without, what is compiled is recorded as it is."""

    def __init__(self, model, folder, every=EVERY, scaler=None, most=1 << 26, operations=True):
        self.folder, self.every, self.scaler, self.most = folder, every, scaler, most
        self.operations, self.sees_operations = Operations(model), operations
        self.tensors, self.left_out, self.calls, self.layers, self.number = None, [], {}, {}, 0
        self.handles = []
        for name, module in model.named_modules():
            path, row = name or "model", described(module)
            if not is_chosen(path) or (row is None and next(module.children(), None) is not None):
                continue
            row = {"class_name": row[0], "config": row[1]} if row else {"class_name": type(module).__name__, "config": {}}
            self.handles.append(module.register_forward_pre_hook(self._before(path, row), with_kwargs=True))
            self.handles.append(module.register_forward_hook(self._after(path)))
            for role, parameter in module.named_parameters():
                if parameter.requires_grad:
                    self.handles.append(parameter.register_post_accumulate_grad_hook(self._accumulated(path, role)))

    def close(self):
        for handle in self.handles:
            handle.remove()
        self.handles = []

    @contextlib.contextmanager
    def step(self, number):
        """Around all of a step. What ends with an exception is written too."""
        if number % self.every != 0:
            yield
            return
        self.tensors, self.left_out, self.calls, self.layers, self.number = {}, [], {}, {}, number
        self.operations.found, self.operations.places = [], {}
        try:
            with self.operations if self.sees_operations else contextlib.nullcontext():
                yield
        finally:
            facts = {"stack": f"torch {torch.__version__}", "left_out": json.dumps(self.left_out)}
            if self.sees_operations:
                facts["operations"] = json.dumps(self.operations.found)
            if self.scaler is not None:
                facts["loss_scale"] = repr(self.scaler.get_scale())
            rows = [(name, *row) for name, row in self.tensors.items()]
            self.tensors = None
            write_step(self.folder, number, rows, self.layers, facts)

    def _keep(self, path, role, tensor):
        name = f"{self.number}/{path}/{role}"
        dtype = DTYPES.get(str(tensor.dtype))
        if dtype is None or tensor.numel() > self.most or tensor.layout != torch.strided:
            self.left_out.append(f"{name}: {tensor.dtype} {list(tensor.shape)}")
            return
        self.operations.is_paused = True
        flat = tensor.detach().to("cpu").contiguous().reshape(-1)
        data = flat.view(torch.uint8).numpy().tobytes() if flat.numel() else b""
        self.tensors[name] = (dtype, tensor.shape, data)
        self.operations.is_paused = False

    def _called(self, path):
        """The path of the call that goes on: of a second one in the step "path@2"."""
        count = self.calls[path]
        return path if count == 1 else f"{path}@{count}"

    def _before(self, path, row):
        def hook(module, arguments, keywords):
            if self.tensors is None:
                return
            self.calls[path] = self.calls.get(path, 0) + 1
            called = self._called(path)
            self.layers[called] = {**row, "training": module.training}
            for role, tensor in [*module.named_parameters(), *module.named_buffers()]:
                self._keep(called, role, tensor)
            for i, tensor in enumerate([*tensors_in(arguments), *tensors_in(keywords)]):
                self._keep(called, "input" if i == 0 else f"input_{i}", tensor)
        return hook

    def _after(self, path):
        def hook(module, arguments, output):
            if self.tensors is None:
                return
            called = self._called(path)
            for i, tensor in enumerate(tensors_in(output if isinstance(output, (tuple, list, dict)) else [output])):
                role = "output" if i == 0 else f"output_{i}"
                self._keep(called, role, tensor)
                if tensor.requires_grad:
                    tensor.register_hook(self._arrived(called, role))
        return hook

    def _arrived(self, path, role):
        def hook(gradient):
            if self.tensors is not None:
                self._keep(path, role + "_gradient", gradient)
        return hook

    def _accumulated(self, path, role):
        """As backward() leaves it: with the loss scale, before it is clipped."""
        def hook(parameter):
            if self.tensors is not None and path in self.calls:
                self._keep(path, role + "_gradient", parameter.grad)
        return hook
