// SPDX-License-Identifier: GPL-3.0-or-later
// The kept runs as a table, the newest first: what differs, the headline numbers of each, and which is best.
#pragma once

#include "app/kept_runs.h"
#include "app/shown_run.h"

#include <QAbstractTableModel>

namespace ulpscope::ui {

class RunsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        NameColumn, ///< checked: compared
        PolicyColumn,
        LossScaleColumn,
        LossColumn,
        TestLossColumn,
        AccuracyColumn,
        FlushedColumn,
        LostColumn,
        OverflowsColumn,
        ErrorColumn,
        StepsColumn,
        NoteColumn,
        ColumnCount
    };
    enum Role { LookRole = Qt::UserRole + 100 }; ///< int of PlotTheme::runPen(), of the name

    /// Both must outlive the model.
    RunsModel(KeptRuns& kept, const ShownRun& shown, QObject* parent = nullptr);

    /// Null for no row.
    const KeptRun* run(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    void onListChanged();
    void onGrew(KeptRunId id);
    void announce();

    KeptRuns& m_kept;
    const ShownRun& m_shown;
    std::vector<KeptRunId> m_rows; ///< as last announced
};

} // namespace ulpscope::ui
