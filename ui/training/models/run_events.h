// SPDX-License-Identifier: GPL-3.0-or-later
// Events at steps of a run, and the marks of these steps.
#pragma once

#include "app/session/run_history.h"

#include <QString>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope::ui {

struct RunEvent
{
    std::int64_t step = 0;
    QString text; ///< "the step was skipped"; several at one step with commas
};

/// Finds jumps in a series of largest magnitudes: values several times as large as each of the last few. Comparing with
/// the last value only would find hundreds in noisy batches.
class AmaxJumps
{
public:
    static constexpr double kJump = 8;
    static constexpr std::size_t kBefore = 16;

    /// Whether the next amax is a jump. An infinity or a NaN is none, nor is the first value.
    bool isJump(double amax);

private:
    std::array<double, kBefore> m_last{}; ///< a ring of the last gradients
    std::size_t m_seen = 0;
};

/// In step order, one a step: skipped steps; the first overflow, and the first after steps without; likewise the first scaled
/// operand with saturated elements; the first flushed gradient
/// and the first lost update; where the first value came to be that is not finite; divergence; jumps of the largest gradient.
/// Events of the records that the run still has. They are found as the run grows: a question looks at the new records alone.
class RunEvents
{
public:
    /// Events of a run; none for null.
    const std::vector<RunEvent>& of(const std::shared_ptr<const RunHistory>& run);

private:
    /// saturated: how many elements of each scaled operand are, step by step
    void look(const RunHistory& run, const StepRecord& record, const std::vector<const Series*>& saturated);

    std::weak_ptr<const RunHistory> m_run;
    std::int64_t m_thinnings = 0;
    std::size_t m_looked = 0; ///< number of the run's records that were looked at
    std::int64_t m_lastStep = -1; ///< step of the last of them
    bool m_hadOverflow = false; ///< whether that step had one
    bool m_hadSaturation = false; ///< likewise
    AmaxJumps m_amaxes; ///< up to that step
    bool m_hasFlushed = false; ///< whether any step until then had flushed gradients
    bool m_hasLost = false;
    std::vector<RunEvent> m_events;
};

/// All at once.
std::vector<RunEvent> runEvents(const std::shared_ptr<const RunHistory>& run);

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
