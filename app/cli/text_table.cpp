// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_table.h"

#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/base/text_lists.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace ulpscope::cli {

std::string alignedTable(std::vector<std::vector<std::string>> rows)
{
    std::vector<std::size_t> widths;
    for (std::vector<std::string>& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) {
            row[i] = shownLine(row[i]); // a layer's name may hold anything, line breaks too
            widths[i] = std::max(widths[i], row[i].size());
        }
    }
    std::string text;
    for (const std::vector<std::string>& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i)
            line += row[i] + std::string(widths[i] - row[i].size() + 2, ' ');
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

std::string roundedText(double value)
{
    if (!std::isfinite(value))
        return shortestText(value);
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.4g", value);
    return buffer.data();
}

std::string indexText(const std::vector<std::int64_t>& index)
{
    return '[' + joinedText(index, ", ") + ']';
}

} // namespace ulpscope::cli
