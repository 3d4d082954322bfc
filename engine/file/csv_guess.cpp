// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/csv_guess.h"

namespace ulpscope {

namespace {

constexpr std::size_t kLookedAt = std::size_t{1} << 16; ///< bytes
constexpr std::size_t kMaxLines = 1000;

/// Whole lines, unless one is longer than what is looked at.
std::string_view beginningOf(std::string_view text)
{
    if (text.size() <= kLookedAt)
        return text;
    const std::string_view begin = text.substr(0, kLookedAt);
    const std::size_t end = begin.find_last_of('\n');
    return end == std::string_view::npos ? begin : begin.substr(0, end);
}

using Lines = std::vector<std::vector<std::string>>;

struct Reading
{
    char separator = ',';
    Lines lines; ///< as long as the first, up to the one that is not
    bool isWhole = false; ///< there is no such line

    bool isBetterThan(const Reading& other) const
    {
        const auto rank = [](const Reading& r) {
            return r.lines.empty() || r.lines[0].size() < 2 ? 0 : r.isWhole ? 2 : 1;
        };
        return rank(*this) != rank(other) ? rank(*this) > rank(other)
                                          : rank(*this) == 1 && lines.size() > other.lines.size();
    }
};

Reading readingWith(char separator, std::string_view text)
{
    Reading reading{separator, {}, false};
    Result<CsvReader> csv
        = CsvReader::ofText("", std::string(text), {.separator = separator, .hasNames = false});
    if (!csv)
        return reading;
    Result<bool> isThere = false;
    while (reading.lines.size() < kMaxLines && (isThere = csv->next()) && *isThere)
        reading.lines.emplace_back(csv->cells().begin(), csv->cells().end());
    reading.isWhole = isThere.ok();
    return reading;
}

char decimalPointOf(const Lines& lines)
{
    std::size_t withPoint = 0;
    std::size_t withComma = 0;
    for (const std::vector<std::string>& line : lines)
        for (const std::string& cell : line) {
            withPoint += cell.find('.') != std::string::npos && csvNumber(cell) ? 1U : 0U;
            withComma += cell.find(',') != std::string::npos && csvNumber(cell, ',') ? 1U : 0U;
        }
    return withComma > withPoint ? ',' : '.';
}

bool hasNames(const Lines& lines, char decimalPoint)
{
    if (lines.empty())
        return true;
    bool hasNumber = false;
    bool hasText = false;
    for (std::size_t i = 0; i < lines[0].size(); ++i) {
        const bool isNumber = csvNumber(lines[0][i], decimalPoint).has_value();
        if (!isNumber && lines.size() > 1 && csvNumber(lines[1][i], decimalPoint))
            return true;
        (isNumber ? hasNumber : hasText) = true;
    }
    return !(hasNumber && hasText); // numbers alone: the user sees whether they count columns
}

} // namespace

CsvGuess guessCsv(std::string_view text)
{
    const std::string_view begin = beginningOf(text);
    Reading best;
    for (const char separator : {'\t', ';', ','}) // the rarer in a text, the earlier
        if (Reading reading = readingWith(separator, begin); reading.isBetterThan(best))
            best = std::move(reading);
    CsvGuess guess;
    guess.form.separator = best.separator;
    guess.form.decimalPoint = decimalPointOf(best.lines);
    guess.form.hasNames = hasNames(best.lines, guess.form.decimalPoint);
    guess.isTable = best.isWhole && best.lines.size() > 1 && best.lines[0].size() > 1;
    return guess;
}

} // namespace ulpscope
