// SPDX-License-Identifier: GPL-3.0-or-later
// Tables and sentences on the engine's findings about a session.
#pragma once

#include "app/judge/arithmetic/would_lose.h"
#include "app/judge/runs/blame.h"
#include "app/judge/runs/ledger.h"
#include "app/judge/runs/severity.h"
#include "app/session/run_history.h"
#include "ui/look/models/table_models.h"

namespace ulpscope::ui {

struct Finding
{
    Severity severity = Severity::Notice;
    QString sentence; ///< the finding; further lines tell more
};

/// Where the run's first NaN or infinity was born. Null: no run yet. step: as it stood at that step.
Finding birthFinding(const RunHistory* run, std::optional<std::int64_t> step = {});

/// Sorted by share, the layer to blame first; it is marked if there is one.
MetricTable blameMetrics(const BlameTable& table);
/// What float32 would take away of each run's error, a column for each: its layers, the worst first and no more than a few, and the parts of
/// its worst layer. names: of the runs. A run whose table is nothing is not known.
MetricTable costMetrics(const std::vector<std::optional<BlameTable>>& tables, const QStringList& names);
/// Which layer to blame, or that none is.
Finding blameFinding(const BlameTable& table);

/// Bytes by kind, beside those of the same model in float32.
MetricTable byteMetrics(const LedgerBytes& bytes, const LedgerBytes& inFloat32);
/// Multiply-adds of one training step, the most frequent formats first.
MetricTable multiplyAddMetrics(const std::map<std::string, double>& multiplyAdds);

/// Table in the order of the argument.
MetricTable lossMetrics(const std::vector<WouldLose>& losses);

/// Steps in a row in which a scaled operand has elements beyond the limit of its scale.
struct Saturation
{
    TensorName operand;
    StepRange steps;
    std::int64_t most = 0; ///< clipped elements in one of them
    std::int64_t mostAt = 0;

    bool operator==(const Saturation&) const = default;
};

/// By operand, each in the order of the steps; of a thinned run as far as its points tell.
std::vector<Saturation> saturations(const RunHistory& run);
/// Whether any operand of the run has a scale from earlier steps.
bool hasLaggingScales(const RunHistory& run);
/// Table in the order of the argument.
MetricTable saturationMetrics(const std::vector<Saturation>& saturations);

} // namespace ulpscope::ui
