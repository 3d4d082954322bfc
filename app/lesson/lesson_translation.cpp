// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_translation.h"

#include "app/io/json/json_text.h"
#include "app/lesson/lesson_file.h"
#include "engine/file/whole_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

namespace ulpscope {

namespace {

/// Names of the members whose texts are shown, at any place in the lesson.
constexpr std::array<std::string_view, 10> kTextKeys{
    "title", "misconception", "text", "say", "ask", "unit", "hint", "reveal", "explain", "own_case"};
/// Members within which nothing is read.
constexpr std::array<std::string_view, 2> kOtherKeys{"session", "of"};

template <class Names>
bool isOneOf(const Names& names, const std::string& key)
{
    return std::find(names.begin(), names.end(), key) != names.end();
}

void forEachText(Json& json, const std::string& key, const std::function<void(std::string&)>& visit)
{
    if (json.is_string() && isOneOf(kTextKeys, key))
        visit(json.get_ref<std::string&>());
    else if (json.is_array())
        for (Json& item : json)
            forEachText(item, key, visit);
    else if (json.is_object())
        for (auto& [name, member] : json.items())
            if (!isOneOf(kOtherKeys, name))
                forEachText(member, name, visit);
}

/// "0.5" and "0,5" are "0.5"; what is not in bold is not looked at.
std::vector<std::string> boldNumbers(std::string_view text)
{
    std::vector<std::string> numbers;
    bool isBold = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.substr(i, 2) == "**") {
            isBold = !isBold;
            ++i;
            continue;
        }
        const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
        if (!isBold || !isDigit(text[i]))
            continue;
        std::string number;
        for (; i < text.size() && (isDigit(text[i]) || text[i] == '.' || text[i] == ','); ++i)
            number += text[i] == ',' ? '.' : text[i];
        while (number.back() == '.')
            number.pop_back();
        numbers.push_back(number);
        --i;
    }
    std::sort(numbers.begin(), numbers.end()); // words go in another order
    return numbers;
}

} // namespace

Result<std::vector<std::string>> lessonTexts(std::string_view lessonText)
{
    Result<Json> json = parseJson(lessonText);
    if (!json)
        return json.error();
    std::vector<std::string> texts;
    forEachText(*json, "", [&](const std::string& text) {
        if (std::find(texts.begin(), texts.end(), text) == texts.end())
            texts.push_back(text);
    });
    return texts;
}

Result<std::string> translateLesson(std::string_view lessonText, std::string_view translationText)
{
    Result<Json> lesson = parseJson(lessonText);
    if (!lesson)
        return lesson.error();
    const Result<Json> translation = parseJson(translationText);
    if (!translation)
        return translation.error();
    std::optional<Error> error;
    forEachText(*lesson, "", [&](std::string& text) {
        const Json* found = findMember(*translation, text.c_str());
        if (found == nullptr || !found->is_string() || found->get_ref<const std::string&>().empty())
            error = Error{text, "has no translation"};
        else if (boldNumbers(found->get_ref<const std::string&>()) != boldNumbers(text))
            error = Error{text, "other numbers in bold: " + found->get<std::string>()};
        else
            text = found->get<std::string>();
    });
    if (error)
        return *error;
    return layoutJson(*lesson);
}

std::filesystem::path translationPath(const std::filesystem::path& lesson, std::string_view language)
{
    return lesson.parent_path() / language / (lesson.stem().string() + ".json");
}

Result<Lesson> loadLessonIn(const std::filesystem::path& path, std::string_view language)
{
    const Result<std::string> translation = readWholeFile(translationPath(path, language), kLargestJson);
    const Result<std::string> text = translation ? readWholeFile(path, kLargestJson) : translation;
    const Result<std::string> translated = text ? translateLesson(*text, *translation) : text;
    if (translated)
        if (Result<Lesson> lesson = readLesson(*translated))
            return lesson;
    return loadLesson(path);
}

} // namespace ulpscope
