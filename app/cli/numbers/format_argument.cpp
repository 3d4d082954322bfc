// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/numbers/format_argument.h"

#include "engine/base/closest_name.h"

namespace ulpscope::cli {

Result<FormatArgument> formatArgument(const std::string& name)
{
    const Result<const Format*> element = formatByName(name);
    if (element)
        return FormatArgument{*element, {}};
    const Result<BlockFormat> block = blockFormatByName(name);
    if (block)
        return FormatArgument{nullptr, *block};
    // Which of the two reasons fits what was meant.
    if (formatRefusal(name))
        return element.error();
    if (blockFormatByName(name.substr(0, name.find(':'))))
        return block.error();
    std::vector<std::string> names = formatNames();
    for (std::string& blockName : blockFormatNames())
        names.push_back(std::move(blockName));
    return Error{"", unknownName("format", name, names), ErrorKind::ValueError};
}

Error atOption(const Error& error, const std::string& path)
{
    if (error.place == "axis")
        return {"--axis", error.message, error.kind};
    return {path, error.message, error.kind};
}

ArrayView viewOf(const NpyArray& array)
{
    return {array.shape,
        std::visit(
            [](const auto& values) {
                return std::variant<std::span<const float>, std::span<const double>>(std::span(values));
            },
            array.values)};
}

} // namespace ulpscope::cli
