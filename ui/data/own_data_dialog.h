// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a session from the user's file: shows the file's content, lets the user choose inputs and target, and has one
// button. Nothing in the window changes before that is pressed.
#pragma once

#include "ui/data/models/own_data.h"

#include <QDialog>

class QComboBox;
class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTableView;

namespace ulpscope::ui {

class FieldTableModel;

class OwnDataDialog : public QDialog
{
    Q_OBJECT
public:
    /// isUndone: whether Undo brings the present session back.
    OwnDataDialog(bool isUndone, QWidget* parent);

    /// Reads the file, and shows what is in it when that is done.
    void read(const QString& file);
    const OwnData& data() const { return m_data; }

    /// Asks for a file of data; empty: none was chosen.
    static QString askForFile(QWidget* parent, const QString& title);

signals:
    /// The user pressed "Create". The dialog stays until it is accepted, because the user may refuse to lose unsaved
    /// changes.
    void created(const ulpscope::SessionSpec& session);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void done(int result) override;

private:
    void makeFileRows(QFormLayout& form);
    void makeFormRow(QFormLayout& form);
    void makeChoices(QFormLayout& form);
    void connectChoices();
    void refresh();
    void showForm();
    void showChoice();
    void showOutcome();
    void readAs();
    void setRow(QWidget* field, bool isShown);

    OwnData m_data;
    FieldTableModel* m_model;
    QFormLayout* m_form;
    QLineEdit* m_file;
    QPushButton* m_chooseFile;
    QWidget* m_targetsRow;
    QLineEdit* m_targetsFile;
    QPushButton* m_chooseTargets;
    QLabel* m_found;
    QWidget* m_formRow;
    QComboBox* m_kind;
    QComboBox* m_separator;
    QComboBox* m_decimal;
    QCheckBox* m_hasNames;
    QTableView* m_table;
    QLabel* m_text; ///< the beginning of a text, in the table's place
    QComboBox* m_target;
    QComboBox* m_features;
    QComboBox* m_task;
    QComboBox* m_normalization;
    QSpinBox* m_context;
    QLabel* m_outcome;
    QLabel* m_problem;
    QProgressBar* m_progress;
    QPushButton* m_again;
    QPushButton* m_create;
    bool m_isRefreshing = false; ///< the choices are set by what they show
};

} // namespace ulpscope::ui
