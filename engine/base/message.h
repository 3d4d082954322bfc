// SPDX-License-Identifier: GPL-3.0-or-later
// A sentence for the user, as a pattern and what is put into it: the engine says it in English, the window in its
// language by the same pattern. A change of words here asks for `ninja update_translations`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ulpscope {

class Message
{
public:
    enum class Kind {
        Pattern,
        Plain, ///< a name or a number; a "%1" in it is no place
        Verbatim, ///< the same in every language: code, a name that was typed, the words of Keras or of a library
    };

    Message() = default;
    explicit Message(std::string pattern, Kind kind = Kind::Pattern)
        : m_pattern(std::move(pattern))
        , m_kind(kind)
    {
    }

    /// Sets the text for the next of %1, %2, ...: a name or a number.
    Message with(std::string argument) &&
    {
        return std::move(*this).with(Message(std::move(argument), Kind::Plain));
    }
    /// Or what is a sentence, or a part of one, itself.
    Message with(Message argument) &&
    {
        m_arguments.push_back(std::move(argument));
        return std::move(*this);
    }

    const std::string& pattern() const { return m_pattern; }
    const std::vector<Message>& arguments() const { return m_arguments; }
    Kind kind() const { return m_kind; }
    bool empty() const { return m_pattern.empty(); }
    std::string text() const; ///< the sentence in English

    bool operator==(const Message&) const = default;

private:
    std::string m_pattern;
    std::vector<Message> m_arguments;
    Kind m_kind = Kind::Pattern;
};

/// Where a pattern is written; its translators' list is made from the calls of this function.
inline Message message(const char* pattern)
{
    return Message(pattern);
}

/// The one of "%1 step" and "%1 steps" that the count asks for, with the count.
Message counted(std::int64_t count, Message one, Message many);

/// A text that is not translated, and whose numbers keep their points.
inline Message verbatim(std::string text)
{
    return Message(std::move(text), Message::Kind::Verbatim);
}

/// A text of a table that is to be translated: itself.
constexpr const char* translated(const char* text)
{
    return text;
}

} // namespace ulpscope
