// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/recordings/findings/nonfinite_origins.h"

#include "engine/base/number_text.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

/// A layer's tensors in one direction: what goes in, and what comes out.
struct Passage
{
    std::vector<const TensorHealth*> in;
    std::vector<const TensorHealth*> out;
    bool hasInput = false; ///< apart from variables
};

/// Backward, an output's gradient and what forward left go in, gradients of weights and inputs come out.
Passage passageOf(const std::vector<const TensorHealth*>& tensors, bool isBackward)
{
    Passage passage;
    for (const TensorHealth* health : tensors) {
        const RecordedName& name = health->tensor->name;
        const RecordedRole kind = name.kind();
        const bool isArriving = name.role.starts_with("output");
        if (kind == RecordedRole::Gradient) {
            if (!isBackward)
                continue;
            (isArriving ? passage.in : passage.out).push_back(health);
            passage.hasInput = passage.hasInput || isArriving;
        } else if (kind == RecordedRole::Output) {
            if (!isBackward)
                passage.out.push_back(health);
        } else {
            passage.in.push_back(health);
            passage.hasInput = passage.hasInput || (!isBackward && kind == RecordedRole::Input);
        }
    }
    return passage;
}

const TensorHealth* firstSick(const std::vector<const TensorHealth*>& tensors)
{
    const auto found
        = std::ranges::find_if(tensors, [](const TensorHealth* health) { return health->isSick(); });
    return found == tensors.end() ? nullptr : *found;
}

std::optional<Origin> originOf(const std::string& path, const Passage& passage)
{
    const TensorHealth* in = firstSick(passage.in);
    const TensorHealth* out = firstSick(passage.out);
    if (in == nullptr && out == nullptr)
        return std::nullopt;
    const auto roleOf = [](const TensorHealth* health) { return health->tensor->name.role; };
    if (out == nullptr) {
        if (passage.out.empty())
            return std::nullopt; // nothing is known of what it made of them
        return Origin{OriginKind::Stopper, path, roleOf(in),
            message("%1 has %2, and all that comes out is finite")
                .with(verbatim(roleOf(in)))
                .with(whatIsNotFinite(in->summary))};
    }
    if (in != nullptr)
        return Origin{OriginKind::Propagator, path, roleOf(out),
            (in->tensor->name.kind() == RecordedRole::Variable
                    ? message("%1, a stored number of the layer, has %2 before")
                    : message("%1 has %2 before"))
                .with(verbatim(roleOf(in)))
                .with(whatIsNotFinite(in->summary))};
    if (!passage.hasInput)
        return Origin{OriginKind::Unknown, path, roleOf(out),
            message("%1 has %2, and what goes in is not recorded")
                .with(verbatim(roleOf(out)))
                .with(whatIsNotFinite(out->summary))};
    const auto declared = std::ranges::find_if(
        passage.in, [](const TensorHealth* health) { return health->summary.notFinite() > 0; });
    if (declared != passage.in.end())
        return Origin{OriginKind::Producer, path, roleOf(out),
            message("%1 has %2, and of what goes in only %3 has any: %4, which are declared as expected")
                .with(verbatim(roleOf(out)))
                .with(whatIsNotFinite(out->summary))
                .with(verbatim(roleOf(*declared)))
                .with(whatIsNotFinite((*declared)->summary))};
    return Origin{OriginKind::Producer, path, roleOf(out),
        message("%1 has %2, and all that goes in is finite")
            .with(verbatim(roleOf(out)))
            .with(whatIsNotFinite(out->summary))};
}

/// "blocks.2.attn" of "blocks.2.attn.softmax"; empty for a layer that is in none.
std::string_view parentOf(std::string_view path)
{
    const std::size_t end = path.find_last_of("./");
    return end == std::string_view::npos ? std::string_view() : path.substr(0, end);
}

/// Tensors that a layer made before this one was taken: those of the layers beside the one that takes it, or else the last two.
std::vector<const TensorHealth*> madeBefore(const OriginsReport& report, const RecordedName& taken)
{
    constexpr std::size_t kMax = 4;
    constexpr std::size_t kLast = 2;
    std::vector<const TensorHealth*> made;
    std::vector<const TensorHealth*> beside;
    for (std::size_t i = 0; i < *report.first; ++i) {
        const TensorHealth& health = report.tensors[i];
        if (health.tensor->name.kind() != RecordedRole::Output)
            continue;
        made.push_back(&health);
        if (!parentOf(taken.path).empty() && parentOf(health.tensor->name.path) == parentOf(taken.path))
            beside.push_back(&health);
    }
    std::vector<const TensorHealth*>& named = beside.empty() ? made : beside;
    const std::size_t count = std::min(named.size(), beside.empty() ? kLast : kMax);
    named.erase(named.begin(), named.end() - static_cast<std::ptrdiff_t>(count));
    return named;
}

/// Inputs that no recorded layer made: they come from arithmetic between layers, which no hook sees, or from outside.
std::optional<Message> betweenLayers(const OriginsReport& report, bool sawOperations)
{
    const RecordedName& taken = report.tensors[*report.first].tensor->name;
    if (taken.kind() != RecordedRole::Input)
        return std::nullopt;
    const std::vector<const TensorHealth*> made = madeBefore(report, taken);
    if (made.empty())
        return message(
            "%1 is not finite where it is taken, and no layer is recorded before: it comes with the data, or from code before the first layer.")
            .with(verbatim(taken.tensor()));
    if (sawOperations)
        return message(
            "%1 is not finite where it is taken, and no operation of the step made it so: it comes with the data.")
            .with(verbatim(taken.tensor()));
    std::string names;
    double largest = 0;
    for (const TensorHealth* health : made) {
        names += (names.empty() ? "" : ", ") + health->tensor->name.tensor();
        largest = std::max(largest, health->summary.largest);
    }
    return message(
        "It arises between the layers, in code that no hook sees: %1 has it where it is taken, and what layers made before is finite (%2, at most %3 in magnitude).")
        .with(verbatim(taken.tensor()))
        .with(verbatim(names))
        .with(shortestText(largest));
}

/// A layer that has others inside made nothing that one of these made.
void leaveToChildren(std::vector<Origin>& origins)
{
    for (Origin& origin : origins) {
        const auto child = std::ranges::find_if(origins, [&](const Origin& other) {
            return other.kind == OriginKind::Producer && other.path.size() > origin.path.size() + 1
                && other.path.starts_with(origin.path)
                && (other.path[origin.path.size()] == '/' || other.path[origin.path.size()] == '.');
        });
        if (origin.kind != OriginKind::Producer || child == origins.end())
            continue;
        origin.kind = OriginKind::Propagator;
        origin.because = message("it comes from %1 inside").with(verbatim(child->path));
    }
}

void addOrigins(OriginsReport& report)
{
    std::vector<std::pair<std::string, std::vector<const TensorHealth*>>> layers;
    for (const TensorHealth& health : report.tensors) {
        const std::string& path = health.tensor->name.path;
        const auto known
            = std::ranges::find_if(layers, [&](const auto& layer) { return layer.first == path; });
        (known != layers.end() ? *known : layers.emplace_back(path, std::vector<const TensorHealth*>{}))
            .second.push_back(&health);
    }
    for (const auto& [path, tensors] : layers)
        if (const std::optional<Origin> origin = originOf(path, passageOf(tensors, false)))
            report.origins.push_back(*origin);
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
        const bool isKnown = std::ranges::any_of(
            report.origins, [&](const Origin& origin) { return origin.path == layer->first; });
        if (isKnown)
            continue; // its backward pass took a tensor that was not finite in the forward pass already
        if (const std::optional<Origin> origin = originOf(layer->first, passageOf(layer->second, true)))
            report.origins.push_back(*origin);
    }
    leaveToChildren(report.origins);
}

/// The operations of the step that made something that is not finite; of a variable that was so before, those of the recorded step before.
const std::vector<RecordedOperation>* operationsBehind(
    const Recording& recording, const OriginsReport& report)
{
    const bool wasBefore = report.tensors[*report.first].tensor->name.kind() == RecordedRole::Variable;
    const auto& steps = recording.steps();
    const auto step = std::ranges::find(steps, report.step);
    if (!wasBefore)
        return recording.operations(report.step);
    return step == steps.begin() ? nullptr : recording.operations(*(step - 1));
}

void addHints(const Recording& recording, OriginsReport& report)
{
    constexpr std::size_t kMaxNamed = 3;
    if (const std::vector<RecordedOperation>* operations = operationsBehind(recording, report))
        report.operations = *operations;
    for (std::size_t i = 0; i < std::min(kMaxNamed, report.operations.size()); ++i)
        for (Message& sentence : sentencesOf(report.operations[i]))
            report.hints.push_back(std::move(sentence));
    const TensorHealth& first = report.tensors[*report.first];
    const RecordedName& name = first.tensor->name;
    if (first.hasOnlyNegativeInfinities)
        report.hints.push_back(message(
            "%1 has -Infinity and nothing else that is not finite: if that is a mask, declare it as expected.")
                                   .with(verbatim(name.tensor())));
    const bool sawOperations = recording.operations(report.step) != nullptr;
    if (report.operations.empty())
        if (std::optional<Message> between = betweenLayers(report, sawOperations))
            report.hints.push_back(*std::move(between));
    if (name.kind() == RecordedRole::Variable)
        report.hints.push_back(message("%1 was so before the step: an update at an earlier step made it.")
                                   .with(verbatim(name.tensor())));
    if (name.kind() == RecordedRole::Gradient && recording.lossScale(report.step) != 1)
        report.hints.push_back(message(
            "The gradients carry a loss scale of %1: a dynamic one skips such a step and halves itself, which is no fault by itself.")
                                   .with(shortestText(recording.lossScale(report.step))));
}

} // namespace

std::string_view originName(OriginKind kind)
{
    switch (kind) {
    case OriginKind::Producer:
        return "producer";
    case OriginKind::Propagator:
        return "propagator";
    case OriginKind::Stopper:
        return "stopper";
    case OriginKind::Unknown:
        break;
    }
    return "unknown";
}

bool fitsWildcards(std::string_view name, std::string_view wildcards)
{
    std::size_t at = 0;
    std::size_t in = 0;
    std::size_t star = std::string_view::npos; // the last one, and where in the name it began to be tried
    std::size_t tried = 0;
    while (at < name.size()) {
        if (in < wildcards.size() && wildcards[in] == '*') {
            star = in++;
            tried = at;
        } else if (in < wildcards.size() && wildcards[in] == name[at]) {
            ++in;
            ++at;
        } else if (star != std::string_view::npos) {
            in = star + 1;
            at = ++tried;
        } else {
            return false;
        }
    }
    return wildcards.find_first_not_of('*', in) == std::string_view::npos;
}

Result<std::optional<OriginsReport>> findOrigins(Recording& recording,
    const std::vector<std::string>& expected, std::int64_t from, std::int64_t to, const std::stop_token& stop,
    const std::function<void(std::size_t done, std::size_t all)>& progress)
{
    std::size_t done = 0;
    for (const std::int64_t step : recording.steps()) {
        if (step < from || step > to)
            continue;
        OriginsReport report;
        report.step = step;
        for (const RecordingTensor& tensor : recording.tensorsAt(step)) {
            if (stop.stop_requested())
                return stoppedError();
            if (progress)
                progress(++done, recording.tensors().size());
            const Result<StoredTensor> read = recording.read(tensor, stop);
            if (!read)
                return read.error();
            if (read->type->format == nullptr)
                continue; // integers
            const std::vector<double> values = read->values();
            TensorHealth health{&tensor, summaryOf(values)};
            health.hasOnlyNegativeInfinities = health.summary.infinities > 0 && health.summary.nans == 0
                && std::ranges::none_of(values, [](double value) { return std::isinf(value) && value > 0; });
            health.isExpected = health.summary.nans == 0
                && std::ranges::any_of(expected,
                    [&](const std::string& text) { return fitsWildcards(tensor.name.tensor(), text); });
            if (health.isSick() && !report.first)
                report.first = report.tensors.size();
            report.tensors.push_back(health);
        }
        if (!report.first)
            continue;
        const std::size_t first = *report.first;
        for (std::size_t i = first + 1 > OriginsReport::kRoad ? first + 1 - OriginsReport::kRoad : 0;
             i <= first; ++i)
            report.road.push_back(i);
        addOrigins(report);
        addHints(recording, report);
        return std::optional(std::move(report));
    }
    return std::optional<OriginsReport>();
}

} // namespace ulpscope
