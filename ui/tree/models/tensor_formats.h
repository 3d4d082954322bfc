// SPDX-License-Identifier: GPL-3.0-or-later
// The number format that a tensor of a run is in, as its session's plan has it.
#pragma once

#include "engine/dtype/format.h"
#include "engine/model/model_plan.h"
#include "engine/probe/records.h"
#include "engine/session/session_spec.h"

#include <optional>
#include <string>

namespace ulpscope::ui {

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
