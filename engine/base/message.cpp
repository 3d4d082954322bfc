// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/message.h"

#include "engine/base/check.h"

namespace ulpscope {

std::string Message::text() const
{
    if (m_kind != Kind::Pattern)
        return m_pattern;
    std::string text;
    for (std::size_t i = 0; i < m_pattern.size(); ++i) {
        const char next = i + 1 < m_pattern.size() ? m_pattern[i + 1] : ' ';
        if (m_pattern[i] != '%' || next < '1' || next > '9') {
            text += m_pattern[i];
            continue;
        }
        const auto place = static_cast<std::size_t>(next - '1');
        check(place < m_arguments.size(), "[Message] no argument for a place of the pattern");
        text += m_arguments[place].text();
        ++i;
    }
    return text;
}

Message counted(std::int64_t count, Message one, Message many)
{
    return std::move(count == 1 ? one : many).with(std::to_string(count));
}

} // namespace ulpscope
