// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/json/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace ulpscope {

namespace {

constexpr std::size_t kDeepest = 128;
constexpr std::size_t kMaxValues = 200'000;
constexpr std::size_t kMaxKeys = 4096; // ordered_json looks keys up one by one

/// "line 3, column 7" of a byte offset; columns count bytes.
Message lineAndColumn(std::string_view text, std::size_t offset)
{
    const std::string_view before = text.substr(0, offset);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t lineStart = before.rfind('\n') + 1; // npos + 1 is 0
    return message("line %1, column %2")
        .with(std::to_string(line))
        .with(std::to_string(offset - lineStart + 1));
}

/// From nlohmann's "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while
/// parsing object key - invalid literal; last read: '{a'; expected string literal" what follows the dash,
/// without what was read.
Message plainMessage(const std::string& what)
{
    constexpr std::string_view kTooLarge = "number overflow parsing '";
    if (const std::size_t start = what.find(kTooLarge); start != std::string::npos) {
        const std::string_view number = std::string_view(what).substr(start + kTooLarge.size());
        return message("the number %1 is too large")
            .with(verbatim(shownText(number.substr(0, number.rfind('\'')), 24)));
    }
    const std::size_t dash = what.find(" - ");
    std::string why = dash == std::string::npos ? what : what.substr(dash + 3);
    if (const std::size_t read = why.find("; last read: '"); read != std::string::npos) {
        const std::size_t end = why.rfind("'; expected");
        why = why.substr(0, read) + (end == std::string::npos || end < read ? "" : why.substr(end + 1));
    }
    return message("not valid JSON: %1").with(verbatim(why));
}

/// Builds the value from the parser's events and stops at the first thing that is out of bounds.
class Builder : public nlohmann::json_sax<Json>
{
public:
    /// repeated: where keys that appear twice are told; null: they are refused.
    Builder(std::string_view text, std::vector<std::string>* repeated)
        : m_text(text)
        , m_repeated(repeated)
    {
    }

    Json take() { return std::move(m_root); }
    const Error& error() const { return m_error; }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t&) override { return add(value); }
    bool binary(binary_t&) override { return fail("binary data"); }
    bool string(string_t& value) override
    {
        if (value.size() > kLongestText)
            return fail("this text is longer than 65536 bytes");
        return add(std::move(value));
    }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& value) override
    {
        Json& object = *m_open.back();
        m_key = value;
        if (value.size() > kLongestText)
            return fail("a key is longer than 65536 bytes");
        if (object.contains(value) && m_repeated != nullptr) {
            m_repeated->push_back(place());
        } else if (object.contains(value)) {
            m_key.clear();
            return fail("the key '" + shownText(value) + "' appears twice");
        }
        if (object.size() == kMaxKeys)
            return fail("more than 4096 keys");
        return true;
    }

    bool parse_error(
        std::size_t position, const std::string&, const nlohmann::detail::exception& exception) override
    {
        const std::size_t offset = std::min(position == 0 ? 0 : position - 1, m_text.size());
        m_error = {lineAndColumn(m_text, offset), plainMessage(exception.what())};
        return false;
    }

private:
    bool fail(const std::string& message)
    {
        m_error = {place(), message};
        return false;
    }

    /// Place of the next value: "layers[2].units".
    std::string place() const
    {
        constexpr std::size_t kShown = 8;
        std::string text;
        for (std::size_t i = 0; i < m_open.size(); ++i) {
            if (i == kShown)
                return text + "...";
            const Json& container = *m_open[i];
            const bool isLast = i + 1 == m_open.size();
            if (container.is_array())
                text += '[' + std::to_string(isLast ? container.size() : container.size() - 1) + ']';
            else if (const std::string name = isLast ? m_key : (--container.end()).key(); !name.empty())
                text += (text.empty() ? "" : ".") + shownText(name);
        }
        return text;
    }

    Json* put(Json value)
    {
        if (m_open.empty()) {
            m_root = std::move(value);
            return &m_root;
        }
        Json& container = *m_open.back();
        if (container.is_object())
            return &(container[m_key] = std::move(value));
        container.push_back(std::move(value));
        return &container.back();
    }

    bool add(Json value)
    {
        if (++m_values > kMaxValues)
            return fail("more than 200000 values");
        put(std::move(value));
        return true;
    }

    bool open(Json value)
    {
        if (m_open.size() == kDeepest)
            return fail("nested deeper than 128 levels");
        if (++m_values > kMaxValues)
            return fail("more than 200000 values");
        m_open.push_back(put(std::move(value)));
        return true;
    }

    bool close()
    {
        m_open.pop_back();
        return true;
    }

    std::string_view m_text;
    std::vector<std::string>* m_repeated;
    Json m_root;
    std::vector<Json*>
        m_open; ///< from the root to the innermost; a container does not move while a child is open
    std::string m_key;
    std::size_t m_values = 0;
    Error m_error;
};

Result<Json> parse(std::string_view text, std::vector<std::string>* repeated)
{
    if (text.size() > kLargestJson)
        return Error{"", "larger than 16 MiB"};
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return Error{"", message("empty: expected JSON")};
    // The parser takes a zero byte for the end of the text.
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
        return Error{lineAndColumn(text, zero), message("a zero byte: this is not a text file")};
    Builder builder(text, repeated);
    if (!Json::sax_parse(text, &builder))
        return builder.error();
    return builder.take();
}

} // namespace

Result<Json> parseJson(std::string_view text)
{
    return parse(text, nullptr);
}

Result<Json> parsePythonJson(std::string_view text, std::vector<std::string>* repeated)
{
    std::vector<std::string> ignored;
    return parse(text, repeated != nullptr ? repeated : &ignored);
}

std::vector<std::string> repeatedKeyNotices(std::string_view text)
{
    std::vector<std::string> notices;
    if (!parsePythonJson(text, &notices))
        return {};
    for (std::string& notice : notices)
        notice = "the key " + notice + " appears twice: its last value counts, as in Python";
    return notices;
}

const Json* findMember(const Json& object, const char* key)
{
    if (!object.is_object())
        return nullptr;
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

std::string textMember(const Json& object, const char* key)
{
    const Json* value = findMember(object, key);
    return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}

} // namespace ulpscope
