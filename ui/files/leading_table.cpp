// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/leading_table.h"

#include "ui/look/describe.h"

namespace ulpscope::ui {

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
