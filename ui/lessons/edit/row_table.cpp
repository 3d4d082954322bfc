// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/edit/row_table.h"

#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/table_look.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QStyledItemDelegate>
#include <QTableWidget>
#include <QToolButton>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kMaxRowsShown = 8;

/// Where a column has choices, one of them is chosen.
class ChoiceDelegate : public QStyledItemDelegate
{
public:
    ChoiceDelegate(const std::vector<RowColumn>& columns, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_columns(columns)
    {
    }

    QWidget* createEditor(
        QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const RowColumn& column = m_columns[std::size_t(index.column())];
        if (column.choices.isEmpty()) {
            QWidget* editor = QStyledItemDelegate::createEditor(parent, option, index);
            editor->setAccessibleName(column.title);
            return editor;
        }
        auto* combo = new QComboBox(parent);
        combo->setAccessibleName(column.title);
        combo->setToolTip(column.tip);
        combo->addItems(column.choices);
        connect(combo, &QComboBox::activated, this, [this, combo] {
            emit const_cast<ChoiceDelegate*>(this)->commitData(combo);
            emit const_cast<ChoiceDelegate*>(this)->closeEditor(combo);
        });
        return combo;
    }

    void setEditorData(QWidget* editor, const QModelIndex& index) const override
    {
        if (auto* combo = qobject_cast<QComboBox*>(editor))
            combo->setCurrentText(index.data(Qt::EditRole).toString());
        else
            QStyledItemDelegate::setEditorData(editor, index);
    }

    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override
    {
        if (const auto* combo = qobject_cast<QComboBox*>(editor))
            model->setData(index, combo->currentText());
        else
            QStyledItemDelegate::setModelData(editor, model, index);
    }

private:
    const std::vector<RowColumn>& m_columns;
};

} // namespace

RowTable::RowTable(LessonDraft& draft, RowList rows, QWidget* parent)
    : QWidget(parent)
    , m_draft(draft)
    , m_rows(std::move(rows))
    , m_table(new EditingView<QTableWidget>(this))
    , m_remark(new QLabel(this))
    , m_add(addButton(QStringLiteral("Add"), tr("Add"), tr("A row below the chosen one")))
    , m_remove(
          addButton(QStringLiteral("Remove"), tr("Remove"), tr("The chosen row goes; Undo brings it back")))
    , m_up(addButton(QStringLiteral("Up"), tr("Up"), tr("The chosen row comes before the one above it")))
    , m_down(addButton(QStringLiteral("Down"), tr("Down"), tr("The chosen row goes behind the one below it")))
{
    const QString id = m_rows.place;
    setObjectName(id + QStringLiteral("_list"));
    describe(m_table, id, m_rows.title, m_rows.tip);
    lookAsTable(*m_table, RowHeight::Choices);
    m_table->setColumnCount(int(m_rows.columns.size()));
    m_table->setItemDelegate(new ChoiceDelegate(m_rows.columns, m_table));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed
        | QAbstractItemView::AnyKeyPressed | QAbstractItemView::SelectedClicked);
    for (int column = 0; column < m_table->columnCount(); ++column) {
        const RowColumn& spec = m_rows.columns[std::size_t(column)];
        auto* header = new QTableWidgetItem(spec.title);
        header->setToolTip(spec.tip);
        m_table->setHorizontalHeaderItem(column, header);
        m_table->horizontalHeader()->setSectionResizeMode(
            column, spec.isWide ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
    }
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_remark->setObjectName(id + QStringLiteral("_remark"));
    m_remark->setWordWrap(true);
    m_remark->setTextFormat(Qt::PlainText);
    m_remark->hide();
    auto* head = new QWidget(this); // in as many lines as the words of a language need
    auto* flow = new FlowLayout(head);
    auto* title = new QLabel(m_rows.title, head);
    title->setToolTip(m_rows.tip);
    flow->addWidget(title);
    for (QToolButton* button : {m_add, m_remove, m_up, m_down})
        flow->addWidget(button);
    columnOf(this, {head, m_table, m_remark}, {.spacing = 2});
    connect(m_table, &QTableWidget::itemChanged, this, &RowTable::onChanged);
    connect(m_table->verticalHeader(), &QHeaderView::sectionResized, this, &RowTable::fitHeight);
    connect(m_table, &QTableWidget::currentCellChanged, this, [this](int row, int, int before) {
        showButtons();
        if (row != before && !m_isFilling)
            emit rowChosen(row);
    });
    connect(m_add, &QToolButton::clicked, this, &RowTable::insertRow);
    connect(m_remove, &QToolButton::clicked, this, &RowTable::removeRow);
    connect(m_up, &QToolButton::clicked, this, [this] { moveRow(-1); });
    connect(m_down, &QToolButton::clicked, this, [this] { moveRow(1); });
    refresh();
}

QToolButton* RowTable::addButton(const QString& id, const QString& text, const QString& tip)
{
    auto* button = new QToolButton(this);
    describe(button, m_rows.place + id, m_rows.title + QStringLiteral(": ") + text, tip);
    button->setText(text);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAutoRaise(true);
    return button;
}

void RowTable::refresh()
{
    m_isFilling = true;
    const Lesson& lesson = m_draft.lesson();
    const int rows = int(m_rows.count(lesson));
    const bool isOtherCount = m_table->rowCount() != rows;
    if (isOtherCount) {
        m_table->setRowCount(rows);
        fitHeight();
    }
    for (int row = 0; row < rows; ++row) {
        const QStringList cells = m_rows.cells(lesson, std::size_t(row));
        for (int column = 0; column < m_table->columnCount(); ++column) {
            QTableWidgetItem* item = m_table->item(row, column);
            if (item == nullptr) {
                item = new QTableWidgetItem;
                m_table->setItem(row, column, item);
            }
            const RowColumn& spec = m_rows.columns[std::size_t(column)];
            if (spec.isTick) {
                item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
                item->setCheckState(cells[column].isEmpty() ? Qt::Unchecked : Qt::Checked);
                item->setData(Qt::AccessibleTextRole, spec.title);
            } else if (item->text() != cells[column]) {
                item->setText(cells[column]);
            }
            if (spec.isTold)
                item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
            item->setToolTip(spec.isTick || cells[column].isEmpty() ? spec.tip : cells[column]);
        }
    }
    m_isFilling = false;
    showButtons();
    if (isOtherCount) // told here, not while Qt moves the choice and has not yet taken the row away
        emit rowChosen(m_table->currentRow());
}

void RowTable::fitHeight()
{
    const int shown = std::clamp(m_table->rowCount(), 1, kMaxRowsShown);
    // By the rows alone: at some widths each bar takes the room that makes the other one needed, for ever.
    m_table->setVerticalScrollBarPolicy(
        m_table->rowCount() > kMaxRowsShown ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    const int row
        = m_table->rowCount() > 0 ? m_table->rowHeight(0) : m_table->verticalHeader()->defaultSectionSize();
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + shown * row + 6);
}

void RowTable::onChanged(QTableWidgetItem* item)
{
    if (m_isFilling)
        return;
    const auto row = std::size_t(item->row());
    const auto column = std::size_t(item->column());
    const bool isTick = m_rows.columns[column].isTick;
    const QString text = !isTick            ? item->text()
        : item->checkState() == Qt::Checked ? QStringLiteral("1")
                                            : QString();
    Lesson tried = m_draft.lesson();
    const Status taken = m_rows.set(tried, row, column, text);
    m_remark->setVisible(!taken.ok());
    if (!taken) {
        m_remark->setText(tr("\"%1\" is not taken: %2").arg(text, engineText(taken.error())));
        refresh();
        return;
    }
    m_draft.edit(m_rows.title, [&](Lesson& lesson) { lesson = tried; });
    refresh();
}

void RowTable::insertRow()
{
    const int at = m_table->currentRow() < 0 ? m_table->rowCount() : m_table->currentRow() + 1;
    m_draft.edit(
        tr("Add: %1").arg(m_rows.title), [&](Lesson& lesson) { m_rows.insert(lesson, std::size_t(at)); });
    refresh();
    focusRow(at);
}

void RowTable::removeRow()
{
    const int at = m_table->currentRow();
    if (at < 0)
        return;
    m_draft.edit(
        tr("Remove: %1").arg(m_rows.title), [&](Lesson& lesson) { m_rows.erase(lesson, std::size_t(at)); });
    refresh();
    focusRow(std::min(at, m_table->rowCount() - 1));
}

void RowTable::moveRow(int by)
{
    const int at = m_table->currentRow();
    if (at < 0 || at + by < 0 || at + by >= m_table->rowCount())
        return;
    m_draft.edit(tr("Move: %1").arg(m_rows.title),
        [&](Lesson& lesson) { m_rows.swap(lesson, std::size_t(at), std::size_t(at + by)); });
    refresh();
    m_table->setCurrentCell(at + by, std::max(0, m_table->currentColumn()));
}

void RowTable::focusRow(int row)
{
    if (row >= 0 && row < m_table->rowCount())
        m_table->setCurrentCell(row, std::max(0, m_table->currentColumn()));
    m_table->setFocus(Qt::OtherFocusReason);
}

int RowTable::chosenRow() const
{
    return m_table->currentRow();
}

void RowTable::showButtons()
{
    const int row = m_table->currentRow();
    m_remove->setEnabled(row >= 0);
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < m_table->rowCount());
}

} // namespace ulpscope::ui
