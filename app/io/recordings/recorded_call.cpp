// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/recordings/recorded_call.h"

#include "app/io/json/json_text.h"
#include "app/io/keras/model/keras_layer_config.h"
#include "app/io/recordings/replay_arrays.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/layer/layer_catalog.h"
#include "engine/model/model_plan.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope {

namespace {

/// The recorded tensors of one call, as they are stored.
struct StoredCall
{
    std::vector<ReplayArray> inputs; ///< "input", "input_1", ...
    ReplayVariables variables;
    ReplayArray output;
    bool hasSecondOutput = false;
    const Format* format = nullptr; ///< the format of the layer's output
};

/// Facts of the layer's description that are no keys of Keras.
struct CallLayout
{
    bool isChannelsFirst = false;
    std::array<std::int64_t, 2> zerosAround{0, 0};
    bool isTimeFirst = false; ///< attention's operands are [steps, batch, features]
};

ReplayArray arrayOfStored(const StoredTensor& tensor)
{
    return {tensor.shape, tensor.values()};
}

/// Bit for bit alike but for NaN, which is the same as NaN.
bool areSame(const ReplayArray& a, const ReplayArray& b)
{
    return a.shape == b.shape && std::ranges::equal(a.values, b.values, [](double x, double y) {
        return x == y || (std::isnan(x) && std::isnan(y));
    });
}

/// The index behind "input" or "output"; 0 without one.
std::size_t numberOf(std::string_view role)
{
    const std::size_t at = role.rfind('_');
    return at == std::string_view::npos ? 0 : std::stoul(std::string(role.substr(at + 1, 6)));
}

Result<StoredCall> storedCall(
    Recording& recording, std::int64_t step, std::string_view path, const std::stop_token& stop)
{
    StoredCall call;
    std::vector<std::pair<std::size_t, ReplayArray>> inputs;
    for (const RecordingTensor& tensor : recording.tensorsAt(step)) {
        const RecordedRole kind = tensor.name.kind();
        if (tensor.name.path != path || kind == RecordedRole::Gradient)
            continue;
        if (kind == RecordedRole::Output && tensor.name.role != "output") {
            call.hasSecondOutput = true;
            continue;
        }
        const Result<StoredTensor> read = recording.read(tensor, stop);
        if (!read)
            return read.error();
        if (kind == RecordedRole::Input)
            inputs.emplace_back(numberOf(tensor.name.role), arrayOfStored(*read));
        else if (kind == RecordedRole::Variable)
            call.variables.emplace_back(tensor.name.role, arrayOfStored(*read));
        else {
            call.output = arrayOfStored(*read);
            call.format = read->type->format;
        }
    }
    std::ranges::sort(inputs, {}, [](const auto& input) { return input.first; });
    for (auto& [number, input] : inputs)
        call.inputs.push_back(std::move(input));
    if (call.inputs.empty() || call.format == nullptr)
        return Error{"", message("its input and its output are not both recorded as floating-point numbers")};
    return call;
}

/// A layer without a description that has a matrix of weights, and inputs and outputs that fit it.
std::optional<RecordedLayer> guessedLayer(const StoredCall& call, std::vector<std::string>& remarks)
{
    const auto extent = [](const ReplayArray& array) { return array.shape.empty() ? 0 : array.shape.back(); };
    const bool hasBias
        = std::ranges::any_of(call.variables, [](const auto& each) { return each.first == "bias"; });
    for (const auto& [name, array] : call.variables) {
        const bool isTorch = name == "weight";
        if ((name != "kernel" && !isTorch) || array.shape.size() != 2)
            continue;
        const std::int64_t in = array.shape[isTorch ? 1 : 0];
        const std::int64_t units = array.shape[isTorch ? 0 : 1];
        if (in != extent(call.inputs.front()) || units != extent(call.output))
            continue;
        remarks.emplace_back(
            "The recording does not say what it is; by its shapes it is taken for a Dense layer.");
        return RecordedLayer{"Dense", Json{{"units", units}, {"use_bias", hasBias}}.dump()};
    }
    return std::nullopt;
}

/// Takes out of the config what is none of Keras'.
CallLayout takeLayout(Json& config)
{
    CallLayout layout;
    if (const Json* order = findMember(config, "data_format");
        order != nullptr && *order == "channels_first") {
        layout.isChannelsFirst = true;
        config["data_format"] = "channels_last";
    }
    if (const Json* zeros = findMember(config, "zeros_around");
        zeros != nullptr && zeros->is_array() && zeros->size() == 2)
        for (std::size_t i = 0; i < 2; ++i)
            if ((*zeros)[i].is_number_integer())
                layout.zerosAround[i]
                    = std::clamp((*zeros)[i].get<std::int64_t>(), std::int64_t{0}, std::int64_t{1024});
    if (const Json* first = findMember(config, "batch_first"); first != nullptr && *first == false)
        layout.isTimeFirst = true;
    return layout;
}

/// Why a layer's output does not follow from one example's input and the weights; empty if it does.
Message whyNotRedone(const LayerClass* row, const std::string& className)
{
    if (row == nullptr)
        return message("no layer class %1 is computed here").with(verbatim(shownText(className)));
    const auto said = [&](Message why) { return std::move(why).with(verbatim(className)); };
    if (row->keras.drawsNoise)
        return said(message("%1 draws at random"));
    if (className == "BatchNormalization")
        return said(message("%1 depends on the whole batch and its past"));
    // An embedding is a row of a table: nothing is computed, and the ids of a file may be any.
    if (className.ends_with("Embedding"))
        return said(message("%1 computes nothing"));
    return row->minInputs != 1 ? said(message("%1 takes several inputs")) : Message();
}

/// A layer with a dropout inside its call drops at random in training, and which numbers is not in a recording. Empty where it does not.
Message whyRandom(const Config& config, std::optional<bool> isTraining)
{
    const ParameterValue* dropout = config.find("dropout");
    const double rate = dropout == nullptr ? 0 : std::get<double>(*dropout);
    if (rate == 0 || isTraining == false)
        return {};
    return (isTraining
            ? message(
                "its dropout of %1 drops numbers at random in training, and which it dropped is not recorded")
            : message("its dropout of %1 drops numbers at random in training, and the recording does not say "
                      "whether it was in training"))
        .with(shortestText(rate));
}

Result<LayerSpec> layerSpecOf(const RecordedLayer& layer, const Json& config, const StoredCall& call)
{
    LayerSpec spec;
    spec.name = "layer";
    spec.className = layer.className;
    if (const Status read = readKerasLayerConfig(config, KerasPolicy(DTypePolicy{}), spec); !read)
        return read.error();
    // torch's attention gives its weights back unless it is asked not to, and then computes them in its own dtype.
    if (spec.className == "MultiHeadAttention" && call.hasSecondOutput)
        spec.config.set("return_attention_scores", true);
    return spec;
}

/// Brings input and output to [batch, ...] in Keras' order of axes. False where they have no such axes.
bool bringToKeras(const CallLayout& layout, std::string_view className, ReplayArray& array, bool isInput)
{
    const std::size_t least = className == "Conv2D" ? 4 : className == "MultiHeadAttention" ? 3 : 2;
    if (array.shape.size() + 1 == least)
        array.shape.insert(layout.isTimeFirst ? array.shape.begin() + 1 : array.shape.begin(), 1);
    if (array.shape.size() < least)
        return false;
    if (className == "Conv2D" && array.shape.size() == 4) {
        if (layout.isChannelsFirst)
            array = withAxes(array, std::array{0, 2, 3, 1});
        if (isInput && layout.zerosAround != std::array<std::int64_t, 2>{0, 0}) {
            const auto [vertical, horizontal] = layout.zerosAround;
            const std::int64_t rows = array.shape[1] + 2 * vertical;
            const std::int64_t numbersARow = std::max<std::int64_t>(1, array.shape[0] * array.shape[3]);
            if (rows * (array.shape[2] + 2 * horizontal) > kMaxActivations / numbersARow)
                return false;
            array = withZerosAround(array, vertical, horizontal);
        }
    }
    if (layout.isTimeFirst && array.shape.size() == 3)
        array = withAxes(array, std::array{1, 0, 2});
    return true;
}

} // namespace

std::vector<std::int64_t> chosenExamples(const ReplayArray& output, std::int64_t multiplyAdds)
{
    const std::int64_t batch = output.shape.front();
    const std::int64_t most
        = std::max<std::int64_t>(1, kMaxReplayMultiplyAdds / std::max<std::int64_t>(multiplyAdds, 1));
    std::vector<std::int64_t> chosen;
    const auto size = batch == 0 ? 0 : static_cast<std::ptrdiff_t>(output.values.size()) / batch;
    const auto isFinite = [&](std::int64_t example) {
        const auto begin = output.values.begin() + example * size;
        return std::all_of(begin, begin + size, [](double value) { return std::isfinite(value); });
    };
    for (const bool wanted : {false, true})
        for (std::int64_t i = 0; i < batch && static_cast<std::int64_t>(chosen.size()) < most; ++i)
            if (batch <= most ? wanted : isFinite(i) == wanted)
                chosen.push_back(i);
    std::ranges::sort(chosen);
    return chosen;
}

bool hasCall(const Recording& recording, std::int64_t step, std::string_view path)
{
    return recording.find(step, path, "input") != nullptr && recording.find(step, path, "output") != nullptr;
}

Result<RecordedCall> recordedCall(
    Recording& recording, std::int64_t step, const std::string& path, const std::stop_token& stop)
{
    Result<StoredCall> stored = storedCall(recording, step, path, stop);
    if (!stored)
        return stored.error();
    RecordedCall call;
    const RecordedLayer* described = recording.layer(path);
    const std::optional<RecordedLayer> layer
        = described != nullptr ? std::optional(*described) : guessedLayer(*stored, call.remarks);
    if (!layer)
        return Error{"", message("the recording does not say of which class it is")};
    const LayerClass* row = findRow(layerCatalog(), layer->className);
    if (const Message why = whyNotRedone(row, layer->className); !why.empty())
        return Error{"", why};
    const Result<Json> parsed = parsePythonJson(layer->config);
    if (!parsed || !parsed->is_object())
        return Error{"", "its config is no JSON object"};
    Json config = *parsed;
    const CallLayout layout = takeLayout(config);
    const Result<LayerSpec> spec = layerSpecOf(*layer, config, *stored);
    if (!spec)
        return spec.error().within("config");
    if (const Message why = whyRandom(spec->config, layer->isTraining); !why.empty())
        return Error{"", why};
    const bool isAttention = layer->className == "MultiHeadAttention";
    for (std::size_t i = 1; i < stored->inputs.size(); ++i)
        if (!isAttention || !areSame(stored->inputs[i], stored->inputs.front()))
            return Error{"",
                isAttention ? message(
                    "its inputs differ or have a mask; only attention of one input to itself is redone")
                            : message("it was called with more than one tensor")};
    if (isAttention)
        call.remarks.emplace_back("A causal mask, if the call had one, is not in the recording.");
    call.request.layer = *spec;
    call.request.input = std::move(stored->inputs.front());
    call.output = std::move(stored->output);
    call.request.compute = stored->format;
    if (!bringToKeras(layout, layer->className, call.request.input, true)
        || !bringToKeras(layout, layer->className, call.output, false)
        || call.request.input.shape.front() != call.output.shape.front() || call.output.shape.front() == 0)
        return Error{"",
            "input and output do not have the same number of examples, at least one, as their first axis"};
    const ParameterValue* heads = spec->config.find("num_heads");
    const bool isTorch = recording.stack().starts_with("torch");
    call.request.variables = kerasVariables(std::move(stored->variables), layer->className,
        heads != nullptr ? std::get<std::int64_t>(*heads) : 0);
    call.request.arithmetic = isTorch ? ArithmeticKind::Torch : ArithmeticKind::Written;
    call.request.outputShape.assign(call.output.shape.begin() + 1, call.output.shape.end());
    call.batch = call.output.shape.front();
    call.examples = chosenExamples(call.output, multiplyAddsOfExample(call.request));
    if (static_cast<std::int64_t>(call.examples.size()) < call.batch) {
        call.request.input = entriesOf(call.request.input, call.examples);
        call.output = entriesOf(call.output, call.examples);
    }
    return call;
}

} // namespace ulpscope
