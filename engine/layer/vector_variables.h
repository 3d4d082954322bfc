// SPDX-License-Identifier: GPL-3.0-or-later
// Variables that are one number a feature: gamma, beta, moving_mean.
#pragma once

#include "engine/layer/layer.h"

namespace ulpscope {

/// One [features] variable for each name, in the variable dtype; initialized as the parameter <name>_initializer says.
std::vector<Variable> makeVectors(const LayerOptions& options, const std::vector<std::string>& names,
    Index features, Arithmetic& arithmetic);

/// The variable of this name in `format`; null if there is none.
const Tensor* findVector(Arithmetic& arithmetic, std::span<const Variable> variables, const char* name,
    const Format& format, Tensor& storage);

} // namespace ulpscope
