// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/watch.h"

#include "engine/base/closest_name.h"
#include "engine/base/shown_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ulpscope {

namespace {

struct StepMetricRow
{
    std::string_view name;
    std::string_view meaning;
    std::optional<double> (*of)(const StepRecord&);
};

template <StepMetric kMetric>
std::optional<double> metric(const StepRecord& record)
{
    return metricOf(record, kMetric);
}

constexpr std::array kStepMetricRows{
    StepMetricRow{"loss", "Of the step, unscaled.", metric<StepMetric::Loss>},
    StepMetricRow{"reference_loss", "The same of the float64 reference.", metric<StepMetric::ReferenceLoss>},
    StepMetricRow{
        "loss_scale", "By which the loss of this step was multiplied.", metric<StepMetric::LossScale>},
    StepMetricRow{"gradients_flushed_percent",
        "Of the gradient elements that are not zero in float64, those that are zero here.",
        metric<StepMetric::GradientsFlushedPercent>},
    StepMetricRow{"updates_lost_percent",
        "Of the weights that float64's update moves, those that stayed as they were.",
        metric<StepMetric::UpdatesLostPercent>},
    StepMetricRow{"error_vs_float64",
        "Relative L2 distance of the model's output from the float64 reference's.",
        metric<StepMetric::ErrorVsFloat64>},
    StepMetricRow{"gradient_amax", "The largest magnitude of all weight gradients, without the loss scale.",
        metric<StepMetric::GradientAmax>},
    StepMetricRow{"gradient_error_vs_float64",
        "Relative L2 distance of all weight gradients from the float64 reference's.",
        [](const StepRecord& record) { return record.gradientErrorVsFloat64; }},
    StepMetricRow{"overflows", "Elements that were finite before rounding and are not after it.",
        [](const StepRecord& record) { return std::optional(static_cast<double>(record.counts.overflows)); }},
    StepMetricRow{"skipped", "1 where no weight was updated, because a gradient was not finite; else 0.",
        [](const StepRecord& record) { return std::optional(record.skipped ? 1.0 : 0.0); }},
    StepMetricRow{"non_finite", "How many elements are NaN or infinite.",
        [](const StepRecord& record) { return std::optional(static_cast<double>(record.nonFinite)); }},
    StepMetricRow{"step", "Its number, from 0.",
        [](const StepRecord& record) { return std::optional(static_cast<double>(record.step)); }},
};

template <class Rows>
std::vector<std::string> namesOf(const Rows& rows)
{
    std::vector<std::string> names;
    for (const auto& row : rows)
        names.emplace_back(row.name);
    return names;
}

std::string withoutEnd(const std::string& text, std::string_view end)
{
    return text.ends_with(end) ? text.substr(0, text.size() - end.size()) : std::string();
}

/// "dense_2.output", "dense_2.kernel_gradient", "dense_2/kernel.weight_gradient", with or without quotes around the layer.
/// Gives why it is none; empty: it is.
Message readTensor(std::string text, WatchTerm& term)
{
    const auto isSpace = [](char c) { return c == ' ' || c == '\t'; };
    text.erase(
        0, static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), isSpace) - text.begin()));
    while (!text.empty() && isSpace(text.back()))
        text.pop_back();
    const std::size_t point = text.rfind('.');
    if (point == std::string::npos || point == 0 || point + 1 == text.size())
        return message("expected a layer and its tensor, such as (dense_2.output), got (%1)")
            .with(verbatim(text));
    std::string layer = text.substr(0, point);
    const std::string tensor = text.substr(point + 1);
    const char quote = layer.front();
    if ((quote == '"' || quote == '\'') && layer.size() > 2 && layer.back() == quote)
        layer = layer.substr(1, layer.size() - 2);
    for (std::size_t role = 0; role <= static_cast<std::size_t>(TensorRole::OptimizerState); ++role)
        if (roleName(static_cast<TensorRole>(role)) == tensor) {
            term.role = static_cast<TensorRole>(role);
            term.name = layer;
            return {};
        }
    constexpr std::array<std::pair<std::string_view, TensorRole>, 2> kEnds{
        {{"_gradient", TensorRole::WeightGradient}, {"_update", TensorRole::Update}}};
    for (const auto& [end, role] : kEnds)
        if (const std::string variable = withoutEnd(tensor, end); !variable.empty()) {
            term.role = role;
            term.name = layer + "/" + variable;
            return {};
        }
    term.role = TensorRole::Weight;
    term.name = layer + "/" + tensor;
    return {};
}

bool isMetric(const std::string& name)
{
    const std::span<const MetricRow> metrics = metricCatalog();
    return std::any_of(
        metrics.begin(), metrics.end(), [&](const MetricRow& row) { return row.name == name; });
}

/// Gives why the word means nothing; empty: it is the term.
Message readTerm(const FormulaWord& word, WatchTerm& term)
{
    term.text = word.argument ? word.name + "(" + *word.argument + ")" : word.name;
    if (!word.argument) {
        const auto row = std::find_if(kStepMetricRows.begin(), kStepMetricRows.end(),
            [&](const StepMetricRow& each) { return each.name == word.name; });
        if (row == kStepMetricRows.end())
            return isMetric(word.name)
                ? message("expected a layer and its tensor behind '%1', such as %1(dense_2.output)")
                      .with(verbatim(word.name))
                : unknownName(translated("figure of a step"), shownText(word.name), namesOf(kStepMetricRows));
        term.ofStep = row->of;
        return {};
    }
    const std::span<const MetricRow> metrics = metricCatalog();
    const auto metric = std::find_if(
        metrics.begin(), metrics.end(), [&](const MetricRow& row) { return row.name == word.name; });
    if (metric == metrics.end())
        return unknownName(translated("figure of a tensor"), shownText(word.name), namesOf(metrics));
    term.metric = metric->metric;
    return readTensor(*word.argument, term);
}

bool endsWithPath(const std::string& path, const std::string& name)
{
    return path == name || path.ends_with("/" + name);
}

} // namespace

const std::vector<NamedMeaning>& watchMetrics()
{
    static const std::vector<NamedMeaning> metrics = [] {
        std::vector<NamedMeaning> all;
        for (const StepMetricRow& row : kStepMetricRows)
            all.push_back({std::string(row.name), std::string(row.meaning)});
        return all;
    }();
    return metrics;
}

Result<Watch> Watch::parse(std::string_view text)
{
    WatchTerm ignored;
    const auto parsed = parseComparison(text,
        {.check = [&](const FormulaWord& word) { return readTerm(word, ignored); },
            .emptyText = message("expected an expression such as amax(dense_2.output)/65504 > 0.9")});
    if (const auto* error = std::get_if<ExpressionError>(&parsed))
        return Error{message("column %1").with(std::to_string(error->position + 1)), error->message};
    Watch watch;
    watch.m_text = std::string(text);
    watch.m_comparison = std::get<ComparedFormulas>(parsed);
    for (const Formula* side : {&watch.m_comparison.left, &watch.m_comparison.right})
        for (const FormulaWord& word : side->words())
            readTerm(word, watch.m_terms.emplace_back());
    return watch;
}

Status Watch::bind(std::span<const std::string> paths, std::span<const RecordedTensor> recorded)
{
    for (WatchTerm& term : m_terms) {
        if (term.ofStep != nullptr)
            continue;
        term.path.reset();
        const auto isIt = [&](const RecordedTensor& tensor) {
            return tensor.role == term.role && endsWithPath(paths[tensor.path.index()], term.name);
        };
        for (const RecordedTensor& tensor : recorded) {
            if (!isIt(tensor) || term.path == tensor.path)
                continue;
            // The whole path is that one, whatever else ends so.
            if (term.path && paths[term.path->index()] == term.name)
                continue;
            if (term.path && paths[tensor.path.index()] != term.name)
                return Error{"",
                    term.text + ": " + paths[term.path->index()] + " and " + paths[tensor.path.index()]
                        + " both end so; write more of the path"};
            term.path = tensor.path;
        }
        if (!term.path) {
            std::string known;
            for (const RecordedTensor& tensor : recorded)
                if (tensor.role == term.role)
                    known += (known.empty() ? "" : ", ") + paths[tensor.path.index()];
            return Error{"",
                term.text + ": the model has no " + std::string(roleName(term.role)) + " of '" + term.name
                    + "'" + (known.empty() ? std::string() : "; there are those of " + known)};
        }
    }
    return success();
}

Watch::Reading Watch::evaluate(std::span<const double> values) const
{
    const std::size_t left = m_comparison.left.words().size();
    Reading reading{.value = m_comparison.left.value(values.first(left))};
    if (m_comparison.relation) {
        reading.limit = m_comparison.right.value(values.subspan(left));
        reading.holds = ulpscope::holds(*m_comparison.relation, reading.value, *reading.limit);
    }
    return reading;
}

std::optional<Watch::Reading> Watch::read(const StepRecord& record) const
{
    std::vector<double> values;
    for (const WatchTerm& term : m_terms) {
        std::optional<double> value;
        if (term.ofStep != nullptr)
            value = term.ofStep(record);
        else
            for (const TensorPoint& point : record.tensors)
                if (point.path == term.path && point.role == term.role && point.metric == term.metric)
                    value = point.value;
        if (!value)
            return std::nullopt;
        values.push_back(*value);
    }
    return evaluate(values);
}

} // namespace ulpscope
