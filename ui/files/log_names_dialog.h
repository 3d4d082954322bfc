// SPDX-License-Identifier: GPL-3.0-or-later
// What a log in somebody's own words calls the step, the loss, the loss scale and skipped steps, tried at once on its beginning.
#pragma once

#include "engine/io/logs/training_log_reader.h"

#include <QDialog>

#include <string>

class QLabel;
class QLineEdit;

namespace ulpscope::ui {

class LogNamesDialog : public QDialog
{
    Q_OBJECT
public:
    /// text: the log's.
    LogNamesDialog(std::string text, QWidget* parent);

    void accept() override;

signals:
    void chosen(const std::string& text, const ulpscope::LogNames& names);

private:
    void place();
    LogNames names() const;
    void tryNames();

    std::string m_text;
    QLineEdit* m_step;
    QLineEdit* m_loss;
    QLineEdit* m_lossScale;
    QLineEdit* m_skipped;
    QLabel* m_said;
};

} // namespace ulpscope::ui
