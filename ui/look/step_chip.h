// SPDX-License-Identifier: GPL-3.0-or-later
// "At step 412", with a way back: above every view that tells about a pinned step. Hidden while the newest is shown.
#pragma once

#include "ui/look/message_banner.h"

class QLabel;
class QToolButton;

namespace ulpscope {
class ShownRun;
}

namespace ulpscope::ui {

class StepChip : public TintedFrame
{
    Q_OBJECT
public:
    /// id: the object name. `shown` must outlive the chip.
    StepChip(const ShownRun& shown, const QString& id, QWidget* parent);

    /// Names values from another step: "layers' metrics: step 408"; empty if all are of the shown step.
    void setRemark(const QString& remark);

private:
    void refresh();

    const ShownRun& m_shown;
    QString m_remark;
    QLabel* m_text;
    QToolButton* m_newest;
};

} // namespace ulpscope::ui
