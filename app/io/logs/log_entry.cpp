// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/logs/log_entry.h"

#include "app/io/logs/log_number.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ulpscope {

namespace {

/// Whether a name of this rank counts more than what has been read.
bool countsMore(int& best, int rank)
{
    if (rank >= best)
        return false;
    best = rank;
    return true;
}

bool saysSomething(const LogEvent& event)
{
    return event.loss || event.meanLoss || event.validationLoss || event.lossScale || event.gradientNorm
        || event.meanGradientNorm || event.skipped > 0 || event.isLossNull || event.isNormNull
        || event.saysMinimum;
}

} // namespace

void LogEntry::addLoss(const LogName& name, std::optional<double> value, LogPhase phase)
{
    const NameMeaning& meaning = name.meaning;
    m_lacksPart = m_lacksPart
        || (!value && phase != LogPhase::Validation
            && (meaning.quantity == LogQuantity::LossComponent ? name.count > 0 : meaning.isMean));
    if (meaning.quantity == LogQuantity::LossComponent) {
        std::optional<double>& sum = phase == LogPhase::Validation ? m_validationComponents : m_components;
        if (value)
            sum = sum.value_or(0) + *value;
        return;
    }
    if (phase == LogPhase::Validation) {
        if (value && countsMore(m_rank.validationLoss, meaning.rank))
            m_event.validationLoss = value;
    } else if (meaning.isMean) {
        if (value && countsMore(m_rank.meanLoss, meaning.rank))
            m_event.meanLoss = value;
    } else if (!value) {
        m_event.isLossNull = true;
    } else if (countsMore(m_rank.loss, meaning.rank)) {
        m_event.loss = value;
    }
}

void LogEntry::add(LogName& name, std::optional<double> value, LogPhase phase)
{
    if (value && name.count++ == 0)
        name.example = *value;
    const NameMeaning& meaning = name.meaning;
    if (meaning.phase != LogPhase::Unsaid)
        phase = meaning.phase;
    m_hasTrainerRate = m_hasTrainerRate || name.text == "learning_rate";
    m_hasTrainerLoss = m_hasTrainerLoss || name.text == "loss" || name.text == "grad_norm";
    m_isWholeRun = m_isWholeRun || name.text == "train_runtime";
    m_hasOwnName = m_hasOwnName || name.isOwn;
    const bool isTraining = phase != LogPhase::Validation;
    name.notFinite += isTraining && value && !std::isfinite(*value);
    switch (meaning.quantity) {
    case LogQuantity::Step:
        if (value && wholeNumber(value) && countsMore(m_rank.step, meaning.rank)) {
            m_event.step = wholeNumber(value);
            m_event.lastStep.reset();
        }
        break;
    case LogQuantity::Epoch:
        if (value && std::isfinite(*value) && countsMore(m_rank.epoch, meaning.rank))
            m_event.epoch = value;
        break;
    case LogQuantity::Loss:
    case LogQuantity::LossComponent:
        addLoss(name, value, phase);
        break;
    case LogQuantity::LossScale:
        if (value && countsMore(m_rank.scale, meaning.rank))
            m_event.lossScale = meaning.isLogarithm ? std::exp2(*value) : *value;
        break;
    case LogQuantity::GradientNorm:
        if (isTraining && meaning.isMean && value && countsMore(m_rank.meanNorm, meaning.rank))
            m_event.meanGradientNorm = value;
        if (isTraining && !meaning.isMean && !value)
            m_event.isNormNull = true;
        else if (isTraining && !meaning.isMean && countsMore(m_rank.norm, meaning.rank))
            m_event.gradientNorm = value;
        break;
    case LogQuantity::LearningRate:
        if (value && countsMore(m_rank.rate, meaning.rank))
            m_event.learningRate = value;
        break;
    case LogQuantity::SkippedSteps:
        m_statesSkips = true;
        m_event.skipped
            = std::max(m_event.skipped, std::max<std::int64_t>(wholeNumber(value).value_or(0), 0));
        break;
    case LogQuantity::Overflow:
        m_statesSkips = true;
        m_event.skipped = std::max<std::int64_t>(m_event.skipped, value && *value > 0 ? 1 : 0);
        break;
    case LogQuantity::NanSteps:
        m_hasNanSteps = m_hasNanSteps || (value && *value > 0);
        break;
    case LogQuantity::Unknown:
        break;
    }
}

void LogEntry::addMean(const LogName& name, double value, LogPhase phase)
{
    if (name.meaning.phase != LogPhase::Unsaid)
        phase = name.meaning.phase;
    if (phase == LogPhase::Validation)
        return;
    if (name.meaning.quantity == LogQuantity::Loss && countsMore(m_rank.meanLoss, name.meaning.rank))
        m_event.meanLoss = value;
    if (name.meaning.quantity == LogQuantity::GradientNorm && countsMore(m_rank.meanNorm, name.meaning.rank))
        m_event.meanGradientNorm = value;
}

void LogEntry::addPosition(std::int64_t step, std::int64_t lastStep)
{
    constexpr int kUnnamed = 100;
    const bool isSecond
        = m_rank.step == kUnnamed && m_event.lastStep; // "[2/300][40/1251]" counts epochs first
    if (isSecond && countsMore(m_rank.epoch, kUnnamed))
        m_event.epoch = static_cast<double>(*m_event.step);
    if (isSecond || countsMore(m_rank.step, kUnnamed)) {
        m_event.step = step;
        m_event.lastStep = lastStep;
    }
}

std::optional<LogEvent> LogEntry::finished()
{
    m_event.isLossNull = !m_event.loss && (m_event.isLossNull || (m_lacksPart && !m_event.meanLoss));
    m_event.isNormNull = m_event.isNormNull && !m_event.gradientNorm;
    m_isLossSum = m_components && !m_event.loss && !m_event.meanLoss && !m_event.isLossNull;
    if (m_isLossSum)
        m_event.loss = m_components;
    if (!m_event.validationLoss)
        m_event.validationLoss = m_validationComponents;
    if (m_hasNanSteps)
        (m_event.loss ? m_event.meanLoss : m_event.loss) = std::numeric_limits<double>::quiet_NaN();
    if (!m_event.loss && !m_event.isLossNull && m_event.meanLoss && !m_isWholeRun) {
        m_event.loss = std::exchange(m_event.meanLoss, std::nullopt);
        m_event.isLossAveraged = true;
    }
    if (m_isWholeRun && m_event.loss)
        m_event.meanLoss = std::exchange(m_event.loss, std::nullopt);
    return saysSomething(m_event) ? std::optional(m_event) : std::nullopt;
}

} // namespace ulpscope
