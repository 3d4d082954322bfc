// SPDX-License-Identifier: GPL-3.0-or-later
// What a log in somebody's own words calls the step, the loss, the loss scale and skipped steps, tried at once on its beginning.
#pragma once

#include "ui/files/models/opened_file.h"

#include <QDialog>

class QLabel;
class QLineEdit;

namespace ulpscope::ui {

class LogNamesDialog : public QDialog
{
    Q_OBJECT
public:
    LogNamesDialog(LogToName log, QWidget* parent);

    void accept() override;

signals:
    /// The log with the names.
    void chosen(const ulpscope::ui::LogToName& log);

private:
    void place();
    LogNames names() const;
    void tryNames();

    LogToName m_log;
    QLineEdit* m_step;
    QLineEdit* m_loss;
    QLineEdit* m_lossScale;
    QLineEdit* m_skipped;
    QLabel* m_said;
};

} // namespace ulpscope::ui
