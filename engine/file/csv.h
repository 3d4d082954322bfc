// SPDX-License-Identifier: GPL-3.0-or-later
// Comma-separated values as RFC 4180 has them: quoted cells may hold commas, line ends and doubled quotes. Line by line,
// so that memory is the file's own and what the caller makes of a line.
#pragma once

#include "engine/base/result.h"

#include <deque>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

inline constexpr std::size_t kMaxCsvColumns = 65536;
inline constexpr std::size_t kLargestCsv = std::size_t{1} << 30; ///< bytes

/// How the lines of a file are written.
struct CsvForm
{
    char separator = ',';
    char decimalPoint = '.'; ///< '.' or ','
    /// The first line names the columns, unless all of it is numbers other than 0, 1, 2, ...
    bool hasNames = true;

    bool operator==(const CsvForm&) const = default;
};

/// Cells are trimmed of spaces outside quotes; empty lines are left out. A cell that is no UTF-8 is taken for Latin-1 and recoded, so that
/// one with an umlaut is the same text in files of either. A workbook is refused with what to do. Errors have the file and its line as their place.
class CsvReader
{
public:
    /// Opens a file of at most 1 GiB and kMaxCsvColumns columns. The error of an empty file is at its first line.
    static Result<CsvReader> open(
        const std::filesystem::path& path, const CsvForm& form, const std::stop_token& stop = {});
    /// Reads a text; errors name it by `path`.
    static Result<CsvReader> ofText(
        std::string path, std::string text, const CsvForm& form, const std::stop_token& stop = {});

    /// Names of the columns, all different; "0", "1", ... for those without one, "id.1"
    /// for a second "id", as pandas has it.
    const std::vector<std::string>& names() const { return m_names; }
    /// names() are the file's own.
    bool hasNames() const { return m_hasNames; }
    /// No more lines of cells than this are there, nor more cells.
    std::size_t mostRows() const { return m_mostRows; }
    std::size_t mostCells() const { return m_text.size() + 1; }

    /// Whether there is another line: cells() are its, as many as there are names, until the next call.
    Result<bool> next();
    std::span<const std::string_view> cells() const { return m_cells; }
    /// "data.csv:4" of that line.
    std::string place() const { return m_path + ":" + std::to_string(m_rowLine); }
    /// Goes back to before the first line of cells.
    void rewind();

private:
    CsvReader(std::string path, std::string text, const CsvForm& form, const std::stop_token& stop)
        : m_path(std::move(path))
        , m_text(std::move(text))
        , m_form(form)
        , m_stop(stop)
    {
    }
    Status readNames();
    Result<bool> readRow();
    Status readLine();
    bool readCell();
    bool readQuoted();
    /// Recoded where it has to be.
    void addCell(std::string_view cell);
    bool isEnd(char c) const { return c == m_form.separator || c == '\n' || c == '\r'; }
    std::string_view rest() const { return std::string_view(m_text).substr(m_at); }

    std::string m_path;
    std::string m_text;
    CsvForm m_form;
    std::stop_token m_stop;
    std::vector<std::string> m_names;
    bool m_hasNames = false;
    std::size_t m_mostRows = 0;

    std::size_t m_at = 0; ///< position in the text
    std::size_t m_line = 1;
    std::size_t m_rowLine = 1;
    std::size_t m_begin = 0; ///< offset of the first line of cells, and its number below
    std::size_t m_beginLine = 1;
    std::vector<std::string_view> m_cells;
    std::deque<std::string> m_unquoted; ///< cells that are not in the text as they are
};

/// Any number as C++ writes it, with a plus sign too; the whole cell must be one. With a decimal comma a point is none.
std::optional<double> csvNumber(std::string_view cell, char decimalPoint = '.');
/// Whether a cell says that there is no value: empty, "NA", "N/A", "NaN", "null", "None" in any case, "?" or "-".
bool csvIsMissing(std::string_view cell);

/// "; its cells seem to be separated by another character: ..." where a line that `separator` leaves whole holds one that
/// separates cells elsewhere; else nothing.
std::string otherSeparatorHint(std::string_view line, char separator);

} // namespace ulpscope
