// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/layer_tensor.h"

namespace ulpscope::ui {

int tensorOfLayer(const std::vector<LayerTensor>& tensors, int current, const std::string& path)
{
    const auto isInside = [&](const LayerTensor& tensor) {
        return tensor.path == path || tensor.path.starts_with(path + '/');
    };
    const bool hasCurrent = current >= 0 && current < int(tensors.size());
    if (hasCurrent && isInside(tensors[std::size_t(current)]))
        return current;
    int best = current;
    int bestRank = -1;
    for (int i = 0; i < int(tensors.size()); ++i) {
        const LayerTensor& tensor = tensors[std::size_t(i)];
        if (!isInside(tensor))
            continue;
        const int rank = hasCurrent && tensor.role == tensors[std::size_t(current)].role ? 2
            : tensor.role == TensorRole::WeightGradient                                  ? 1
                                                                                         : 0;
        if (rank > bestRank) {
            best = i;
            bestRank = rank;
        }
    }
    return best;
}

} // namespace ulpscope::ui
