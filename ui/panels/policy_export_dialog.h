// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the session's policies as the JSON that Keras loads, and what of the session it cannot say; copies
// and saves it.
#pragma once

#include "engine/io/keras_export.h"

#include <QDialog>

class QPlainTextEdit;

namespace ulpscope::ui {

class PolicyExportDialog : public QDialog
{
    Q_OBJECT
public:
    PolicyExportDialog(const KerasExport& exported, const QString& suggestedName, QWidget* parent = nullptr);

    /// False: the file could not be written.
    bool saveTo(const QString& path) const;

private:
    void copy();
    void askSave();

    QPlainTextEdit* m_text;
    QString m_suggestedName;
};

} // namespace ulpscope::ui
