// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/config.h"

#include "engine/base/closest_name.h"
#include "engine/base/longest_text.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

std::string toText(const ParameterValue& value)
{
    struct Writer
    {
        std::string operator()(bool v) const { return v ? "true" : "false"; }
        std::string operator()(std::int64_t v) const { return std::to_string(v); }
        std::string operator()(double v) const { return shortestText(v); }
        std::string operator()(const std::string& v) const { return '"' + v + '"'; }
        std::string operator()(const std::vector<std::int64_t>& v) const
        {
            std::string text = "[";
            for (std::size_t i = 0; i < v.size(); ++i)
                text += (i == 0 ? "" : ", ") + std::to_string(v[i]);
            return text + "]";
        }
    };
    return std::visit(Writer{}, value);
}

const ParameterValue* Config::find(std::string_view name) const
{
    const auto found
        = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& e) { return e.first == name; });
    return found == m_entries.end() ? nullptr : &found->second;
}

void Config::set(const std::string& name, ParameterValue value)
{
    for (Entry& entry : m_entries) {
        if (entry.first == name) {
            entry.second = std::move(value);
            return;
        }
    }
    m_entries.emplace_back(name, std::move(value));
}

void Config::remove(std::string_view name)
{
    std::erase_if(m_entries, [&](const Entry& e) { return e.first == name; });
}

namespace {

template <class T>
const T& get(const Config& config, std::string_view name)
{
    const ParameterValue* value = config.find(name);
    check(value != nullptr && std::holds_alternative<T>(*value), "Config: no such parameter of that type");
    return std::get<T>(*value);
}

/// Integers in full, "100000000"; other numbers shortest.
std::string boundText(double bound)
{
    constexpr double kExact = 0x1p53;
    if (bound == std::trunc(bound) && std::fabs(bound) < kExact)
        return std::to_string(static_cast<std::int64_t>(bound));
    return shortestText(bound);
}

Message notBelow(Message kind, double minimum)
{
    return message("%1 >= %2").with(std::move(kind)).with(boundText(minimum));
}

Message notAbove(Message kind, double maximum)
{
    return message("%1 <= %2").with(std::move(kind)).with(boundText(maximum));
}

Message withinBounds(Message kind, const ParameterSpec& spec)
{
    if (spec.minimum && spec.maximum)
        return message("%1 in [%2, %3]")
            .with(std::move(kind))
            .with(boundText(*spec.minimum))
            .with(boundText(*spec.maximum));
    if (spec.minimum)
        return notBelow(std::move(kind), *spec.minimum);
    return spec.maximum ? notAbove(std::move(kind), *spec.maximum) : kind;
}

/// "a number >= 1" for a value below: only the bound that it breaks.
Message brokenBound(Message kind, const ParameterSpec& spec, double value)
{
    if (spec.minimum && value < *spec.minimum)
        return notBelow(std::move(kind), *spec.minimum);
    if (spec.maximum && value > *spec.maximum)
        return notAbove(std::move(kind), *spec.maximum);
    return withinBounds(std::move(kind), spec);
}

Message kindMessage(const ParameterSpec& spec)
{
    struct Kind
    {
        Message operator()(bool) const { return message("true or false"); }
        Message operator()(std::int64_t) const { return message("an integer"); }
        Message operator()(double) const { return message("a number"); }
        Message operator()(const std::string&) const { return message("a text"); }
        Message operator()(const std::vector<std::int64_t>&) const { return message("a list of integers"); }
    };
    return std::visit(Kind{}, spec.defaultValue);
}

} // namespace

Message expectation(const ParameterSpec& spec)
{
    Message kind = kindMessage(spec);
    if (spec.mayBeInteger)
        kind = message("an integer or %1").with(std::move(kind));
    return withinBounds(std::move(kind), spec);
}

Message expectedMessage(Message what, std::string got)
{
    return message("expected %1, got %2").with(std::move(what)).with(std::move(got));
}

Message missingMessage(Message what)
{
    return message("missing: expected %1").with(std::move(what));
}

namespace {

bool isWithin(const ParameterSpec& spec, double value)
{
    return !std::isnan(value) && (!spec.minimum || value >= *spec.minimum)
        && (!spec.maximum || value <= *spec.maximum);
}

Result<ParameterValue> checkValue(const ParameterValue& given, const ParameterSpec& spec)
{
    const Error wrong{spec.name, expectedMessage(expectation(spec), shownText(toText(given)))};
    ParameterValue value = given;
    if (std::holds_alternative<double>(spec.defaultValue) && std::holds_alternative<std::int64_t>(given))
        value = static_cast<double>(std::get<std::int64_t>(given));
    if (spec.mayBeInteger && std::holds_alternative<std::int64_t>(given))
        value = std::vector<std::int64_t>{std::get<std::int64_t>(given)};
    if (value.index() != spec.defaultValue.index())
        return wrong;
    const auto outside = [&](double number) {
        return Error{spec.name,
            expectedMessage(brokenBound(kindMessage(spec), spec, number), shownText(toText(given)))};
    };
    if (const auto* integer = std::get_if<std::int64_t>(&value);
        integer && !isWithin(spec, static_cast<double>(*integer)))
        return outside(static_cast<double>(*integer));
    if (const auto* number = std::get_if<double>(&value); number && !isWithin(spec, *number))
        return outside(*number);
    if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value)) {
        for (std::size_t i = 0; i < list->size(); ++i)
            if (!isWithin(spec, static_cast<double>((*list)[i])))
                return Error{spec.name + "[" + std::to_string(i) + "]",
                    expectedMessage(brokenBound(message("an integer"), spec, static_cast<double>((*list)[i])),
                        std::to_string((*list)[i]))};
    }
    if (const auto* text = std::get_if<std::string>(&value); text && text->size() > kLongestText)
        return Error{spec.name,
            message("expected a text of at most %1 bytes, got one of %2")
                .with(std::to_string(kLongestText))
                .with(std::to_string(text->size()))};
    if (const auto* text = std::get_if<std::string>(&value); text && !spec.choices.empty()) {
        const std::string choice = spec.choicesTakeArguments ? text->substr(0, text->find('(')) : *text;
        if (std::find(spec.choices.begin(), spec.choices.end(), choice) == spec.choices.end())
            return Error{spec.name, unknownName(translated("choice"), choice, spec.choices)};
    }
    return value;
}

} // namespace

bool Config::flag(std::string_view name) const
{
    return get<bool>(*this, name);
}
std::int64_t Config::integer(std::string_view name) const
{
    return get<std::int64_t>(*this, name);
}
double Config::number(std::string_view name) const
{
    return get<double>(*this, name);
}
const std::string& Config::text(std::string_view name) const
{
    return get<std::string>(*this, name);
}
const std::vector<std::int64_t>& Config::list(std::string_view name) const
{
    return get<std::vector<std::int64_t>>(*this, name);
}

Result<Config> checkConfig(const Config& config, const std::vector<ParameterSpec>& specs)
{
    std::vector<std::string> known;
    known.reserve(specs.size());
    for (const ParameterSpec& spec : specs)
        known.push_back(spec.name);
    for (const auto& [name, value] : config.entries())
        if (std::find(known.begin(), known.end(), name) == known.end())
            return Error{name, unknownName(translated("key"), name, known)};

    Config result;
    for (const ParameterSpec& spec : specs) {
        const ParameterValue* given = config.find(spec.name);
        if (given == nullptr && spec.isRequired)
            return Error{spec.name, missingMessage(expectation(spec))};
        if (given == nullptr) {
            result.set(spec.name, spec.defaultValue);
            continue;
        }
        Result<ParameterValue> value = checkValue(*given, spec);
        if (!value)
            return value.error();
        result.set(spec.name, *value);
    }
    return result;
}

Config withPathsFrom(
    const std::filesystem::path& folder, const Config& config, const std::vector<ParameterSpec>& specs)
{
    Config result = config;
    for (const ParameterSpec& spec : specs) {
        const ParameterValue* value = spec.isPath ? config.find(spec.name) : nullptr;
        const auto* path = value == nullptr ? nullptr : std::get_if<std::string>(value);
        if (path != nullptr && !path->empty())
            result.set(spec.name, (folder / *path).string()); // an absolute path stays as it is
    }
    return result;
}

} // namespace ulpscope
