// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/model/keras_file_import.h"

#include "app/io/json/json_text.h"
#include "app/io/keras/model/keras_state.h"
#include "app/io/keras/model/keras_store.h"
#include "app/io/tensors/keras_file.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/model/resolved_policies.h"
#include "engine/policy/effective_policy.h"
#include "engine/scaling/loss_scale.h"
#include "engine/tensor/arithmetic.h"
#include "engine/tensor/integer_kernel.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>

namespace ulpscope {

namespace {

/// Whether the layer's quantization_config, which later versions of Keras write, is what int8 has of itself: inputs to integers too, by the
/// largest magnitude.
bool isUsualQuantization(const LayerSpec& layer)
{
    const Result<Json> extras
        = layer.kerasConfig.empty() ? Result<Json>(Json::object()) : parseJson(layer.kerasConfig);
    const Json* own = extras ? findMember(*extras, "quantization_config") : nullptr;
    const Json* config = own != nullptr ? findMember(*own, "config") : nullptr;
    if (config == nullptr || !config->is_object())
        return true;
    const Json* weights = findMember(*config, "weight_quantizer");
    const Json* inputs = findMember(*config, "activation_quantizer");
    return (weights == nullptr || weights->is_null()) && inputs != nullptr
        && textMember(*inputs, "class_name") == "AbsMaxQuantizer";
}

/// Which elements of a kernel have a scale in common.
struct ScaleOfElement
{
    std::vector<Index> column; ///< the index of each element's scale
    Index columns = 0;
};

/// A scale for each index of the axes that kernel and output share, in the output's order (keras/src/layers/core/einsum_dense.py).
ScaleOfElement scalesOf(const PlannedLayer& planned, const Shape& kernel)
{
    const std::string equation = planned.options.config.find("equation") == nullptr
        ? "ab,bc->ac"
        : planned.options.config.text("equation");
    const std::size_t comma = equation.find(',');
    const std::size_t arrow = equation.find("->");
    const std::string letters = equation.substr(comma + 1, arrow - comma - 1);
    std::vector<Index> strides(letters.size(), 0);
    Index columns = 1;
    for (std::size_t i = equation.size(); i-- > arrow + 2;)
        if (const std::size_t axis = letters.find(equation[i]); axis != std::string::npos) {
            strides[axis] = columns;
            columns *= kernel.extents()[axis];
        }
    ScaleOfElement of{std::vector<Index>(static_cast<std::size_t>(kernel.elements())), columns};
    for (Index i = 0; i < kernel.elements(); ++i) {
        Index rest = i;
        for (std::size_t axis = letters.size(); axis-- > 0;) {
            of.column[static_cast<std::size_t>(i)] += rest % kernel.extents()[axis] * strides[axis];
            rest /= kernel.extents()[axis];
        }
    }
    return of;
}

/// What stays of 127 / scale when Keras' epsilon, 1e-7, is taken off, and the numbers beside it: one of them is the largest magnitude
/// that the scale was made of.
std::vector<double> possibleMagnitudes(double scale, const Format& format)
{
    constexpr int kBeside = 4;
    const double about = std::max(roundToFormat(format, 127 / scale - 1e-7), 0.0);
    const double step = about > 0 ? std::ldexp(1.0, std::ilogb(about) - format.precision() + 1) : 0;
    std::vector<double> possible{about};
    for (int i = 1; i <= kBeside && step > 0; ++i)
        for (const double sign : {-1.0, 1.0})
            possible.push_back(roundToFormat(format, std::max(about + sign * i * step, 0.0)));
    possible.push_back(0); // a column of zeros
    return possible;
}

/// The column's numbers, of which quantizeKernel() makes these codes and this scale.
std::optional<std::vector<double>> numbersOf(
    const std::vector<double>& codes, double scale, const Format& format)
{
    double most = 0;
    for (const double code : codes)
        most = std::max(most, std::fabs(code));
    Tensor column(Shape{static_cast<Index>(codes.size()), 1}, format);
    IntegerCodes made;
    for (const double magnitude : possibleMagnitudes(scale, format)) {
        for (std::size_t i = 0; i < codes.size(); ++i)
            column.set(static_cast<Index>(i),
                codes[i] != 0 && std::fabs(codes[i]) == most ? std::copysign(magnitude, codes[i])
                                                             : roundToFormat(format, codes[i] / scale));
        quantizeKernel(column, 8, -1, made);
        bool isSame = made.scales.at(0) == scale;
        for (std::size_t i = 0; i < codes.size(); ++i)
            isSame = isSame && made.codes.at(static_cast<Index>(i)) == codes[i];
        if (!isSame)
            continue;
        std::vector<double> numbers(codes.size());
        for (std::size_t i = 0; i < codes.size(); ++i)
            numbers[i] = column.at(static_cast<Index>(i));
        return numbers;
    }
    return std::nullopt;
}

bool hasIntegers(const TensorFile& file, const std::string& stored)
{
    const Result<std::size_t> index = file.find(stored);
    const ElementType* type = index ? file.tensors()[*index].type : nullptr;
    return type != nullptr && (type->kind == ElementKind::Signed || type->kind == ElementKind::Unsigned);
}

Status kernelToNumbers(const ScaleOfElement& of, const StoredTensor& scales, const std::string& place,
    const Format& format, NpyArray& kernel)
{
    std::vector<std::vector<std::size_t>> elements(static_cast<std::size_t>(of.columns));
    for (std::size_t i = 0; i < of.column.size(); ++i)
        elements[static_cast<std::size_t>(of.column[i])].push_back(i);
    std::vector<double> values = std::visit(
        [](const auto& stored) { return std::vector<double>(stored.begin(), stored.end()); }, kernel.values);
    for (std::size_t column = 0; column < elements.size(); ++column) {
        std::vector<double> codes;
        for (const std::size_t i : elements[column])
            codes.push_back(values[i]);
        const std::optional<std::vector<double>> numbers = numbersOf(codes, scales.value(column), format);
        if (!numbers)
            return Error{place,
                "no kernel has the codes and the scale of column " + std::to_string(column)
                    + " under int8, which divides 127 by the largest magnitude"};
        for (std::size_t i = 0; i < codes.size(); ++i)
            values[elements[column][i]] = (*numbers)[i];
    }
    if (contains(float32Format(), format))
        kernel.values = std::vector<float>(values.begin(), values.end());
    else
        kernel.values = std::move(values);
    return success();
}

} // namespace

/// Whether what each layer is stored as is read here: numbers, or the integers of int8 of a kernel. The error is at the layer.
Status checkStoredIntegers(const ModelSpec& spec, const PolicySettings& policies)
{
    const Result<std::vector<ResolvedPolicy>> resolved = resolvePolicies(spec, policies);
    if (!resolved)
        return resolved.error();
    for (const ResolvedPolicy& layer : *resolved) {
        const DTypePolicy& policy = layer.kept;
        if (!policy.isQuantized() || policy.isFloat8())
            continue;
        const bool isKernel = layer.className == "Dense" || layer.className == "EinsumDense";
        if (policy.quantizationMode != "int8" || !isKernel)
            return Error{shownText(layer.path),
                "its weights are stored as integers of " + shownText(policy.name)
                    + ", which are not taken over"
                    + (isKernel ? "; those of int8 are" : " of an " + layer.className)
                    + ". Save the model before it is quantized"};
        if (!isUsualQuantization(spec.layers[layer.layer]))
            return Error{shownText(layer.path),
                "its quantization_config is none of int8's own, and the integers of others are not taken over; save the model "
                "before it is quantized"};
    }
    return success();
}

/// weights: storedWeights() of the file, where such a kernel is its codes. taken: gets the names of the scales. An error's place is
/// the scale's, where no kernel has these codes and this scale.
Status codesToNumbers(TensorFile& file, const ModelPlan& plan, const std::vector<StoredPlace>& places,
    const Model& model, std::vector<NamedArray>& weights, std::set<std::string>& taken,
    const std::stop_token& stop)
{
    std::size_t next = 0; // place of the node's first variable
    for (std::size_t i = 0; i < plan.layers.size(); ++i) {
        const std::span<const Variable> variables = model.nodes()[i].layer->variables();
        const std::size_t first = next;
        next += variables.size();
        const bool isKernelOfIntegers = plan.layers[i].options.numerics.integerKernel.has_value();
        for (std::size_t v = isKernelOfIntegers ? 1 : 0; v < variables.size(); ++v)
            if (hasIntegers(file, places[first + v].stored))
                return Error{places[first + v].stored,
                    "has integers for " + shownText(places[first + v].variable)
                        + ", and no dtype policy of the file says what they stand for; save the model before it is quantized"};
        if (!isKernelOfIntegers)
            continue;
        const std::string& kernel = places[first].stored; // "layers/dense/vars/0"
        const std::string place = kernel.substr(0, kernel.rfind('/') + 1) + std::to_string(variables.size());
        const ScaleOfElement of = scalesOf(plan.layers[i], variables[0].value.shape());
        const Result<std::size_t> index = file.find(place);
        if (!index)
            return Error{place, "it has no scale of the integers of " + shownText(places[first].variable)};
        if (file.tensors()[*index].elements() != static_cast<std::uint64_t>(of.columns))
            return Error{place,
                "expected " + std::to_string(of.columns) + " scales of the integers of "
                    + shownText(places[first].variable)};
        const Result<StoredTensor> scales = file.read(*index, nullptr, stop);
        if (!scales)
            return scales.error();
        if (const Status read
            = kernelToNumbers(of, *scales, place, variables[0].value.format(), weights[first].array);
            !read)
            return read;
        taken.insert(place);
    }
    return success();
}

namespace {

/// Where LossScaleOptimizer keeps it, behind its iterations, learning rate and step counter (keras/src/optimizers/loss_scale_optimizer.py).
constexpr const char* kDynamicScale = "optimizer/vars/3";

/// Whether the scale goes on from where it was: where training had begun, the file has it and a run can begin with it.
Result<bool> takeLossScale(TensorFile& file, KerasFileImport& import, const std::stop_token& stop)
{
    if (hasUnbuiltLossScale(file))
        return false;
    Component& scale = *import.model.compile.lossScale;
    const Result<std::size_t> index = file.find(kDynamicScale);
    if (!index || !file.tensors()[*index].shape.empty()) {
        import.notes.emplace_back("The file does not say how far the loss scale had come: it begins anew.");
        return false;
    }
    const Result<StoredTensor> reached = file.read(*index, nullptr, stop);
    if (!reached)
        return reached.error();
    Component wanted = scale;
    wanted.config.set("initial_scale", reached->value(0));
    if (const Result<Component> checked = checkComponent(lossScaleCatalog(), "loss scale", wanted)) {
        scale = *checked;
        return true;
    }
    import.notes.push_back("The loss scale had become " + shortestText(reached->value(0))
        + ", with which no run can begin: it begins anew.");
    return false;
}

bool hasPart(const TensorFile& file, std::string_view beginning)
{
    return std::ranges::any_of(
        file.tensors(), [&](const TensorEntry& entry) { return entry.name.starts_with(beginning); });
}

/// Where compile had wrapped the optimizer by itself, the config names the optimizer alone: who loads it under another global policy
/// goes on without a loss scale.
void addWrappedScale(const TensorFile& file, KerasFileImport& import)
{
    if (import.model.compile.lossScale || !hasPart(file, "optimizer/inner_optimizer/"))
        return;
    import.model.compile.lossScale = *checkComponent(lossScaleCatalog(), "loss scale", {"dynamic", {}});
    import.notes.emplace_back(
        "compile had wrapped the optimizer in a LossScaleOptimizer, of which the file's config says nothing: "
        "Keras does so again on loading only under the global policy mixed_float16, else the loss scale is lost.");
}

/// "layers/dropout/seed_generator/vars/0", the state of a Dropout's generator: what of the layers is no variable here.
void noteLeftOut(const TensorFile& file, const std::vector<StoredPlace>& places, std::set<std::string> taken,
    KerasFileImport& import)
{
    for (const StoredPlace& place : places)
        taken.insert(place.stored);
    std::vector<std::string> left;
    for (const TensorEntry& entry : file.tensors())
        if (entry.name.starts_with("layers/") && !taken.contains(entry.name))
            left.push_back(entry.name);
    const bool isRandomState = std::ranges::all_of(
        left, [](const std::string& name) { return name.find("/seed_generator/") != std::string::npos; });
    if (!left.empty())
        import.notes.push_back("Left out: " + shownText(left.front())
            + (left.size() == 1 ? "" : " and " + counted(static_cast<std::int64_t>(left.size() - 1), "other"))
            + " of the layers' tensors" + (isRandomState ? ", the state of random numbers." : "."));
}

Result<KerasFileImport> importOpened(const std::filesystem::path& path, const Kernels& kernels,
    const KerasPolicy& global, const std::stop_token& stop)
{
    const Result<std::string> config = kerasConfigText(path);
    if (!config)
        return config.error();
    Result<KerasModelImport> model = importKerasModel(*config, {global});
    if (!model)
        return model.error().within("config.json");
    const Result<std::unique_ptr<TensorFile>> file = openTensorFile(path, stop);
    if (!file)
        return file.error();
    KerasFileImport import{*std::move(model), {}, {}, {}};
    if (const Status known = checkStoredIntegers(import.model.model, import.model.policies); !known)
        return known.error();
    const Result<ModelPlan> plan = planModel(import.model.model, import.model.policies, 0);
    if (!plan)
        return plan.error();
    Arithmetic arithmetic(kernels);
    const Model built(*plan, arithmetic);
    const std::vector<StoredPlace> places = storedPlaces(import.model.model, *plan, built);
    Result<std::vector<NamedArray>> weights = storedWeights(**file, places, built, stop);
    if (!weights)
        return weights.error().within("model.weights.h5");
    import.weights = *std::move(weights);
    std::set<std::string> taken;
    if (const Status read = codesToNumbers(**file, *plan, places, built, import.weights, taken, stop); !read)
        return read.error().within("model.weights.h5");
    addWrappedScale(**file, import);
    bool scaleGoesOn = false;
    if (import.model.compile.lossScale) {
        const Result<bool> scale = takeLossScale(**file, import, stop);
        if (!scale)
            return scale.error().within("model.weights.h5");
        scaleGoesOn = *scale;
    }
    Result<KerasTrainingState> state = storedTrainingState(
        **file, import.model.model, import.model.compile, scaleGoesOn, places, built, stop);
    if (!state)
        return state.error().within("model.weights.h5");
    import.state = std::move(state->arrays);
    import.notes.insert(import.notes.end(), state->notes.begin(), state->notes.end());
    taken.merge(state->taken);
    noteLeftOut(**file, places, std::move(taken), import);
    return import;
}

} // namespace

Result<KerasFileImport> importKerasFile(const std::filesystem::path& path, const Kernels& kernels,
    const KerasPolicy& global, const std::stop_token& stop)
{
    Result<KerasFileImport> import = importOpened(path, kernels, global, stop);
    if (!import && import.error().place != path.string() && import.error().kind != ErrorKind::Stopped)
        return import.error().within(path.string());
    return import;
}

} // namespace ulpscope
