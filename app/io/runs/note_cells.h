// SPDX-License-Identifier: GPL-3.0-or-later
// The notes of a run as the last column of history.csv, beside the numbers that they are about: where a spreadsheet shows them, and
// a program finds them by the column's name. A row stays a line.
#pragma once

#include "engine/session/session_spec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ulpscope {

class NoteCells
{
public:
    explicit NoteCells(std::vector<NoteSpec> notes = {});

    /// The cell of the row of `step`, which is later than the step of the call before: its notes, and those of steps that have no row, which then
    /// say their step. "dense_2: text" where one is about a layer, "; " between two, line breaks as spaces; quoted as RFC 4180 wants it.
    /// A spreadsheet takes none for a formula.
    std::string next(std::int64_t step);

private:
    std::vector<NoteSpec> m_notes; ///< ordered by step
    std::size_t m_told = 0;
};

} // namespace ulpscope
