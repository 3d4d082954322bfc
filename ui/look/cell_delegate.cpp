// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/cell_delegate.h"

#include "ui/look/glyphs.h"
#include "ui/look/models/cell_role.h"
#include "ui/look/theme.h"

#include <QAbstractItemDelegate>
#include <QApplication>
#include <QCompleter>
#include <QKeyEvent>
#include <QPainter>

namespace ulpscope::ui {

namespace {

constexpr int kCellMargins = 8; ///< margins of a style at both sides of a cell's text, and a pixel or two

} // namespace

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
    for (const QString& briefer : index.data(BriefTextRole).toStringList())
        if (option->rect.isValid()
            && option->fontMetrics.horizontalAdvance(option->text) + kCellMargins > option->rect.width())
            option->text = briefer;
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
    if (!bar.isValid()) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    QColor color = severityColor(static_cast<Severity>(index.data(SeverityRole).toInt()), option.palette);
    float strength = index.data(IsFaintRole).toBool() ? 0.1F : 0.28F;
    if (option.state.testFlag(QStyle::State_Selected)) {
        // The style would paint the selection over the bar. On it the bar is darker than the ground in a light window, and lighter in a dark
        // one, so that the text keeps its contrast.
        const auto group
            = option.state.testFlag(QStyle::State_Active) ? QPalette::Active : QPalette::Inactive;
        const QColor ink = option.palette.color(group, QPalette::HighlightedText);
        painter->fillRect(option.rect, option.palette.color(group, QPalette::Highlight));
        color = ink.lightness() > 128 ? Qt::black : Qt::white;
        strength = 0.28F;
        cell.palette.setColor(QPalette::Text, ink);
        cell.state.setFlag(QStyle::State_Selected, false);
    }
    color.setAlphaF(strength);
    QRectF reached = QRectF(option.rect).adjusted(2, 2, -2, -2);
    reached.setWidth(reached.width() * bar.toDouble());
    painter->fillRect(reached, color);
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, option.widget);
}

CellCombo::CellCombo(QWidget* parent, QAbstractItemDelegate& delegate)
    : QComboBox(parent)
    , m_delegate(delegate)
{
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    completer()->setCompletionMode(QCompleter::PopupCompletion);
    completer()->setFilterMode(Qt::MatchContains);
    connect(this, &QComboBox::activated, &delegate, [this] {
        if (!m_endsByKey)
            end();
    });
}

void CellCombo::end()
{
    emit m_delegate.commitData(this);
    emit m_delegate.closeEditor(this);
}

void CellCombo::keyPressEvent(QKeyEvent* event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    // The list of completions hands the key on past the delegate, which ends the editing otherwise.
    const bool isOfList = isReturn && completer()->popup()->isVisible();
    m_endsByKey = isReturn && !isOfList;
    QComboBox::keyPressEvent(event);
    if (isOfList)
        QMetaObject::invokeMethod(this, &CellCombo::end, Qt::QueuedConnection);
}

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
