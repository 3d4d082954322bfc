// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/session/session_difference.h"

#include "app/io/json/json_text.h"
#include "app/io/session/session_file.h"
#include "engine/base/text_lists.h"
#include "engine/scaling/loss_scale_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace ulpscope {

namespace {

bool isPassedOver(std::string_view place)
{
    constexpr std::array<std::string_view, 8> kPlaces{
        "title", "description", "format", "version", "plots", "suggestions", "watches", "notes"};
    return std::find(kPlaces.begin(), kPlaces.end(), place) != kPlaces.end();
}

std::string valueText(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump();
}

/// A list of layers is told by their names: what is put before others does not change them.
bool isListOfLayers(const Json& json)
{
    return json.is_array() && !json.empty() && std::all_of(json.begin(), json.end(), [](const Json& item) {
        return item.is_object() && item.contains("name");
    });
}

Json byName(const Json& layers)
{
    Json named = Json::object();
    for (const Json& layer : layers) {
        Json rest = layer;
        rest.erase("name");
        named[layer["name"].get<std::string>()] = std::move(rest);
    }
    return named;
}

/// Returns an empty text where it has none; a key of a map may be called so too.
std::string classOf(const Json& object)
{
    const auto found = object.find("class");
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

void compare(
    const std::string& place, const Json& before, const Json& after, std::vector<SessionDifference>& found);

void compareMembers(
    const std::string& place, const Json& before, const Json& after, std::vector<SessionDifference>& found)
{
    const auto inside = [&](const std::string& key) { return place.empty() ? key : place + "." + key; };
    static const Json kNone;
    for (const auto& [key, value] : before.items())
        compare(inside(key), value, after.contains(key) ? after[key] : kNone, found);
    for (const auto& [key, value] : after.items())
        if (!before.contains(key))
            compare(inside(key), kNone, value, found);
}

void compare(
    const std::string& place, const Json& before, const Json& after, std::vector<SessionDifference>& found)
{
    if (before == after || isPassedOver(place))
        return;
    if (isListOfLayers(before) && isListOfLayers(after)) {
        compareMembers(place, byName(before), byName(after), found);
        return;
    }
    const bool areOfOneClass = before.is_object() && after.is_object() && classOf(before) == classOf(after);
    if (areOfOneClass)
        compareMembers(place, before, after, found);
    else
        found.push_back({place, before.is_null() ? std::string() : valueText(before),
            after.is_null() ? std::string() : valueText(after)});
}

/// "fixed 1024"
std::string lossScaleText(const Json& component)
{
    Component lossScale{classOf(component), {}};
    for (const auto& [key, value] : component.items())
        if (value.is_number_float() || value.is_number_integer())
            lossScale.config.set(key, value.get<double>());
    return shortLossScaleText(lossScale);
}

/// "mixed_bfloat16" for the global policy, "loss scale 1024", "dense_1 units 8".
std::string shortText(const SessionDifference& difference)
{
    std::vector<std::string> parts = splitText(difference.place, ".");
    const bool isOfLayer = parts.size() > 1 && parts.front() == "layers";
    std::string subject = parts.back();
    if (parts.size() > 1 && parts[parts.size() - 2].ends_with("_" + subject)) // loss_scale.scale
        subject = parts[parts.size() - 2];
    std::replace(subject.begin(), subject.end(), '_', ' ');
    std::string value = difference.after;
    if (value.starts_with('{')) { // a component of another class
        const Json component = Json::parse(value, nullptr, false);
        value = !component.is_object() || classOf(component).empty() ? "changed"
            : subject == "loss scale"                                ? lossScaleText(component)
                                                                     : classOf(component);
    }
    if (isOfLayer && parts.size() == 2)
        return difference.after.empty() ? "without " + parts[1] : "with " + parts[1];
    if (value.empty())
        value = "default";
    if (isOfLayer)
        return parts[1] + " " + (subject == "policy" ? value : subject + " " + value);
    return subject == "global" ? value : subject + " " + value;
}

} // namespace

std::vector<SessionDifference> sessionDifferences(const SessionSpec& before, const SessionSpec& after)
{
    std::vector<SessionDifference> found;
    compareMembers({}, Json::parse(writeSession(before)), Json::parse(writeSession(after)), found);
    return found;
}

std::string shortDescription(std::span<const SessionDifference> differences, std::size_t most)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(most, differences.size()); ++i)
        text += (i > 0 ? ", " : "") + shortText(differences[i]);
    if (differences.size() > most)
        text += " +" + std::to_string(differences.size() - most);
    return text;
}

} // namespace ulpscope
