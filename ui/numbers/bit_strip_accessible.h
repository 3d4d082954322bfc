// SPDX-License-Identifier: GPL-3.0-or-later
// A strip of bits as a screen reader meets it: a group with one check box a bit.
#pragma once

namespace ulpscope::ui {

/// Once for the program; further calls do nothing.
void makeBitStripsAccessible();

} // namespace ulpscope::ui
