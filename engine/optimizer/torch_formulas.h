// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of torch.optim as formulas, where they are not Keras' up to which products are rounded.
#pragma once

#include "engine/optimizer/update_formula.h"

namespace ulpscope {

/// torch/optim/sgd.py, _single_tensor_sgd: the velocity has no learning rate in it, and add_ with an alpha is fused
/// (aten/src/ATen/native/cpu/BinaryOpsKernel.cpp).
graph::Value torchSgdFormula(UpdateCall& call);
/// torch/optim/adam.py, _single_tensor_adam: lerp_ and addcmul_ fuse their last product. Numbers of the step are Python's, float64, until
/// an operation takes them.
graph::Value torchAdamFormula(UpdateCall& call);
/// _multi_tensor_adam on CUDA: the squared gradient and the step's quotient are rounded, and the sums after them fused.
graph::Value torchCudaAdamFormula(UpdateCall& call);

} // namespace ulpscope
