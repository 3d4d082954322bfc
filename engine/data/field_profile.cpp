// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/field_profile.h"

#include "engine/base/number_text.h"
#include "engine/file/csv.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace ulpscope {

namespace {

constexpr std::size_t kFirstValues = 5;
constexpr std::size_t kLongestFirst = 40; ///< bytes

} // namespace

void FieldCounter::count(double value)
{
    if (std::isinf(value)) {
        ++m_infinite;
        return;
    }
    m_minimum = m_finite == 0 ? value : std::min(m_minimum, value);
    m_maximum = m_finite == 0 ? value : std::max(m_maximum, value);
    m_areIntegers = m_areIntegers && value == std::floor(value);
    ++m_finite;
    const double distance = value - m_mean;
    m_mean += distance / static_cast<double>(m_finite);
    m_squares += distance * (value - m_mean);
}

void FieldCounter::tellNoMoreApart()
{
    m_distinct = toldApart();
    m_hasMoreDistinct = true;
    m_texts = decltype(m_texts)(); // its memory too
    m_numbers = decltype(m_numbers)();
}

bool FieldCounter::addCell(std::string_view cell, char decimalPoint)
{
    m_hasCells = true;
    ++m_values;
    if (m_first.size() < kFirstValues)
        m_first.emplace_back(cell.substr(0, kLongestFirst));
    if (csvIsMissing(cell)) {
        ++m_missing;
        return false;
    }
    if (!m_hasText) {
        const std::optional<double> value = csvNumber(cell, decimalPoint);
        m_hasText = !value;
        if (value)
            count(*value);
    }
    if (m_hasMoreDistinct || m_texts.contains(cell))
        return false;
    if (m_texts.size() == kMaxDistinct) {
        tellNoMoreApart();
        return false;
    }
    m_texts.emplace(cell);
    return true;
}

void FieldCounter::addNumber(double value)
{
    ++m_values;
    if (m_first.size() < kFirstValues)
        m_first.push_back(shortestText(value));
    if (std::isnan(value)) {
        ++m_missing;
        return;
    }
    count(value);
    if (m_hasMoreDistinct || m_numbers.contains(value))
        return;
    if (m_numbers.size() == kMaxDistinct)
        tellNoMoreApart();
    else
        m_numbers.insert(value);
}

void FieldCounter::finish(FieldProfile& profile) const
{
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    const bool hasNumbers = m_finite > 0 && !m_hasText;
    profile.areNumbers = !m_hasText;
    profile.areIntegers = m_areIntegers && hasNumbers;
    if (m_hasCells)
        profile.type = m_hasText ? "text" : profile.areIntegers ? "integer" : "number";
    profile.values = m_values;
    profile.missing = m_missing;
    profile.infinite = m_hasText ? 0 : m_infinite;
    profile.minimum = hasNumbers ? m_minimum : nothing;
    profile.maximum = hasNumbers ? m_maximum : nothing;
    profile.mean = hasNumbers ? m_mean : nothing;
    profile.deviation = hasNumbers ? std::sqrt(m_squares / static_cast<double>(m_finite)) : nothing;
    profile.distinct = static_cast<std::int64_t>(m_hasMoreDistinct ? m_distinct : toldApart());
    profile.hasMoreDistinct = m_hasMoreDistinct;
    if (m_hasText)
        profile.labels.assign(m_texts.begin(), m_texts.end());
    std::ranges::sort(profile.labels);
    profile.first = m_first;
}

} // namespace ulpscope
