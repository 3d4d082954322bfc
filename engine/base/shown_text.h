// SPDX-License-Identifier: GPL-3.0-or-later
// Text that came from a file, made fit to be shown: nothing in it moves a terminal's cursor, changes its colours, turns the
// direction of writing or fills a screen.
//
// Control characters (C0, DEL, C1), U+200E and U+200F, U+2028 to U+202E and U+2066 to U+2069 become escapes as JSON and Python
// have them, "\u001b"; a byte that is no UTF-8 becomes "\x9b".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Returns text for a message: on one line, and cut to about `limit` bytes with "..." after it.
std::string shownText(std::string_view text, std::size_t limit = 60);

/// Returns names for a message: "x, y, z", up to about 400 bytes and then how many more there are.
std::string shownNames(const std::vector<std::string>& names);

/// All of it on one line, for a cell of a table or a title.
std::string shownLine(std::string_view text);

/// All of it with its line breaks and tabs, for a terminal.
std::string printableText(std::string_view text);

} // namespace ulpscope
