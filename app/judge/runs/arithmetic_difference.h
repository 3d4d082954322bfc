// SPDX-License-Identifier: GPL-3.0-or-later
// The same training under several rows of arithmetic: what a user of one program and one processor sees that a user of another does not.
#pragma once

#include "engine/base/message.h"
#include "engine/train/run_summary.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ulpscope {

/// A headline number of a run.
struct HeadlineNumber
{
    const char* title; ///< "test accuracy"
    const char* unit; ///< " %" or nothing
    std::optional<double> (*of)(const HeadlineMetrics& metrics); ///< absent where the run has none
};
/// All but the step at which a run diverges, in the order in which they are told.
std::span<const HeadlineNumber> headlineNumbers();

/// Whether both are absent, NaN or equal.
bool isSameNumber(const std::optional<double>& a, const std::optional<double>& b);

/// The program and the processor whose numbers the row's are, with the row's name: "Keras on JAX on a CPU (keras-jax)".
Message stackOf(ArithmeticKind kind);

struct ArithmeticOutcome
{
    std::optional<ArithmeticKind> asked; ///< by the session; absent: any that is proved
    ArithmeticKind computed = ArithmeticKind::Written;
    std::int64_t steps = 0;
    HeadlineMetrics metrics;
};
ArithmeticOutcome arithmeticOutcome(const SessionSpec& session, const RunSummary& summary);

/// One sentence: the first headline number in which the rows differ, with its values; that there is none; or that only one row was computed.
/// A row that was asked for and is not proved is named. runs: at least one.
Message arithmeticDifference(const std::vector<ArithmeticOutcome>& runs);

} // namespace ulpscope
