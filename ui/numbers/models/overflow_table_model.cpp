// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numbers/models/overflow_table_model.h"

#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QFont>

#include <cmath>

namespace ulpscope::ui {

namespace {

const OverflowRule& ruleAt(int row)
{
    return overflowRules()[static_cast<std::size_t>(row)];
}

} // namespace

OverflowTableModel::OverflowTableModel(NumberLab& lab, QObject* parent)
    : QAbstractTableModel(parent)
    , m_lab(lab)
{
    const auto refresh = [this] {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    };
    connect(&lab, &NumberLab::numberChanged, this, refresh);
    connect(&lab, &NumberLab::selectionChanged, this, refresh);
}

int OverflowTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(overflowRules().size());
}

int OverflowTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant OverflowTableModel::data(const QModelIndex& index, int role) const
{
    const Format* format = m_lab.selectedFormat();
    if (!index.isValid() || !format)
        return {};
    const OverflowRule& rule = ruleAt(index.row());
    if (role == Qt::ToolTipRole)
        return tr("%1: %2.\nSource: %3").arg(toQt(rule.name), engineText(rule.summary), toQt(rule.source));
    if (role == Qt::FontRole && rule == *m_lab.rounding().overflow) {
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    if (role == Qt::TextAlignmentRole)
        return int(index.column() == RuleColumn ? Qt::AlignLeft : Qt::AlignRight) | int(Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const SpecialValues values = specialValues(*format, rule);
    switch (index.column()) {
    case RuleColumn:
        return toQt(rule.name);
    case NumberColumn:
        return shortNumber(m_lab.underRule(rule).stored, 5);
    case BeyondColumn:
        return shortNumber(values.overflow, 4);
    case InfinityColumn:
        return shortNumber(values.infinity, 4);
    case NanColumn:
        return values.nanOppositeSign ? tr("-0 or 0") : shortNumber(values.nan, 4);
    default:
        return {};
    }
}

QVariant OverflowTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const Format* format = m_lab.selectedFormat();
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return int(section == RuleColumn ? Qt::AlignLeft : Qt::AlignRight) | int(Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole) || !format)
        return {};
    const bool isTip = role == Qt::ToolTipRole;
    switch (section) {
    case RuleColumn:
        return isTip
            ? tr("Software disagrees about values that a format cannot hold. Each row is one rule; the "
                 "bold one is in force.")
            : tr("Rule");
    case NumberColumn:
        return isTip ? tr("What the rule stores for the number above") : tr("Number");
    case BeyondColumn:
        return isTip ? tr("What finite values become that round to more than the largest, %1")
                           .arg(shortNumber(format->maxFinite(), 7))
                     : tr("Beyond");
    case InfinityColumn:
        return isTip ? tr("What infinity becomes") : tr("Inf");
    case NanColumn:
        return isTip ? tr("What NaN becomes") : tr("NaN");
    default:
        return {};
    }
}

} // namespace ulpscope::ui
