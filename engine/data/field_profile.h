// SPDX-License-Identifier: GPL-3.0-or-later
// Profile of the values of a column or an array, counted as they come.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace ulpscope {

/// No more different values than these are told apart.
inline constexpr std::size_t kMaxDistinct = 4096;
/// Nor more than these of all columns of a file together: those that have most give way.
inline constexpr std::size_t kMaxToldApart = std::size_t{1} << 20;

struct FieldProfile
{
    std::string name;
    std::string type; ///< "integer", "number", "text"; of an array its dtype, "float32"
    std::vector<std::int64_t> shape = {}; ///< shape of an array
    std::string problem = {}; ///< why its values cannot be read; then nothing below is known

    bool areNumbers = true;
    bool areIntegers = true;
    std::int64_t values = 0; ///< number of values, missing ones too; NaN is missing
    std::int64_t missing = 0;
    std::int64_t infinite = 0;
    /// Smallest finite number; NaN without any.
    double minimum = 0;
    double maximum = 0;
    double mean = 0;
    double deviation = 0;
    std::int64_t distinct = 0; ///< number of distinct values, as far as they were told apart
    bool hasMoreDistinct = false; ///< there are, or may be, more than those
    std::vector<std::string> labels = {}; ///< distinct texts in sorted order; empty if there may be more
    std::vector<std::string> first = {}; ///< some values as the file has them
};

/// Adds values up; the moments by Welford's rule, so that large means cost no digits.
class FieldCounter
{
public:
    /// A cell of a CSV file. Whether it is one more of those told apart.
    bool addCell(std::string_view cell, char decimalPoint);
    /// How many values are told apart now.
    std::size_t toldApart() const { return m_texts.size() + m_numbers.size(); }
    /// No more from here on; hasMoreDistinct.
    void tellNoMoreApart();
    void addNumber(double value);
    /// Ends a column of cells: sets its type too.
    void finish(FieldProfile& profile) const;

private:
    struct TextHash
    {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };

    void count(double value);

    bool m_hasText = false;
    bool m_hasCells = false;
    bool m_areIntegers = true;
    std::int64_t m_values = 0;
    std::int64_t m_missing = 0;
    std::int64_t m_infinite = 0;
    std::int64_t m_finite = 0;
    double m_minimum = 0;
    double m_maximum = 0;
    double m_mean = 0;
    double m_squares = 0; ///< sum of the squared distances to the mean
    bool m_hasMoreDistinct = false;
    std::size_t m_distinct = 0; ///< number of distinct values at which they are no longer told apart
    std::unordered_set<std::string, TextHash, std::equal_to<>> m_texts;
    std::unordered_set<double> m_numbers;
    std::vector<std::string> m_first;
};

} // namespace ulpscope
