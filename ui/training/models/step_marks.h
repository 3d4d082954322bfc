// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to find along a run's steps: its events, those of the selected layer, where a watch became true, and notes.
#pragma once

#include "ui/training/models/run_events.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace ulpscope::ui {

/// Kinds of marks in drawing order; later ones cover earlier ones.
enum class MarkKind { Event, Layer, Alarm, Note };

struct StepMark
{
    std::int64_t step = 0;
    MarkKind kind = MarkKind::Event;
    QString text;

    bool operator==(const StepMark&) const = default;
};

/// Sorts by step, then by kind.
void sortMarks(std::vector<StepMark>& marks);

/// The steps at which that layer, or one within it, matters: its first flushed gradient, its first lost update, its first NaN or
/// infinity, the first operand that saturates, jumps of its gradients' amax, and where its output's error first exceeds what is
/// healthy. At the steps that are probed.
std::vector<StepMark> layerMarks(const RunHistory& run, const std::string& layerPath);

/// All that is told of a step, "numbers overflowed; dense_1: ..."; empty: nothing is.
QString textAt(const std::vector<StepMark>& marks, std::int64_t step);
/// The next one after a step, or with direction -1 the one before it.
std::optional<std::int64_t> markBeside(const std::vector<StepMark>& marks, std::int64_t step, int direction);

} // namespace ulpscope::ui
