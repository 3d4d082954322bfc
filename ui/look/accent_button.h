// SPDX-License-Identifier: GPL-3.0-or-later
// The one button of a verdict: flat, filled with the verdict's colour, so that a newcomer's eye finds it first.
#pragma once

#include "app/judge/runs/severity.h"

#include <QPushButton>

namespace ulpscope::ui {

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

} // namespace ulpscope::ui
