// SPDX-License-Identifier: GPL-3.0-or-later
// A short text, plain or rich, in a frame beside what asked for it; gone with Escape or a click elsewhere.
#pragma once

#include <QFrame>

class QLabel;

namespace ulpscope::ui {

class ExplanationPopup : public QFrame
{
    Q_OBJECT
public:
    ExplanationPopup(const QString& title, const QString& text, QWidget* parent);

    void showBelow(const QWidget* button);
    /// Below a part of the screen, or above it where that has more room.
    void showBeside(const QRect& part);

signals:
    void linkActivated(const QString& link);

private:
    QLabel* m_body;
};

} // namespace ulpscope::ui
