// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor of a recording at a step, to which tables lead.
#pragma once

#include <cstdint>
#include <string>

namespace ulpscope::ui {

struct RecordedPlace
{
    std::string path;
    std::string role;
    std::int64_t step = 0;

    bool operator==(const RecordedPlace&) const = default;
};

} // namespace ulpscope::ui
