// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/session/scene_files.h"

#include "app/io/session/session_file.h"
#include "engine/base/closest_name.h"
#include "engine/base/program_folder.h"
#include "engine/base/shown_text.h"

#include <algorithm>

namespace ulpscope {

namespace {

namespace fs = std::filesystem;

fs::path scenesFolder()
{
    return resourceFolder("scenes");
}

/// Whether the text looks like a file's path and not like a scene's name.
bool looksLikePath(const std::string& text)
{
    return text.find('/') != std::string::npos || fs::path(text).has_extension();
}

} // namespace

fs::path resourceFolder(const char* name)
{
    const Result<fs::path> program = programFolder();
    return program ? (*program / ".." / "share" / "ulpscope" / name).lexically_normal() : fs::path();
}

Error noSuchFile(std::string_view what, const fs::path& folder, const std::string& argument,
    const std::vector<std::string>& names)
{
    if (!names.empty())
        return Error{"", message("no such file; %1").with(unknownName(what, shownText(argument), names))};
    const Result<fs::path> program = programFolder();
    return Error{"",
        "no such file as " + shownText(argument) + ", and whether it is a " + std::string(what)
            + " is not known: " + (program ? folder.string() + " has none" : program.error().text())};
}

bool isFile(const fs::path& path)
{
    std::error_code ignored;
    return fs::exists(path, ignored) && !fs::is_directory(path, ignored);
}

std::vector<std::string> sceneNames()
{
    std::vector<std::string> names;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(scenesFolder(), error))
        if (entry.path().extension() == "." + std::string(kSessionFileSuffix))
            names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

Result<fs::path> findSession(const std::string& argument)
{
    const std::vector<std::string> scenes = sceneNames();
    const bool isScene = std::find(scenes.begin(), scenes.end(), argument) != scenes.end();
    if (isFile(argument) || (looksLikePath(argument) && !isScene))
        return fs::path(argument);
    if (isScene)
        return (scenesFolder() / (argument + "." + std::string(kSessionFileSuffix))).lexically_normal();
    return noSuchFile("scene", scenesFolder(), argument, scenes);
}

} // namespace ulpscope
