// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/dialog_keys.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QEvent>
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

} // namespace ulpscope::ui
