// SPDX-License-Identifier: GPL-3.0-or-later
// A table of metrics whose rows lead to a tensor of the recording, by a click or by Return.
#pragma once

#include "ui/files/models/shown_recording.h"
#include "ui/look/metric_view.h"
#include "ui/look/models/metric_table_model.h"
#include "ui/look/place.h"

#include <vector>

namespace ulpscope::ui {

class LeadingTable : public MetricView
{
    Q_OBJECT
public:
    /// name: what a screen reader says.
    LeadingTable(const Place& about, const QString& name, QWidget* parent);

    /// A place for each row. Without rows it hides itself.
    void setTable(MetricTable table, std::vector<RecordedPlace> places);

signals:
    void placeWanted(const ulpscope::ui::RecordedPlace& place);

private:
    void lead(const QModelIndex& index);

    MetricTableModel* m_model;
    std::vector<RecordedPlace> m_places;
};

} // namespace ulpscope::ui
