// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/json/file_head.h"

#include "app/io/json/json_text.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace ulpscope {

Status checkFileHead(const Json& json, const FileFormat& format)
{
    const std::string title(format.title);
    if (!json.is_object())
        return Error{"", "expected a " + title + ", which is an object, got " + shownJson(json)};
    const Json* name = findMember(json, "format");
    if (name == nullptr)
        return Error{"format", "missing: this is not an Ulpscope " + title};
    if (*name != format.name)
        return Error{"format", "expected \"" + std::string(format.name) + "\", got " + shownJson(*name)};
    const Json* version = findMember(json, "version");
    const std::string known = (format.version == 1 ? "" : "1 to ") + std::to_string(format.version);
    if (version == nullptr)
        return Error{"version", "missing: expected " + known};
    // Compares as double, because nlohmann-json compares whole numbers beyond 2^63 as negative ones.
    const double number = version->is_number() ? version->get<double>() : 0;
    if (!(number >= 1) || number != std::floor(number))
        return Error{"version", "expected " + known + ", got " + shownJson(*version)};
    if (number > format.version)
        return Error{"version",
            "this " + title + " was written by a newer Ulpscope (version " + shownJson(*version)
                + "); this program reads version " + known};
    return success();
}

} // namespace ulpscope
