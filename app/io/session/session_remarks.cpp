// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/session/session_remarks.h"

#include "engine/session/watch.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ulpscope {

namespace {

/// Which plots there are is the window's to know.
Result<std::vector<std::string>> readPlots(const Json& json)
{
    if (!json.is_array() || json.size() > kMaxPlots)
        return Error{"plots", "expected a list of at most " + std::to_string(kMaxPlots) + " names of plots"};
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const bool isId = json[i].is_string() && !json[i].get_ref<const std::string&>().empty()
            && json[i].get_ref<const std::string&>().size() <= kLongestPlotId;
        if (!isId)
            return Error{
                "plots[" + std::to_string(i) + "]", "expected the name of a plot, got " + shownJson(json[i])};
        ids.push_back(json[i].get<std::string>());
    }
    return ids;
}

Error wrongRemark(const std::string& place, const std::string& what, const Json& got)
{
    return Error{place, "expected " + what + ", got " + shownJson(got)};
}

/// The list's members, each of which is an object with these keys alone.
Status checkList(const Json& json, const std::string& place, std::size_t most,
    std::initializer_list<std::string_view> keys)
{
    if (!json.is_array() || json.size() > most)
        return Error{place, "expected a list of at most " + std::to_string(most)};
    for (std::size_t i = 0; i < json.size(); ++i) {
        const std::string at = place + "[" + std::to_string(i) + "]";
        if (!json[i].is_object())
            return wrongRemark(at, "an object", json[i]);
        for (const auto& [key, value] : json[i].items())
            if (std::find(keys.begin(), keys.end(), key) == keys.end())
                return Error{at + "." + shownText(key), "unknown"};
    }
    return success();
}

/// A member that may be missing; `most` bytes at most.
Result<std::string> readText(
    const Json& object, const std::string& place, const std::string& key, std::size_t most)
{
    const Json* text = findMember(object, key.c_str());
    if (text == nullptr)
        return std::string();
    if (!text->is_string() || text->get_ref<const std::string&>().size() > most)
        return wrongRemark(place + "." + key, "a text of at most " + std::to_string(most) + " bytes", *text);
    return text->get<std::string>();
}

Result<std::vector<WatchSpec>> readWatches(const Json& json)
{
    if (const Status list = checkList(json, "watches", kMaxWatches, {"expression", "stops"}); !list)
        return list.error();
    std::vector<WatchSpec> watches;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const std::string place = "watches[" + std::to_string(i) + "]";
        const Result<std::string> expression = readText(json[i], place, "expression", kLongestWatch);
        if (!expression)
            return expression.error();
        // Which tensors there are is the run's to know.
        if (const Result<Watch> watch = Watch::parse(*expression); !watch)
            return Error{place + ".expression", watch.error().sentence()};
        const Json* stops = findMember(json[i], "stops");
        if (stops != nullptr && !stops->is_boolean())
            return wrongRemark(place + ".stops", "true or false", *stops);
        watches.push_back({*expression, stops != nullptr && stops->get<bool>()});
    }
    return watches;
}

Result<std::vector<NoteSpec>> readNotes(const Json& json)
{
    if (const Status list = checkList(json, "notes", kMaxNotes, {"step", "layer", "text", "run"}); !list)
        return list.error();
    std::vector<NoteSpec> notes;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const std::string place = "notes[" + std::to_string(i) + "]";
        NoteSpec note;
        for (const auto& [key, field] :
            {std::pair{"run", &note.run}, std::pair{"layer", &note.layer}, std::pair{"text", &note.text}}) {
            Result<std::string> text = readText(json[i], place, key, kLongestNote);
            if (!text)
                return text.error();
            *field = *std::move(text);
        }
        const Json* step = findMember(json[i], "step");
        if (step == nullptr || !step->is_number_unsigned() || *step > INT64_MAX)
            return wrongRemark(place + ".step", "an integer >= 0", step == nullptr ? Json() : *step);
        note.step = step->get<std::int64_t>();
        notes.push_back(std::move(note));
    }
    return notes;
}

} // namespace

const std::vector<std::string>& remarkKeys()
{
    static const std::vector<std::string> keys{"plots", "watches", "notes"};
    return keys;
}

Status readRemarks(const Json& json, SessionSpec& session)
{
    if (const Json* plots = findMember(json, "plots")) {
        Result<std::vector<std::string>> read = readPlots(*plots);
        if (!read)
            return read.error();
        session.plots = *std::move(read);
    }
    if (const Json* watches = findMember(json, "watches")) {
        Result<std::vector<WatchSpec>> read = readWatches(*watches);
        if (!read)
            return read.error();
        session.watches = *std::move(read);
    }
    if (const Json* notes = findMember(json, "notes")) {
        Result<std::vector<NoteSpec>> read = readNotes(*notes);
        if (!read)
            return read.error();
        session.notes = *std::move(read);
    }
    return success();
}

void writeRemarks(const SessionSpec& session, Json& json)
{
    if (!session.plots.empty())
        json["plots"] = session.plots;
    for (const WatchSpec& watch : session.watches) {
        json["watches"].push_back({{"expression", watch.expression}});
        if (watch.stops)
            json["watches"].back()["stops"] = true;
    }
    for (const NoteSpec& note : session.notes) {
        Json object{{"step", note.step}, {"text", note.text}};
        if (!note.layer.empty())
            object["layer"] = note.layer;
        if (!note.run.empty())
            object["run"] = note.run;
        json["notes"].push_back(std::move(object));
    }
}

} // namespace ulpscope
