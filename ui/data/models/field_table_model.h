// SPDX-License-Identifier: GPL-3.0-or-later
// The columns or arrays of the user's file, a row each: what it is used as, its type, what its values are like. A column of a CSV
// file has a box that takes it in or leaves it out.
#pragma once

#include "ui/data/models/own_data.h"
#include "ui/look/models/table_models.h"

namespace ulpscope::ui {

class FieldTableModel : public ColumnsModel
{
    Q_OBJECT
public:
    enum Column { Name, Use, Type, First, Minimum, Maximum, Mean, Deviation, Distinct, Missing, ColumnCount };

    /// data: must outlive the model.
    explicit FieldTableModel(OwnData& data, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    const FieldProfile* field(int row) const;
    bool isTarget(const FieldProfile& field) const { return field.name == m_data.choice().target; }
    bool isFeature(const FieldProfile& field) const;
    QString useText(const FieldProfile& field) const;
    QString cellText(const FieldProfile& field, int column) const;
    void refresh();

    OwnData& m_data;
    std::shared_ptr<const DataProfile> m_shown; ///< the profile whose rows the views have
};

} // namespace ulpscope::ui
