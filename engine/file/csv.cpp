// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/csv.h"

#include "engine/base/number_text.h"
#include "engine/base/utf8.h"
#include "engine/file/whole_file.h"
#include "engine/file/workbook.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>
#include <utility>

namespace ulpscope {

namespace {

/// "0", "1", "2", ...: a table's own names for columns without any.
bool areCounted(std::span<const std::string_view> cells)
{
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (cells[i] != std::to_string(i))
            return false;
    return true;
}

/// A name that was there before gets the first number that makes no name of the file, as pandas.read_csv does it.
void tellApart(std::vector<std::string>& names)
{
    std::unordered_map<std::string, std::size_t> uses; // count of each name, made names too
    for (const std::string& name : names)
        uses.emplace(name, 0);
    for (std::string& name : names) {
        const std::string given = name;
        std::size_t& use = uses[given];
        for (; use > 0 && uses.contains(name); ++use)
            name = given + '.' + std::to_string(use);
        use = std::max<std::size_t>(use, 1);
        uses.try_emplace(name, 1);
    }
}

} // namespace

std::optional<double> csvNumber(std::string_view cell, char decimalPoint)
{
    constexpr std::size_t kLongestNumber = 512;
    std::array<char, kLongestNumber> withPoint;
    if (decimalPoint != '.' && cell.find_first_of(".,") != std::string_view::npos) {
        if (cell.size() > withPoint.size() || cell.find('.') != std::string_view::npos)
            return std::nullopt;
        std::ranges::replace_copy(cell, withPoint.begin(), decimalPoint, '.');
        cell = {withPoint.data(), cell.size()};
    }
    if (cell.starts_with('+'))
        cell.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (cell.empty() || error != std::errc{} || end != cell.data() + cell.size())
        return std::nullopt;
    return value;
}

bool csvIsMissing(std::string_view cell)
{
    constexpr std::array<std::string_view, 7> kWords{"na", "n/a", "nan", "null", "none", "?", "-"};
    constexpr std::size_t kLongestWord = 4;
    if (cell.size() > kLongestWord)
        return false;
    const auto isSame
        = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + ('a' - 'A')) : a) == b; };
    return cell.empty() || std::ranges::any_of(kWords, [&](std::string_view word) {
        return std::ranges::equal(cell, word, isSame);
    });
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

Result<CsvReader> CsvReader::open(
    const std::filesystem::path& path, const CsvForm& form, const std::stop_token& stop)
{
    Result<std::string> text = readWholeFile(path, kLargestCsv, stop);
    if (!text)
        return text.error();
    if (const std::string_view kind = workbookKind(*text); !kind.empty())
        return workbookError(path.string(), kind);
    return ofText(path.string(), *std::move(text), form, stop);
}

Result<CsvReader> CsvReader::ofText(
    std::string path, std::string text, const CsvForm& form, const std::stop_token& stop)
{
    CsvReader reader(std::move(path), std::move(text), form, stop);
    if (const Status names = reader.readNames(); !names)
        return names.error();
    return reader;
}

Status CsvReader::readNames()
{
    if (rest().starts_with("\xEF\xBB\xBF")) // a byte-order mark
        m_at = 3;
    m_begin = m_at;
    const Result<bool> isThere = readRow();
    if (!isThere)
        return isThere.error();
    const auto isNumber
        = [this](std::string_view cell) { return csvNumber(cell, m_form.decimalPoint).has_value(); };
    if (*isThere && m_form.hasNames && (!std::ranges::all_of(m_cells, isNumber) || areCounted(m_cells))) {
        for (const std::string_view cell : m_cells)
            m_names.emplace_back(cell);
        m_hasNames = true;
        m_begin = m_at;
        m_beginLine = m_line;
    }
    m_names.resize(m_cells.size());
    for (std::size_t i = 0; i < m_names.size(); ++i)
        if (m_names[i].empty())
            m_names[i] = std::to_string(i);
    tellApart(m_names);
    rewind(); // the first line may be one of cells
    const auto isLineEnd = [](char c) { return c == '\n' || c == '\r'; };
    m_mostRows = 1 + static_cast<std::size_t>(std::ranges::count_if(rest(), isLineEnd));
    return success();
}

void CsvReader::rewind()
{
    m_at = m_begin;
    m_line = m_beginLine;
    m_cells.clear();
}

Result<bool> CsvReader::next()
{
    Result<bool> isThere = readRow();
    if (isThere && *isThere && m_cells.size() != m_names.size())
        return Error{place(),
            "expected " + counted(static_cast<std::int64_t>(m_names.size()), "cell") + ", got "
                + std::to_string(m_cells.size())};
    return isThere;
}

/// The next line that is not empty.
Result<bool> CsvReader::readRow()
{
    while (m_at < m_text.size()) {
        if (m_stop.stop_requested())
            return stoppedError();
        m_rowLine = m_line;
        if (const Status read = readLine(); !read)
            return read.error();
        if (m_cells.size() > 1 || !m_cells[0].empty())
            return true;
    }
    m_cells.clear();
    return false;
}

Status CsvReader::readLine()
{
    m_cells.clear();
    m_unquoted.clear();
    while (true) {
        if (m_cells.size() == kMaxCsvColumns)
            return Error{place(), "has more than " + std::to_string(kMaxCsvColumns) + " cells"};
        if (!readCell())
            return Error{place(), "a quote is not closed"};
        if (m_at == m_text.size())
            return success();
        const char end = m_text[m_at++];
        if (end == m_form.separator)
            continue;
        if (end == '\r' && rest().starts_with('\n'))
            ++m_at;
        ++m_line;
        return success();
    }
}

/// False if a quote is not closed.
bool CsvReader::readCell()
{
    while (m_at < m_text.size() && m_text[m_at] == ' ')
        ++m_at;
    if (rest().starts_with('"'))
        return readQuoted();
    const std::size_t begin = m_at;
    while (m_at < m_text.size() && !isEnd(m_text[m_at]))
        ++m_at;
    std::string_view cell(m_text.data() + begin, m_at - begin);
    while (cell.ends_with(' '))
        cell.remove_suffix(1);
    addCell(cell);
    return true;
}

void CsvReader::addCell(std::string_view cell)
{
    const bool isAscii = std::ranges::none_of(cell, [](char c) { return (c & '\x80') != 0; });
    if (!isAscii)
        if (std::string recoded = asUtf8(cell); recoded != cell)
            cell = m_unquoted.emplace_back(std::move(recoded));
    m_cells.push_back(cell);
}

bool CsvReader::readQuoted()
{
    const std::size_t begin = ++m_at;
    bool hasDoubled = false;
    while (true) {
        const std::size_t quote = m_text.find('"', m_at);
        if (quote == std::string::npos)
            return false;
        m_line += static_cast<std::size_t>(
            std::count(m_text.data() + m_at, m_text.data() + quote, '\n')); // lines of the cell itself
        m_at = quote + 1;
        if (!rest().starts_with('"'))
            break;
        hasDoubled = true;
        ++m_at;
    }
    const std::string_view quoted(m_text.data() + begin, m_at - 1 - begin);
    if (hasDoubled) {
        std::string& cell = m_unquoted.emplace_back();
        for (std::size_t i = 0; i < quoted.size(); ++i) {
            cell += quoted[i];
            i += quoted[i] == '"' ? 1U : 0U;
        }
        addCell(cell);
    } else {
        addCell(quoted);
    }
    while (m_at < m_text.size() && !isEnd(m_text[m_at]))
        ++m_at;
    return true;
}

} // namespace ulpscope
