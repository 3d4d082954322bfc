// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/recordings/findings/recording_difference.h"

#include "engine/base/closest_name.h"
#include "engine/base/shown_text.h"
#include "engine/dtype/formats.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace ulpscope {

namespace {

/// Prefixes that wrappers put before every path: DistributedDataParallel, torch.compile. Paths are compared without them.
constexpr std::array<const char*, 2> kWrappers{"module.", "_orig_mod."};

/// The path as the first recording has it.
std::string pathInFirst(
    std::string path, const std::set<std::string>& known, const std::vector<PathRule>& rules)
{
    for (const PathRule& rule : rules)
        if (path.starts_with(rule.from)) {
            path = rule.to + path.substr(rule.from.size());
            break;
        }
    for (bool wasCut = true; wasCut && !known.contains(path);) {
        wasCut = false;
        for (const std::string_view wrapper : kWrappers)
            if (path.starts_with(wrapper)) {
                path.erase(0, wrapper.size());
                wasCut = true;
            }
    }
    if (!known.contains(path))
        for (const std::string wrapper : kWrappers)
            if (known.contains(wrapper + path))
                return wrapper + path;
    return path;
}

using NameKey = std::pair<std::int64_t, std::string>; ///< step, "layer/role"

struct NamedTensors
{
    std::map<NameKey, const RecordingTensor*> tensors;
    std::map<std::string, std::string> paths; ///< names of the other recording, by "layer/role" of the first
    std::set<std::int64_t> steps;
    std::set<std::string> layers;
};

NamedTensors namedTensors(
    const Recording& recording, const std::set<std::string>* known, const std::vector<PathRule>& rules)
{
    NamedTensors result;
    std::map<std::string, std::string> renamed;
    for (const std::string& path : recording.paths())
        renamed[path] = known != nullptr ? pathInFirst(path, *known, rules) : path;
    for (const RecordingTensor& tensor : recording.tensors()) {
        const RecordedName name{tensor.name.step, renamed[tensor.name.path], tensor.name.role};
        result.tensors.emplace(NameKey{name.step, name.tensor()}, &tensor);
        result.paths[name.tensor()] = name.path;
        result.steps.insert(name.step);
        result.layers.insert(name.path);
    }
    return result;
}

Message stepsText(const std::vector<std::int64_t>& steps)
{
    if (steps.size() == 1)
        return message("step %1").with(std::to_string(steps.front()));
    return message("%1 steps from %2 to %3")
        .with(std::to_string(steps.size()))
        .with(std::to_string(steps.front()))
        .with(std::to_string(steps.back()));
}

/// Sentences on the parts of `of` that `other` lacks: whole steps, whole layers, single tensors.
std::vector<Message> explained(const NamedTensors& of, const NamedTensors& other)
{
    std::vector<Message> sentences;
    std::vector<std::int64_t> steps;
    std::set_difference(
        of.steps.begin(), of.steps.end(), other.steps.begin(), other.steps.end(), std::back_inserter(steps));
    if (!steps.empty())
        sentences.push_back(stepsText(steps));
    std::vector<std::string> strangers;
    std::set_difference(other.layers.begin(), other.layers.end(), of.layers.begin(), of.layers.end(),
        std::back_inserter(strangers));
    std::vector<std::string> layers;
    std::set_difference(of.layers.begin(), of.layers.end(), other.layers.begin(), other.layers.end(),
        std::back_inserter(layers));
    for (const std::string& layer : layers) {
        const std::string near = closestName(layer, strangers);
        sentences.push_back(near.empty() ? message("layer %1").with(verbatim(shownLine(layer)))
                                         : message("layer %1; is it %2 in the other?")
                                               .with(verbatim(shownLine(layer)))
                                               .with(verbatim(shownLine(near))));
    }
    std::map<std::string, std::vector<std::int64_t>> single;
    for (const auto& [key, tensor] : of.tensors)
        if (other.steps.contains(key.first) && other.layers.contains(of.paths.at(key.second))
            && !other.tensors.contains(key))
            single[key.second].push_back(key.first);
    for (const auto& [tensor, at] : single)
        sentences.push_back(message("%1 at %2").with(verbatim(shownLine(tensor))).with(stepsText(at)));
    return sentences;
}

std::vector<std::int64_t> placeOfElement(const std::vector<std::int64_t>& shape, std::uint64_t element)
{
    std::vector<std::int64_t> place(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        const auto extent = static_cast<std::uint64_t>(std::max<std::int64_t>(shape[axis], 1));
        place[axis] = static_cast<std::int64_t>(element % extent);
        element /= extent;
    }
    return place;
}

void compareValues(
    ComparedTensor& tensor, const std::vector<double>& a, const std::vector<double>& b, double tolerance)
{
    tensor.difference = differenceOf(a, b, *tensor.format, tolerance);
    if (!tensor.difference->first)
        return;
    tensor.firstIndex = placeOfElement(tensor.shape, *tensor.difference->first);
    tensor.first = a[*tensor.difference->first];
    tensor.firstOther = b[*tensor.difference->first];
}

const Format* narrowerOf(const ElementType* a, const ElementType* b)
{
    const auto formatOf = [](const ElementType* type) {
        return type == nullptr ? nullptr : type->format != nullptr ? type->format : &float64Format();
    };
    const Format* first = formatOf(a);
    const Format* second = formatOf(b);
    if (first == nullptr || second == nullptr)
        return nullptr;
    return first->precision() <= second->precision() ? first : second;
}

void noteFirst(RecordingDifference& result)
{
    if (!result.first && !result.tensors.back().isAlike())
        result.first = result.tensors.size() - 1;
}

} // namespace

Result<RecordingDifference> compareRecordings(Recording& first, Recording& second, double toleranceInUlps,
    const std::vector<PathRule>& rules, const std::stop_token& stop,
    const std::function<void(std::size_t done, std::size_t all)>& progress)
{
    const std::set<std::string> known(first.paths().begin(), first.paths().end());
    const NamedTensors ofFirst = namedTensors(first, nullptr, rules);
    const NamedTensors ofSecond = namedTensors(second, &known, rules);
    RecordingDifference result;
    result.onlyInFirst = explained(ofFirst, ofSecond);
    result.onlyInSecond = explained(ofSecond, ofFirst);
    std::size_t done = 0;
    for (const RecordingTensor& tensor : first.tensors()) {
        if (stop.stop_requested())
            return stoppedError();
        if (progress)
            progress(++done, first.tensors().size());
        const auto found = ofSecond.tensors.find({tensor.name.step, tensor.name.tensor()});
        if (found == ofSecond.tensors.end())
            continue;
        const RecordingTensor& other = *found->second;
        ComparedTensor compared{.name = tensor.name,
            .shape = tensor.entry.shape,
            .otherShape = other.entry.shape,
            .format = narrowerOf(tensor.entry.type, other.entry.type),
            .hasOtherDtype = tensor.entry.type != other.entry.type,
            .difference = {},
            .firstIndex = {}};
        if (compared.format != nullptr && compared.shape == compared.otherShape) {
            const Result<StoredTensor> a = first.read(tensor, stop);
            if (!a)
                return a.error();
            const Result<StoredTensor> b = second.read(other, stop);
            if (!b)
                return b.error();
            compareValues(compared, a->values(), b->values(), toleranceInUlps);
        }
        result.tensors.push_back(std::move(compared));
        noteFirst(result);
    }
    if (result.tensors.empty())
        return Error{"",
            "no tensor is in both: the first begins with "
                + shownText(first.tensors().front().name.tensor(), 200) + " at step "
                + std::to_string(first.steps().front()) + ", the second with "
                + shownText(second.tensors().front().name.tensor(), 200) + " at step "
                + std::to_string(second.steps().front())};
    return result;
}

Result<RecordingDifference> compareWithEmulation(Recording& recording, const Kernels& kernels,
    double toleranceInUlps, const std::stop_token& stop,
    const std::function<void(std::size_t done, std::size_t all)>& progress)
{
    RecordingDifference result;
    std::set<std::pair<std::string, std::string>> notRedone; // layers and reasons
    std::size_t done = 0;
    for (const std::int64_t step : recording.steps())
        for (const std::string& path : recording.paths()) {
            if (stop.stop_requested())
                return stoppedError();
            if (progress)
                progress(++done, recording.steps().size() * recording.paths().size());
            if (!hasCall(recording, step, path))
                continue;
            const Result<RecordedCall> call = recordedCall(recording, step, path, stop);
            const Result<LayerReplay> replay
                = call.ok() ? replayLayer(call->request, kernels) : Result<LayerReplay>(call.error());
            if (!replay) {
                if (notRedone.emplace(path, replay.error().text()).second)
                    result.notRedone.push_back({path, replay.error()});
                continue;
            }
            ComparedTensor compared{.name = {step, path, "output"},
                .shape = call->output.shape,
                .otherShape = replay->emulated.shape,
                .format = call->request.compute,
                .difference = {},
                .firstIndex = {}};
            compareValues(compared, call->output.values, replay->emulated.values, toleranceInUlps);
            result.tensors.push_back(std::move(compared));
            noteFirst(result);
        }
    if (result.tensors.empty())
        return Error{"",
            result.notRedone.empty() ? message("no layer has both its input and its output recorded")
                                     : message("layer %1: %2")
                                           .with(verbatim(shownLine(result.notRedone.front().path)))
                                           .with(result.notRedone.front().why.sentence())};
    return result;
}

} // namespace ulpscope
