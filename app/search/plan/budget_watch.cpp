// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/plan/budget_watch.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

double shareUsed(const Clause& clause, double value, double limit, double float32, bool isBroken)
{
    const bool isAbove = clause.relation == Relation::Greater || clause.relation == Relation::GreaterOrEqual;
    const double allowed = isAbove ? float32 - limit : limit - float32;
    const double used = isAbove ? float32 - value : value - float32;
    const bool hasShare = clause.relation != Relation::Equal && clause.relation != Relation::NotEqual
        && std::isfinite(allowed) && allowed > 0 && std::isfinite(used);
    if (!hasShare)
        return isBroken ? kInfinity : 0;
    const double share = std::max(used / allowed, 0.0);
    return isBroken ? std::max(share, std::nextafter(1.0, 2.0)) : std::min(share, 1.0);
}

/// Whether a sum that cannot become less is beyond the limit.
bool isExceeded(const Clause& clause, double sum, double limit)
{
    if (clause.relation == Relation::Equal)
        return sum > limit;
    return (clause.relation == Relation::Less || clause.relation == Relation::LessOrEqual)
        && !holds(clause.relation, sum, limit);
}

/// Which of two readings of a range counts.
bool isWorse(const ClauseReading& a, const ClauseReading& b)
{
    return a.isBroken != b.isBroken ? a.isBroken : a.use > b.use;
}

} // namespace

ClauseReading readClause(const Clause& clause, double value, double float32, std::optional<std::int64_t> step)
{
    ClauseReading reading{.value = value, .limit = clause.limit(float32), .step = step};
    reading.isBroken
        = std::isnan(value) || std::isnan(reading.limit) || !holds(clause.relation, value, reading.limit);
    reading.use = shareUsed(clause, value, reading.limit, float32, reading.isBroken);
    return reading;
}

std::vector<ClauseReading> readFloat32(const Budget& budget, const ClauseSeries& float32)
{
    std::vector<ClauseReading> readings;
    for (std::size_t c = 0; c < budget.clauses.size(); ++c) {
        const Clause& clause = budget.clauses[c];
        std::optional<ClauseReading> worst;
        for (std::size_t i = 0; i < float32[c].size(); ++i) {
            std::optional<std::int64_t> step;
            if (clause.steps)
                step = clause.isSum() ? clause.steps->to : clause.steps->from + static_cast<std::int64_t>(i);
            const ClauseReading reading = readClause(clause, float32[c][i], float32[c][i], step);
            if (!worst || isWorse(reading, *worst))
                worst = reading;
        }
        readings.push_back(worst.value_or(readClause(clause, kNoValue, kNoValue, {})));
    }
    return readings;
}

BudgetWatch::BudgetWatch(const Budget& budget, const ClauseSeries* float32)
    : m_budget(budget)
    , m_float32(float32)
    , m_readings(budget.clauses.size())
    , m_sums(budget.clauses.size())
    , m_series(float32 == nullptr ? budget.clauses.size() : 0)
{
    for (const Clause& clause : budget.clauses)
        m_lastStep = std::max(
            m_lastStep, clause.steps ? clause.steps->to : std::numeric_limits<std::int64_t>::max());
}

void BudgetWatch::take(std::size_t clause, double value, std::optional<std::int64_t> step)
{
    const Clause& c = m_budget.clauses[clause];
    if (m_float32 == nullptr) {
        m_series[clause].push_back(value);
        return;
    }
    const bool isOfSteps = c.steps && !c.isSum();
    const auto index = isOfSteps ? static_cast<std::size_t>(*step - c.steps->from) : 0;
    const ClauseReading reading = readClause(c, value, (*m_float32)[clause].at(index), step);
    ClauseReading& kept = m_readings[clause];
    if (std::isnan(kept.limit) || isWorse(reading, kept))
        kept = reading;
}

void BudgetWatch::add(const StepRecord& record)
{
    addStep(record.step, [&record](const BudgetKey& key) { return key.ofStep(record).value_or(kNoValue); });
}

void BudgetWatch::end(const RunSummary& run)
{
    endWith([&run](const BudgetKey& key) { return key.ofRun(run).value_or(kNoValue); });
}

void BudgetWatch::addStep(std::int64_t step, const Numbers& numbers)
{
    m_stepsSeen = step + 1;
    for (std::size_t i = 0; i < m_budget.clauses.size(); ++i) {
        const Clause& clause = m_budget.clauses[i];
        const bool isInside = !clause.steps || (step >= clause.steps->from && step <= clause.steps->to);
        if (!isInside || clause.key->ofStep == nullptr)
            continue;
        if (!clause.isSum()) {
            if (clause.steps)
                take(i, numbers(*clause.key), step);
            continue;
        }
        m_sums[i] += numbers(*clause.key);
        const bool isLast = clause.steps && step == clause.steps->to;
        const bool isOver = m_float32 != nullptr && !m_readings[i].isBroken
            && isExceeded(clause, m_sums[i], clause.limit((*m_float32)[i].at(0)));
        if (isLast || isOver)
            take(i, m_sums[i], step);
    }
}

void BudgetWatch::endWith(const Numbers& numbers)
{
    for (std::size_t i = 0; i < m_budget.clauses.size(); ++i)
        if (const Clause& clause = m_budget.clauses[i]; !clause.steps)
            take(i, numbers(*clause.key), {});
}

bool BudgetWatch::isBroken() const
{
    return std::ranges::any_of(m_readings, &ClauseReading::isBroken);
}

bool BudgetWatch::isSettled() const
{
    return m_stepsSeen > m_lastStep;
}

} // namespace ulpscope
