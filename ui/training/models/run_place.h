// SPDX-License-Identifier: GPL-3.0-or-later
// Where in the window one looks on after a sentence about a run: the step that the plots read, the layer that is chosen, or a
// question of the diagnosis.
#pragma once

#include "app/judge/runs/verdicts.h"
#include "app/session/run_history.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope::ui {

struct RunPlace
{
    enum class View { Plots, Blame, Costs };

    View view = View::Plots;
    std::optional<std::int64_t> step; ///< the step that the plots' cursor goes to
    std::vector<std::string> layers; ///< paths in the run, the first to be read; none: what is chosen stays
    QString text; ///< "Step 17, scores"; empty: there is no such place
    QString whole = {}; ///< the whole sentence where the text is cut; empty: it is whole

    explicit operator bool() const { return !text.isEmpty(); }
};

/// Where the first value came to be that is not finite, or else where the run diverged.
RunPlace birthplaceOf(const RunHistory& run);

RunPlace placeOf(VerdictSubject subject, const RunHistory& run);

} // namespace ulpscope::ui
