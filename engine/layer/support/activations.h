// SPDX-License-Identifier: GPL-3.0-or-later
// Activation functions by Keras' names; what they compute is in graph/functions.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

struct ActivationFunction
{
    std::string name; ///< "relu"
    std::string_view torch = {}; ///< "torch.tanh({x})"; empty: none is known
};

/// "linear" first.
const std::vector<ActivationFunction>& activationFunctions();
/// A contract that the name is one of them.
const ActivationFunction& activationFunction(std::string_view name);
std::vector<std::string> activationNames();

} // namespace ulpscope
