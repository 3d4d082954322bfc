// SPDX-License-Identifier: GPL-3.0-or-later
// A session's policies as each target writes them, and what of the session it cannot say; copies and saves.
#pragma once

#include "ui/exchange/models/export_targets.h"

#include <QDialog>

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace ulpscope::ui {

class PolicyExportDialog : public QDialog
{
    Q_OBJECT
public:
    /// notice: a warning about the targets, shown above them; may be empty.
    explicit PolicyExportDialog(
        std::vector<ExportTarget> targets, const QString& notice = {}, QWidget* parent = nullptr);

    Status saveTo(const QString& path) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showTarget(int row);
    const ExportTarget* target() const;
    void copy();
    void askSave();

    std::vector<ExportTarget> m_targets;
    QListWidget* m_list;
    QLabel* m_description;
    QPlainTextEdit* m_text;
    QLabel* m_leftOut;
    QLabel* m_done; ///< "Copied"
    QPushButton* m_copy = nullptr;
    QPushButton* m_save = nullptr;
};

} // namespace ulpscope::ui
