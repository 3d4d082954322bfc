// SPDX-License-Identifier: GPL-3.0-or-later
// A rounded frame in a severity's colours, painted rather than styled: below a style sheet widgets would no longer follow
// the program's text size. With it, the button that repairs, in the same colour.
#pragma once

#include "engine/train/verdicts.h"

#include <QFrame>

class QPushButton;

namespace ulpscope::ui {

class TintedFrame : public QFrame
{
    Q_OBJECT
public:
    using QFrame::QFrame;

    Severity severity() const { return m_severity; }
    void setSeverity(Severity severity);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Severity m_severity = Severity::Notice;
};

/// Fills a button with the severity's colour.
void accentuate(QPushButton& button, Severity severity);

} // namespace ulpscope::ui
