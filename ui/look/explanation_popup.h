// SPDX-License-Identifier: GPL-3.0-or-later
// A short text in a frame beside the button that asked for it; gone with Escape or a click elsewhere.
#pragma once

#include <QFrame>

namespace ulpscope::ui {

class ExplanationPopup : public QFrame
{
    Q_OBJECT
public:
    ExplanationPopup(const QString& title, const QString& text, QWidget* parent);

    void showBelow(const QWidget* button);
};

} // namespace ulpscope::ui
