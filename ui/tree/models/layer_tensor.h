// SPDX-License-Identifier: GPL-3.0-or-later
// Names and formats of layers' tensors, and the choice of a tensor when another layer is selected.
#pragma once

#include "engine/dtype/format.h"
#include "engine/model/model_plan.h"
#include "engine/probe/records.h"
#include "engine/session/session_spec.h"
#include "engine/train/lane_tensors.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace ulpscope::ui {

struct LayerTensor
{
    std::string path; ///< path of the layer, or of something in it: "sequential/dense/kernel"
    TensorRole role = TensorRole::Output;

    bool operator==(const LayerTensor&) const = default;
};

/// A tensor of the layer at `path`: of the current one's role, else a weight gradient, else the first; the current one if it is
/// of that layer already, or the layer has none. current: an index, or -1.
int tensorOfLayer(const std::vector<LayerTensor>& tensors, int current, const std::string& path);

/// "sequential/dense_1" -> "dense_1", "mha/query" -> "mha / query".
QString layerText(const std::string& path);
/// "dense_1 / kernel gradient": what a tensor is called wherever one is chosen or told about.
QString tensorText(const TensorName& tensor);
/// The tensor of that role at a run's path, named as the run's own list of tensors names it.
TensorName tensorNameOf(const std::vector<std::string>& paths, PathId path, TensorRole role);

// The number format that a tensor of a run is in, as its session's plan has it.
class TensorFormats
{
public:
    explicit TensorFormats(const SessionSpec& session);

    /// path: of a layer, or of something in it. Null where the plan does not tell.
    const Format* of(const std::string& path, TensorRole role) const;

private:
    std::optional<ModelPlan> m_plan; ///< none of a session that cannot be planned
};

} // namespace ulpscope::ui
