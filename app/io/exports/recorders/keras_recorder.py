# SPDX-License-Identifier: GPL-3.0-or-later


DTYPES = {
    "float64": "F64", "float32": "F32", "float16": "F16", "bfloat16": "BF16", "float8_e4m3fn": "F8_E4M3",
    "float8_e5m2": "F8_E5M2", "int64": "I64", "int32": "I32", "int16": "I16", "int8": "I8", "uint8": "U8", "bool": "BOOL",
}

if keras.backend.backend() == "jax":
    import jax

    def watched(x, seen, seen_gradient):
        """x, whose value and gradient are told when the compiled step comes there."""
        if not jax.numpy.issubdtype(x.dtype, jax.numpy.inexact):
            jax.debug.callback(seen, x)
            return x

        @jax.custom_vjp
        def same(value):
            jax.debug.callback(seen, value)
            return value

        def forward(value):
            return same(value), None

        def backward(_, gradient):
            jax.debug.callback(seen_gradient, gradient)
            return (gradient,)

        same.defvjp(forward, backward)
        return same(x)

    def wait():
        jax.effects_barrier()

    def array_of(value):
        return np.asarray(value)

elif keras.backend.backend() == "torch":
    import torch

    def watched(x, seen, seen_gradient):
        seen(x)
        if x.requires_grad:
            x.register_hook(seen_gradient)
        return x

    def wait():
        pass

    def array_of(value):
        value = value.detach().cpu()
        if value.dtype == torch.bfloat16:
            return value.view(torch.uint16).numpy().view(ml_dtypes.bfloat16)
        return value.numpy()

else:
    raise ImportError("the recorder knows Keras on JAX and on PyTorch, not on " + keras.backend.backend())


class Recorder(keras.callbacks.Callback):
    """For a model that is built. Gradients of weights are not in it: a compiled step does not show them. Of a layer that is called
    several times in a step the last call is. On JAX numbers are taken out of the compiled step, which rounds them where they are; XLA
    leaves some of these roundings out of a step that nobody looks into. most: elements of a tensor that is written; larger ones are
    left out and named in the file."""

    def __init__(self, model, folder, every=EVERY, most=1 << 26):
        super().__init__()
        self.folder, self.every, self.most = folder, every, most
        self.number, self.tensors, self.left_out, self.is_open = 0, {}, [], False
        self.layers, self.chosen, self.order = {}, [], {}
        for layer in model._flatten_layers(include_self=False):
            path = layer.path or layer.name
            if is_chosen(path) and not isinstance(layer, (keras.Model, keras.layers.InputLayer)) and path not in self.layers:
                config = json.loads(json.dumps(layer.get_config(), default=lambda value: None))
                self.layers[path] = {"class_name": type(layer).__name__, "config": config, "training": True}
                self.chosen.append((path, layer))
                layer.call = self._recorded(path, layer.call)
        model.train_function = None  # which is to be compiled anew

    def close(self):
        for _, layer in self.chosen:
            layer.__dict__.pop("call", None)
        self.chosen = []

    def _recorded(self, path, call):
        @functools.wraps(call)
        def recorded(*arguments, **keywords):
            arguments, count = list(arguments), 0
            for i, value in enumerate(arguments):
                if keras.ops.is_tensor(value):
                    arguments[i] = self._told(path, f"input_{count}" if count else "input", value)
                    count += 1
            output = call(*arguments, **keywords)
            if isinstance(output, (tuple, list)):
                return type(output)(self._told(path, f"output_{i}" if i else "output", value)
                                    for i, value in enumerate(output))
            return self._told(path, "output", output)
        return recorded

    def _told(self, path, role, value):
        if not keras.ops.is_tensor(value) or isinstance(value, keras.KerasTensor):
            return value
        place = self.order.setdefault((path, role), len(self.order) + 1)  # a compiled step tells in no order
        return watched(value, lambda x: self._keep(place, path, role, x),
                       lambda x: self._keep((1 << 30) - place, path, role + "_gradient", x))

    def _keep(self, place, path, role, value):
        if not self.is_open:
            return
        value = array_of(value)
        name = f"{self.number}/{path}/{role}"
        dtype = DTYPES.get(str(value.dtype))
        if dtype is None or value.size > self.most:
            self.left_out.append(f"{name}: {value.dtype} {list(value.shape)}")
        else:
            self.tensors[name] = (place, (dtype, value.shape, np.ascontiguousarray(value).tobytes()))

    def on_train_batch_begin(self, batch, logs=None):
        if self.number % self.every != 0:
            return
        self.is_open, self.tensors, self.left_out = True, {}, []
        self.model  # on JAX this brings the variables up to date
        for path, layer in self.chosen:
            for variable in layer.variables:
                self._keep(0, path, variable.path.removeprefix(path + "/").replace("/", "."), variable.value)

    def on_train_batch_end(self, batch, logs=None):
        wait()
        if self.is_open:
            self.is_open = False
            facts = {"stack": f"keras {keras.__version__} on {keras.backend.backend()}",
                     "left_out": json.dumps(self.left_out)}
            if hasattr(self.model.optimizer, "dynamic_scale"):
                facts["loss_scale"] = repr(float(array_of(self.model.optimizer.dynamic_scale.value)))
            rows = sorted(self.tensors.items(), key=lambda item: item[1][0])
            write_step(self.folder, self.number, [(name, *row) for name, (_, row) in rows], self.layers, facts)
        self.number += 1
