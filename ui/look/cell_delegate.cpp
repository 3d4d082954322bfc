// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/cell_delegate.h"

#include "ui/look/glyphs.h"
#include "ui/look/models/cell_role.h"
#include "ui/look/theme.h"

#include <QPainter>

namespace ulpscope::ui {

void CellDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const bool isFaint = index.data(IsFaintRole).toBool();
    if (index.data(IsInheritedRole).toBool() || (isFaint && index.data(BarRole).isValid()))
        option->palette.setColor(QPalette::Text, mutedText(option->palette));
    if (index.data(IsLinkRole).toBool()) {
        option->font.setUnderline(true);
        option->palette.setColor(QPalette::Text, option->palette.color(QPalette::Link));
    }
    const QVariant severity = index.data(SeverityRole);
    if (severity.isValid() && !index.data(BarRole).isValid()) {
        const auto badge = static_cast<Severity>(severity.toInt());
        const bool isPolicy = index.data(IsInheritedRole).isValid();
        if (isPolicy && badge != Severity::Notice)
            option->palette.setColor(QPalette::Text, severityColor(badge, option->palette));
        const QColor ink = option->state.testFlag(QStyle::State_Selected)
            ? option->palette.color(QPalette::HighlightedText)
            : severityColor(badge, option->palette);
        option->icon = glyphIcon(severityGlyph(badge), isFaint ? mutedText(option->palette) : ink);
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = QSize(14, 14);
    }
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return QStyledItemDelegate::sizeHint(option, index) + QSize(0, 9);
}

void CellDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QVariant bar = index.data(BarRole);
    if (bar.isValid() && !option.state.testFlag(QStyle::State_Selected)) {
        QColor color = severityColor(static_cast<Severity>(index.data(SeverityRole).toInt()), option.palette);
        color.setAlphaF(index.data(IsFaintRole).toBool() ? 0.1F : 0.28F);
        QRectF reached = QRectF(option.rect).adjusted(2, 2, -2, -2);
        reached.setWidth(reached.width() * bar.toDouble());
        painter->fillRect(reached, color);
    }
    QStyledItemDelegate::paint(painter, option, index);
}

} // namespace ulpscope::ui
