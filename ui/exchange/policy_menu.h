// SPDX-License-Identifier: GPL-3.0-or-later
// Policy: choosing, importing and exporting the session's policies.
#pragma once

#include "app/session/document.h"
#include "app/session/shown_run.h"

#include <QMenu>

namespace ulpscope::ui {

class RunBar;

class PolicyMenu : public QMenu
{
    Q_OBJECT
public:
    /// All but the parent must outlive the menu.
    PolicyMenu(Document& document, const ShownRun& shown, RunBar& runBar, QWidget* parent);

    QAction* quantizationAction() const { return m_quantization; }

public slots:
    /// Shows the changes by the JSON, and makes them if the user agrees.
    void importText(const QString& text, const QString& source);
    void importFile(const QString& path);
    void exportPolicy();
    /// Exports the policy of another session than the one that is open.
    void exportPolicyOf(const SessionSpec& session);

signals:
    void mapRequested();
    void failed(const QString& message);
    void imported(const QString& message);

private:
    QAction* addEntry(
        const QString& id, const QString& text, const QString& toolTip, const QKeySequence& shortcut);
    void addArithmetics();
    void askImport();
    void paste();
    void reportQuantization();

    Document& m_document;
    const ShownRun& m_shown;
    QAction* m_quantization;
};

} // namespace ulpscope::ui
