// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/models/lesson_measure.h"

#include "app/io/runs/run_summary_text.h"
#include "app/lesson/lesson_metric.h"
#include "engine/base/catalog.h"
#include "engine/base/number_text.h"
#include "ui/look/models/display_text.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ulpscope::ui {

namespace {

struct LessonMeasure
{
    Q_DECLARE_TR_FUNCTIONS(LessonMeasure)
};

std::optional<double> ofSummary(const RunHistory& run, const QString& metric)
{
    if (!run.summary)
        return std::nullopt;
    const std::string text = summaryJson(*run.summary, run.session());
    QJsonValue value = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
    for (const QString& key : metric.split(QLatin1Char('.')))
        value = value.toObject().value(key);
    if (value.isString()) // "NaN", "Infinity"
        return value.toString().startsWith(QLatin1String("NaN")) ? std::nan("")
            : value.toString().startsWith(QLatin1Char('-'))      ? -HUGE_VAL
                                                                 : HUGE_VAL;
    return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
}

double rounded(double value, int digits)
{
    return QString::number(value, 'e', digits - 1).toDouble();
}

/// No digits but those that say something; whole numbers with all of theirs.
QString plainText(double value, int digits)
{
    if (!std::isfinite(value) || std::trunc(value) == value)
        return shortNumber(value, std::numeric_limits<double>::max_digits10);
    const double shown = rounded(value, digits);
    const QString text = toQt(shortestText(shown));
    return text.contains(QLatin1Char('e'))
        ? numberText(shown, std::max(digits, 4)) // numberText() drops zeros at the end
        : localNumber(text);
}

QString behind(const QString& unit)
{
    constexpr QChar kNoBreak(u'\u00a0');
    constexpr QChar kThin(u'\u202f');
    return unit.isEmpty() ? QString() : (unit == QLatin1String("%") ? kNoBreak : kThin) + unit;
}

/// The band of values that meets the expectation.
std::pair<double, double> bandOf(const Expectation& expectation)
{
    constexpr double kEndless = std::numeric_limits<double>::infinity();
    switch (expectation.comparison) {
    case ExpectOperator::Equal:
        return {expectation.value - expectation.tolerance, expectation.value + expectation.tolerance};
    case ExpectOperator::Within:
        return {expectation.low, expectation.high};
    case ExpectOperator::Less:
    case ExpectOperator::LessOrEqual:
        return {-kEndless, expectation.value};
    case ExpectOperator::Greater:
    case ExpectOperator::GreaterOrEqual:
        return {expectation.value, kEndless};
    case ExpectOperator::Absent:
        break;
    }
    return {-kEndless, kEndless};
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
        const std::optional<double> value = run != nullptr && metric->name == "summary"
            ? ofSummary(*run, toQt(checked->config.text("figure")))
            : std::nullopt;
        return value ? std::optional(*value * checked->config.number("times")) : std::nullopt;
    }
    const Result<std::optional<double>> measured = metric->measure(checked->config, {.kernels = kernels});
    return measured ? *measured : std::nullopt;
}

QString withUnit(double value, const QString& unit)
{
    if (unit == QLatin1String("%"))
        return percentText(value);
    constexpr int kExact = 6;
    constexpr int kRounded = 3;
    return plainText(value, rounded(value, kExact) == value ? kExact : kRounded) + behind(unit);
}

QString saidText(double value, const QString& unit)
{
    constexpr int kTyped = 9;
    return plainText(value, kTyped) + behind(unit);
}

Nearness nearness(
    double said, const Expectation& expectation, const std::optional<double>& measured, const QString& unit)
{
    constexpr double kNear = 0.25; // share of the larger of the two numbers
    constexpr double kRough = 0.5; // one number is twice the other
    constexpr double kMinPercent = 4; // percents below this count as this much in the two shares above
    const auto [low, high] = measured ? std::pair(*measured, *measured) : bandOf(expectation);
    if (said >= low && said <= high)
        return Nearness::Near;
    const double end = said < low ? low : high;
    const double scale
        = std::max({std::abs(said), std::abs(end), unit == QLatin1String("%") ? kMinPercent : 0.0});
    const double apart = std::abs(said - end);
    if (!std::isfinite(apart))
        return Nearness::Far;
    return apart <= kNear * scale ? Nearness::Near
        : apart <= kRough * scale ? Nearness::Roughly
                                  : Nearness::Far;
}

QString measuredText(
    const Expectation& expectation, const std::optional<double>& measured, const QString& unit)
{
    if (measured && expectation.comparison == ExpectOperator::Equal
        && std::abs(*measured - expectation.value) <= expectation.tolerance)
        return withUnit(expectation.value, unit); // the value in the digits in which it was written
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
        const char* begin; ///< how the metric's name begins
        const char* plot;
    } kPlots[] = {{"gradients_flushed", "plot.flushed"}, {"updates_lost", "plot.flushed"},
        {"loss_scale", "plot.loss-scale"}, {"error_vs_float64", "plot.error"}, {"final_loss", "plot.loss"},
        {"loss", "plot.loss"}};
    const std::string& metric = expectation.metric.className;
    if (metric == "sum")
        return QStringLiteral("plot.bench");
    const ParameterValue* named = expectation.metric.config.find(metric == "watch" ? "expression" : "figure");
    const auto* name = named != nullptr ? std::get_if<std::string>(named) : nullptr;
    for (const auto& [begin, plot] : kPlots)
        if (name != nullptr && name->rfind(begin, 0) == 0)
            return QString::fromLatin1(plot);
    return {};
}

} // namespace ulpscope::ui
