// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/origin_metrics.h"

#include "ui/files/models/tensor_tables.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/translation.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

struct OriginText
{
    Q_DECLARE_TR_FUNCTIONS(OriginMetrics)
};

QString kindText(OriginKind kind)
{
    switch (kind) {
    case OriginKind::Producer:
        return OriginText::tr("producer");
    case OriginKind::Propagator:
        return OriginText::tr("propagator");
    case OriginKind::Stopper:
        return OriginText::tr("stopper");
    case OriginKind::Unknown:
        break;
    }
    return OriginText::tr("unknown");
}

/// Producers first, else in their order.
std::vector<const Origin*> byKind(const OriginsReport& report)
{
    std::vector<const Origin*> origins;
    for (const Origin& origin : report.origins)
        origins.push_back(&origin);
    std::stable_partition(origins.begin(), origins.end(),
        [](const Origin* origin) { return origin->kind == OriginKind::Producer; });
    return origins;
}

/// Says how the value arose: the engine's sentence in English, else one translated from its parts.
QString howBorn(const LocalError& error)
{
    const LocalBirth& birth = *error.birth;
    if (isEnglish())
        return toQt(birth.sentence);
    const QString format = toQt(error.format->name);
    if (birth.cause)
        return engineText(*birth.cause);
    if (std::isfinite(birth.emulated))
        return OriginText::tr(
            "the recorded %1 is not what %2 makes of these inputs and weights, which is %3: sums or steps between were "
            "kept in something narrower, or the layer did more")
            .arg(shortNumber(birth.recorded), format, shortNumber(birth.emulated));
    if (birth.dotProduct && !std::isfinite(birth.dotProduct->rounded)) {
        QStringList finiteIn;
        for (const std::string& name : birth.dotProduct->finiteIn)
            finiteIn += toQt(name);
        const QString text
            = OriginText::tr("the dot product is %1, and %2 ends at %3")
                  .arg(shortNumber(birth.dotProduct->exact), format, shortNumber(error.format->maxFinite()));
        return finiteIn.isEmpty()
            ? text
            : OriginText::tr("%1; finite in %2").arg(text, finiteIn.join(QStringLiteral(", ")));
    }
    QStringList operands;
    for (const NamedValue& operand : birth.operands)
        operands += operandText(operand);
    return OriginText::tr("it comes from: %1").arg(operands.join(QStringLiteral(", ")));
}

} // namespace

Result<std::optional<FoundOrigins>> foundOrigins(Recording& recording,
    const std::vector<std::string>& expected, const Kernels& kernels, const std::stop_token& stop,
    const std::function<void(std::size_t done, std::size_t all)>& progress)
{
    const std::vector<std::int64_t>& steps = recording.steps();
    Result<std::optional<OriginsReport>> report
        = findOrigins(recording, expected, steps.front(), steps.back(), stop, progress);
    if (!report)
        return report.error();
    if (!*report)
        return std::optional<FoundOrigins>();
    FoundOrigins found{**std::move(report), {}};
    for (const Origin& origin : found.report.origins) {
        if (stop.stop_requested())
            return stoppedError();
        if (origin.kind != OriginKind::Producer)
            continue;
        Result<LocalError> error = localError(recording, found.report.step, origin.path, kernels, stop);
        if (error.ok() && error->birth)
            found.births.push_back(*std::move(error));
    }
    return std::optional(std::move(found));
}

QString originSentence(const OriginsReport& report)
{
    const TensorHealth& first = report.tensors[*report.first];
    return OriginText::tr(
        "The first tensor with a number that is not finite is %1, at step %2: %3 of %4 are NaN or infinite.")
        .arg(toQt(first.tensor->name.tensor()), countText(report.step),
            countText(std::int64_t(first.summary.notFinite())),
            countText(std::int64_t(first.summary.elements)));
}

MetricTable originMetrics(const OriginsReport& report)
{
    MetricTable metrics;
    metrics.columns = {
        {OriginText::tr("Layer"), OriginText::tr("Its path; Return or a click goes to the tensor"), false},
        {OriginText::tr("Is a"),
            OriginText::tr(
                "A producer made it: all that goes in is finite. A propagator got it and handed it on. Behind a stopper all is "
                "finite again."),
            false},
        {OriginText::tr("Because"), OriginText::tr("What its tensors say"), false}};
    for (const Origin* origin : byKind(report)) {
        MetricTableRow row;
        row.cells = {toQt(origin->path), kindText(origin->kind), engineText(origin->because)};
        row.isWorst = origin->kind == OriginKind::Producer;
        row.tip = row.cells.back();
        metrics.rows.push_back(std::move(row));
    }
    return metrics;
}

std::vector<RecordedPlace> placesOfOrigins(const OriginsReport& report)
{
    std::vector<RecordedPlace> places;
    for (const Origin* origin : byKind(report))
        places.push_back({origin->path, origin->tensor, report.step});
    return places;
}

MetricTable roadMetrics(const OriginsReport& report)
{
    MetricTable metrics;
    metrics.columns = {
        {OriginText::tr("Tensor"),
            OriginText::tr(
                "The last tensors before the first that is not finite, in the order in which they came to be; "
                "Return or a click goes to one"),
            false},
        {OriginText::tr("dtype"), OriginText::tr("What its elements are"), false},
        {OriginText::tr("Least"), OriginText::tr("The least magnitude above zero")},
        {OriginText::tr("Largest"), OriginText::tr("The largest finite magnitude")},
        {OriginText::tr("NaN, ∞"), OriginText::tr("How many elements are NaN or infinite")}};
    for (const std::size_t place : report.road) {
        const TensorHealth& health = report.tensors[place];
        const QString count = countText(std::int64_t(health.summary.notFinite()));
        MetricTableRow row;
        row.cells = {toQt(health.tensor->name.tensor()), toQt(health.tensor->entry.type->name),
            numberText(health.summary.least), numberText(health.summary.largest),
            health.isExpected && health.summary.notFinite() > 0 ? OriginText::tr("%1 (expected)").arg(count)
                                                                : count};
        row.isWorst = place == *report.first;
        metrics.rows.push_back(std::move(row));
    }
    return metrics;
}

std::vector<RecordedPlace> placesOfRoad(const OriginsReport& report)
{
    std::vector<RecordedPlace> places;
    for (const std::size_t place : report.road) {
        const RecordedName& name = report.tensors[place].tensor->name;
        places.push_back({name.path, name.role, name.step});
    }
    return places;
}

QString birthSentence(const LocalError& error)
{
    return OriginText::tr("%1 at step %2, output %3: %4")
        .arg(toQt(error.path), countText(error.step), shapeText(error.birth->index), howBorn(error));
}

MetricTable operandMetrics(const LocalBirth& birth)
{
    MetricTable metrics;
    if (!birth.dotProduct) {
        metrics.columns = {{OriginText::tr("Operand"), OriginText::tr("What the operation took"), false}};
        for (const NamedValue& operand : birth.operands)
            metrics.rows.push_back({.cells = {operandText(operand)}});
        return metrics;
    }
    metrics.columns = {{OriginText::tr("Term"),
                           OriginText::tr("Its place in the sum, from 0; the largest by their product")},
        {OriginText::tr("Left"), OriginText::tr("The input's number, in the layer's dtype")},
        {OriginText::tr("Right"), OriginText::tr("The kernel's number, in the layer's dtype")},
        {OriginText::tr("Product"), OriginText::tr("In float64")}};
    for (const DotProductTerm& term : birth.dotProduct->largest)
        metrics.rows.push_back({.cells = {countText(term.place), shortNumber(term.left),
                                    shortNumber(term.right), numberText(term.left * term.right)}});
    return metrics;
}

} // namespace ulpscope::ui
