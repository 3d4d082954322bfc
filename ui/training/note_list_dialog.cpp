// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/note_list_dialog.h"

#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/table_look.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>

#include <algorithm>
#include <utility>

namespace ulpscope::ui {

namespace {

enum NoteColumn { StepOfNote, LayerOfNote, TextOfNote, RunOfNote, NoteColumns };

} // namespace

NoteListDialog::NoteListDialog(Document& document, std::string runKey, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_runKey(std::move(runKey))
    , m_table(new EditingView<QTableWidget>(0, NoteColumns, this))
    , m_go(new QPushButton(tr("&Go to step"), this))
    , m_remove(new QPushButton(tr("&Remove"), this))
{
    registerPlace(this, {.name = "noteList", .terms = "note", .guide = "window#plots"});
    setWindowTitle(tr("Notes"));
    describe(m_table, QStringLiteral("noteTable"), tr("Notes"),
        tr("Return goes to a note's step, F2 rewrites it, Delete removes it"));
    m_table->setHorizontalHeaderLabels({tr("Step"), tr("Layer"), tr("Note"), tr("Run")});
    lookAsTable(*m_table, RowHeight::Metrics);
    m_table->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(TextOfNote, QHeaderView::Stretch);
    m_table->installEventFilter(this);
    m_go->setObjectName(QStringLiteral("noteGo"));
    m_go->setToolTip(tr("Pins the note's step and selects its layer (Return)"));
    m_remove->setObjectName(QStringLiteral("noteRemove"));
    m_remove->setToolTip(tr("Takes the note away (Delete)"));
    for (QPushButton* button : {m_go, m_remove})
        button->setAutoDefault(false);
    auto* how
        = new QLabel(tr("N in the plots writes a note at the pinned step, about the selected layer."), this);
    how->setWordWrap(true);
    auto* close = new QDialogButtonBox(QDialogButtonBox::Close, this);
    close->button(QDialogButtonBox::Close)->setAutoDefault(false);
    close->button(QDialogButtonBox::Close)->setToolTip(tr("The notes stay as they are (Escape)"));
    QBoxLayout* buttons = rowOf({m_go, m_remove, Stretch{1}, close});
    columnOf(this, {how, {m_table, 1}, buttons}, {.hasStyleMargins = true});
    resize(640, 360);
    connect(m_table, &QTableWidget::cellChanged, this, &NoteListDialog::rewrite);
    connect(m_table, &QTableWidget::currentCellChanged, this, &NoteListDialog::refresh);
    connect(m_table, &QTableWidget::cellDoubleClicked, this, &NoteListDialog::go);
    connect(m_go, &QPushButton::clicked, this, &NoteListDialog::go);
    connect(m_remove, &QPushButton::clicked, this, &NoteListDialog::remove);
    // Later: the cell that was rewritten is still at work.
    connect(&document, &Document::sessionChanged, this, &NoteListDialog::list, Qt::QueuedConnection);
    connect(close, &QDialogButtonBox::rejected, this, &QDialog::reject);
    list();
    m_table->setCurrentCell(0, TextOfNote);
}

void NoteListDialog::list()
{
    const QSignalBlocker blocker(m_table);
    const int row = m_table->currentRow();
    const std::vector<NoteSpec>& notes = m_document.session()->notes;
    m_table->setRowCount(int(notes.size()));
    for (int i = 0; i < int(notes.size()); ++i) {
        const NoteSpec& note = notes[std::size_t(i)];
        const bool isOfRun = note.run.empty() || note.run == m_runKey;
        const auto set = [&](NoteColumn column, const QString& text) {
            auto* item = new QTableWidgetItem(text);
            item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
            item->setFlags(item->flags().setFlag(Qt::ItemIsEditable, column == TextOfNote));
            m_table->setItem(i, column, item);
        };
        set(StepOfNote, countText(note.step));
        set(LayerOfNote, note.layer.empty() ? tr("model") : toQt(note.layer));
        set(TextOfNote, toQt(note.text));
        set(RunOfNote, isOfRun ? tr("this one") : tr("another"));
    }
    m_table->setCurrentCell(std::min(row, m_table->rowCount() - 1), TextOfNote);
    refresh();
}

const NoteSpec* NoteListDialog::current() const
{
    const std::vector<NoteSpec>& notes = m_document.session()->notes;
    const int row = m_table->currentRow();
    return row >= 0 && row < int(notes.size()) ? &notes[std::size_t(row)] : nullptr;
}

void NoteListDialog::refresh()
{
    const NoteSpec* note = current();
    m_go->setEnabled(note && (note->run.empty() || note->run == m_runKey));
    m_remove->setEnabled(note != nullptr);
}

void NoteListDialog::go()
{
    if (!m_go->isEnabled())
        return;
    const NoteSpec note = *current();
    accept();
    emit chosen(note);
}

void NoteListDialog::remove()
{
    if (const int row = m_table->currentRow(); current())
        (void)m_document.edit(tr("Remove note"),
            [row](SessionSpec& session) { session.notes.erase(session.notes.begin() + row); });
}

void NoteListDialog::rewrite(int row, int column)
{
    const std::string text = m_table->item(row, column)->text().trimmed().toStdString();
    const bool isThere = row < int(m_document.session()->notes.size()); // the list may be older
    if (!isThere || column != TextOfNote || text.empty() || text.size() > kLongestNote) {
        QMetaObject::invokeMethod(this, &NoteListDialog::list, Qt::QueuedConnection); // the note is unchanged
        return;
    }
    (void)m_document.edit(
        tr("Rewrite note"), [&](SessionSpec& session) { session.notes.at(std::size_t(row)).text = text; });
}

bool NoteListDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            go();
            return true;
        }
        if (key == Qt::Key_Delete) {
            remove();
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace ulpscope::ui
