// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/recording_metrics.h"

#include "engine/base/expression.h"
#include "ui/files/models/tensor_tables.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/numbers/models/number_lab.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope::ui {

namespace {

struct RecordingDifferenceText
{
    Q_DECLARE_TR_FUNCTIONS(DifferenceMetrics)
};

std::vector<const ComparedTensor*> notAlike(const RecordingDifference& difference)
{
    std::vector<const ComparedTensor*> tensors;
    for (const ComparedTensor& tensor : difference.tensors)
        if (!tensor.isAlike() && tensors.size() < kMaxDifferences)
            tensors.push_back(&tensor);
    return tensors;
}

QString remarkOf(const ComparedTensor& tensor)
{
    if (!tensor.difference)
        return tensor.shape == tensor.otherShape
            ? RecordingDifferenceText::tr("no numbers of ours")
            : RecordingDifferenceText::tr("shapes %1 and %2")
                  .arg(shapeText(tensor.shape), shapeText(tensor.otherShape));
    if (tensor.difference->finiteInOne > 0)
        return RecordingDifferenceText::tr("%1 finite in one of them alone")
            .arg(countText(std::int64_t(tensor.difference->finiteInOne)));
    return tensor.hasOtherDtype ? RecordingDifferenceText::tr("of another dtype") : QString();
}

} // namespace

QString differenceSentence(const RecordingDifference& difference)
{
    const QString all = countedText(std::int64_t(difference.tensors.size()),
        RecordingDifferenceText::tr("tensor"), RecordingDifferenceText::tr("tensors"));
    if (!difference.first)
        return RecordingDifferenceText::tr("%1 in both, and all alike.").arg(all);
    const auto count = std::count_if(difference.tensors.begin(), difference.tensors.end(),
        [](const ComparedTensor& tensor) { return !tensor.isAlike(); });
    const ComparedTensor& tensor = difference.tensors[*difference.first];
    const QString name = toQt(tensor.name.tensor());
    QString text
        = RecordingDifferenceText::tr("%1 in both, %2 of them not alike.").arg(all, countText(count));
    if (std::size_t(count) > kMaxDifferences)
        text += QLatin1Char(' ')
            + RecordingDifferenceText::tr("The table has the first %1.")
                  .arg(countText(std::int64_t(kMaxDifferences)));
    text += QLatin1Char(' ');
    if (!tensor.difference)
        return text
            + RecordingDifferenceText::tr("The first difference is at step %1 in %2: %3.")
                  .arg(countText(tensor.name.step), name, remarkOf(tensor));
    return text
        + RecordingDifferenceText::tr("The first difference is at step %1 in %2 %3: %4 against %5.")
              .arg(countText(tensor.name.step), name, shapeText(tensor.firstIndex), shortNumber(tensor.first),
                  shortNumber(tensor.firstOther));
}

MetricTable differenceMetrics(const RecordingDifference& difference)
{
    MetricTable metrics;
    metrics.columns = {
        {RecordingDifferenceText::tr("Tensor"),
            RecordingDifferenceText::tr("Layer and role; Return or a click goes to it at that step"), false},
        {RecordingDifferenceText::tr("Step"), RecordingDifferenceText::tr("At which both have it")},
        {RecordingDifferenceText::tr("Ulps of"),
            RecordingDifferenceText::tr("The narrower of the two dtypes"), false},
        {RecordingDifferenceText::tr("Beyond"),
            RecordingDifferenceText::tr(
                "Elements that differ by more than is allowed, or are finite in one alone")},
        {RecordingDifferenceText::tr("Worst, ulp"),
            RecordingDifferenceText::tr("Of the element that is farthest apart")},
        {RecordingDifferenceText::tr("Relative L2"),
            RecordingDifferenceText::tr("Of the difference, over what is finite in both")},
        {RecordingDifferenceText::tr("Remark"),
            RecordingDifferenceText::tr("Why there are no numbers, or what else differs"), false}};
    for (const ComparedTensor* tensor : notAlike(difference)) {
        const QString none = QStringLiteral("–");
        MetricTableRow row;
        row.cells = {toQt(tensor->name.tensor()), countText(tensor->name.step),
            tensor->format ? toQt(tensor->format->name) : none, none, none, none, remarkOf(*tensor)};
        if (tensor->difference) {
            const ArrayDifference& found = *tensor->difference;
            row.cells[3]
                = RecordingDifferenceText::tr("%1 of %2")
                      .arg(countText(std::int64_t(found.beyond)), countText(std::int64_t(found.elements)));
            row.cells[4] = numberText(found.worstInUlps);
            row.cells[5] = numberText(found.relativeError);
        }
        row.isBold = metrics.rows.empty();
        metrics.rows.push_back(std::move(row));
    }
    return metrics;
}

std::vector<RecordedPlace> placesOfDifferences(const RecordingDifference& difference)
{
    std::vector<RecordedPlace> places;
    for (const ComparedTensor* tensor : notAlike(difference))
        places.push_back({tensor->name.path, tensor->name.role, tensor->name.step});
    return places;
}

QString aloneText(const RecordingDifference& difference)
{
    QStringList lines;
    for (const Message& each : difference.onlyInFirst)
        lines += RecordingDifferenceText::tr("In this one alone: %1").arg(engineText(each));
    for (const Message& each : difference.onlyInSecond)
        lines += RecordingDifferenceText::tr("In the other alone: %1").arg(engineText(each));
    for (const NotRedone& each : difference.notRedone)
        lines += RecordingDifferenceText::tr("Not computed again: %1: %2")
                     .arg(toQt(each.path), engineText(each.why));
    constexpr qsizetype kMaxLines = 200;
    if (lines.size() > kMaxLines)
        lines = lines.mid(0, kMaxLines) << QStringLiteral("…");
    return lines.join(QLatin1Char('\n'));
}

namespace {

struct OrderText
{
    Q_DECLARE_TR_FUNCTIONS(OrderMetrics)
};

constexpr std::size_t kMaxTyped = std::size_t{1} << 24;

/// The count in "x6000"; 0: there is none.
std::size_t repetitionOf(const QString& word)
{
    if (!word.startsWith(QLatin1Char('x')) && !word.startsWith(QChar(0xd7)))
        return 0;
    bool isNumber = false;
    const qulonglong times = word.mid(1).toULongLong(&isNumber);
    return isNumber ? std::size_t(times) : 0;
}

} // namespace

MetricTable orderMetrics(const SumOrders& found, const Format& output)
{
    MetricTable metrics;
    metrics.columns = {
        {OrderText::tr("Order"), OrderText::tr("In which order, and in what, the terms are added up"), false},
        {OrderText::tr("Accumulator"), OrderText::tr("What ulpscope-cli and the page Accumulators call it"),
            false},
        {OrderText::tr("Result"), OrderText::tr("Rounded once to %1").arg(toQt(output.name))},
        {OrderText::tr("Error, ulp"),
            OrderText::tr("Result less the exact sum, in units in the last place of %1 there")
                .arg(toQt(output.name))},
        {OrderText::tr("Stalls at"), OrderText::tr("The term from which on nothing changes the sum")}};
    double worst = 0;
    for (const SumOrder& order : found.orders)
        worst = std::isfinite(order.errorInUlps) ? std::max(worst, std::abs(order.errorInUlps)) : worst;
    for (const SumOrder& order : found.orders) {
        MetricTableRow row;
        const QString accumulator = toQt(order.accumulator);
        row.cells = {engineText(order.title),
            order.isReversed ? OrderText::tr("%1, reversed").arg(accumulator) : accumulator,
            shortNumber(order.result), numberText(order.errorInUlps),
            order.stalledAt < 0 ? QStringLiteral("–") : countText(order.stalledAt)};
        row.bar = worst > 0 && std::isfinite(order.errorInUlps) ? std::abs(order.errorInUlps) / worst : 0;
        metrics.rows.push_back(std::move(row));
    }
    return metrics;
}

QString orderSentence(const SumOrders& found, const Format& output)
{
    const QString name = toQt(output.name);
    const QString exact = OrderText::tr("Exactly %1, in %2 %3.")
                              .arg(shortNumber(found.exact, 12), name, shortNumber(found.exactRounded));
    if (found.differentResults <= 1)
        return OrderText::tr("Every order gives the same.") + QLatin1Char(' ') + exact;
    return OrderText::tr("%1 different results, %2 ulps of %3 apart.")
               .arg(countText(std::int64_t(found.differentResults)), numberText(found.spreadInUlps), name)
        + QLatin1Char(' ') + exact;
}

Result<std::vector<double>> typedNumbers(const QString& text)
{
    static const QRegularExpression separator(QStringLiteral("[\\s;]+"));
    std::vector<double> numbers;
    for (const QString& word : text.split(separator, Qt::SkipEmptyParts)) {
        const std::size_t times = repetitionOf(word);
        const auto parsed = parseExpression(plainExpression(word).toStdString());
        if (times == 0 && std::holds_alternative<ExpressionError>(parsed))
            return Error{word.toStdString(), OrderText::tr("is no number").toStdString()};
        if (times > 0 && numbers.empty())
            return Error{word.toStdString(), OrderText::tr("has no number before it").toStdString()};
        if (times > kMaxTyped || numbers.size() + times > kMaxTyped)
            return Error{word.toStdString(), OrderText::tr("makes more than 2^24 numbers").toStdString()};
        if (times > 0)
            numbers.insert(numbers.end(), times - 1, double(numbers.back()));
        else
            numbers.push_back(std::get<TypedNumber>(parsed).value);
    }
    return numbers;
}

namespace {

struct ScaleText
{
    Q_DECLARE_TR_FUNCTIONS(ScaleMetrics)
};

} // namespace

Result<ScaledSeries> scaledSeries(
    std::vector<SeriesPoint> points, const std::string& format, std::int64_t history)
{
    const std::array histories{history};
    const Result<std::vector<ScaleRecipe>> recipes = scaleRecipes(histories);
    if (!recipes)
        return recipes.error();
    std::vector<double> amaxes;
    for (const SeriesPoint& point : points)
        amaxes.push_back(amaxOfPoint(point));
    ScaledSeries scaled;
    for (const ScaleRecipe& recipe : *recipes)
        scaled.scales.push_back(scalesUnder(recipe, format, amaxes));
    scaled.points = std::move(points);
    return scaled;
}

std::string usualScaledFormat(RecordedRole role)
{
    return role == RecordedRole::Gradient ? "float8_e5m2" : "float8_e4m3fn";
}

QString recipeTitle(const ScaleRecipe& recipe)
{
    return recipe.historyLength > 0
        ? ScaleText::tr("%1, history %2").arg(toQt(recipe.name), countText(recipe.historyLength))
        : toQt(recipe.name);
}

MetricTable scaleMetrics(const std::vector<ScaleSeries>& scales)
{
    MetricTable metrics;
    metrics.columns = {
        {ScaleText::tr("Recipe"),
            ScaleText::tr("How the scale follows from the amaxes of the recorded steps"), false},
        {ScaleText::tr("Saturate"),
            ScaleText::tr("Steps whose amax is beyond what their scale maps into the format")},
        {ScaleText::tr("Unused"),
            ScaleText::tr(
                "Binades between the amax and the end of the format that the scale leaves unused, the median over the steps")},
        {ScaleText::tr("First scale"),
            ScaleText::tr("By what the tensor is multiplied at its first recorded step")},
        {ScaleText::tr("Last scale"), ScaleText::tr("By what it is multiplied at its last recorded step")}};
    std::size_t most = 0;
    for (const ScaleSeries& series : scales)
        most = std::max(most, series.saturated);
    for (const ScaleSeries& series : scales) {
        MetricTableRow row;
        row.cells = {recipeTitle(series.recipe),
            ScaleText::tr("%1 of %2")
                .arg(countText(std::int64_t(series.saturated)), countText(std::int64_t(series.steps.size()))),
            numberText(series.medianHeadroomBits), numberText(series.steps.front().scale),
            numberText(series.steps.back().scale)};
        row.bar = most > 0 ? double(series.saturated) / double(most) : 0;
        metrics.rows.push_back(std::move(row));
    }
    return metrics;
}

} // namespace ulpscope::ui
