// SPDX-License-Identifier: GPL-3.0-or-later
// Every button of a dialog has its key: Qt's standard buttons have none on some desktops.
#pragma once

#include <QObject>

namespace ulpscope::ui {

/// Watches the whole application as long as it lives.
class DialogKeys : public QObject
{
public:
    explicit DialogKeys(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace ulpscope::ui
