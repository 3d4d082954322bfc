// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numbers/models/lab_tables.h"

#include "engine/base/number_text.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/look/models/translation.h"

#include <QFont>

#include <algorithm>
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

namespace {

QString ulpsText(const StoredNumber& number)
{
    if (number.outcome == StoreOutcome::Exact || number.outcome == StoreOutcome::Infinity)
        return QStringLiteral("0");
    return std::isfinite(number.errorInUlps) ? numberText(number.errorInUlps) : QStringLiteral("–");
}

/// Number of decimal digits that tell neighbouring values of the format apart.
int digitsOf(const Format& format)
{
    return std::clamp(int(format.mantissaBits * 0.302) + 3, 5, 17);
}

QString errorText(const StoredNumber& number)
{
    return std::isnan(number.error) ? QStringLiteral("–") : numberText(number.error);
}

} // namespace

QString outcomeSummary(const StoredNumber& number)
{
    const QString outcome = engineText(outcomeText(number));
    const QString kind = engineText(text(number.codeClass));
    return outcome == kind || number.codeClass == CodeClass::Normal || number.codeClass == CodeClass::Nan
            || number.codeClass == CodeClass::Infinity || number.outcome == StoreOutcome::Underflow
        ? outcome
        : outcome + QStringLiteral(", ") + kind;
}

QString storedExplanation(const StoredNumber& number)
{
    const Format& format = *number.format;
    const QString exact = localNumber(toQt(exactDecimal(number.stored)));
    QStringList lines{StoredTableModel::tr("%1, code %2: %3")
                          .arg(toQt(format.name), toQt(hexCode(format, number.code)), outcomeSummary(number)),
        StoredTableModel::tr("stored %1 = %2").arg(exact, toQt(hexFloatText(number.stored)))};
    if (std::isfinite(number.ulp))
        lines << StoredTableModel::tr("error %1 = %2 ulp; half an ulp is %3")
                     .arg(errorText(number), ulpsText(number),
                         localNumber(toQt(shortestText(number.ulp / 2))));
    if (!std::isnan(number.stored))
        lines << StoredTableModel::tr("next below %1, next above %2")
                     .arg(localNumber(toQt(readableText(number.below))),
                         localNumber(toQt(readableText(number.above))));
    lines << StoredTableModel::tr("smallest above zero %1, largest %2")
                 .arg(localNumber(toQt(readableText(format.minSubnormal()))),
                     localNumber(toQt(readableText(format.maxFinite()))))
          << StoredTableModel::tr("source: %1").arg(toQt(format.source));
    return lines.join(QLatin1Char('\n'));
}

StoredTableModel::StoredTableModel(NumberLab& lab, QObject* parent)
    : ColumnsModel(
        {{tr("Format"), tr("The number format. Delete removes a row."), kAtLeft},
            {tr("Bits: sign, exponent, mantissa"),
                tr("The code, highest bit first: sign, exponent, mantissa. Click a bit, or Space, to toggle it."),
                kAtLeft},
            {tr("Stored"), tr("The value that the format stores for the number"), kAtRight},
            {tr("What happened"),
                tr("What happened: exact, rounded, overflow, underflow; and what kind of value is stored"),
                kAtLeft},
            {tr("Error"), tr("Stored value less the number"), kAtRight},
            {tr("in ulp"),
                tr("The error in units in the last place: the distance between neighbours at the number. "
                   "Rounding to nearest is off by at most half of one."),
                kAtRight},
            {tr("½ ulp"), tr("Half a unit in the last place: the largest error of rounding to nearest here"),
                kAtRight},
            {tr("Next below"), tr("The format's next smaller value"), kAtRight},
            {tr("Next above"), tr("The format's next larger value"), kAtRight},
            {tr("Largest"), tr("The format's largest finite value"), kAtRight}},
        parent)
    , m_lab(lab)
{
    connect(&lab, &NumberLab::formatsChanged, this, [this] {
        beginResetModel();
        endResetModel();
    });
    connect(&lab, &NumberLab::numberChanged, this, [this] {
        if (rowCount() > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    });
}

int StoredTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_lab.rows().size());
}

QVariant StoredTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const StoredNumber& number = m_lab.rows()[static_cast<std::size_t>(index.row())];
    if (role == Qt::ToolTipRole)
        return storedExplanation(number);
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(index.column());
    if (role == Qt::AccessibleTextRole && index.column() == BitsColumn)
        return toQt(hexCode(*number.format, number.code));
    if (role == Qt::DecorationRole && index.column() == FormatColumn)
        return dtypeMark(toQt(number.format->name));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case FormatColumn:
        return toQt(number.format->name);
    case BitsColumn:
        return QString(); // the cells are widgets of their own
    case StoredColumn:
        return shortNumber(number.stored, 10);
    case OutcomeColumn:
        return outcomeSummary(number);
    case ErrorColumn:
        return errorText(number);
    case UlpsColumn:
        return ulpsText(number);
    case HalfUlpColumn:
        return std::isfinite(number.ulp) ? numberText(number.ulp / 2) : QStringLiteral("–");
    case BelowColumn:
        return std::isnan(number.below) ? QStringLiteral("–")
                                        : shortNumber(number.below, digitsOf(*number.format));
    case AboveColumn:
        return std::isnan(number.above) ? QStringLiteral("–")
                                        : shortNumber(number.above, digitsOf(*number.format));
    case LargestColumn:
        return shortNumber(number.format->maxFinite(), digitsOf(*number.format));
    default:
        return {};
    }
}

} // namespace ulpscope::ui
