// SPDX-License-Identifier: GPL-3.0-or-later
// Tables in logs: rows under a header, between commas, tabs, bars or blanks; and boxes of two columns, "| loss | 2.5 |", whose rows are one entry.
#pragma once

#include "app/io/logs/log_entry.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Whether a column or a key holds the name of a number, and whether it holds the number: "tag" and "value".
bool isNameOfNumber(std::string_view column);
bool isNamedNumber(std::string_view column);

class LogTables
{
public:
    LogTables(LogVocabulary& names, std::function<void(LogEntry&)> take)
        : m_names(names)
        , m_take(std::move(take))
    {
    }

    /// Whether the line is of a table. A header is found once a row has followed it.
    bool add(std::string_view line, std::size_t number);
    /// Whether a line of numbers alone may be a row.
    bool isOpen() const { return m_box || m_header || m_candidate; }
    /// The line is not of a box: what is open ends.
    void endBox();

private:
    struct Header
    {
        char separator = ',';
        std::vector<std::string> cells;
        std::vector<LogName*> names; ///< once a row has followed
        std::optional<std::size_t> nameColumn = {}; ///< "tag,step,value" names a number in each row
    };

    bool addBoxed(std::string_view line, std::size_t number);
    bool addToBox(const std::vector<std::string_view>& cells, std::size_t number);
    bool addRow(Header& header, std::string_view line, std::size_t number);
    std::optional<Header> headerOf(std::string_view line);

    LogVocabulary& m_names;
    std::function<void(LogEntry&)> m_take;
    std::optional<LogEntry> m_box;
    std::vector<std::string> m_boxKeys;
    std::string m_group; ///< "train/" of a row without a value
    std::optional<Header> m_header;
    std::optional<Header> m_candidate; ///< a header that the line before may have been
    std::vector<std::string_view> m_cells; ///< cells of the row that is read
    std::vector<std::optional<double>> m_values;
};

} // namespace ulpscope
