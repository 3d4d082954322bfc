// SPDX-License-Identifier: GPL-3.0-or-later
// The members of a JSON object by type, for files that this program writes and others may change: the first mistake stays,
// and what is asked for after it is nothing.
#pragma once

#include "app/io/json/json_text.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope {

class JsonMembers
{
public:
    /// object: must outlive this; what is no object has no members.
    explicit JsonMembers(const Json& object);

    /// The first error; nullopt while all members were valid.
    const std::optional<Error>& error() const { return m_error; }
    /// Keeps this error, unless there is one already.
    void fail(Error error);
    /// Whether there is such a member: for those that may be missing.
    bool has(const char* key);
    /// An error if a member was not asked for: else a misspelt one would count as missing.
    void refuseOthers();

    std::string text(const char* key);
    /// Reads a text that must not be empty.
    std::string words(const char* key);
    std::vector<std::string> texts(const char* key, std::size_t most);
    bool flag(const char* key);
    /// A number, or "NaN", "Infinity", "-Infinity".
    double number(const char* key);
    std::optional<double> numberOrNull(const char* key);
    std::int64_t whole(const char* key, std::int64_t least, std::int64_t most);
    std::optional<std::int64_t> wholeOrNull(const char* key, std::int64_t least, std::int64_t most);
    /// The place in `names` of the member's text.
    std::size_t choice(const char* key, const std::vector<std::string>& names);
    /// Returns the object, or null if the member is null.
    const Json* objectOrNull(const char* key);
    /// An empty one after a mistake.
    const Json& list(const char* key, std::size_t most);
    /// Never null: nothing where there is no such member.
    const Json& at(const char* key);

private:
    void expected(const char* key, Message what, const Json& got);

    const Json& m_object;
    std::optional<Error> m_error;
    std::vector<std::string> m_asked;
};

/// A number, or "NaN", "Infinity", "-Infinity"; nothing if it is none.
std::optional<double> numberIn(const Json& json);

} // namespace ulpscope
