// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions at which a run can stop: a table of conditions on a step, and watches.
#pragma once

#include "engine/base/result.h"
#include "engine/probe/records.h"
#include "engine/session/session_spec.h"
#include "engine/session/watch.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ulpscope {

struct StopCondition
{
    std::string_view name; ///< "first-overflow", on a command line
    std::string_view title; ///< "First overflow"
    std::string_view description;
    bool (*holds)(const StepRecord& record) = nullptr; ///< whether the step that was just done meets it
};

std::span<const StopCondition> stopConditionCatalog();

/// Nothing, a row of the catalog, or a watch that compares.
class StopRule
{
public:
    StopRule() = default;
    StopRule(const StopCondition& row) // NOLINT(google-explicit-constructor): a row is a rule
        : m_row(&row)
    {
    }
    explicit StopRule(Watch watch)
        : m_watch(std::move(watch))
    {
    }

    explicit operator bool() const { return m_row != nullptr || m_watch; }
    std::string title() const; ///< "First overflow", or the watch's text
    Status bind(std::span<const std::string> paths, std::span<const RecordedTensor> recorded);
    bool holds(const StepRecord& record) const;

private:
    const StopCondition* m_row = nullptr;
    std::optional<Watch> m_watch;
};

/// The step after which "step:200" stops; nothing where the text is none of this form.
Result<std::optional<std::int64_t>> stopStepByName(std::string_view text);

/// A condition by name, or an expression that compares; the error lists the names, or has the column of what is wrong.
Result<StopRule> stopRuleOf(std::string_view text);

/// A session's watches that stop a run, each where it becomes true: going on from there does not stop at once again.
class SessionStops
{
public:
    /// A watch whose tensors the run has not is passed over.
    SessionStops(std::span<const WatchSpec> watches, std::span<const std::string> paths,
        std::span<const RecordedTensor> recorded);

    /// Takes consecutive steps: the text of a watch that has just become true; nothing if none has.
    std::optional<std::string> met(const StepRecord& record);
    /// The run goes on from where it was: a watch that is among these too is as it was there.
    void goOnFrom(const SessionStops& before);
    /// Which of the watches held at the last step, by their texts; and back, in another process.
    std::vector<std::string> held() const;
    void setHeld(const std::vector<std::string>& watches);

private:
    struct Stop
    {
        Watch watch;
        bool held = false;
    };
    std::vector<Stop> m_stops;
};

} // namespace ulpscope
