// SPDX-License-Identifier: GPL-3.0-or-later
// A sentence for a person, as a pattern and what is put into it: the engine says it in English, the window in its
// language by the same pattern. A change of words here asks for `ninja update_translations`.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ulpscope {

class Message
{
public:
    Message() = default;
    explicit Message(std::string pattern)
        : m_pattern(std::move(pattern))
    {
    }

    /// What the next of %1, %2, ... stands for.
    Message with(std::string argument) &&
    {
        m_arguments.push_back(std::move(argument));
        return std::move(*this);
    }

    const std::string& pattern() const { return m_pattern; }
    const std::vector<std::string>& arguments() const { return m_arguments; }
    bool empty() const { return m_pattern.empty(); }
    std::string text() const; ///< in English

    bool operator==(const Message&) const = default;

private:
    std::string m_pattern;
    std::vector<std::string> m_arguments;
};

/// Where a pattern is written; its translators' list is made from the calls of this function.
inline Message message(const char* pattern)
{
    return Message(pattern);
}

/// A text of a table that is to be translated: itself.
constexpr const char* translated(const char* text)
{
    return text;
}

} // namespace ulpscope
