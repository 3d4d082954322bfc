// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/tensors/json_leaves.h"

#include "engine/base/longest_text.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <vector>

namespace ulpscope {

namespace {

class LeafEvents : public nlohmann::json_sax<nlohmann::json>
{
public:
    using Visit = std::function<Status(std::span<const std::string>, const JsonLeaf&)>;

    explicit LeafEvents(const Visit& visit)
        : m_visit(visit)
    {
    }

    Error takeError() { return std::move(m_error); }

    bool null() override { return give(std::monostate()); }
    bool boolean(bool value) override { return give(value); }
    bool number_integer(number_integer_t value) override { return give(std::int64_t{value}); }
    bool number_unsigned(number_unsigned_t value) override
    {
        if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return give(static_cast<double>(value));
        return give(static_cast<std::int64_t>(value));
    }
    bool number_float(number_float_t value, const string_t&) override { return give(value); }
    bool string(string_t& value) override { return give(std::string_view(value)); }
    bool binary(binary_t&) override { return fail({"", "it has binary data"}); }
    bool start_object(std::size_t) override { return open(true); }
    bool end_object() override
    {
        m_containers.pop_back();
        m_keys.pop_back();
        return true;
    }
    bool start_array(std::size_t) override
    {
        if (m_containers.empty())
            return fail({"", "is a list; expected an object"});
        return give(JsonListBegins()) && open(false);
    }
    bool end_array() override
    {
        m_containers.pop_back();
        return true;
    }
    bool key(string_t& value) override
    {
        if (value.size() > kLongestText)
            return fail({"", "a key is longer than 65536 bytes"});
        m_keys.back() = value;
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override
    {
        return fail({"byte " + std::to_string(position), "not valid JSON"});
    }

private:
    bool open(bool isObject)
    {
        constexpr std::size_t kMaxNested = 16;
        if (m_containers.size() == kMaxNested)
            return fail({"", "is nested deeper than " + std::to_string(kMaxNested)});
        m_containers.push_back(isObject);
        if (isObject)
            m_keys.emplace_back();
        return true;
    }

    bool give(const JsonLeaf& leaf)
    {
        if (m_containers.empty())
            return fail({"", "is a single value; expected an object"});
        const Status status = m_visit(m_keys, leaf);
        return status ? true : fail(status.error());
    }

    bool fail(Error error)
    {
        m_error = std::move(error);
        return false;
    }

    const Visit& m_visit;
    std::vector<bool> m_containers; ///< from the outermost: whether it is an object
    std::vector<std::string> m_keys; ///< one of each object among them
    Error m_error;
};

} // namespace

Status eachJsonLeaf(
    std::string_view text, const std::function<Status(std::span<const std::string>, const JsonLeaf&)>& visit)
{
    LeafEvents events(visit);
    if (!nlohmann::json::sax_parse(text.begin(), text.end(), &events))
        return events.takeError();
    return success();
}

} // namespace ulpscope
