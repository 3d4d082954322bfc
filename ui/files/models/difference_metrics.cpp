// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/difference_metrics.h"

#include "ui/files/models/tensor_list_model.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QCoreApplication>

#include <algorithm>

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

} // namespace ulpscope::ui
