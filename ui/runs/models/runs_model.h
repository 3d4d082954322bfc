// SPDX-License-Identifier: GPL-3.0-or-later
// The kept runs as a table, the newest first: what differs, the headline numbers of each, and which is best. The points of a sweep
// are one row, and below it a row each, in the order in which they were trained.
#pragma once

#include "app/session/kept/kept_runs.h"
#include "app/session/shown_run.h"

#include <QAbstractItemModel>

#include <memory>
#include <vector>

namespace ulpscope::ui {

class RunsModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column {
        NameColumn, ///< checked: compared
        PolicyColumn,
        LossScaleColumn,
        LossColumn,
        ErrorColumn,
        TestLossColumn,
        AccuracyColumn,
        FlushedColumn,
        LostColumn,
        OverflowsColumn,
        SaturatedColumn,
        StepsColumn,
        NoteColumn,
        ColumnCount
    };
    enum Role { LookRole = Qt::UserRole + 100 }; ///< int of PlotTheme::runPen(), of the name

    /// Both must outlive the model.
    RunsModel(KeptRuns& kept, const ShownRun& shown, QObject* parent = nullptr);

    /// Run of a row; null for an invalid index and for a sweep's row.
    const KeptRun* run(const QModelIndex& index) const;
    /// The row's run, or the runs of its sweep.
    std::vector<KeptRunId> runsAt(const QModelIndex& index) const;
    /// Invalid where there is no such run.
    QModelIndex indexOf(KeptRunId id, int column = 0) const;
    bool hasSweeps() const;
    /// Whether any run has operands whose scale comes from earlier steps. Without one a column would have only dashes.
    bool hasScaled() const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    /// While its view is hidden, the model announces no new numbers of a run that trains: the view would lay them out all the same.
    void setSeen(bool isSeen);

signals:
    /// Around all rows that come and go together.
    void aboutToRefill();
    void refilled();

private:
    /// A top-level row: one run, or the runs of a sweep.
    struct Row
    {
        QString sweep; ///< the sweep's name; empty: there is no sweep
        std::vector<KeptRunId> runs; ///< the row's runs, in the order of their ids
    };
    const Row* rowAt(const QModelIndex& index) const;
    int rowOf(const Row& row) const;
    QVariant sweepData(const Row& row, int column, int role) const;
    void removeGone();
    void insert(const KeptRun& run);
    void onListChanged();
    void onGrew(KeptRunId id);
    void announce();

    KeptRuns& m_kept;
    const ShownRun& m_shown;
    bool m_isSeen = true;
    std::vector<std::unique_ptr<Row>> m_rows; ///< the rows that views were told of last
};

} // namespace ulpscope::ui
