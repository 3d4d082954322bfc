// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/logs/log_tables.h"

#include "app/io/logs/log_number.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ulpscope {

namespace {

constexpr std::size_t kLongestCell = 120;

std::string_view withoutMargins(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r"), text.size()));
    return text.substr(0, text.find_last_not_of(" \t\r") + 1);
}

/// Splits at `separator` outside of quotes, which are removed; ' ' stands for any number of blanks.
void splitCells(std::string_view line, char separator, std::vector<std::string_view>& cells)
{
    if (separator == ' ') {
        for (line = withoutMargins(line); !line.empty();) {
            const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
            cells.push_back(line.substr(0, end));
            line = withoutMargins(line.substr(end));
        }
        return;
    }
    while (true) {
        std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
        std::size_t close = std::string_view::npos;
        if (begin < line.size() && line[begin] == '"')
            close = line.find('"', begin + 1);
        const std::size_t end = line.find(separator, close == std::string_view::npos ? 0 : close + 1);
        cells.push_back(close == std::string_view::npos ? withoutMargins(line.substr(0, end))
                                                        : line.substr(begin + 1, close - begin - 1));
        if (end == std::string_view::npos)
            return;
        line.remove_prefix(end + 1);
    }
}

std::vector<std::string_view> tableCells(std::string_view line, char separator)
{
    std::vector<std::string_view> cells;
    splitCells(line, separator, cells);
    return cells;
}

/// A number, a truth value, or the first of "1/100".
std::optional<double> valueOf(std::string_view cell)
{
    if (const std::optional<double> value = wholeTextNumber(cell))
        return value;
    if (const std::optional<double> value = notFiniteWord(cell))
        return value;
    if (cell == "True" || cell == "true")
        return 1;
    const std::size_t slash = cell.find('/');
    return slash == std::string_view::npos || !wholeTextNumber(cell.substr(slash + 1))
        ? std::nullopt
        : wholeTextNumber(cell.substr(0, slash));
}

/// "loss 2.5", whose words are read as such.
bool endsWithNumber(std::string_view cell)
{
    const std::size_t space = cell.find_last_of(' ');
    return space != std::string_view::npos && valueOf(cell.substr(space + 1));
}

constexpr std::array<std::string_view, 3> kDrawnBars{"│", "┃", "║"};

bool isBar(std::string_view text)
{
    return std::find(kDrawnBars.begin(), kDrawnBars.end(), text) != kDrawnBars.end();
}

/// Drawn bars become '|'.
std::string withPlainBars(std::string_view line)
{
    std::string plain(line);
    for (const std::string_view bar : kDrawnBars)
        for (std::size_t at = 0; (at = plain.find(bar, at)) != std::string::npos; ++at)
            plain.replace(at, bar.size(), "|");
    return plain;
}

bool isTelling(LogQuantity quantity)
{
    return quantity == LogQuantity::Loss || quantity == LogQuantity::LossComponent
        || quantity == LogQuantity::LossScale || quantity == LogQuantity::GradientNorm;
}

/// The columns of YOLOv5 are short for losses.
std::string columnName(std::string_view cell)
{
    constexpr auto kShort = std::to_array<std::string_view>({"box", "obj", "cls", "dfl"});
    return std::string(cell) + (std::find(kShort.begin(), kShort.end(), cell) != kShort.end() ? "_loss" : "");
}

/// "Step Training Loss" between blanks has two columns.
void joinPhases(std::vector<std::string_view>& cells)
{
    for (std::size_t i = 0; i + 1 < cells.size(); ++i)
        if (phaseOfWord(cells[i]) != LogPhase::Unsaid) {
            cells[i] = std::string_view(cells[i].data(),
                static_cast<std::size_t>(cells[i + 1].data() - cells[i].data()) + cells[i + 1].size());
            cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        }
}

} // namespace

bool isNameOfNumber(std::string_view column)
{
    constexpr auto kNames = std::to_array<std::string_view>(
        {"tag", "metric", "metric_name", "metricName", "name", "key", "variable"});
    return std::find(kNames.begin(), kNames.end(), column) != kNames.end();
}

bool isNamedNumber(std::string_view column)
{
    constexpr auto kValues
        = std::to_array<std::string_view>({"value", "Value", "metric_value", "metricValue"});
    return std::find(kValues.begin(), kValues.end(), column) != kValues.end();
}

bool LogTables::add(std::string_view line, std::size_t number)
{
    const std::string_view text = withoutMargins(line);
    if (text.empty())
        return false;
    if (text.find_first_not_of("-+=:| ")
        == std::string_view::npos) { // a rule, also between a header and its rows
        if (text.front() != '|')
            endBox();
        return true;
    }
    const std::string plain = isBar(text.substr(0, 3)) ? withPlainBars(text) : std::string();
    const std::string_view boxed = plain.empty() ? text : plain;
    if (boxed.size() > 2 && boxed.front() == '|' && boxed.back() == '|') {
        if (addBoxed(boxed, number))
            return true;
    } else {
        endBox();
    }
    if (std::optional<Header> candidate = std::exchange(m_candidate, std::nullopt);
        candidate && addRow(*candidate, line, number)) {
        m_header = std::move(candidate);
        return true;
    }
    if (m_header && addRow(*m_header, line, number))
        return true;
    m_candidate = headerOf(text);
    return false;
}

void LogTables::endBox()
{
    if (m_box)
        m_take(*m_box);
    m_box.reset();
    m_boxKeys.clear();
    m_group.clear();
}

bool LogTables::addBoxed(std::string_view line, std::size_t number)
{
    line.remove_prefix(1);
    line.remove_suffix(1);
    const std::vector<std::string_view> cells = tableCells(line, '|');
    const bool isWorded = endsWithNumber(cells.front()) && endsWithNumber(cells.back());
    if (cells.size() == 2 && !wholeTextNumber(cells[0]))
        return !isWorded && addToBox(cells, number);
    if (m_candidate && addRow(*m_candidate, line, number)) {
        m_header = std::exchange(m_candidate, std::nullopt);
        return true;
    }
    if (m_header && addRow(*m_header, line, number))
        return true;
    if (isWorded || std::any_of(cells.begin(), cells.end(), [](std::string_view cell) {
            return wholeTextNumber(cell).has_value();
        }))
        return false;
    m_candidate = Header{'|', {cells.begin(), cells.end()}, {}};
    return true;
}

bool LogTables::addToBox(const std::vector<std::string_view>& cells, std::size_t number)
{
    const std::optional<double> value = wholeTextNumber(cells[1]);
    if (!value && !saysNoNumber(cells[1])) { // the name of a group, or the header of a table of two columns
        m_group = cells[1].empty() && cells[0].ends_with('/') ? std::string(cells[0]) : std::string();
        if (!cells[1].empty())
            m_candidate = Header{'|', {cells.begin(), cells.end()}, {}};
        return true;
    }
    std::string key = m_group + std::string(cells[0]);
    if (std::find(m_boxKeys.begin(), m_boxKeys.end(), key) != m_boxKeys.end())
        endBox();
    if (!m_box)
        m_box.emplace(number);
    m_box->add(m_names.find(key), value, LogPhase::Unsaid);
    m_boxKeys.push_back(std::move(key));
    return true;
}

std::optional<LogTables::Header> LogTables::headerOf(std::string_view line)
{
    const bool isBetweenBlanks = line.find_first_of(",;\t|") == std::string_view::npos;
    if (line.find_first_of(":={") != std::string_view::npos
        || (isBetweenBlanks && line.find(' ') == std::string_view::npos))
        return std::nullopt;
    const char separator = isBetweenBlanks          ? ' '
        : line.find('\t') != std::string_view::npos ? '\t'
        : line.find(',') != std::string_view::npos  ? ','
        : line.find(';') != std::string_view::npos  ? ';'
                                                    : '|';
    if (!isBetweenBlanks && wholeTextNumber(line.substr(0, line.find(separator))))
        return std::nullopt; // most lines of a table without a header end here
    std::vector<std::string_view> cells = tableCells(line, separator);
    if (isBetweenBlanks)
        joinPhases(cells);
    std::size_t known = 0;
    for (const std::string_view cell : cells) {
        if (cell.size() > kLongestCell || wholeTextNumber(cell))
            return std::nullopt;
        if (isBetweenBlanks && isTelling(m_names.find(columnName(cell)).meaning.quantity))
            ++known;
    }
    const bool isCounted = m_names.find(cells.front()).meaning.quantity == LogQuantity::Step
        || m_names.find(cells.front()).meaning.quantity == LogQuantity::Epoch;
    if (cells.size() < 2 || (isBetweenBlanks && (known == 0 || (cells.size() < 3 && !isCounted))))
        return std::nullopt;
    return Header{separator, {cells.begin(), cells.end()}, {}};
}

bool LogTables::addRow(Header& header, std::string_view line, std::size_t number)
{
    m_cells.clear();
    splitCells(line, header.separator, m_cells);
    const std::size_t count = header.cells.size();
    const bool isBetweenBlanks = header.separator == ' ';
    if (isBetweenBlanks ? m_cells.size() < count : m_cells.size() != count)
        return false;
    m_values.clear();
    std::size_t numbers = 0;
    std::size_t texts = 0;
    for (std::size_t i = 0; i < count; ++i) {
        m_values.push_back(valueOf(m_cells[i]));
        if (!m_cells[i].empty() && !saysNoNumber(m_cells[i]))
            ++(m_values[i] ? numbers : texts);
    }
    if (numbers == 0 || (isBetweenBlanks && !m_values.front())
        || (header.names.empty() && numbers + 1 < texts))
        return false;
    if (header.names.empty())
        for (std::size_t i = 0; i < count; ++i) {
            header.names.push_back(&m_names.find(columnName(header.cells[i])));
            if (isNameOfNumber(header.cells[i]) && !m_values[i])
                header.nameColumn = i;
        }
    LogEntry entry(number);
    for (std::size_t i = 0; i < count; ++i)
        if (!m_cells[i].empty() && !header.cells[i].empty()
            && (m_values[i] || header.names[i]->count > 0 || saysNoNumber(m_cells[i])))
            entry.add(header.nameColumn && isNamedNumber(header.cells[i])
                    ? m_names.find(m_cells[*header.nameColumn])
                    : *header.names[i],
                m_values[i], LogPhase::Unsaid);
    m_take(entry);
    return true;
}

} // namespace ulpscope
