// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/probe/exponent_history.h"

namespace ulpscope {

namespace {

void addUp(const std::vector<ExponentColumn>& from, std::vector<ExponentColumn>& to)
{
    for (std::size_t i = 0; i < from.size(); i += 2) {
        ExponentColumn sum = from[i];
        if (i + 1 < from.size()) {
            sum.lastStep = from[i + 1].lastStep;
            sum.samples += from[i + 1].samples;
            sum.zeros += from[i + 1].zeros;
            sum.nonFinite += from[i + 1].nonFinite;
            for (std::size_t bin = 0; bin < kExponentBins; ++bin)
                sum.bins[bin] += from[i + 1].bins[bin];
        }
        to.push_back(sum);
    }
}

} // namespace

ExponentHistory::ExponentHistory(std::map<Key, std::vector<ExponentColumn>> tensors)
    : m_tensors(std::move(tensors))
{
    for (const auto& [key, columns] : m_tensors)
        if (!columns.empty())
            m_samplesAColumn[key] = columns.front().samples; // only the last column may have fewer
}

void ExponentHistory::append(const StepRecord& record)
{
    for (const ExponentHistogram& histogram : record.exponents) {
        const Key key{histogram.path, histogram.role};
        std::vector<ExponentColumn>& columns = m_tensors[key];
        std::int64_t& samples = m_samplesAColumn.try_emplace(key, 1).first->second;
        if (columns.empty() || columns.back().samples >= samples) {
            if (columns.size() == kColumns) {
                std::vector<ExponentColumn> sums;
                sums.reserve(kColumns);
                addUp(columns, sums);
                columns = std::move(sums);
                samples *= 2;
            }
            columns.push_back({.firstStep = record.step});
        }
        ExponentColumn& column = columns.back();
        column.lastStep = record.step;
        ++column.samples;
        column.zeros += histogram.zeros;
        column.nonFinite += histogram.nonFinite;
        for (std::size_t bin = 0; bin < kExponentBins; ++bin)
            column.bins[bin] += histogram.bins[bin];
    }
}

void ExponentHistory::truncate(std::int64_t steps)
{
    for (auto& [key, columns] : m_tensors)
        while (!columns.empty() && columns.back().lastStep >= steps)
            columns.pop_back();
}

const std::vector<ExponentColumn>* ExponentHistory::find(PathId path, TensorRole role) const
{
    const auto found = m_tensors.find({path, role});
    return found == m_tensors.end() ? nullptr : &found->second;
}

} // namespace ulpscope
