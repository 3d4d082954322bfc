// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scaling/loss_scale_text.h"

#include "engine/base/closest_name.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/scaling/loss_scale.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

namespace ulpscope {

namespace {

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<std::int64_t> wholeOf(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// "1024", "2^15", "2 ** 15"
std::optional<double> scaleOf(std::string_view text)
{
    if (text.starts_with('2')) {
        std::string_view rest = trimmed(text.substr(1));
        const std::size_t sign = rest.starts_with("**") ? 2 : rest.starts_with('^') ? 1 : 0;
        const std::string_view digits = trimmed(rest.substr(sign));
        constexpr std::int64_t kLargestExponent = 9999; // more is infinite or zero as well
        if (const std::optional<std::int64_t> exponent = wholeOf(digits); sign > 0 && exponent)
            return std::ldexp(
                1.0, static_cast<int>(std::clamp(*exponent, -kLargestExponent, kLargestExponent)));
    }
    return parseNumber(text);
}

/// Value of a word for a parameter of this type.
std::optional<ParameterValue> valueOf(std::string_view word, const ParameterValue& type)
{
    if (std::holds_alternative<bool>(type))
        return word == "true" ? std::optional<ParameterValue>(true)
            : word == "false" ? std::optional<ParameterValue>(false)
                              : std::nullopt;
    if (std::holds_alternative<std::int64_t>(type))
        return wholeOf(word);
    return scaleOf(word);
}

Error wrong(std::string_view text)
{
    return Error{message("loss scale"),
        expectedMessage(
            message("a number such as 1024, \"none\", \"auto\", \"dynamic 2^15\" or another rule"),
            '"' + shownText(std::string(text)) + '"')};
}

std::string textOf(const ParameterValue& value)
{
    int exponent = 0;
    const auto* number = std::get_if<double>(&value);
    if (number == nullptr)
        return toText(value);
    const bool isLargePower = *number > 65536 && std::frexp(*number, &exponent) == 0.5;
    return isLargePower ? "2^" + std::to_string(exponent - 1) : shortestText(*number);
}

const ParameterValue& valueIn(const Component& lossScale, const ParameterSpec& parameter)
{
    const ParameterValue* value = lossScale.config.find(parameter.name);
    return value != nullptr ? *value : parameter.defaultValue;
}

} // namespace

std::string shortLossScaleText(const Component& lossScale)
{
    const LossScaleClass* row = findRow(lossScaleCatalog(), lossScale.className);
    if (row == nullptr || row->parameters.empty())
        return lossScale.className;
    return lossScale.className + ' ' + textOf(valueIn(lossScale, row->parameters.front()));
}

std::string lossScaleArgument(const Component& lossScale, const Component& current)
{
    std::string text = shortLossScaleText(lossScale);
    const LossScaleClass* row = findRow(lossScaleCatalog(), lossScale.className);
    if (row == nullptr)
        return text;
    for (std::size_t i = 1; i < row->parameters.size(); ++i) {
        const ParameterSpec& parameter = row->parameters[i];
        const ParameterValue& value = valueIn(lossScale, parameter);
        const ParameterValue& otherwise
            = current.className == lossScale.className ? valueIn(current, parameter) : parameter.defaultValue;
        if (value != otherwise)
            text += ' ' + parameter.name + '=' + textOf(value);
    }
    return text;
}

Result<Component> lossScaleByText(std::string_view text, const Component& current)
{
    const std::string_view whole = trimmed(text);
    if (scaleOf(whole))
        return lossScaleByText("fixed " + std::string(whole), current);
    const std::size_t space = std::min(whole.find(' '), whole.size());
    std::string word(whole.substr(0, space));
    std::transform(word.begin(), word.end(), word.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    const Result<const LossScaleClass*> row = rowByName(lossScaleCatalog(), translated("loss scale"), word);
    if (!row) // a slip in a name, or nothing of the kind
        return closestName(word, catalogNames(lossScaleCatalog())).empty() ? wrong(whole) : row.error();
    const std::vector<ParameterSpec>& parameters = (*row)->parameters;
    Component result{word, current.className == word ? current.config : Config()};
    // Names stand behind the number, which may have spaces of its own: "2 ** 15".
    std::string_view rest = trimmed(whole.substr(space));
    std::vector<std::string> named;
    const auto twice = [](const std::string& name) {
        return Error{message("loss scale"), message("%1 is there twice").with(verbatim(name))};
    };
    for (std::size_t equals = rest.rfind('='); equals != std::string_view::npos; equals = rest.rfind('=')) {
        const std::string_view before = trimmed(rest.substr(0, equals));
        const std::size_t begin = before.rfind(' ') == std::string_view::npos ? 0 : before.rfind(' ') + 1;
        const std::string name(before.substr(begin));
        const auto parameter = std::find_if(parameters.begin(), parameters.end(),
            [&](const ParameterSpec& spec) { return spec.name == name; });
        const std::optional<ParameterValue> value = parameter == parameters.end()
            ? std::nullopt
            : valueOf(trimmed(rest.substr(equals + 1)), parameter->defaultValue);
        if (parameter == parameters.end())
            return Error{message("loss scale"),
                message("%1 has no parameter '%2'").with(verbatim(word)).with(verbatim(shownText(name)))};
        if (!value)
            return Error{message("loss scale"),
                message("%1: expected %2").with(verbatim(name)).with(expectation(*parameter))};
        if (std::find(named.begin(), named.end(), name) != named.end())
            return twice(name);
        named.push_back(name);
        result.config.set(name, *value);
        rest = trimmed(before.substr(0, begin));
    }
    if (!rest.empty()) {
        const std::optional<double> scale = scaleOf(rest);
        if (!scale || parameters.empty())
            return wrong(whole);
        if (std::find(named.begin(), named.end(), parameters.front().name) != named.end())
            return twice(parameters.front().name);
        result.config.set(parameters.front().name, *scale);
    }
    return checkComponent(lossScaleCatalog(), translated("loss scale"), result);
}

} // namespace ulpscope
