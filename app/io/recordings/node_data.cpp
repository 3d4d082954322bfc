// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/recordings/node_data.h"

#include "app/io/json/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace ulpscope {

std::string modelExplorerNodeData(const std::string& graph, std::span<const LocalError> errors)
{
    constexpr const char* kWorst = "#d7301f";
    std::map<std::string, double> largest; // infinity: not finite where float64 is
    std::vector<std::string> paths;
    for (const LocalError& error : errors) {
        if (!largest.contains(error.path))
            paths.push_back(error.path);
        double& value = largest[error.path];
        if (error.recorded.finiteInOne > 0)
            value = HUGE_VAL;
        else if (!std::isnan(error.recorded.relativeError)) // NaN: nothing was finite in either
            value = std::max(value, error.recorded.relativeError);
    }
    nlohmann::ordered_json results = nlohmann::ordered_json::object();
    for (const std::string& path : paths)
        results[path] = std::isfinite(largest[path])
            ? nlohmann::ordered_json{{"value", largest[path]}}
            : nlohmann::ordered_json{{"value", "not finite"}, {"bgColor", kWorst}};
    nlohmann::ordered_json json;
    json[graph] = {{"results", std::move(results)},
        {"gradient", {{{"stop", 0}, {"bgColor", "#ffffff"}}, {{"stop", 1}, {"bgColor", kWorst}}}}};
    return layoutJson(json);
}

} // namespace ulpscope
