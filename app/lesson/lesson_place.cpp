// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_place.h"

#include "app/io/json/json_text.h"
#include "app/io/session/session_file.h"
#include "app/io/session/suggestion.h"
#include "engine/base/check.h"
#include "engine/base/closest_name.h"
#include "engine/base/expression.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/data/number_series.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/overflow_rule.h"
#include "engine/dtype/rounding.h"
#include "engine/kernels/accumulator.h"
#include "engine/model/layer_numerics.h"
#include "engine/model/model_plan.h"
#include "engine/policy/effective_policy.h"
#include "engine/session/checked_session.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace ulpscope {

namespace {

using Kind = PlaceKind;

constexpr std::array kPlaces{
    // Controls whose values a session holds.
    LessonPlace{"policy", "Global policy", Kind::SessionControl, "/policies/global"},
    LessonPlace{"recipe", "Numerics > All layers' recipe", Kind::SessionControl, "/policies/recipe/class"},
    LessonPlace{"recipe.amax-history", "Length of the amax history", Kind::SessionControl,
        "/policies/recipe/amax_history_len", "te_delayed"},
    LessonPlace{"recipe.amax-algorithm", "Algorithm of the amax (amax compute algo)", Kind::SessionControl,
        "/policies/recipe/amax_compute_algo", "te_delayed"},
    LessonPlace{"loss-scale", "Loss scale", Kind::SessionControl, "/training/loss_scale/scale", "fixed"},
    LessonPlace{"loss-scale.kind", "Kind of loss scale", Kind::SessionControl, "/training/loss_scale/class"},
    LessonPlace{"loss-scale.initial", "Initial loss scale", Kind::SessionControl,
        "/training/loss_scale/initial_scale", "dynamic"},
    LessonPlace{"loss-scale.growth-steps", "Steps until the loss scale grows", Kind::SessionControl,
        "/training/loss_scale/dynamic_growth_steps", "dynamic"},
    LessonPlace{"loss-weight", "Loss weight", Kind::SessionControl, "/training/loss_weight"},
    LessonPlace{"learning-rate", "Learning rate", Kind::SessionControl, "/training/optimizer/learning_rate"},
    LessonPlace{"optimizer", "Optimizer", Kind::SessionControl, "/training/optimizer/class"},
    LessonPlace{"epsilon", "Epsilon of the optimizer", Kind::SessionControl, "/training/optimizer/epsilon"},
    LessonPlace{"weight-decay", "Weight decay", Kind::SessionControl, "/training/optimizer/weight_decay"},
    LessonPlace{"clip-norm", "Largest norm of all gradients (global clipnorm)", Kind::SessionControl,
        "/training/optimizer/global_clipnorm"},
    LessonPlace{"training-loop", "Training loop", Kind::SessionControl, "/training/loop", "", false, "fit"},
    LessonPlace{"steps", "Steps", Kind::SessionControl, "/training/steps"},
    LessonPlace{"batch-size", "Batch size", Kind::SessionControl, "/training/batch_size"},
    LessonPlace{"seed", "Seed", Kind::SessionControl, "/training/seed"},
    LessonPlace{"arithmetic", "Arithmetic", Kind::SessionControl, "/training/arithmetic", "", false, "auto"},
    LessonPlace{"watch", "Watch", Kind::SessionControl, "/probes/watch"},
    LessonPlace{"layer.policy", "Policy of a layer", Kind::SessionControl, "/layers/*/policy", "", true},
    LessonPlace{"layer.accumulator", "Numerics > Forward > accumulator", Kind::SessionControl,
        "/layers/*/numerics/forward/accumulator", "", true},
    LessonPlace{"layer.input-format", "Numerics > Forward > input", Kind::SessionControl,
        "/layers/*/numerics/forward/input", "", true},
    LessonPlace{"layer.kernel-format", "Numerics > Forward > kernel", Kind::SessionControl,
        "/layers/*/numerics/forward/kernel", "", true},
    LessonPlace{"layer.gradient-format", "Numerics > Input gradient > output gradient", Kind::SessionControl,
        "/layers/*/numerics/input_gradient/output_gradient", "", true},
    LessonPlace{"layer.weight-gradient-format", "Numerics > Weight gradient > output gradient",
        Kind::SessionControl, "/layers/*/numerics/weight_gradient/output_gradient", "", true},
    LessonPlace{"layer.master-weights", "Numerics > Stored > master weights", Kind::SessionControl,
        "/layers/*/numerics/variable", "", true},
    LessonPlace{
        "layer.activation", "Activation of a layer", Kind::SessionControl, "/layers/*/activation", "", true},
    // Controls whose values a view holds.
    LessonPlace{"number-lab.value", "Number in the lab", Kind::ViewControl},
    LessonPlace{"number-lab.format", "the row of a format in the lab", Kind::ViewControl},
    LessonPlace{"number-lab.bits", "the bits of the number: click one to flip it", Kind::ViewControl},
    LessonPlace{"number-lab.rounding", "Rounding mode of the lab", Kind::ViewControl},
    LessonPlace{"number-lab.overflow-rule", "Overflow rule of the lab", Kind::ViewControl},
    LessonPlace{"bench.series", "Kind of terms on the bench", Kind::ViewControl},
    LessonPlace{"bench.count", "Number of terms on the bench", Kind::ViewControl},
    LessonPlace{"bench.inputs", "Format of the numbers on the bench", Kind::ViewControl},
    LessonPlace{"bench.accumulator", "Accumulator on the bench", Kind::ViewControl},
    LessonPlace{"bench.quantity", "Quantity that the bench plots", Kind::ViewControl},
    // Places without a value, such as plots and tabs.
    LessonPlace{"tab.run", "the tab Run", Kind::Tab},
    LessonPlace{"tab.policy-map", "the page Policy map", Kind::Tab},
    LessonPlace{"tab.number-lab", "the page Number lab", Kind::Tab},
    LessonPlace{"tab.accumulators", "the page Accumulators", Kind::Tab},
    LessonPlace{"tab.diagnosis", "the page Diagnosis", Kind::Tab},
    LessonPlace{"tab.compare", "the page Compare", Kind::Tab},
    LessonPlace{"tab.predictions", "the page Predictions", Kind::Tab},
    LessonPlace{"tile.loss", "the tile Loss", Kind::Tile},
    LessonPlace{"tile.gradients-flushed", "the tile Gradients flushed", Kind::Tile},
    LessonPlace{"tile.updates-lost", "the tile Updates lost", Kind::Tile},
    LessonPlace{"tile.overflows", "the tile Overflows", Kind::Tile},
    LessonPlace{"tile.error", "the tile Error against float64", Kind::Tile},
    LessonPlace{"tile.accuracy", "the tile Test accuracy", Kind::Tile},
    LessonPlace{"verdict", "the verdict", Kind::Panel},
    LessonPlace{"plot.loss", "the plot of the loss", Kind::Plot},
    LessonPlace{"plot.error", "the plot of the error against float64", Kind::Plot},
    LessonPlace{"plot.loss-scale", "the plot of the loss scale", Kind::Plot},
    LessonPlace{"plot.flushed", "the plot of flushed gradients and lost updates", Kind::Plot},
    LessonPlace{"plot.gradient-amax", "the plot of the largest gradient", Kind::Plot},
    LessonPlace{"plot.operand-amax", "the plot of the amax of a float8 layer's input", Kind::Plot},
    LessonPlace{"plot.bench", "the plot of the bench", Kind::Plot},
    LessonPlace{"bench.table", "the table of the bench", Kind::Panel},
    LessonPlace{"number-lab.table", "the number in each format", Kind::Panel},
    LessonPlace{"number-lab.line", "the number line of the lab", Kind::Panel},
    LessonPlace{"number-lab.tensor", "the tensor browser of the lab", Kind::Panel},
    LessonPlace{"tree", "the tree of layers", Kind::Panel},
    LessonPlace{"tree.layer", "a layer in the tree", Kind::Panel, "", "", true},
    LessonPlace{"tree.flushed", "the column Flushed of a layer", Kind::Panel, "", "", true},
    LessonPlace{"tree.error", "the column of a layer's error", Kind::Panel, "", "", true},
    LessonPlace{"run.train", "the button Train", Kind::Panel},
    LessonPlace{"run.step", "the button Step", Kind::Panel},
    LessonPlace{"run.reset", "the button Reset", Kind::Panel},
    LessonPlace{"diagnosis.first-nan", "Where the first NaN was born", Kind::Panel},
    LessonPlace{"diagnosis.blame", "the layer to blame", Kind::Panel},
    LessonPlace{"diagnosis.cost", "What the policies cost", Kind::Panel},
    LessonPlace{"diagnosis.exponents", "the exponents of a tensor", Kind::Panel},
    LessonPlace{"diagnosis.formats", "What a tensor would lose in other formats", Kind::Panel},
};

template <class T>
Status statusOf(const Result<T>& found)
{
    return found ? success() : Status(found.error());
}

Status checkNumber(const std::string& typed)
{
    const auto parsed = parseExpression(typed);
    const auto* error = std::get_if<ExpressionError>(&parsed);
    return error == nullptr ? success() : Status(Error{"", error->message});
}

Status checkName(std::string_view what, const std::string& name, const std::vector<std::string>& known)
{
    return std::find(known.begin(), known.end(), name) != known.end()
        ? success()
        : Status(Error{"", unknownName(what, shownText(name), known)});
}

Status checkSeries(const std::string& name)
{
    std::vector<std::string> known;
    for (const NumberSeries& series : numberSeries())
        known.emplace_back(series.name);
    return checkName("series", name, known);
}

struct ViewValues
{
    std::string_view place;
    Status (*check)(const std::string& value);
};
constexpr std::array kViewValues{
    ViewValues{"number-lab.value", checkNumber},
    ViewValues{"number-lab.bits", checkNumber},
    ViewValues{"number-lab.format", [](const std::string& name) { return statusOf(formatByName(name)); }},
    ViewValues{
        "number-lab.rounding", [](const std::string& name) { return statusOf(roundingModeByName(name)); }},
    ViewValues{"number-lab.overflow-rule",
        [](const std::string& name) { return statusOf(overflowRuleByName(name)); }},
    ViewValues{"bench.series", checkSeries},
    ViewValues{"bench.count", checkNumber},
    ViewValues{"bench.inputs", [](const std::string& name) { return statusOf(formatByName(name)); }},
    ViewValues{
        "bench.accumulator", [](const std::string& name) { return statusOf(accumulatorByName(name)); }},
    ViewValues{"bench.quantity",
        [](const std::string& name) {
            return checkName("quantity", name, {"sum", "error"});
        }},
};

std::vector<std::string> keysOf(std::string_view pointer)
{
    std::vector<std::string> keys;
    for (const char c : pointer) {
        if (c == '/')
            keys.emplace_back();
        else
            keys.back() += c;
    }
    return keys;
}

Json toJson(const ControlValue& value)
{
    if (const auto* number = std::get_if<double>(&value)) {
        constexpr double kExact = 0x1p53;
        if (std::fabs(*number) <= kExact && std::trunc(*number) == *number) // a seed has to be an integer
            return *number < 0 ? Json(static_cast<std::int64_t>(*number))
                               : Json(static_cast<std::uint64_t>(*number));
        return *number;
    }
    return std::visit([](const auto& v) { return Json(v); }, value);
}

/// The value that a layer's policy or override inherits; empty if the session is broken there.
std::optional<ControlValue> inheritedValue(
    const SessionSpec& session, const LessonPlace& place, const std::string& layer)
{
    constexpr std::string_view kNumerics = "/layers/*/numerics/";
    const Result<ModelPlan> plan = planModel(session.model, session.policies, session.training.seed);
    if (!plan)
        return std::nullopt;
    const auto planned
        = std::find_if(plan->layers.begin(), plan->layers.end(), [&](const PlannedLayer& each) {
              return each.role == NodeRole::Layer && each.name == layer && !each.policyProblem;
          });
    if (planned == plan->layers.end())
        return std::nullopt;
    if (place.pointer == "/layers/*/policy")
        return ControlValue(planned->policy.name);
    if (!place.pointer.starts_with(kNumerics))
        return std::nullopt;
    std::string path(place.pointer.substr(kNumerics.size()));
    std::replace(path.begin(), path.end(), '/', '.');
    const LayerSpec& spec = session.model.layers[planned->layer];
    const Result<LayerRecipe> recipe
        = recipeOfLayer(spec.recipe, session.policies, spec.className, planned->policy);
    for (const NumericsOverrideRow& row : numericsOverrides())
        if (row.path == path && recipe)
            return ControlValue(
                effectiveOverride(planned->policy, recipe->recipe, spec.numerics, row.setting).value);
    return std::nullopt;
}

const Json* layerByName(const Json& layers, const std::string& name)
{
    for (const Json& layer : layers)
        if (const Json* has = findMember(layer, "name"); has != nullptr && *has == name)
            return &layer;
    return nullptr;
}

} // namespace

std::span<const LessonPlace> lessonPlaces()
{
    return kPlaces;
}

Result<const LessonPlace*> lessonPlaceByName(std::string_view name)
{
    std::vector<std::string> known;
    for (const LessonPlace& place : kPlaces) {
        if (place.name == name)
            return &place;
        known.emplace_back(place.name);
    }
    return Error{"", unknownName("place", shownText(name), known)};
}

std::string toText(const ControlValue& value)
{
    if (const auto* text = std::get_if<std::string>(&value))
        return *text;
    if (const auto* number = std::get_if<double>(&value))
        return shortestText(*number);
    return std::get<bool>(value) ? "true" : "false";
}

Result<SessionSpec> withControl(
    const SessionSpec& session, const LessonPlace& place, const std::string& layer, const ControlValue& value)
{
    check(place.kind == PlaceKind::SessionControl, "[withControl] a control of the session");
    std::vector<std::string> keys = keysOf(place.pointer);
    Json change = toJson(value);
    for (auto key = keys.rbegin(); key != keys.rend(); ++key) {
        Json outer = Json::object();
        if (key == keys.rbegin() && !place.ofClass.empty())
            outer["class"] = place.ofClass;
        outer[*key == "*" ? layer : *key] = std::move(change);
        change = std::move(outer);
    }
    return withSuggestion(session, {std::string(place.title), layoutJson(change)});
}

std::optional<ControlValue> controlValue(
    const SessionSpec& session, const LessonPlace& place, const std::string& layer)
{
    const Result<CheckedSession> checked = resolveSession(session);
    const Result<Json> whole = parseJson(writeSession(checked ? checked->session : session));
    if (!whole)
        return std::nullopt;
    const Json* json = &*whole;
    const Json* around = nullptr;
    for (const std::string& key : keysOf(place.pointer)) {
        around = json;
        json = key == "*" ? layerByName(*json, layer) : findMember(*json, key.c_str());
        if (json == nullptr)
            return place.unwritten.empty() || around == nullptr
                ? std::nullopt
                : std::optional<ControlValue>(std::string(place.unwritten));
    }
    const Json* className = around != nullptr ? findMember(*around, "class") : nullptr;
    if (!place.ofClass.empty() && (className == nullptr || *className != place.ofClass))
        return std::nullopt;
    if (json->is_boolean())
        return ControlValue(json->get<bool>());
    if (json->is_number())
        return ControlValue(json->get<double>());
    if (json->is_string())
        return ControlValue(json->get<std::string>());
    return std::nullopt;
}

Status checkViewValue(const LessonPlace& place, const ControlValue& value)
{
    for (const ViewValues& values : kViewValues)
        if (values.place == place.name)
            return values.check(toText(value));
    return success();
}

std::optional<ControlValue> controlInForce(
    const SessionSpec& session, const LessonPlace& place, const std::string& layer)
{
    if (std::optional<ControlValue> own = controlValue(session, place, layer))
        return own;
    if (!place.ofClass.empty()) {
        const std::string around(place.pointer.substr(0, place.pointer.rfind('/') + 1));
        const std::string className = around + "class";
        return controlValue(session, {place.name, place.title, place.kind, className}, layer);
    }
    return place.isOfLayer ? inheritedValue(session, place, layer) : std::nullopt;
}

} // namespace ulpscope
