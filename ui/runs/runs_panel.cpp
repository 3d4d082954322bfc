// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/runs_panel.h"

#include "app/io/runs/run_files.h"
#include "app/io/runs/run_key.h"
#include "ui/look/action.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/look/reaction.h"
#include "ui/look/table_look.h"
#include "ui/runs/models/runs_model.h"
#include "ui/runs/runs_view.h"

#include <QAction>
#include <QFile>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QToolButton>
#include <QUndoCommand>

#include <algorithm>
#include <utility>

namespace ulpscope::ui {

namespace {

constexpr int kLargestColumn = 300; ///< pixels: a long name is cut, the metrics stay in sight
constexpr int kComfortableRows = 5;
constexpr int kManyRows = 12; ///< beyond which a table scrolls
constexpr int kMinRows = 3; ///< rows in sight at least

/// Whatever their policies: each tensor of the one is one of the other.
bool haveTheSameLayers(const ModelSpec& a, const ModelSpec& b)
{
    return std::ranges::equal(a.layers, b.layers, [](const LayerSpec& one, const LayerSpec& other) {
        return one.name == other.name && one.className == other.className;
    });
}

class RemoveRuns : public QUndoCommand
{
public:
    RemoveRuns(const QString& text, KeptRuns& kept, std::vector<KeptRunId> ids)
        : QUndoCommand(text)
        , m_kept(kept)
        , m_ids(std::move(ids))
    {
    }

    void redo() override { m_removed = m_kept.remove(m_ids); }
    void undo() override { m_kept.putBack(*std::exchange(m_removed, nullptr)); }

private:
    KeptRuns& m_kept;
    std::vector<KeptRunId> m_ids;
    std::shared_ptr<const RemovedRuns> m_removed; ///< the runs that were removed; null while they are there
};

} // namespace

RunsPanel::RunsPanel(
    const QString& id, Document& document, KeptRuns& kept, const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_kept(kept)
    , m_shown(shown)
    , m_model(new RunsModel(kept, shown, this))
    , m_view(new RunsView(this))
    , m_empty(new QLabel(tr("Every run that you train is kept here."), this))
    , m_show(makeAction(this, id + QStringLiteral("Show"), tr("&Show"),
          tr("Puts this run on the screen: tiles, plots, tree and diagnosis are its own")))
    , m_ghost(makeAction(this, id + QStringLiteral("Ghost"), tr("&Grey line"),
          tr("Draws this run in grey below whatever is trained next; once more ends that")))
    , m_restore(makeAction(this, id + QStringLiteral("Restore"), tr("&Restore session"),
          tr("Brings back the session that this run was trained from; Undo takes it away again")))
    , m_compare(makeAction(this, id + QStringLiteral("Compare"), tr("&Compare"),
          tr("Draws the chosen runs together in the comparison (Space); once more takes them out")))
    , m_star(makeAction(this, id + QStringLiteral("Star"), tr("S&tar"),
          tr("A starred run stays, however many come after it")))
    , m_rename(
          makeAction(this, id + QStringLiteral("Rename"), tr("Re&name"), tr("Gives the run a name (F2)")))
    , m_export(makeAction(this, id + QStringLiteral("Export"), tr("E&xport files…"),
          tr("Writes this run into a new folder: summary.json, history.csv, tensors.csv, policy.json and its session, and exponents.csv of one that was trained here")))
    , m_delete(makeAction(this, id + QStringLiteral("Delete"), tr("&Delete"),
          tr("Takes the chosen runs away (Del), also from their sessions' files, until Undo brings them back; the one on the screen stays")))
    , m_deleteOthers(makeAction(this, id + QStringLiteral("DeleteOthers"), tr("Delete all &without a star"),
          tr("Takes away every run without a star but the one on the screen, also from their sessions' files, until Undo brings them back")))
{
    describe(this, {.name = id.toUtf8(), .terms = "kept_run"}, tr("Runs"));
    describe(m_view,
        {.name = id.toUtf8() + "Table",
            .columns = {"run_name", "global_policy", "loss_scale", "loss", "error_vs_float64", "", "",
                "gradients_flushed_percent", "updates_lost_percent", "overflows",
                "tensor:float8_saturated saturation", "step", "note"}},
        tr("Kept runs"));
    m_view->setModel(m_model);
    m_view->setDelegates(new RunDelegate(m_view), new RunDelegate(m_view));
    m_view->setIconSize({kMarkWidth, kMarkHeight});
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setUniformRowHeights(true);
    m_view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->header()->setTextElideMode(Qt::ElideRight);
    m_view->setMinimumHeight(m_view->header()->sizeHint().height() + kMinRows * rowHeight());
    m_empty->setObjectName(id + QStringLiteral("Empty"));
    m_view->installEventFilter(this);
    for (QAction* action : {m_star, m_ghost, m_compare})
        action->setCheckable(true);

    auto* bar = new FlowLayout(nullptr, 2);
    for (QAction* action : {m_show, m_ghost, m_restore, m_compare, m_star, m_rename, m_export, m_delete}) {
        auto* button = new QToolButton(this);
        button->setObjectName(action->objectName() + QStringLiteral("Button"));
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(action->toolTip());
        bar->addWidget(button);
    }
    columnOf(this, {bar, m_empty, {m_view, 1}}, {.spacing = 2});

    connect(m_show, &QAction::triggered, this, [this] {
        if (const KeptRun* run = chosen())
            m_kept.show(run->id);
    });
    connect(m_ghost, &QAction::triggered, this, [this] {
        if (const KeptRun* run = chosen())
            m_kept.toggleGhost(run->id);
    });
    connect(m_restore, &QAction::triggered, this, &RunsPanel::restore);
    connect(m_compare, &QAction::triggered, this, &RunsPanel::compareChosen);
    connect(m_star, &QAction::triggered, this, [this](bool isOn) { m_kept.setStarred(allChosen(), isOn); });
    connect(m_rename, &QAction::triggered, this,
        [this] { openCellEditor(*m_view, m_view->selectionModel()->selectedRows().front()); });
    connect(m_export, &QAction::triggered, this, &RunsPanel::exportFiles);
    connect(m_delete, &QAction::triggered, this, &RunsPanel::removeChosen);
    connect(m_deleteOthers, &QAction::triggered, this, [this] { remove(m_kept.others()); });
    connect(m_view, &QWidget::customContextMenuRequested, this, &RunsPanel::showContextMenu);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPanel::refresh);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, [this] {
        if (!m_view->currentIndex().isValid())
            m_view->setCurrentIndex(m_model->index(0, 0));
        refresh();
    });
    connect(m_model, &QAbstractItemModel::rowsRemoved, this, &RunsPanel::refresh);
    connect(&kept, &KeptRuns::repeated, this, [this](KeptRunId earlier, KeptRunId by) {
        const KeptRun* run = chosen();
        const QModelIndex newer = m_model->indexOf(by, m_view->currentIndex().column());
        if (run == nullptr || run->id != earlier || !newer.isValid())
            return;
        const int above = m_view->verticalScrollBar()->value();
        m_view->setCurrentIndex(newer);
        m_view->verticalScrollBar()->setValue(above); // one may be looking at others
    });
    m_model->setSeen(false); // until it is shown
    connect(m_model, &RunsModel::aboutToRefill, this, [this] {
        const bool isScrolled = m_view->verticalScrollBar()->value() > 0;
        m_top = isScrolled ? m_view->indexAt(QPoint(0, 0)) : QModelIndex();
    });
    connect(m_model, &RunsModel::refilled, this, [this] {
        if (m_top.isValid()) {
            const int sideways = m_view->horizontalScrollBar()->value();
            m_view->scrollTo(m_top, QAbstractItemView::PositionAtTop);
            m_view->horizontalScrollBar()->setValue(sideways);
        }
        // Where the chosen row is gone, the choice goes to its neighbour.
        if (!m_view->selectionModel()->hasSelection() && m_view->currentIndex().isValid())
            m_view->selectionModel()->select(
                m_view->currentIndex(), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    });
    // Columns follow what is in them; while a run grows they are only made wider, or they would move thirty times a second.
    connect(m_model, &QAbstractItemModel::dataChanged, this,
        [this](const QModelIndex& first, const QModelIndex& last) {
            if (first.column() != RunsModel::NameColumn)
                widenColumns(first, last);
            else if (!first.parent().isValid()) // runs of sweeps were told of before
                fitColumns();
        });
    connect(m_model, &QAbstractItemModel::dataChanged, this, &RunsPanel::refresh);
    connect(m_view, &QTreeView::expanded, this, &RunsPanel::fitColumns);
    connect(m_view, &QTreeView::collapsed, this, &RunsPanel::fitColumns);
    m_view->setCurrentIndex(m_model->index(0, 0));
    fitColumns();
    refresh();
    onEvent(this, {QEvent::FontChange}, [this] {
        QMetaObject::invokeMethod(
            this, &RunsPanel::fitColumns, Qt::QueuedConnection); // when the table has it too
    });
}

/// All columns but the last, which takes the room that is left.
void RunsPanel::fitColumns()
{
    for (int column = 0; column < RunsModel::ColumnCount - 1; ++column) {
        m_view->resizeColumnToContents(column);
        m_view->setColumnWidth(column, std::min(m_view->columnWidth(column), kLargestColumn));
    }
}

void RunsPanel::widenColumns(const QModelIndex& first, const QModelIndex& last)
{
    for (int column = first.column(); column <= std::min(last.column(), RunsModel::ColumnCount - 2);
         ++column) {
        const int wanted = m_view->sizeHintForIndex(first.siblingAtColumn(column)).width() + 1; // and a line
        if (wanted > m_view->columnWidth(column))
            m_view->setColumnWidth(column, std::min(wanted, kLargestColumn));
    }
}

void RunsPanel::showEvent(QShowEvent* event)
{
    m_model->setSeen(true);
    QWidget::showEvent(event);
}

void RunsPanel::hideEvent(QHideEvent* event)
{
    m_model->setSeen(false);
    QWidget::hideEvent(event);
}

int RunsPanel::rowHeight() const
{
    return runRowHeight(m_view->fontMetrics());
}

int RunsPanel::comfortableHeight() const
{
    return layout()->itemAt(0)->sizeHint().height() + m_view->header()->sizeHint().height()
        + std::clamp(m_model->rowCount(), kComfortableRows, kManyRows) * rowHeight()
        + m_view->horizontalScrollBar()->sizeHint().height();
}

void RunsPanel::focusTable()
{
    m_view->setFocus();
}

std::vector<KeptRunId> RunsPanel::allChosen() const
{
    std::vector<KeptRunId> ids;
    for (const QModelIndex& row : m_view->selectionModel()->selectedRows())
        for (const KeptRunId id : m_model->runsAt(row))
            if (std::ranges::count(ids, id) == 0)
                ids.push_back(id);
    return ids;
}

const KeptRun* RunsPanel::chosen() const
{
    const QModelIndexList rows = m_view->selectionModel()->selectedRows();
    return rows.size() == 1 ? m_model->run(rows.front()) : nullptr;
}

bool RunsPanel::areAllChosen(bool (*isSo)(const KeptRuns& kept, const KeptRun& run)) const
{
    const std::vector<KeptRunId> ids = allChosen();
    return !ids.empty() && std::ranges::all_of(ids, [&](KeptRunId id) {
        return m_kept.find(id) && isSo(m_kept, *m_kept.find(id));
    });
}

void RunsPanel::refresh()
{
    const KeptRun* run = chosen();
    const bool isOnScreen = run && m_kept.isShown(*run);
    const bool isAny = !allChosen().empty();
    m_show->setEnabled(run && !isOnScreen);
    m_ghost->setEnabled(run && (!isOnScreen || m_kept.isGhost(*run)));
    m_ghost->setChecked(run && m_kept.isGhost(*run));
    m_restore->setEnabled(run != nullptr);
    m_compare->setEnabled(isAny);
    m_compare->setChecked(
        areAllChosen([](const KeptRuns& kept, const KeptRun& each) { return kept.isInComparison(each); }));
    m_star->setEnabled(isAny);
    m_star->setChecked(areAllChosen([](const KeptRuns&, const KeptRun& each) { return each.isStarred; }));
    m_rename->setEnabled(m_view->selectionModel()->selectedRows().size() == 1);
    m_export->setEnabled(run && run->run->stepsDone() > 0);
    m_delete->setEnabled(
        isAny && !areAllChosen([](const KeptRuns& kept, const KeptRun& each) { return kept.isShown(each); }));
    m_deleteOthers->setEnabled(m_kept.runs().size() > 1);
    m_empty->setVisible(m_kept.runs().empty());
    m_view->setVisible(!m_kept.runs().empty());
    m_view->setRootIsDecorated(m_model->hasSweeps());
    m_view->setColumnHidden(RunsModel::SaturatedColumn, !m_model->hasScaled());
}

/// All of them, or where all are there none.
void RunsPanel::compareChosen()
{
    const bool areCompared
        = areAllChosen([](const KeptRuns& kept, const KeptRun& run) { return kept.isInComparison(run); });
    m_kept.setCompared(allChosen(), !areCompared);
}

void RunsPanel::restore()
{
    const KeptRun* run = chosen();
    if (run == nullptr)
        return;
    SessionSpec session = run->run->session();
    // Later notes and plots do not belong to the run, and stay.
    const SessionSpec& now = *m_document.session();
    session.notes = now.notes;
    if (haveTheSameLayers(session.model, now.model)) {
        session.watches = now.watches;
        session.plots = now.plots;
    }
    m_kept.show(run->id);
    m_document.tryEdit(tr("Restore run"), [&](SessionSpec& edited) { edited = session; });
}

void RunsPanel::exportFiles()
{
    const KeptRun* run = chosen();
    if (run == nullptr)
        return;
    const std::shared_ptr<const RunHistory> history = run->run; // the dialog takes its time
    QString name = run->name();
    name.replace(QLatin1Char('/'), QLatin1Char('-')); // the name is no path
    const QString folder
        = fileToSave(this, {.title = tr("Export the files of this run into a new folder"), .path = name});
    if (folder.isEmpty())
        return;
    RecordedRun recorded = history->recorded();
    if (std::vector<NoteSpec> notes = notesOfRun(*recorded.session, *m_document.session()); !notes.empty()) {
        // the recorded session has only the notes of the run's beginning
        auto noted = std::make_shared<SessionSpec>(*recorded.session);
        noted->notes = std::move(notes);
        recorded.session = std::move(noted);
    }
    if (const Status done = writeRunFiles(QFile::encodeName(folder).toStdString(), recorded); !done)
        return m_document.refuse(done.error());
    const auto kept = std::int64_t(history->records().size());
    QString text = tr("The files of the run are in %1.").arg(folder);
    if (history->exponents().tensors().empty())
        text += tr(" exponents.csv is not among them: this run has no exponents.");
    if (kept < history->stepsDone())
        text += tr(" Of its %1 steps %2 were kept.").arg(countText(history->stepsDone()), countText(kept));
    emit noticed(text);
}

void RunsPanel::removeChosen()
{
    remove(allChosen());
}

void RunsPanel::remove(std::vector<KeptRunId> ids)
{
    std::erase_if(ids, [this](KeptRunId id) {
        const KeptRun* run = m_kept.find(id);
        return run == nullptr || m_kept.isShown(*run);
    });
    if (ids.empty())
        return;
    const auto count = std::int64_t(ids.size());
    const QString text = count == 1 ? tr("Delete run") : tr("Delete %1 runs").arg(countText(count));
    m_document.undoStack().push(new RemoveRuns(text, m_kept, std::move(ids)));
    emit noticed(forCount(count, tr("One run is deleted; Undo brings it back."),
        tr("%1 runs are deleted; Undo brings them back.").arg(countText(count))));
}

/// In the table these keys are the table's, and not those of the layers or of the run.
bool RunsPanel::eventFilter(QObject* watched, QEvent* event)
{
    const bool isKey = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    const auto* press = watched == m_view && isKey ? static_cast<QKeyEvent*>(event) : nullptr;
    if (press && press->key() == Qt::Key_Space && press->modifiers() == Qt::ControlModifier) {
        if (event->type() == QEvent::KeyPress) // the delegate would tick it
            m_view->selectionModel()->select(
                m_view->currentIndex(), QItemSelectionModel::Toggle | QItemSelectionModel::Rows);
        event->accept();
        return true;
    }
    const int key = press && (press->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier ? press->key() : 0;
    if (key != Qt::Key_Delete && key != Qt::Key_Space)
        return QWidget::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        (this->*(key == Qt::Key_Delete ? &RunsPanel::removeChosen : &RunsPanel::compareChosen))();
    return true;
}

void RunsPanel::showContextMenu(const QPoint& position)
{
    QMenu menu(this);
    menu.addActions({m_show, m_ghost, m_restore, m_compare, m_star, m_rename, m_export, m_delete});
    menu.addSeparator();
    menu.addAction(m_deleteOthers);
    menu.exec(m_view->viewport()->mapToGlobal(position));
}

} // namespace ulpscope::ui
