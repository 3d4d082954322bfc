// SPDX-License-Identifier: GPL-3.0-or-later
// Dialogs that show what would become of each layer's policy before it is changed.
#pragma once

#include "engine/session/session_spec.h"
#include "ui/exchange/models/policy_import.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTableView;

namespace ulpscope::ui {

class PolicyChangesModel;

// Shows what Keras JSON would change in the session, or where it is wrong, before anything is changed.
class PolicyImportDialog : public QDialog
{
    Q_OBJECT
public:
    /// `source`: where the text came from, for the title line.
    PolicyImportDialog(
        const QString& text, const QString& source, const SessionSpec& session, QWidget* parent = nullptr);

    /// The session to be; only after the dialog was accepted.
    const SessionSpec& sessionAfter() const { return choice().after; }

private:
    QWidget* makePreview();
    const ImportChoice& choice() const;
    void compare();
    void showFailure(const QString& message);
    void showError(const Error& error);
    void showChanges();

    SessionSpec m_before;
    std::optional<PolicyImport> m_import;
    PolicyChangesModel* m_changes = nullptr;
    QComboBox* m_choice;
    QTableView* m_table = nullptr;
    QPlainTextEdit* m_text;
    QLabel* m_what;
    QLabel* m_state;
    QPushButton* m_apply;
};

class QuantizationTableModel;

// Which layers take a quantized policy, which do not, and why: for the session's own policies, or for what
// model.quantize(mode) would do.
class QuantizationDialog : public QDialog
{
    Q_OBJECT
public:
    explicit QuantizationDialog(const SessionSpec& session, QWidget* parent = nullptr);

private:
    void refresh();

    SessionSpec m_session;
    QuantizationTableModel* m_model;
    QComboBox* m_mode;
    QLabel* m_summary;
};

} // namespace ulpscope::ui
