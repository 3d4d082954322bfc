// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/csv_field.h"

namespace ulpscope {

std::string csvField(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

} // namespace ulpscope
