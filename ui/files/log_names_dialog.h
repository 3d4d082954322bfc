// SPDX-License-Identifier: GPL-3.0-or-later
// What a log with names of its own calls the step, the loss and the rest: chosen among the names that it has, and tried at once on its beginning.
#pragma once

#include "ui/files/models/opened_file.h"

#include <QDialog>

class QComboBox;
class QLabel;

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
    void offer(QComboBox* combo, const std::string& name);
    std::string_view beginning() const;
    LogNames names() const;
    void tryNames();

    LogToName m_log;
    std::vector<UnreadNumber> m_offered;
    QComboBox* m_step;
    QComboBox* m_loss;
    QComboBox* m_lossScale;
    QComboBox* m_gradientNorm;
    QComboBox* m_skipped;
    QLabel* m_said;
};

} // namespace ulpscope::ui
