// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of a recording by layer and role, with what is known of their numbers over all steps.
#pragma once

#include "ui/files/models/file_numbers.h"
#include "ui/files/models/found_model.h"
#include "ui/files/models/shown_recording.h"

namespace ulpscope::ui {

class RecordingListModel : public FoundModel
{
    Q_OBJECT
public:
    enum Column {
        LayerColumn,
        RoleColumn,
        StepsColumn,
        LargestColumn,
        NotFiniteColumn,
        TypeColumn,
        ShapeColumn
    };

    /// numbers must outlive it, and be of the recording's file.
    explicit RecordingListModel(const FileNumbers& numbers, QObject* parent = nullptr);

    /// Null: no rows.
    void setRecording(std::shared_ptr<const ShownRecording> recording);

    QVariant data(const QModelIndex& index, int role) const override;
    /// A tick pins.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    const TensorEntry& entryOf(std::size_t series) const;
    /// Over the steps whose numbers were read; empty before the first.
    QString metricOf(std::size_t series, int column) const;

    const FileNumbers& m_numbers;
    std::shared_ptr<const ShownRecording> m_recording;
};

} // namespace ulpscope::ui
