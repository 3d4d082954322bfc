// SPDX-License-Identifier: GPL-3.0-or-later
// The number of the lab as the command that shows it.
#pragma once

#include <QString>

namespace ulpscope::ui {

class NumberLab;

/// "ulpscope-cli inspect 0.1 --format float16 --format bfloat16", with rounding and rule where they are not the usual ones.
QString numberCommand(const NumberLab& lab);

} // namespace ulpscope::ui
