// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/recordings/findings/row_cause.h"

#include "engine/base/number_text.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace ulpscope {

namespace {

/// The rows of a tensor along some of its axes.
struct Rows
{
    std::vector<std::size_t> starts; ///< the first element of each, in order
    std::vector<std::size_t> offsets; ///< of a row's elements from there
};

Rows rowsOf(const std::vector<std::int64_t>& shape, const std::vector<bool>& isAlong)
{
    Rows rows{{0}, {0}};
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        std::size_t stride = 1;
        for (std::size_t inner = axis + 1; inner < shape.size(); ++inner)
            stride *= static_cast<std::size_t>(shape[inner]);
        std::vector<std::size_t>& places = isAlong[axis] ? rows.offsets : rows.starts;
        std::vector<std::size_t> all;
        for (const std::size_t place : places)
            for (std::int64_t i = 0; i < shape[axis]; ++i)
                all.push_back(place + static_cast<std::size_t>(i) * stride);
        places = std::move(all);
    }
    return rows;
}

/// Which axes the layer goes along: its own "axis", a number or some, that count from the end if they are negative.
std::vector<bool> axesOf(const LayerSpec& layer, std::size_t rank)
{
    std::vector<std::int64_t> axes{-1};
    if (const ParameterValue* given = layer.config.find("axis")) {
        if (const auto* one = std::get_if<std::int64_t>(given))
            axes = {*one};
        else if (const auto* some = std::get_if<std::vector<std::int64_t>>(given))
            axes = *some;
    }
    std::vector<bool> isAlong(rank, false);
    for (const std::int64_t axis : axes) {
        const std::int64_t at = axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis;
        if (at >= 0 && at < static_cast<std::int64_t>(rank))
            isAlong[static_cast<std::size_t>(at)] = true;
    }
    return isAlong;
}

/// "[4, 0, 35]": where the row is, with the batch's own number of the example; of the axes along it, none.
std::string rowText(const std::vector<std::int64_t>& shape, const std::vector<bool>& isAlong,
    std::size_t start, const std::vector<std::int64_t>& examples)
{
    std::vector<std::string> index(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        const auto extent = static_cast<std::size_t>(std::max<std::int64_t>(shape[axis], 1));
        const std::size_t at = start % extent;
        start /= extent;
        index[axis] = isAlong[axis]             ? ":"
            : axis == 0 && at < examples.size() ? std::to_string(examples[at])
                                                : std::to_string(at);
    }
    std::string text;
    for (const std::string& each : index)
        text += (text.empty() ? "[" : ", ") + each;
    return text + "]";
}

double epsilonOf(const LayerSpec& layer)
{
    constexpr double kKerasDefault = 0.001;
    const ParameterValue* given = layer.config.find("epsilon");
    if (given == nullptr)
        return kKerasDefault;
    if (const auto* number = std::get_if<double>(given))
        return *number;
    const auto* integer = std::get_if<std::int64_t>(given);
    return integer != nullptr ? static_cast<double>(*integer) : kKerasDefault;
}

} // namespace

std::optional<Message> rowCause(
    const ReplayRequest& request, std::size_t element, const std::vector<std::int64_t>& examples)
{
    const LayerSpec& layer = request.layer;
    const ReplayArray& input = request.input;
    const bool isSoftmax = layer.className == "Softmax";
    const bool isRms = layer.className == "RMSNormalization";
    const bool isNorm = layer.className == "LayerNormalization" || isRms;
    if (element >= input.values.size() || (!isSoftmax && !(isNorm && epsilonOf(layer) == 0)))
        return std::nullopt;
    const std::vector<bool> isAlong = axesOf(layer, input.shape.size());
    const Rows rows = rowsOf(input.shape, isAlong);
    const auto isCause = [&](std::size_t start) {
        const double first = input.values[start];
        const bool mayBe = isSoftmax ? std::isinf(first) && first < 0
            : isRms                  ? first == 0
                                     : std::isfinite(first);
        return mayBe && std::ranges::all_of(rows.offsets, [&](std::size_t offset) {
            return input.values[start + offset] == first;
        });
    };
    const auto own = std::ranges::find_if(rows.starts, [&](std::size_t start) {
        return element >= start && std::ranges::binary_search(rows.offsets, element - start);
    });
    if (own == rows.starts.end() || !isCause(*own))
        return std::nullopt;
    const auto count = std::ranges::count_if(rows.starts, isCause);
    const std::string row = rowText(input.shape, isAlong, *own, examples);
    const std::string length = std::to_string(rows.offsets.size());
    const std::string all = std::to_string(rows.starts.size());
    if (isSoftmax)
        return message(
            "all %1 numbers that go into row %2 are -Infinity: every exponential is 0, and 0/0 is NaN. So it is in %3 of %4 rows; a "
            "mask that leaves nothing of a row does that")
            .with(length)
            .with(verbatim(row))
            .with(std::to_string(count))
            .with(all);
    if (isRms)
        return message(
            "all %1 numbers that go into row %2 are 0: their mean square is 0 and epsilon is 0, and 0/0 is NaN. So it is in %3 of %4 rows")
            .with(length)
            .with(verbatim(row))
            .with(std::to_string(count))
            .with(all);
    return message(
        "all %1 numbers that go into row %2 are %5: their variance is 0 and epsilon is 0, and 0/0 is NaN. So it is in %3 of %4 rows")
        .with(length)
        .with(verbatim(row))
        .with(std::to_string(count))
        .with(all)
        .with(shortestText(input.values[*own]));
}

} // namespace ulpscope
