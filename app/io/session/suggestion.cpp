// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/session/suggestion.h"

#include "app/io/json/json_text.h"
#include "app/io/session/session_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace ulpscope {

namespace {

bool isOfAnotherClass(const Json& before, const Json& after)
{
    const Json* wanted = findMember(after, "class");
    const Json* had = findMember(before, "class");
    return wanted != nullptr && had != nullptr && *wanted != *had;
}

void merge(Json& target, const Json& change)
{
    for (const auto& [key, value] : change.items()) {
        if (value.is_null())
            target.erase(key);
        else if (!value.is_object())
            target[key] = value;
        else {
            Json& member = target[key]; // JSON makes the member null if it was not there
            if (!member.is_object() || isOfAnotherClass(member, value))
                member = Json::object();
            merge(member, value);
        }
    }
}

Status mergeLayers(Json& layers, const Json& change)
{
    std::vector<std::pair<Json*, const Json*>>
        merged; // found before any change, because a change may alter a name
    for (const auto& [name, layerChange] : change.items()) {
        const auto layer = std::ranges::find_if(layers, [&wanted = name](const Json& each) {
            const Json* has = findMember(each, "name");
            return has != nullptr && *has == wanted;
        });
        if (layer == layers.end() || !layerChange.is_object())
            return Error{"layers." + shownText(name),
                layer == layers.end() ? "there is no such layer"
                                      : "expected an object with what is different"};
        merged.emplace_back(&*layer, &layerChange);
    }
    for (const auto& [layer, layerChange] : merged)
        merge(*layer, *layerChange);
    return success();
}

} // namespace

Result<SessionSpec> withSuggestion(const SessionSpec& session, const Suggestion& suggestion)
{
    Result<Json> change = parseJson(suggestion.change);
    if (!change || !change->is_object())
        return Error{"", "expected an object with what is different"};
    Json json = Json::parse(writeSession(session));
    if (const Json* layers = findMember(*change, "layers"); layers != nullptr && layers->is_object()) {
        if (const Status merged = mergeLayers(json["layers"], *layers); !merged)
            return merged.error();
        change->erase("layers");
    }
    merge(json, *change);
    Result<SessionSpec> changed = readSession(layoutJson(json));
    if (changed)
        changed->origin = session.origin;
    return changed;
}

} // namespace ulpscope
