// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/explanation_popup.h"

#include <QLabel>
#include <QScreen>
#include <QVBoxLayout>

namespace ulpscope::ui {

ExplanationPopup::ExplanationPopup(const QString& title, const QString& text, QWidget* parent)
    : QFrame(parent, Qt::Popup)
{
    setObjectName(QStringLiteral("explanation"));
    setAttribute(Qt::WA_DeleteOnClose);
    setAccessibleName(title);
    setAccessibleDescription(text);
    setFrameShape(QFrame::Box);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* heading = new QLabel(title, this);
    heading->setWordWrap(true);
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    auto* body = new QLabel(text, this);
    body->setObjectName(QStringLiteral("explanationText"));
    body->setWordWrap(true);
    body->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 14, 16, 14);
    layout->addWidget(heading);
    layout->addWidget(body);
    setFixedWidth(QFontMetrics(font()).averageCharWidth() * 62);
}

void ExplanationPopup::showBelow(const QWidget* button)
{
    resize(width(), heightForWidth(width()) > 0 ? heightForWidth(width()) : sizeHint().height());
    QPoint corner = button->mapToGlobal(QPoint(button->width() - width(), button->height() + 4));
    const QRect screen = button->screen()->availableGeometry();
    corner.setX(std::clamp(corner.x(), screen.left(), std::max(screen.left(), screen.right() - width())));
    move(corner);
    show();
}

} // namespace ulpscope::ui
