// SPDX-License-Identifier: GPL-3.0-or-later
// Policy: choosing, importing and exporting the session's policies.
#pragma once

#include "app/desktop/settings.h"
#include "app/session/document.h"
#include "app/session/shown_run.h"

#include <QMenu>

#include <functional>
#include <string>

namespace ulpscope::ui {

class RunBar;

class PolicyMenu : public QMenu
{
    Q_OBJECT
public:
    /// All but the parent must outlive the menu.
    PolicyMenu(
        Document& document, const ShownRun& shown, RunBar& runBar, Settings& settings, QWidget* parent);

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
    /// Fills the menu with the arithmetics. chosen: returns the one in force; choose: takes another.
    void addArithmetics(QMenu& menu, const QString& id, const std::function<std::string()>& chosen,
        const std::function<void(const std::string&)>& choose);
    void askImport();
    void paste();
    void reportQuantization();

    Document& m_document;
    const ShownRun& m_shown;
    Settings& m_settings;
    QAction* m_quantization;
};

} // namespace ulpscope::ui
