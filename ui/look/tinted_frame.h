// SPDX-License-Identifier: GPL-3.0-or-later
// A rounded frame in a severity's colours, painted rather than styled: below a style sheet widgets would no longer follow
// the program's text size.
#pragma once

#include "app/judge/runs/severity.h"

#include <QFrame>

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

} // namespace ulpscope::ui
