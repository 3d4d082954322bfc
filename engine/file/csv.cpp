// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/csv.h"

#include "engine/base/number_text.h"
#include "engine/file/whole_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace ulpscope {

namespace {

constexpr std::size_t kLargestCsv = std::size_t{1} << 30;

/// Reads one line of cells after the other.
class Cells
{
public:
    Cells(std::string_view text, char separator)
        : m_text(text)
        , m_separator(separator)
    {
        if (m_text.starts_with("\xEF\xBB\xBF")) // a byte-order mark
            m_text.remove_prefix(3);
    }
    bool isAtEnd() const { return m_text.empty(); }
    std::size_t line() const { return m_line; }

    /// False if a quote is not closed.
    bool readLine(std::vector<std::string>& cells)
    {
        cells.clear();
        while (true) {
            cells.emplace_back();
            if (!readCell(cells.back()))
                return false;
            if (m_text.empty())
                return true;
            const char end = m_text.front();
            m_text.remove_prefix(1);
            if (end == m_separator)
                continue;
            if (end == '\r' && m_text.starts_with('\n'))
                m_text.remove_prefix(1);
            ++m_line;
            return true;
        }
    }

private:
    bool isEnd(char c) const { return c == m_separator || c == '\n' || c == '\r'; }

    bool readCell(std::string& cell)
    {
        while (!m_text.empty() && m_text.front() == ' ')
            m_text.remove_prefix(1);
        if (!m_text.starts_with('"')) {
            std::size_t length = 0;
            while (length < m_text.size() && !isEnd(m_text[length]))
                ++length;
            cell = m_text.substr(0, length);
            m_text.remove_prefix(length);
            while (cell.ends_with(' '))
                cell.pop_back();
            return true;
        }
        m_text.remove_prefix(1);
        while (!m_text.empty()) {
            const char c = m_text.front();
            m_text.remove_prefix(1);
            if (c == '"') {
                if (!m_text.starts_with('"')) {
                    while (!m_text.empty() && !isEnd(m_text.front()))
                        m_text.remove_prefix(1);
                    return true;
                }
                m_text.remove_prefix(1);
            }
            m_line += c == '\n' ? 1 : 0;
            cell += c;
        }
        return false;
    }

    std::string_view m_text;
    char m_separator;
    std::size_t m_line = 1;
};

/// "0", "1", "2", ...: a table's own names for columns without any.
bool areCounted(const std::vector<std::string>& cells)
{
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (cells[i] != std::to_string(i))
            return false;
    return true;
}

} // namespace

bool isNumber(std::string_view cell)
{
    if (cell.starts_with('+'))
        cell.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    return !cell.empty() && error == std::errc{} && end == cell.data() + cell.size();
}

std::string otherSeparatorHint(std::string_view line, char separator)
{
    constexpr std::array<std::pair<char, const char*>, 3> kSeparators{
        {{';', "semicolon"}, {'\t', "tab"}, {',', "comma"}}};
    for (const auto& [character, name] : kSeparators)
        if (separator != character && line.find(character) != std::string_view::npos)
            return "; its cells seem to be separated by another character: set separator to "
                + std::string(name);
    return "";
}

Result<CsvTable> readCsv(const std::filesystem::path& path, char separator, bool hasNames)
{
    const Result<std::string> text = readWholeFile(path, kLargestCsv);
    if (!text)
        return text.error();
    CsvTable table;
    Cells cells(*text, separator);
    std::vector<std::string> row;
    while (!cells.isAtEnd()) {
        const std::size_t line = cells.line();
        const auto place = [&] { return path.string() + ":" + std::to_string(line); };
        if (!cells.readLine(row))
            return Error{place(), "a quote is not closed"};
        if (row.size() == 1 && row[0].empty())
            continue;
        if (table.names.empty()) {
            if (hasNames && (!std::all_of(row.begin(), row.end(), isNumber) || areCounted(row))) {
                table.names = row;
                table.hasNames = true;
                continue;
            }
            for (std::size_t i = 0; i < row.size(); ++i)
                table.names.push_back(std::to_string(i));
        }
        if (row.size() != table.names.size()) {
            const std::string& first = table.rows.empty() ? table.names[0] : table.rows[0][0];
            return Error{place(),
                "expected " + counted(static_cast<std::int64_t>(table.names.size()), "cell") + ", got "
                    + std::to_string(row.size())
                    + (table.names.size() == 1 ? otherSeparatorHint(first, separator) : "")};
        }
        table.rows.push_back(row);
        table.lines.push_back(line);
    }
    return table;
}

} // namespace ulpscope
