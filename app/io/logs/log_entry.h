// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of one entry of a log, from which its event is made: of several names for a quantity the best counts.
#pragma once

#include "app/io/logs/log_names.h"

#include <optional>
#include <string_view>

namespace ulpscope {

class LogEntry
{
public:
    explicit LogEntry(std::size_t line) { m_event.line = line; }

    /// A number; nothing stands for JSON's null. `phase` is the entry's where the name says none.
    void add(LogName& name, std::optional<double> value, LogPhase phase);
    /// The running mean that is printed behind a number of that name: "loss: 6.51 (6.50)".
    void addMean(const LogName& name, double value, LogPhase phase);
    /// "40/100" that no name precedes.
    void addPosition(std::int64_t step, std::int64_t lastStep);
    void setLastStep(std::int64_t lastStep) { m_event.lastStep = lastStep; }
    void setEpoch(double epoch) { m_event.epoch = epoch; }
    void setScale(double scale) { m_event.lossScale = scale, m_rank.scale = kGiven; }

    /// Whether a step or an epoch was read for it.
    bool isPlaced() const { return m_event.step || m_event.epoch; }
    /// Phrases add what they say to the event itself.
    LogEvent& event() { return m_event; }
    /// The event, once all numbers are there; nothing where it says no more than where it is.
    std::optional<LogEvent> finished();
    bool statesSkips() const { return m_statesSkips; }
    /// "loss" or "grad_norm", "learning_rate" and "epoch" together, as Hugging Face's Trainer names them.
    bool isOfTrainer() const
    {
        return m_hasTrainerRate && m_hasTrainerLoss && m_event.epoch && !m_event.lossScale;
    }
    /// The loss is the sum of its parts, as the entry has no total.
    bool isLossSum() const { return m_isLossSum; }
    bool hasOwnName() const { return m_hasOwnName; }

private:
    static constexpr int kGiven = -1000;
    struct Ranks
    {
        static constexpr int kNone = 1000;
        int step = kNone;
        int epoch = kNone;
        int loss = kNone;
        int meanLoss = kNone;
        int validationLoss = kNone;
        int scale = kNone;
        int norm = kNone;
        int meanNorm = kNone;
        int rate = kNone;
    };

    void addLoss(const LogName& name, std::optional<double> value, LogPhase phase);

    LogEvent m_event;
    Ranks m_rank;
    std::optional<double> m_components; ///< sum of the losses' components; not finite as soon as one is not
    std::optional<double> m_validationComponents;
    bool m_hasNanSteps = false;
    bool m_statesSkips = false;
    bool m_hasTrainerRate = false;
    bool m_hasTrainerLoss = false;
    bool m_hasOwnName = false;
    bool m_isLossSum = false;
    bool m_lacksPart = false; ///< a part or a running mean of the loss is stated without a number
    bool m_isWholeRun = false; ///< the entry sums the run up: Hugging Face's train_loss beside train_runtime
};

} // namespace ulpscope
