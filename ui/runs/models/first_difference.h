// SPDX-License-Identifier: GPL-3.0-or-later
// Where two runs part: the first recorded number in which they differ by a bit, in the order in which a step computes. Tensors
// are told by their names, so that models need not be the same.
#pragma once

#include "app/session/run_history.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>

namespace ulpscope::ui {

struct NumberDifference
{
    std::int64_t step = 0;
    QString what; ///< "loss", "dense_1 / output: largest magnitude"
    double first = 0;
    double second = 0;
};

struct FirstDifference
{
    /// Difference in the numbers of a step: loss, loss scale, counts, the largest gradient.
    std::optional<NumberDifference> ofSteps;
    /// Difference in a tensor's metrics, at the steps at which both runs have them.
    std::optional<NumberDifference> ofTensors;
    std::int64_t steps = 0; ///< steps whose numbers both runs have
    std::size_t metrics = 0; ///< metrics that both have at a step, and that were compared
    std::int64_t sampledSteps = 0; ///< steps at which both runs have metrics of tensors
    std::size_t onlyInOne = 0; ///< metrics of which only one of them has any
};

/// Leaves out metrics against float64, because they differ only if the run or its reference does.
FirstDifference firstDifference(const RunHistory& first, const RunHistory& second);

/// Says in sentences where two runs part, and what was compared.
QString differenceText(
    const FirstDifference& difference, const QString& firstName, const QString& secondName);

} // namespace ulpscope::ui
