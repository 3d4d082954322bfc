// SPDX-License-Identifier: GPL-3.0-or-later
// The table of kept runs, and what can be done with the chosen ones: show one, take it for the grey line, bring its session
// back, name and export it; compare, star and delete several.
#pragma once

#include "app/session/document.h"
#include "app/session/kept/kept_runs.h"
#include "app/session/shown_run.h"

#include <QPersistentModelIndex>
#include <QWidget>

#include <vector>

class QAction;
class QLabel;

namespace ulpscope::ui {

class RunsModel;
class RunsView;

class RunsPanel : public QWidget
{
    Q_OBJECT
public:
    /// id: the object name; those of its parts begin with it. All must outlive the panel.
    RunsPanel(const QString& id, Document& document, KeptRuns& kept, const ShownRun& shown,
        QWidget* parent = nullptr);

    void focusTable();
    /// Height at which a few runs are readable.
    int comfortableHeight() const;

signals:
    void noticed(const QString& message);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void refresh();
    void fitColumns();
    /// The columns of one run.
    void widenColumns(const QModelIndex& first, const QModelIndex& last);
    void removeChosen();
    void remove(std::vector<KeptRunId> ids);
    void compareChosen();
    void restore();
    void exportFiles();
    void showContextMenu(const QPoint& position);
    int rowHeight() const;
    /// The selected run; null unless exactly one is selected.
    const KeptRun* chosen() const;
    std::vector<KeptRunId> allChosen() const;
    bool areAllChosen(bool (*isSo)(const KeptRuns& kept, const KeptRun& run)) const;

    Document& m_document;
    KeptRuns& m_kept;
    const ShownRun& m_shown;
    RunsModel* m_model;
    RunsView* m_view;
    QLabel* m_empty;
    QPersistentModelIndex m_top; ///< the row that is uppermost in the view; invalid: the first
    QAction* m_show;
    QAction* m_ghost;
    QAction* m_restore;
    QAction* m_compare;
    QAction* m_star;
    QAction* m_rename;
    QAction* m_export;
    QAction* m_delete;
    QAction* m_deleteOthers;
};

} // namespace ulpscope::ui
