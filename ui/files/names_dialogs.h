// SPDX-License-Identifier: GPL-3.0-or-later
// Dialogs that ask what the names in a log or a recording mean.
#pragma once

#include "app/io/recordings/recorded_name.h"
#include "ui/files/models/opened_file.h"
#include "ui/look/models/table_models.h"

#include <QDialog>
#include <QStringList>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QLabel;

namespace ulpscope::ui {

// What a log with names of its own calls the step, the loss and the rest: chosen among the names that it has, and tried at once on its beginning.
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

class MetricView;

// How the tensors of a recording are named: a pattern with places for the step, the layer and the role, tried at once on some of the names.
class RecordingNamesDialog : public QDialog
{
    Q_OBJECT
public:
    /// names: some of those in the recording; pattern: that it is read by; may be empty.
    RecordingNamesDialog(
        const QString& path, const QStringList& names, const QString& pattern, QWidget* parent);

    void accept() override;

signals:
    void chosen(const QString& path, const ulpscope::NamePattern& pattern);

private:
    void place();
    void tryPattern();

    QString m_path;
    QStringList m_names;
    QComboBox* m_pattern;
    QLabel* m_said;
    MetricTableModel* m_model;
    MetricView* m_view;
    QCheckBox* m_keep;
    QDialogButtonBox* m_buttons;
};

} // namespace ulpscope::ui
