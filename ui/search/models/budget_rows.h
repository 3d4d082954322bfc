// SPDX-License-Identifier: GPL-3.0-or-later
// A budget as rows of a form, and as the sentence that they make.
#pragma once

#include "app/search/plan/budget.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace ulpscope::ui {

struct BudgetRow
{
    QString key; ///< "loss"
    QString steps = {}; ///< "500" or "50.."; empty: the run's end
    Relation relation = Relation::LessOrEqual;
    QString limit; ///< a number, or float32's factor
    bool isTimesFloat32 = false;

    bool operator==(const BudgetRow&) const = default;
};

/// "<", "<=", ...: in the enum's order.
const QStringList& relationTexts();

std::vector<BudgetRow> rowsOf(const Budget& budget, std::int64_t steps);
/// Whatever is in the rows, right or wrong.
QString sentenceOf(const std::vector<BudgetRow>& rows);

/// Budget of a new form.
QString firstBudget();

} // namespace ulpscope::ui
