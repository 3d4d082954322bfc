// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/input_guards.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QEvent>
#include <QKeyEvent>
#include <QKeySequence>

namespace ulpscope::ui {

namespace {

/// The letter behind the ampersand, in lower case; null without one.
QChar keyOf(const QString& text)
{
    const QKeySequence sequence = QKeySequence::mnemonic(text);
    return sequence.isEmpty() ? QChar() : QChar(char16_t(sequence[0].key())).toLower();
}

void giveKeys(const QDialogButtonBox& box)
{
    QString taken;
    for (const QAbstractButton* button : box.buttons())
        taken += keyOf(button->text());
    for (QAbstractButton* button : box.buttons()) {
        if (!keyOf(button->text()).isNull())
            continue;
        const QString text = button->text();
        for (qsizetype i = 0; i < text.size(); ++i)
            if (const QChar letter = text[i].toLower(); letter.isLetter() && !taken.contains(letter)) {
                button->setText(QString(text).insert(i, QLatin1Char('&')));
                taken += letter;
                break;
            }
    }
}

} // namespace

DialogKeys::DialogKeys(QObject* parent)
    : QObject(parent)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool DialogKeys::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show)
        if (const auto* box = qobject_cast<const QDialogButtonBox*>(watched))
            giveKeys(*box);
    return false;
}

bool isForFocusedWidget(QEvent& event)
{
    if (event.type() != QEvent::ShortcutOverride)
        return false;
    auto& key = static_cast<QKeyEvent&>(event);
    const QWidget* focus = QApplication::focusWidget();
    const bool opensChoice = key.modifiers().testFlag(Qt::AltModifier)
        && (key.key() == Qt::Key_Down || key.key() == Qt::Key_Up) && qobject_cast<const QComboBox*>(focus);
    if (opensChoice) {
        event.accept();
        return true;
    }
    const bool isPlain = (key.modifiers() & ~Qt::ShiftModifier) == Qt::NoModifier;
    if (!isPlain || key.text().isEmpty() || !key.text().front().isPrint())
        return false;
    const bool takesText = qobject_cast<const QComboBox*>(focus)
        || qobject_cast<const QAbstractSpinBox*>(focus) || qobject_cast<const QAbstractItemView*>(focus);
    const bool isPressed = key.key() == Qt::Key_Space && qobject_cast<const QAbstractButton*>(focus);
    if (takesText || isPressed)
        event.accept();
    return takesText || isPressed;
}

namespace {

/// The box itself, or that around the line edit in it.
QWidget* boxOf(QObject* watched)
{
    for (QObject* object : {watched, watched->parent()})
        if (qobject_cast<QComboBox*>(object) != nullptr || qobject_cast<QAbstractSpinBox*>(object) != nullptr)
            return static_cast<QWidget*>(object);
    return nullptr;
}

bool hasFocusInside(const QWidget& box)
{
    const QWidget* proxy = box.focusProxy();
    return box.hasFocus() || (proxy != nullptr && proxy->hasFocus());
}

} // namespace

WheelGuard::WheelGuard(QObject* parent)
    : QObject(parent)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool WheelGuard::eventFilter(QObject* watched, QEvent* event)
{
    const bool isWheel = event->type() == QEvent::Wheel;
    if ((!isWheel && event->type() != QEvent::Polish) || !watched->isWidgetType())
        return false;
    QWidget* box = boxOf(watched);
    if (box == nullptr)
        return false;
    if (!isWheel) { // the wheel itself would give the box the focus
        if (box->focusPolicy() == Qt::WheelFocus)
            box->setFocusPolicy(Qt::StrongFocus);
        return false;
    }
    if (hasFocusInside(*box))
        return false;
    event->ignore(); // the wheel goes on to the parent
    return true;
}

} // namespace ulpscope::ui
