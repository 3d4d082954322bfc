// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/health_delegate.h"

#include "ui/models/layer_tree_model.h"
#include "ui/widgets/glyphs.h"
#include "ui/widgets/theme.h"

#include <QPainter>

namespace ulpscope::ui {

void HealthDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const QVariant severity = index.data(LayerTreeModel::SeverityRole);
    if (severity.isValid() && !index.data(LayerTreeModel::BarRole).isValid()) {
        option->icon = glyphIcon(Glyph::Failure, severityColor(static_cast<Severity>(severity.toInt()), option->palette));
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = QSize(14, 14);
    }
}

void HealthDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const QVariant bar = index.data(LayerTreeModel::BarRole);
    if (!bar.isValid())
        return;
    const auto severity = static_cast<Severity>(index.data(LayerTreeModel::SeverityRole).toInt());
    const QRectF track = QRectF(option.rect).adjusted(4, option.rect.height() - 5, -4, -2);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(hairline(option.palette));
    painter->drawRoundedRect(track, 1.5, 1.5);
    QRectF reached = track;
    reached.setWidth(track.width() * bar.toDouble());
    painter->setBrush(severityColor(severity, option.palette));
    painter->drawRoundedRect(reached, 1.5, 1.5);
    painter->restore();
}

} // namespace ulpscope::ui
