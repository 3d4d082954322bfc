// SPDX-License-Identifier: GPL-3.0-or-later
// About: what the program is, what is new, and whose work it stands on.
#pragma once

#include <QDialog>

namespace ulpscope::ui {

class AboutDialog : public QDialog
{
    Q_OBJECT
public:
    /// resourcesDirectory: where CHANGELOG.md is.
    explicit AboutDialog(const QString& resourcesDirectory, QWidget* parent = nullptr);
};

} // namespace ulpscope::ui
