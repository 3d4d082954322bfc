// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a JSON value is as a JSON Schema (draft 2020-12) says: the keywords that our schemas use, and an error at any other,
// so that none is passed over.
#pragma once

#include <QRegularExpression>
#include <QString>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>

namespace ulpscope::test {

class SchemaCheck
{
public:
    using Json = nlohmann::ordered_json;

    /// schemas: by "$id", with those that are referred to.
    explicit SchemaCheck(std::map<std::string, Json> schemas)
        : m_schemas(std::move(schemas))
    {
    }

    /// The first thing that is wrong, "/steps/0/say: missing"; empty: nothing is. Throws at a keyword that it does not know.
    std::string mistakeIn(const Json& value, const std::string& id) const
    {
        return mistake({value, "", m_schemas.at(id), id});
    }

private:
    struct Place
    {
        const Json& value;
        std::string pointer;
        const Json& schema; ///< of the value
        std::string id; ///< the schema's, in which "#/..." is looked up

        Place member(const std::string& key, const Json& of) const
        {
            return {value.at(key), pointer + "/" + key, of, id};
        }
        Place item(std::size_t i, const Json& of) const
        {
            return {value.at(i), pointer + "/" + std::to_string(i), of, id};
        }
        Place by(const Json& other) const { return {value, pointer, other, id}; }
        std::string wrong(const std::string& what) const { return pointer + ": " + what; }
    };
    using Rule = std::function<std::string(const Place&, const Json&)>;

    std::string mistake(const Place& place) const
    {
        if (place.schema.is_boolean())
            return place.schema.get<bool>() ? std::string() : place.wrong("unknown");
        for (const auto& [keyword, expected] : place.schema.items()) {
            const auto rule = rules().find(keyword);
            if (rule == rules().end())
                throw std::invalid_argument("a keyword that this test does not know: " + keyword);
            if (std::string found = rule->second ? rule->second(place, expected) : std::string();
                !found.empty())
                return found;
        }
        return {};
    }

    static bool isOfType(const Json& value, const std::string& type)
    {
        const bool isWhole = value.is_number() && std::trunc(value.get<double>()) == value.get<double>();
        return (type == "object" && value.is_object()) || (type == "array" && value.is_array())
            || (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean())
            || (type == "null" && value.is_null()) || (type == "number" && value.is_number())
            || (type == "integer" && isWhole);
    }

    /// Characters, as UTF-8 has them.
    static std::size_t lengthOf(const std::string& text)
    {
        return static_cast<std::size_t>(std::ranges::count_if(
            text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
    }

    /// "" where the condition holds or the value is of another sort than the keyword is about.
    template <class Test>
    static Rule about(bool (Json::*isOfSort)() const noexcept, const char* what, Test test)
    {
        return [=](const Place& place, const Json& expected) {
            return !(place.value.*isOfSort)() || test(place.value, expected)
                ? std::string()
                : place.wrong(what + (" " + expected.dump()));
        };
    }

    std::size_t fitting(const Place& place, const Json& alternatives) const
    {
        return static_cast<std::size_t>(std::ranges::count_if(
            alternatives, [&](const Json& each) { return mistake(place.by(each)).empty(); }));
    }

    std::string mistakeInMembers(const Place& place) const
    {
        if (!place.value.is_object())
            return {};
        const Json& schema = place.schema;
        for (const auto& [key, value] : place.value.items()) {
            const bool isNamed = schema.contains("properties") && schema["properties"].contains(key);
            if (!isNamed && !schema.contains("additionalProperties"))
                continue;
            if (std::string found = mistake(
                    place.member(key, isNamed ? schema["properties"][key] : schema["additionalProperties"]));
                !found.empty())
                return found;
        }
        return {};
    }

    std::map<std::string, Rule> makeRules() const
    {
        using J = Json;
        std::map<std::string, Rule> made;
        for (const char* said : {"$schema", "$id", "$defs", "title", "description", "default", "examples"})
            made[said] = nullptr; // say nothing about values
        made["type"] = [](const Place& place, const J& type) {
            const J types = type.is_array() ? type : J::array({type});
            const bool isOne = std::ranges::any_of(
                types, [&](const J& each) { return isOfType(place.value, each.get<std::string>()); });
            return isOne ? std::string() : place.wrong("not " + type.dump());
        };
        made["enum"] = [](const Place& place, const J& all) {
            return std::ranges::find(all, place.value) != all.end() ? std::string()
                                                                    : place.wrong("none of " + all.dump());
        };
        made["const"] = [](const Place& place, const J& only) {
            return place.value == only ? std::string() : place.wrong("not " + only.dump());
        };
        made["minimum"] = about(
            &J::is_number, "less than", [](const J& value, const J& least) { return value >= least; });
        made["maximum"]
            = about(&J::is_number, "more than", [](const J& value, const J& most) { return value <= most; });
        const auto size = [](const J& value) { return value.size(); };
        made["minItems"] = about(&J::is_array, "fewer than",
            [=](const J& value, const J& least) { return size(value) >= least.get<std::size_t>(); });
        made["maxItems"] = about(&J::is_array, "more than",
            [=](const J& value, const J& most) { return size(value) <= most.get<std::size_t>(); });
        made["minProperties"] = about(&J::is_object, "fewer than",
            [=](const J& value, const J& least) { return size(value) >= least.get<std::size_t>(); });
        made["minLength"] = about(&J::is_string, "shorter than", [](const J& value, const J& least) {
            return lengthOf(value.get<std::string>()) >= least.get<std::size_t>();
        });
        made["maxLength"] = about(&J::is_string, "longer than", [](const J& value, const J& most) {
            return lengthOf(value.get<std::string>()) <= most.get<std::size_t>();
        });
        made["pattern"] = about(&J::is_string, "does not match", [](const J& value, const J& pattern) {
            const QRegularExpression expression(QString::fromStdString(pattern.get<std::string>()));
            return expression.match(QString::fromStdString(value.get<std::string>())).hasMatch();
        });
        made["required"] = [](const Place& place, const J& keys) {
            for (const J& key : keys)
                if (place.value.is_object() && !place.value.contains(key.get<std::string>()))
                    return place.wrong("missing " + key.dump());
            return std::string();
        };
        made["properties"] = [this](const Place& place, const J&) { return mistakeInMembers(place); };
        made["additionalProperties"] = made["properties"];
        made["items"] = [this](const Place& place, const J& items) {
            for (std::size_t i = 0; place.value.is_array() && i < place.value.size(); ++i)
                if (std::string found = mistake(place.item(i, items)); !found.empty())
                    return found;
            return std::string();
        };
        made["anyOf"] = [this](const Place& place, const J& alternatives) {
            return fitting(place, alternatives) > 0 ? std::string()
                                                    : place.wrong("fits none of the alternatives");
        };
        made["oneOf"] = [this](const Place& place, const J& alternatives) {
            const std::size_t count = fitting(place, alternatives);
            return count == 1 ? std::string()
                              : place.wrong("fits " + std::to_string(count) + " of the alternatives");
        };
        made["$ref"] = [this](const Place& place, const J& to) {
            const auto address = to.get<std::string>();
            const std::size_t hash = std::min(address.find('#'), address.size());
            const std::string id = hash == 0 ? place.id : address.substr(0, hash);
            const J::json_pointer pointer(hash == address.size() ? "" : address.substr(hash + 1));
            return mistake({place.value, place.pointer, m_schemas.at(id).at(pointer), id});
        };
        return made;
    }
    const std::map<std::string, Rule>& rules() const
    {
        if (m_rules.empty())
            m_rules = makeRules();
        return m_rules;
    }

    std::map<std::string, Json> m_schemas;
    mutable std::map<std::string, Rule> m_rules;
};

} // namespace ulpscope::test
