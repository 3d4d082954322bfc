// SPDX-License-Identifier: GPL-3.0-or-later
// Which of a list of tensors to show when another layer is selected.
#pragma once

#include "engine/probe/records.h"

#include <string>
#include <vector>

namespace ulpscope::ui {

struct LayerTensor
{
    std::string path; ///< of the layer, or of something in it: "sequential/dense/kernel"
    TensorRole role = TensorRole::Output;

    bool operator==(const LayerTensor&) const = default;
};

/// A tensor of the layer at `path`: of the current one's role, else a weight gradient, else the first; the current one if it is
/// of that layer already, or the layer has none. current: an index, or -1.
int tensorOfLayer(const std::vector<LayerTensor>& tensors, int current, const std::string& path);

} // namespace ulpscope::ui
