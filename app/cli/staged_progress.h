// SPDX-License-Identifier: GPL-3.0-or-later
// The progress bar of what is searched: a bar for each stage, and the wish to stop by a signal.
#pragma once

#include "app/cli/progress_bar.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ulpscope::cli {

class StagedProgress
{
public:
    /// In runs. False once a stop signal came.
    bool show(std::string_view stage, std::size_t done, std::size_t wanted);

private:
    std::string m_stage;
    std::optional<ProgressBar> m_bar;
};

} // namespace ulpscope::cli
