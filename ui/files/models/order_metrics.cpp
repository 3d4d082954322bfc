// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/order_metrics.h"

#include "engine/base/expression.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/numbers/models/number_lab.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

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

} // namespace ulpscope::ui
