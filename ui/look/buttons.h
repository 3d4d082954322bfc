// SPDX-License-Identifier: GPL-3.0-or-later
// Buttons without a frame.
#pragma once

#include "app/judge/runs/severity.h"

#include <QPushButton>

namespace ulpscope::ui {

// The one button of a verdict: flat, filled with the verdict's colour, so that a newcomer's eye finds it first.
class AccentButton : public QPushButton
{
    Q_OBJECT
public:
    using QPushButton::QPushButton;

    void setSeverity(Severity severity);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Severity m_severity = Severity::Notice;
};

// A button that looks like a link: it leads somewhere or does what it says, and is too small a thing for a frame. Space and Return
// press it. Text that does not fit is cut at its end, and is whole in the tool tip.
class LinkButton : public QPushButton
{
    Q_OBJECT
public:
    explicit LinkButton(QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace ulpscope::ui
