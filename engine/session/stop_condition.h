// SPDX-License-Identifier: GPL-3.0-or-later
// What a run can be asked to stop at: a table of conditions on a step.
#pragma once

#include "engine/base/result.h"
#include "engine/probe/records.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace ulpscope {

struct StopCondition
{
    std::string_view name; ///< "first-overflow", on a command line
    std::string_view title; ///< "First overflow"
    std::string_view description;
    bool (*holds)(const StepRecord& record) = nullptr; ///< of the step that was just done
};

std::span<const StopCondition> stopConditionCatalog();

/// The step after which "step:200" stops; nothing where the text is none of this form.
Result<std::optional<std::int64_t>> stopStepByName(std::string_view text);

/// By name; the error lists the names.
Result<const StopCondition*> stopConditionByName(std::string_view name);

} // namespace ulpscope
