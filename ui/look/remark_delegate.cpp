// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/remark_delegate.h"

#include "ui/look/glyphs.h"
#include "ui/look/models/cell_role.h"
#include "ui/look/theme.h"

namespace ulpscope::ui {

QSize RemarkDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return QStyledItemDelegate::sizeHint(option, index) + QSize(0, 9);
}

void RemarkDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->textElideMode = Qt::ElideMiddle;
    if (index.data(IsMutedRole).toBool())
        option->palette.setColor(QPalette::Text, mutedText(option->palette));
    const QVariant severity = index.data(SeverityRole);
    if (!severity.isValid())
        return;
    const auto sign = static_cast<Severity>(severity.toInt());
    const bool isSelected = option->state.testFlag(QStyle::State_Selected);
    const QColor ink = isSelected ? option->palette.color(QPalette::HighlightedText)
                                  : severityColor(sign, option->palette);
    option->icon = glyphIcon(severityGlyph(sign), ink);
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->decorationSize = QSize(14, 14);
    option->palette.setColor(QPalette::Text, ink);
}

} // namespace ulpscope::ui
