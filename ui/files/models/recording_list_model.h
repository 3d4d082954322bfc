// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of a recording by layer and role, with what is known of their numbers over all steps.
#pragma once

#include "app/io/recordings/recorded_series.h"
#include "ui/files/models/file_numbers.h"
#include "ui/files/models/found_model.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope::ui {

// A tensor of a recording at a step, to which tables lead.
struct RecordedPlace
{
    std::string path;
    std::string role;
    std::int64_t step = 0;

    bool operator==(const RecordedPlace&) const = default;
};

/// The lists of the recording never change; numbers may be read from any thread.
struct ShownRecording
{
    std::shared_ptr<Recording> recording; ///< never null
    std::vector<RecordedSeries> series;
    std::shared_ptr<TensorFile> file; ///< asTensorFile()

    std::int64_t step(std::size_t tensor) const { return recording->tensors()[tensor].name.step; }
    /// Names of its first tensors, on which a pattern is tried.
    QStringList storedNames() const;
    /// Index of a series; nothing: no series has that name.
    std::optional<std::size_t> find(const std::string& path, const std::string& role) const;
    /// The tensor of a series at that step, else at the last step before it, else its first.
    std::size_t tensorAt(std::size_t series, std::int64_t step) const;
};

std::shared_ptr<const ShownRecording> shownRecording(std::unique_ptr<Recording> recording);

/// "3 layers, 12 tensors at 4 steps, by torch 2.3", and what was left aside, a line each.
QString aboutRecording(const Recording& recording);

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
