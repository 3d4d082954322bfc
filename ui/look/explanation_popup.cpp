// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/explanation_popup.h"

#include "ui/look/boxes.h"

#include <QLabel>
#include <QScreen>
#include <QTextDocumentFragment>

namespace ulpscope::ui {

ExplanationPopup::ExplanationPopup(const QString& title, const QString& text, QWidget* parent)
    : QFrame(parent, Qt::Popup)
    , m_body(new QLabel(text, this))
{
    setObjectName(QStringLiteral("explanation"));
    setAttribute(Qt::WA_DeleteOnClose);
    setAccessibleName(title);
    setAccessibleDescription(QTextDocumentFragment::fromHtml(text).toPlainText());
    setFrameShape(QFrame::Box);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* heading = new QLabel(title, this);
    heading->setWordWrap(true);
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    m_body->setObjectName(QStringLiteral("explanationText"));
    m_body->setAccessibleName(title);
    m_body->setWordWrap(true);
    m_body->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_body->setFocusPolicy(Qt::StrongFocus); // Tab goes from link to link, Return follows one
    connect(m_body, &QLabel::linkActivated, this, &ExplanationPopup::linkActivated);
    columnOf(this, {heading, m_body}, {.margins = QMargins(16, 14, 16, 14)});
    setFixedWidth(QFontMetrics(font()).averageCharWidth() * 62);
}

void ExplanationPopup::showBelow(const QWidget* button)
{
    const QPoint right = button->mapToGlobal(QPoint(button->width() - width(), 0));
    showBeside({right, button->size()});
}

void ExplanationPopup::showBeside(const QRect& part)
{
    constexpr int kGap = 4; // pixels
    resize(width(), heightForWidth(width()) > 0 ? heightForWidth(width()) : sizeHint().height());
    const QRect screen = parentWidget()->screen()->availableGeometry();
    while (height() > screen.height() && width() < screen.width()) { // much to say in large letters
        setFixedWidth(std::min(screen.width(), width() * 3 / 2));
        resize(width(), heightForWidth(width()));
    }
    const bool isBelow = part.bottom() + kGap + height() <= screen.bottom();
    const int y = isBelow ? part.bottom() + kGap : part.top() - kGap - height();
    const auto within
        = [](int at, int least, int most) { return std::clamp(at, least, std::max(least, most)); };
    move(within(part.left(), screen.left(), screen.right() - width()),
        within(y, screen.top(), screen.bottom() - height()));
    m_body->setFocus(); // for Tab and Return
    show();
}

} // namespace ulpscope::ui
