// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/searched_list.h"

#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"
#include "ui/look/table_look.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>

#include <algorithm>

namespace ulpscope::ui {

SearchedList::SearchedList(
    const QString& id, const Texts& texts, FoundModel& model, FileNumbers& numbers, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_numbers(numbers)
    , m_words(new QLineEdit(this))
    , m_table(new QTableView(this))
    , m_found(new QLabel(this))
    , m_measure(new QPushButton(this))
    , m_progress(new QProgressBar(this))
{
    place(id, texts);
    connect(m_words, &QLineEdit::textChanged, this, &SearchedList::search);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &SearchedList::chooseCurrent);
    connect(&numbers, &FileNumbers::knownChanged, this, &SearchedList::showMeasured);
    connect(m_measure, &QPushButton::clicked, this, [this] {
        if (m_numbers.isMeasuring())
            m_numbers.stopMeasuring();
        else
            m_numbers.measureAll();
    });
    showMeasured();
}

void SearchedList::place(const QString& id, const Texts& texts)
{
    describe(m_words, {.name = id.toUtf8() + "Search", .terms = "tensor"}, tr("Search"), texts.searchTip);
    m_words->setPlaceholderText(texts.search);
    m_words->setClearButtonEnabled(true);
    m_words->installEventFilter(this);
    describe(m_table, {.name = id.toUtf8() + "Tensors", .terms = texts.terms}, texts.list);
    m_table->setModel(&m_model);
    lookAsTable(*m_table, RowHeight::Metrics);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->setMinimumWidth(1);
    m_found->setObjectName(id + QStringLiteral("Found"));
    m_measure->setObjectName(id + QStringLiteral("Measure"));
    m_measure->setToolTip(texts.measureTip);
    m_measure->setAutoDefault(false);
    describe(m_progress, id + QStringLiteral("Measured"), tr("Tensors that were read"));
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(fontMetrics().averageCharWidth() * 16);
    auto* bar = new FlowLayout;
    for (QWidget* widget : std::initializer_list<QWidget*>{m_found, m_measure, m_progress})
        bar->addWidget(widget);
    columnOf(this, {m_words, {m_table, 1}, bar}, {.spacing = 4});
}

void SearchedList::beginAnew()
{
    m_chosen.reset();
    m_words->clear();
    showMeasured();
    if (m_model.rowCount() > 0)
        m_table->setCurrentIndex(m_model.index(0, 0));
}

void SearchedList::focusSearch()
{
    m_words->setFocus();
    m_words->selectAll();
}

/// The chosen one stays chosen, whether or not it is among those that are found.
void SearchedList::search(const QString& words)
{
    m_model.search(words);
    showMeasured();
    const int row = m_chosen ? m_model.rowOf(*m_chosen) : -1;
    if (row >= 0)
        m_table->setCurrentIndex(m_model.index(row, 0));
}

void SearchedList::chooseCurrent()
{
    const int row = m_table->currentIndex().row();
    if (row < 0 || m_chosen == m_model.thingAt(row))
        return;
    m_chosen = m_model.thingAt(row);
    emit chosen(*m_chosen);
}

void SearchedList::goTo(std::size_t thing)
{
    select(thing);
    m_table->setFocus();
}

void SearchedList::select(std::size_t thing)
{
    if (m_model.rowOf(thing) < 0)
        m_words->clear();
    m_table->setCurrentIndex(m_model.index(m_model.rowOf(thing), 0));
    m_table->scrollTo(m_table->currentIndex(), QAbstractItemView::PositionAtCenter);
}

void SearchedList::showMeasured()
{
    const auto all = std::int64_t(m_model.things());
    const std::int64_t shown = m_model.rowCount();
    m_found->setText(shown == all ? countedText(all, tr("tensor"), tr("tensors"))
                                  : forCount(all, tr("%1 of %2 tensor"), tr("%1 of %2 tensors"))
                                        .arg(countText(shown), countText(all)));
    const bool isMeasuring = m_numbers.isMeasuring();
    m_measure->setText(isMeasuring ? tr("Stop &reading") : tr("&Read all numbers"));
    m_measure->setVisible(isMeasuring || m_numbers.measured() < m_numbers.all());
    m_progress->setVisible(isMeasuring);
    m_progress->setRange(0, std::max(int(m_numbers.all()), 1));
    m_progress->setValue(int(m_numbers.measured()));
}

bool SearchedList::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_words && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if ((key == Qt::Key_Down || key == Qt::Key_Return) && m_model.rowCount() > 0) {
            m_table->setFocus();
            if (!m_table->currentIndex().isValid())
                m_table->setCurrentIndex(m_model.index(0, 0));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

LeadingTable::LeadingTable(const Place& about, const QString& name, QWidget* parent)
    : MetricView(new MetricTableModel(parent), parent)
    , m_model(static_cast<MetricTableModel*>(model()))
{
    describe(this, about, name, tr("Return or a click goes to the row's tensor, at its step"));
    setSelectionMode(QAbstractItemView::SingleSelection);
    connect(this, &QTableView::clicked, this, &LeadingTable::lead);
    connect(this, &QTableView::activated, this, &LeadingTable::lead);
    setTable({}, {});
}

void LeadingTable::setTable(MetricTable table, std::vector<RecordedPlace> places)
{
    m_places = std::move(places);
    m_model->setTable(std::move(table));
    setVisible(!m_places.empty());
}

void LeadingTable::lead(const QModelIndex& index)
{
    if (index.isValid() && std::size_t(index.row()) < m_places.size())
        emit placeWanted(RecordedPlace(
            m_places[std::size_t(index.row())])); // a copy: the table may be another one meanwhile
}

} // namespace ulpscope::ui
