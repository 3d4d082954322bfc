// SPDX-License-Identifier: GPL-3.0-or-later
// How the tensors of a recording are named: a pattern with places for the step, the layer and the role, tried at once on some of the names.
#pragma once

#include "app/io/recordings/recorded_name.h"
#include "ui/look/models/metric_table_model.h"

#include <QDialog>
#include <QStringList>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QLabel;

namespace ulpscope::ui {

class MetricView;

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
