// SPDX-License-Identifier: GPL-3.0-or-later
// Scrolling a form must not change it: a combo box or a spin box without the focus leaves the wheel to what it lies in.
#pragma once

#include <QObject>

namespace ulpscope::ui {

/// Watches the whole application as long as it lives.
class WheelGuard : public QObject
{
public:
    explicit WheelGuard(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace ulpscope::ui
