// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/exports/python_template.h"

#include "app/io/keras/policy/python_text.h"
#include "engine/base/check.h"
#include "engine/base/text_lists.h"

#include <algorithm>

namespace ulpscope {

namespace {

struct TemplatePlace
{
    std::size_t begin = 0; ///< position of the opening brace
    std::size_t end = 0; ///< just behind the closing brace
    std::string_view inside;

    std::string_view name() const { return inside.substr(0, inside.find('?')); }
};

std::optional<TemplatePlace> nextPlace(std::string_view text, std::size_t from)
{
    const std::size_t begin = text.find('{', from);
    if (begin == std::string_view::npos)
        return std::nullopt;
    const std::size_t end = text.find('}', begin);
    check(end != std::string_view::npos, "[python template] a brace is closed");
    return TemplatePlace{begin, end + 1, text.substr(begin + 1, end - begin - 1)};
}

const ParameterSpec* findSpec(const std::vector<ParameterSpec>& specs, std::string_view name)
{
    const auto found = std::find_if(
        specs.begin(), specs.end(), [&](const ParameterSpec& spec) { return spec.name == name; });
    return found == specs.end() ? nullptr : &*found;
}

std::optional<std::string> valueAt(
    const TemplatePlace& place, const ParameterSpec& spec, const ParameterValue& value)
{
    if (place.name() != place.inside)
        return std::get<bool>(value) ? std::string(place.inside.substr(place.name().size() + 1)) : "";
    const auto* list = std::get_if<std::vector<std::int64_t>>(&value);
    if (list == nullptr)
        return pythonValue(value);
    if (spec.mayBeInteger && list->size() != 1)
        return std::nullopt;
    return joinedText(*list, ", ");
}

} // namespace

std::optional<std::string> filledPython(std::string_view text, const Config& config,
    const std::vector<ParameterSpec>& specs, const std::function<std::string(std::string_view place)>& other)
{
    std::string filled;
    std::size_t at = 0;
    while (const std::optional<TemplatePlace> place = nextPlace(text, at)) {
        filled += text.substr(at, place->begin - at);
        at = place->end;
        const ParameterSpec* spec = findSpec(specs, place->name());
        check(spec != nullptr || other, "[python template] somebody knows the place");
        const std::optional<std::string> value
            = spec == nullptr ? other(place->inside) : valueAt(*place, *spec, *config.find(spec->name));
        if (!value)
            return std::nullopt;
        filled += *value;
    }
    return filled + std::string(text.substr(at));
}

bool hasPlace(std::string_view text, std::string_view parameter)
{
    std::size_t at = 0;
    while (const std::optional<TemplatePlace> place = nextPlace(text, at)) {
        if (place->name() == parameter)
            return true;
        at = place->end;
    }
    return false;
}

} // namespace ulpscope
