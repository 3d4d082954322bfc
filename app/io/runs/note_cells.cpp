// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/runs/note_cells.h"

#include "engine/file/csv_field.h"

#include <algorithm>
#include <utility>

namespace ulpscope {

namespace {

/// Characters with which a spreadsheet begins a formula (OWASP, "CSV Injection"), and with which a note may begin.
constexpr std::string_view kFormulaSigns = "=+-@";

std::string onOneLine(const std::string& text)
{
    std::string line;
    for (const char c : text)
        if (const bool isBreak = c == '\n' || c == '\r' || c == '\t'; !isBreak)
            line += c;
        else if (!line.empty() && line.back() != ' ')
            line += ' ';
    return line;
}

} // namespace

NoteCells::NoteCells(std::vector<NoteSpec> notes)
    : m_notes(std::move(notes))
{
    std::ranges::stable_sort(m_notes, {}, &NoteSpec::step);
}

std::string NoteCells::next(std::int64_t step)
{
    std::string cell;
    for (; m_told < m_notes.size() && m_notes[m_told].step <= step; ++m_told) {
        const NoteSpec& note = m_notes[m_told];
        if (!cell.empty())
            cell += "; ";
        if (note.step != step)
            cell += "step " + std::to_string(note.step) + ": ";
        if (!note.layer.empty())
            cell += note.layer + ": ";
        cell += onOneLine(note.text);
    }
    if (!cell.empty() && kFormulaSigns.find(cell.front()) != std::string_view::npos)
        cell.insert(cell.begin(), ' ');
    return csvField(cell);
}

} // namespace ulpscope
