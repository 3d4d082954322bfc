// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/elided_label.h"

#include <QPainter>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>

namespace ulpscope::ui {

namespace {

constexpr QChar kDots = QChar(0x2026);

} // namespace

ElidedLabel::ElidedLabel(QWidget* parent)
    : QLabel(parent)
{
    setMinimumWidth(1);
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().horizontalAdvance(kDots), QLabel::minimumSizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent* event)
{
    const QRect inside = contentsRect();
    if (sizeHint().width() <= width()) {
        QLabel::paintEvent(event);
        return;
    }
    QTextDocument text;
    text.setDocumentMargin(0);
    text.setDefaultFont(font());
    text.setDefaultStyleSheet(
        QStringLiteral("body { color: %1 }").arg(palette().windowText().color().name()));
    text.setHtml(QStringLiteral("<body>%1</body>").arg(this->text()));
    text.setTextWidth(-1);
    (void)text.size(); // lays it out
    const int dots = fontMetrics().horizontalAdvance(kDots);
    const QTextLine line = text.firstBlock().layout()->lineAt(0);
    const int last = line.xToCursor(inside.width() - dots, QTextLine::CursorOnCharacter);
    const int end = int(line.cursorToX(last));
    QPainter painter(this);
    const int top = inside.top() + (inside.height() - int(text.size().height())) / 2;
    painter.setPen(palette().windowText().color());
    painter.drawText(QPointF(inside.left() + end, top + line.ascent()), QString(kDots));
    painter.setClipRect(inside.left(), inside.top(), end, inside.height());
    painter.translate(inside.left(), top);
    text.drawContents(&painter);
}

} // namespace ulpscope::ui
