// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_placeholder.h"

#include "app/io/json/json_text.h"
#include "app/lesson/lesson_file.h"

#include <nlohmann/json.hpp>

#include <string_view>

namespace ulpscope {

namespace {

constexpr std::string_view kBegin = "\u2039";
constexpr std::string_view kEnd = "\u203a";

void addPlaces(const Json& json, const std::string& place, std::vector<std::string>& places)
{
    if (json.is_string()) {
        const auto& text = json.get_ref<const std::string&>();
        if (text.starts_with(kBegin) && text.ends_with(kEnd))
            places.push_back(place);
    } else if (json.is_array()) {
        for (std::size_t i = 0; i < json.size(); ++i)
            addPlaces(json[i], place + "[" + std::to_string(i) + "]", places);
    } else if (json.is_object()) {
        for (const auto& [name, member] : json.items())
            addPlaces(member, place.empty() ? name : place + "." + name, places);
    }
}

} // namespace

std::string asPlaceholder(const std::string& text)
{
    return std::string(kBegin) + text + std::string(kEnd);
}

std::vector<std::string> placeholdersIn(const Lesson& lesson)
{
    std::vector<std::string> places;
    if (const Result<Json> json = parseJson(writeLesson(lesson)))
        addPlaces(*json, {}, places);
    return places;
}

} // namespace ulpscope
