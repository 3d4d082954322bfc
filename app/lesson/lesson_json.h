// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of lesson files that stand in several places, in and out of JSON. Readers give errors with places inside the part.
#pragma once

#include "app/io/json/json_members.h"
#include "app/lesson/lesson.h"

#include <optional>
#include <utility>
#include <vector>

namespace ulpscope {

Result<PointAt> pointAtFromJson(const Json& json);
Json pointAtJson(const PointAt& pointAt);

Result<Question> questionFromJson(const Json& json);
Json questionJson(const Question& question);

Result<LessonAction> actionFromJson(const Json& json);
Json actionJson(const LessonAction& action);

Result<Expectation> expectationFromJson(const Json& json);
Json expectationJson(const Expectation& expectation);

/// A place that a member names, and the layer that belongs to it; nothing where it may be missing and is.
struct NamedPlace
{
    const LessonPlace* place = nullptr;
    std::string layer;
};
/// key: the member with the place's name; the layer is the member "layer".
NamedPlace placeIn(JsonMembers& members, const char* key);

/// The member as the part that `read` makes of it; nothing where it is missing.
template <class T>
std::optional<T> partIn(JsonMembers& members, const char* key, Result<T> (*read)(const Json&))
{
    if (!members.has(key))
        return std::nullopt;
    Result<T> part = read(members.at(key));
    if (part)
        return *std::move(part);
    members.fail(part.error().within(key));
    return std::nullopt;
}

/// A list that may be missing, of what `read` makes of each item: Result<T>(const Json&).
template <class Read>
auto itemsOf(JsonMembers& members, const char* key, std::size_t most, Read read)
{
    using Item = std::decay_t<decltype(*read(std::declval<const Json&>()))>;
    std::vector<Item> items;
    if (!members.has(key))
        return items;
    for (const Json& json : members.list(key, most)) {
        auto item = read(json);
        if (!item) {
            members.fail(item.error().within("[" + std::to_string(items.size()) + "]").within(key));
            return items;
        }
        items.push_back(std::move(item).value());
    }
    return items;
}

template <class T>
Json listJson(const std::vector<T>& items, Json (*write)(const T&))
{
    Json list = Json::array();
    for (const T& item : items)
        list.push_back(write(item));
    return list;
}

/// The value, or the error of a mistake or an unknown member.
template <class T>
Result<T> finished(JsonMembers& members, T value)
{
    members.refuseOthers();
    if (members.error())
        return *members.error();
    return value;
}

} // namespace ulpscope
