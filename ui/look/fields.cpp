// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/fields.h"

#include "ui/look/theme.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QPainter>
#include <QStyleOptionFrame>
#include <QTabBar>

namespace ulpscope::ui {

void FaultField::setErrorPosition(int position)
{
    m_errorPosition = position;
    update();
}

void FaultField::setWrong(const QString& right)
{
    m_isWrong = true;
    m_right = right;
    update();
}

void FaultField::setRight()
{
    m_isWrong = false;
    update();
}

void FaultField::underline(int from, int length)
{
    QStyleOptionFrame option;
    initStyleOption(&option);
    const QRect inside = style()->subElementRect(QStyle::SE_LineEditContents, &option, this);
    // Where the text begins, also when it is scrolled: the cursor tells.
    const int scrolled
        = cursorRect().center().x() - fontMetrics().horizontalAdvance(text().left(cursorPosition()));
    const int before = fontMetrics().horizontalAdvance(text().left(from));
    const int width = std::max(fontMetrics().horizontalAdvance(text().mid(from, length)), 8);
    QPainter painter(this);
    painter.setClipRect(inside.adjusted(0, 0, 0, 2));
    painter.fillRect(
        QRect(scrolled + before, inside.bottom() - 4, width, 3), severityColor(Severity::Failure, palette()));
}

void FaultField::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (m_isWrong)
        underline(0, int(text().size()));
    else if (m_errorPosition >= 0)
        underline(m_errorPosition, 1);
}

namespace {

constexpr const char* kKeepsFocus = "keepsFocus";

/// The line that is typed into where this widget has the focus; null where it is no field.
QLineEdit* lineOf(QWidget* widget)
{
    if (auto* spin = qobject_cast<QAbstractSpinBox*>(widget))
        return spin->findChild<QLineEdit*>();
    if (auto* combo = qobject_cast<QComboBox*>(widget))
        return combo->lineEdit();
    return qobject_cast<QLineEdit*>(widget);
}

bool isInView(const QWidget* widget)
{
    for (; widget != nullptr; widget = widget->parentWidget())
        if (qobject_cast<const QAbstractItemView*>(widget) != nullptr)
            return true;
    return false;
}

/// Where one looks and steers, rather than something that is pressed or chosen on the way.
bool isView(const QWidget* widget)
{
    return qobject_cast<const QAbstractButton*>(widget) == nullptr
        && qobject_cast<const QComboBox*>(widget) == nullptr
        && qobject_cast<const QTabBar*>(widget) == nullptr;
}

} // namespace

FieldGuard::FieldGuard(QWidget& window, QWidget& fallback)
    : QObject(&window)
    , m_window(window)
    , m_fallback(fallback)
{
    QCoreApplication::instance()->installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, &FieldGuard::follow);
}

void FieldGuard::keepFocusIn(QWidget& field)
{
    field.setProperty(kKeepsFocus, true);
}

void FieldGuard::follow(QWidget*, QWidget* now)
{
    if (now == nullptr || now->window() != &m_window)
        return;
    QLineEdit* line = lineOf(now);
    if (line == nullptr && isView(now) && !isInView(now->parentWidget()))
        m_view = now;
    if (line == m_line)
        return;
    if (m_line)
        disconnect(m_line, nullptr, this, nullptr);
    m_line = line;
    if (line == nullptr)
        return;
    m_before = line->text();
    connect(line, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (m_line && !m_line->isModified())
            m_before = text; // the program changed it
    });
}

bool FieldGuard::eventFilter(QObject* watched, QEvent* event)
{
    const bool isAsked = event->type() == QEvent::ShortcutOverride;
    if ((!isAsked && event->type() != QEvent::KeyPress) || watched != QApplication::focusWidget())
        return false;
    auto& field = *static_cast<QWidget*>(watched);
    QLineEdit* line = lineOf(&field);
    if (line == nullptr || field.window() != &m_window || isInView(&field)
        || QApplication::activePopupWidget() != nullptr || field.property(kKeepsFocus).toBool())
        return false;
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Escape) {
        event->accept(); // not a shortcut here
        if (isAsked)
            return true;
        leave(field, *line);
        return true;
    }
    if (!isAsked && (key == Qt::Key_Return || key == Qt::Key_Enter))
        // After the field has taken what was typed.
        QMetaObject::invokeMethod(
            this,
            [this, guarded = QPointer<QWidget>(&field)] {
                if (guarded && guarded->hasFocus())
                    giveBack(*guarded);
            },
            Qt::QueuedConnection);
    return false;
}

void FieldGuard::leave(QWidget& field, QLineEdit& line)
{
    auto* fault = qobject_cast<FaultField*>(&line);
    const bool isWrong = fault && fault->isWrong();
    const QString before = isWrong ? fault->rightText() : &line == m_line ? m_before : line.text();
    if (line.text() != before)
        line.setText(before);
    if (isWrong)
        emit line.textEdited(before); // as if it had been mended by hand
    line.setModified(false);
    giveBack(field);
}

void FieldGuard::giveBack(QWidget& field)
{
    const auto* fault = qobject_cast<const FaultField*>(lineOf(&field));
    if (fault && fault->isWrong())
        return; // to be mended
    for (QWidget* view : {m_view.data(), &m_fallback})
        if (view != nullptr && view->isVisible() && view->isEnabled()) {
            view->setFocus(Qt::OtherFocusReason);
            return;
        }
    field.clearFocus();
}

} // namespace ulpscope::ui
