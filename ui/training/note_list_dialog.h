// SPDX-License-Identifier: GPL-3.0-or-later
// The session's notes in a list: where each was written and what it says; one is gone to, rewritten in place, or removed. Each
// change is one to be undone.
#pragma once

#include "app/session/document.h"

#include <QDialog>

class QPushButton;
class QTableWidget;

namespace ulpscope::ui {

class NoteListDialog : public QDialog
{
    Q_OBJECT
public:
    /// runKey: of the run on the screen; empty without one. `document` must outlive the dialog.
    NoteListDialog(Document& document, std::string runKey, QWidget* parent);

signals:
    /// The user wants to see a note about the shown run.
    void chosen(const ulpscope::NoteSpec& note);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void list();
    void refresh();
    void go();
    void remove();
    void rewrite(int row, int column);
    const NoteSpec* current() const;

    Document& m_document;
    std::string m_runKey;
    QTableWidget* m_table;
    QPushButton* m_go;
    QPushButton* m_remove;
};

} // namespace ulpscope::ui
