// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/recordings/findings/local_error.h"

#include "engine/base/number_text.h"
#include "engine/dtype/rounding.h"
#include "engine/train/layer_replay.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace ulpscope {

namespace {

/// The rows of a tensor along some of its axes.
struct Rows
{
    std::vector<std::size_t> starts; ///< the first element of each, in order
    std::vector<std::size_t> offsets; ///< offsets of a row's elements from its first element
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

/// Why an element of the output is not finite, if its row explains it. A softmax over -Infinity alone is 0/0; so is
/// a normalization with epsilon 0 of a row that is constant (LayerNormalization) or zero (RMSNormalization). examples: of the batch, those that
/// the request's input is of.
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

bool areFinite(const std::vector<double>& values)
{
    return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

bool operandsAreFinite(const ReplayRequest& request)
{
    return areFinite(request.input.values) && std::ranges::all_of(request.variables, [](const auto& each) {
        return areFinite(each.second.values);
    });
}

std::vector<std::int64_t> indexIn(const std::vector<std::int64_t>& shape, std::size_t element)
{
    std::vector<std::int64_t> index(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        const auto extent = static_cast<std::size_t>(std::max<std::int64_t>(shape[axis], 1));
        index[axis] = static_cast<std::int64_t>(element % extent);
        element /= extent;
    }
    return index;
}

/// The row of the input and the column of the kernel that the element is the product of, as the layer's dtype has them.
void studyDense(const ReplayRequest& request, std::size_t element, const Kernels& kernels, LocalBirth& birth)
{
    const auto kernel
        = std::ranges::find_if(request.variables, [](const auto& each) { return each.first == "kernel"; });
    if (request.layer.className != "Dense" || kernel == request.variables.end())
        return;
    const auto terms = static_cast<std::size_t>(kernel->second.shape[0]);
    const auto units = static_cast<std::size_t>(kernel->second.shape[1]);
    const std::size_t row = element / units;
    const std::size_t column = element % units;
    const Format& format = *request.compute;
    std::vector<double> a;
    std::vector<double> b;
    for (std::size_t k = 0; k < terms; ++k) {
        a.push_back(roundToFormat(format, request.input.values[row * terms + k]));
        b.push_back(roundToFormat(format, kernel->second.values[k * units + column]));
    }
    birth.dotProduct
        = studyDotProduct(a, b, format, static_cast<std::int64_t>(row), static_cast<std::int64_t>(column));
    birth.orders = sumOrders(kernels, format, format, format, a, b);
    if (!std::isfinite(birth.dotProduct->rounded))
        birth.sentence = birth.dotProduct->sentence;
}

LocalBirth birthOf(
    const RecordedCall& call, const LayerReplay& replay, std::size_t element, const Kernels& kernels)
{
    LocalBirth birth;
    birth.index = indexIn(call.output.shape, element);
    birth.index.front() = call.examples[static_cast<std::size_t>(birth.index.front())];
    birth.recorded = call.output.values[element];
    birth.emulated = replay.emulated.values[element];
    birth.exact = replay.exact.values[element];
    if (replay.birth) {
        birth.sentence = replay.birth->how;
        birth.operands = replay.birth->operands;
    }
    if (std::isfinite(birth.emulated)) {
        birth.operands.clear();
        birth.sentence = "the recorded " + shortestText(birth.recorded) + " is not what "
            + std::string(call.request.compute->name) + " makes of these inputs and weights, which is "
            + shortestText(birth.emulated)
            + ": sums or steps between were kept in something narrower, or the layer did more";
    }
    studyDense(call.request, element, kernels, birth);
    birth.cause = rowCause(call.request, element, call.examples);
    if (birth.cause)
        birth.sentence = birth.cause->text();
    return birth;
}

} // namespace

bool LocalError::isOfItsDtype() const
{
    constexpr double kFactor = 4;
    if (apart.finiteInOne > 0)
        return false;
    // An error of at most half an ulp everywhere needs no explanation, whatever the emulation's error is.
    return recorded.worstInUlps <= 0.5 || !(recorded.relativeError > kFactor * emulated.relativeError);
}

Result<LocalError> localError(Recording& recording, std::int64_t step, const std::string& path,
    const Kernels& kernels, const std::stop_token& stop)
{
    Result<RecordedCall> call = recordedCall(recording, step, path, stop);
    if (!call)
        return call.error();
    const Result<LayerReplay> replay = replayLayer(call->request, kernels);
    if (!replay)
        return replay.error();
    LocalError error;
    error.path = path;
    error.step = step;
    error.className = call->request.layer.className;
    error.format = call->request.compute;
    error.examples = call->examples.size();
    error.batch = call->batch;
    error.remarks = call->remarks;
    error.recorded = differenceOf(call->output.values, replay->exact.values, *error.format);
    error.emulated = differenceOf(replay->emulated.values, replay->exact.values, *error.format);
    error.apart = differenceOf(call->output.values, replay->emulated.values, *error.format);
    const auto first
        = std::ranges::find_if(call->output.values, [](double value) { return !std::isfinite(value); });
    if (first == call->output.values.end())
        return error;
    const auto element = static_cast<std::size_t>(first - call->output.values.begin());
    LocalBirth birth = birthOf(*call, *replay, element, kernels);
    if (birth.cause || operandsAreFinite(call->request))
        error.birth = std::move(birth);
    return error;
}

} // namespace ulpscope
