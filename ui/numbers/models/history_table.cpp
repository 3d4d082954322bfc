// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numbers/models/history_table.h"

#include "app/judge/runs/element_story.h"
#include "engine/train/birthplace.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/tree/models/layer_tensor.h"

#include <array>

namespace ulpscope::ui {

namespace {

QString orNothing(const std::optional<double>& value)
{
    return value ? shortNumber(*value, 8) : QString();
}

bool isBad(RoundingEffect effect)
{
    return effect == RoundingEffect::Lost || effect == RoundingEffect::Underflow
        || effect == RoundingEffect::Overflow;
}

} // namespace

MetricTable historyMetrics(const ElementHistory& history)
{
    const std::array<QString, 4> passes{tr("forward"), tr("loss"), tr("backward"), tr("update")};
    MetricTable table;
    table.columns = {{tr("Where"), tr("Pass of the step, and the layer"), false},
        {tr("Operation"), tr("In the order in which the step does them"), false},
        {tr("From"), tr("What goes in; of a sum, its largest terms"), false},
        {tr("Before rounding"),
            tr("The operation's exact result; empty where it is several operations at once")},
        {tr("After"), tr("As it is in the tensor; click to see its bits")},
        {tr("dtype"), tr("The format that it is rounded to"), false},
        {tr("Rounding"), tr("What the rounding did"), false},
        {tr("float64"),
            tr("The same number in the float64 lane, with the same loss scale; empty where that lane "
               "has no such number")}};
    for (const HistoryRow& row : history.rows) {
        const QString layer = row.layer.empty() ? QString() : QStringLiteral(", ") + layerText(row.layer);
        MetricTableRow& shown = table.rows.emplace_back();
        shown.cells = {passes.at(std::size_t(row.pass)) + layer, engineText(row.operation),
            engineText(operandsMessage(row)), row.isUse ? QString() : orNothing(row.detail.exact),
            shortNumber(row.detail.result, 8), toQt(row.detail.format->name), engineText(effectMessage(row)),
            orNothing(row.reference)};
        shown.isWorst = isBad(effectOf(row));
        shown.tip = shown.cells.value(2);
        if (row.detail.accumulated)
            shown.tip += QLatin1Char('\n')
                + tr("The accumulator has %1 before it is stored.")
                      .arg(shortNumber(*row.detail.accumulated, 8));
        if (row.isAfterGap)
            shown.tip += QLatin1Char('\n')
                + tr("Something that is not told here changed the number since the row before.");
    }
    return table;
}

QString historySentence(const ElementHistory& history)
{
    return tr("%1 %2 at step %3 is %4. %5")
        .arg(tensorText(history.question.tensor), toQt(history.index), countText(history.step),
            shortNumber(history.value, 8), engineText(findingMessage(history)));
}

} // namespace ulpscope::ui
