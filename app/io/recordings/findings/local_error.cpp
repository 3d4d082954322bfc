// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/recordings/findings/local_error.h"

#include "app/io/recordings/findings/row_cause.h"
#include "engine/base/number_text.h"
#include "engine/dtype/rounding.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

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
