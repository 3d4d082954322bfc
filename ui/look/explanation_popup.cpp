// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/explanation_popup.h"

#include "ui/look/boxes.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCoreApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QScreen>
#include <QTabBar>
#include <QTextDocumentFragment>
#include <QToolTip>

#include <algorithm>

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

namespace {

constexpr int kWidestCharacters = 72;

struct Tip
{
    QString text;
    QRect of; ///< part of the widget in which the pointer keeps the tip open
};

Tip tipOfHeader(const QHeaderView& header, const QPoint& at)
{
    const int section = header.logicalIndexAt(at);
    if (section < 0 || header.model() == nullptr)
        return {};
    const QString text
        = header.model()->headerData(section, header.orientation(), Qt::ToolTipRole).toString();
    return {text.isEmpty() ? header.toolTip() : text, {}};
}

Tip tipOfView(const QAbstractItemView& view, const QPoint& at)
{
    const QModelIndex index = view.indexAt(at);
    const QString text = index.data(Qt::ToolTipRole).toString();
    return text.isEmpty() ? Tip{view.toolTip(), {}} : Tip{text, view.visualRect(index)};
}

Tip tipAt(QWidget& widget, const QPoint& at)
{
    if (const auto* header = qobject_cast<const QHeaderView*>(widget.parentWidget()))
        if (header->viewport() == &widget)
            return tipOfHeader(*header, at);
    if (const auto* view = qobject_cast<const QAbstractItemView*>(widget.parentWidget()))
        if (view->viewport() == &widget)
            return tipOfView(*view, at);
    if (const auto* menu = qobject_cast<const QMenu*>(&widget)) {
        const QAction* action = menu->toolTipsVisible() ? menu->actionAt(at) : nullptr;
        return action ? Tip{action->toolTip(), menu->actionGeometry(menu->actionAt(at))} : Tip{};
    }
    if (const auto* bar = qobject_cast<const QTabBar*>(&widget))
        if (const int tab = bar->tabAt(at); tab >= 0)
            return {bar->tabToolTip(tab), bar->tabRect(tab)};
    return {widget.toolTip(), {}};
}

} // namespace

QString wrappedTip(const QString& tip, const QFontMetrics& metrics)
{
    if (Qt::mightBeRichText(tip))
        return tip;
    const QStringList lines = tip.split(QLatin1Char('\n'));
    const int widest = kWidestCharacters * metrics.averageCharWidth();
    const bool fits = std::all_of(lines.begin(), lines.end(),
        [&](const QString& line) { return metrics.horizontalAdvance(line) <= widest; });
    if (fits)
        return tip;
    return QStringLiteral("<qt>") + tip.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>"))
        + QStringLiteral("</qt>");
}

ToolTipWrap::ToolTipWrap(QObject* parent)
    : QObject(parent)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool ToolTipWrap::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ToolTip || !watched->isWidgetType())
        return false;
    auto& widget = *static_cast<QWidget*>(watched);
    const auto& help = *static_cast<QHelpEvent*>(event);
    const Tip tip = tipAt(widget, help.pos());
    const QString wrapped = wrappedTip(tip.text, QFontMetrics(QToolTip::font()));
    if (wrapped == tip.text)
        return false; // the widget shows it as ever
    QToolTip::showText(help.globalPos(), wrapped, &widget, tip.of, widget.toolTipDuration());
    return true;
}

} // namespace ulpscope::ui
