// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/models/lesson_measure.h"

#include "engine/base/catalog.h"
#include "engine/io/session/run_summary_text.h"
#include "engine/lesson/lesson_metric.h"
#include "ui/look/models/display_text.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

namespace ulpscope::ui {

namespace {

struct LessonMeasure
{
    Q_DECLARE_TR_FUNCTIONS(LessonMeasure)
};

std::optional<double> ofSummary(const RunHistory& run, const QString& figure)
{
    if (!run.summary)
        return std::nullopt;
    const std::string text = summaryJson(*run.summary, run.session());
    QJsonValue value = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
    for (const QString& key : figure.split(QLatin1Char('.')))
        value = value.toObject().value(key);
    if (value.isString()) // "NaN", "Infinity"
        return value.toString().startsWith(QLatin1String("NaN")) ? std::nan("")
            : value.toString().startsWith(QLatin1Char('-'))      ? -HUGE_VAL
                                                                 : HUGE_VAL;
    return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
}

} // namespace

std::optional<double> measuredNow(
    const Expectation& expectation, const RunHistory* run, const Kernels& kernels)
{
    const LessonMetric* metric = nullptr;
    for (const LessonMetric& row : lessonMetrics())
        if (row.name == expectation.metric.className)
            metric = &row;
    if (metric == nullptr || !expectation.with.empty())
        return std::nullopt;
    const Result<Component> checked = checkLessonMetric(expectation.metric);
    if (!checked)
        return std::nullopt;
    if (metric->isOfRun) {
        const std::optional<double> figure = run != nullptr && metric->name == "summary"
            ? ofSummary(*run, toQt(checked->config.text("figure")))
            : std::nullopt;
        return figure ? std::optional(*figure * checked->config.number("times")) : std::nullopt;
    }
    const Result<std::optional<double>> measured = metric->measure(checked->config, {.kernels = kernels});
    return measured ? *measured : std::nullopt;
}

QString withUnit(double value, const QString& unit)
{
    if (unit == QLatin1String("%"))
        return percentText(value);
    const QString number = shortNumber(value, 6);
    return unit.isEmpty() ? number : number + QChar(0x202f) + unit;
}

QString measuredText(
    const Expectation& expectation, const std::optional<double>& measured, const QString& unit)
{
    if (measured)
        return withUnit(*measured, unit);
    switch (expectation.comparison) {
    case ExpectOperator::Equal:
        return withUnit(expectation.value, unit);
    case ExpectOperator::Within:
        return LessonMeasure::tr("%1 to %2")
            .arg(withUnit(expectation.low, unit), withUnit(expectation.high, unit));
    case ExpectOperator::Less:
        return LessonMeasure::tr("less than %1").arg(withUnit(expectation.value, unit));
    case ExpectOperator::LessOrEqual:
        return LessonMeasure::tr("at most %1").arg(withUnit(expectation.value, unit));
    case ExpectOperator::Greater:
        return LessonMeasure::tr("more than %1").arg(withUnit(expectation.value, unit));
    case ExpectOperator::GreaterOrEqual:
        return LessonMeasure::tr("at least %1").arg(withUnit(expectation.value, unit));
    case ExpectOperator::Absent:
        return LessonMeasure::tr("no number at all");
    }
    return {};
}

QString plotOf(const Expectation& expectation)
{
    constexpr struct
    {
        const char* begin; ///< of a figure's name
        const char* plot;
    } kPlots[] = {{"gradients_flushed", "plot.flushed"}, {"updates_lost", "plot.flushed"},
        {"loss_scale", "plot.loss-scale"}, {"error_vs_float64", "plot.error"}, {"final_loss", "plot.loss"},
        {"loss", "plot.loss"}};
    const std::string& metric = expectation.metric.className;
    if (metric == "sum")
        return QStringLiteral("plot.bench");
    const ParameterValue* named = expectation.metric.config.find(metric == "watch" ? "expression" : "figure");
    const auto* figure = named != nullptr ? std::get_if<std::string>(named) : nullptr;
    for (const auto& [begin, plot] : kPlots)
        if (figure != nullptr && figure->rfind(begin, 0) == 0)
            return QString::fromLatin1(plot);
    return {};
}

} // namespace ulpscope::ui
