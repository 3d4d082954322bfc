// SPDX-License-Identifier: GPL-3.0-or-later
// What would make a session's model fit its data: the fewest changes of its input, its last layer and its loss.
#pragma once

#include "engine/base/message.h"
#include "engine/session/data_shape.h"
#include "engine/session/session_spec.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace ulpscope {

struct DataRepair
{
    std::vector<Message> parts; ///< steps of the repair: "set the input to 12", "use MeanSquaredError"
    std::function<void(SessionSpec&)> change;

    /// "Set the input to 12, use MeanSquaredError"
    std::string text() const;
};

/// Returns nullopt where the session fits already, or where no such change makes it fit.
std::optional<DataRepair> repairForData(const SessionSpec& session, const DataShape& data);
/// Repairs a session when only the features are known: the model's output stays as it is.
std::optional<DataRepair> repairForFeatures(
    const SessionSpec& session, const std::vector<std::int64_t>& features);

/// Reads the session's data to see what they are. Nothing where they cannot be read.
std::optional<DataRepair> repairAfterReading(const SessionSpec& session, const std::stop_token& stop = {});

} // namespace ulpscope
