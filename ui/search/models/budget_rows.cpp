// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/search/models/budget_rows.h"

#include "engine/base/number_text.h"
#include "ui/look/models/display_text.h"

namespace ulpscope::ui {

namespace {

QString stepsText(const std::optional<ClauseSteps>& range, std::int64_t steps)
{
    if (!range)
        return {};
    if (range->from == range->to)
        return QString::number(range->from);
    const QString to = range->to == steps - 1 ? QString() : QString::number(range->to);
    return QStringLiteral("%1..%2").arg(range->from).arg(to);
}

} // namespace

const QStringList& relationTexts()
{
    static const QStringList texts{QStringLiteral("<"), QStringLiteral("<="), QStringLiteral(">"),
        QStringLiteral(">="), QStringLiteral("=="), QStringLiteral("!=")};
    return texts;
}

std::vector<BudgetRow> rowsOf(const Budget& budget, std::int64_t steps)
{
    std::vector<BudgetRow> rows;
    for (const Clause& clause : budget.clauses)
        rows.push_back({.key = toQt(clause.key->name),
            .steps = stepsText(clause.steps, steps),
            .relation = clause.relation,
            .limit = toQt(shortestText(clause.number)),
            .isTimesFloat32 = clause.isTimesFloat32});
    return rows;
}

QString sentenceOf(const std::vector<BudgetRow>& rows)
{
    QStringList clauses;
    for (const BudgetRow& row : rows) {
        QString clause = row.key;
        if (!row.steps.isEmpty())
            clause += QLatin1Char('@') + row.steps;
        clause += QStringLiteral(" %1 %2").arg(relationTexts()[int(row.relation)], typedNumber(row.limit));
        clauses += row.isTimesFloat32 ? clause + QStringLiteral("*float32") : clause;
    }
    return clauses.join(QStringLiteral("; "));
}

QString firstBudget()
{
    return QStringLiteral("loss <= 1.05*float32");
}

} // namespace ulpscope::ui
