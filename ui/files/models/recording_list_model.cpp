// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/recording_list_model.h"

#include "ui/files/models/tensor_list_model.h"
#include "ui/look/models/display_text.h"

#include <algorithm>

namespace ulpscope::ui {

RecordingListModel::RecordingListModel(const FileNumbers& numbers, QObject* parent)
    : FoundModel(
        {{tr("Layer"), tr("The path of the layer; a tick (Space) keeps the tensor above the others"),
             kAtLeft},
            {tr("Role"),
                tr("What the tensor is to its layer: input, output, a variable's name, or a gradient"),
                kAtLeft},
            {tr("Steps"), tr("At how many steps it was recorded"), kAtRight},
            {tr("Largest"),
                tr("The largest finite magnitude over all steps that were read; empty until then"), kAtRight},
            {tr("NaN, ∞"),
                tr("How many elements are NaN or infinite, over all steps that were read; empty until then"),
                kAtRight},
            {tr("dtype"), tr("What its elements are stored as, at its first step"), kAtLeft},
            {tr("Shape"), tr("Its extents at its first step, the last axis last"), kAtLeft}},
        parent)
    , m_numbers(numbers)
{
    connect(&numbers, &FileNumbers::knownChanged, this, [this] {
        if (rowCount() > 0)
            emit dataChanged(index(0, LargestColumn), index(rowCount() - 1, NotFiniteColumn));
    });
}

void RecordingListModel::setRecording(std::shared_ptr<const ShownRecording> recording)
{
    beginResetModel();
    m_recording = std::move(recording);
    std::vector<QString> names; // "layer/role"
    if (m_recording)
        for (const RecordedSeries& each : m_recording->series)
            names.push_back(toQt(each.tensor()));
    setNames(std::move(names));
    endResetModel();
}

const TensorEntry& RecordingListModel::entryOf(std::size_t series) const
{
    return m_recording->recording->tensors()[m_recording->series[series].tensors.front()].entry;
}

QString RecordingListModel::metricOf(std::size_t series, int column) const
{
    double largest = 0;
    std::uint64_t notFinite = 0;
    bool isKnown = false, isRefused = false;
    for (const std::size_t tensor : m_recording->series[series].tensors) {
        const KnownNumbers& known = m_numbers.known(tensor);
        isRefused = isRefused || !known.problem.isEmpty();
        if (!known.summary)
            continue;
        isKnown = true;
        largest = std::max(largest, known.summary->largest);
        notFinite += known.summary->notFinite();
    }
    if (!isKnown)
        return isRefused ? QStringLiteral("–") : QString();
    return column == LargestColumn ? numberText(largest) : countText(std::int64_t(notFinite));
}

QVariant RecordingListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const std::size_t series = thingAt(index.row());
    if (role == Qt::CheckStateRole && index.column() == LayerColumn)
        return int(isPinned(series) ? Qt::Checked : Qt::Unchecked);
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(index.column());
    const RecordedSeries& of = m_recording->series[series];
    const TensorEntry& entry = entryOf(series);
    if (role == Qt::ToolTipRole) {
        const std::size_t last = of.tensors.back();
        const QString tip = tr("%1, steps %2 to %3. A tick keeps it above the others.")
                                .arg(nameOf(series), countText(m_recording->step(of.tensors.front())),
                                    countText(m_recording->step(last)));
        return entry.remark.empty() ? tip : tip + QLatin1Char('\n') + toQt(entry.remark);
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case LayerColumn:
        return toQt(of.path);
    case RoleColumn:
        return toQt(of.role);
    case TypeColumn:
        return entry.type ? toQt(entry.type->name) : toQt(entry.storedAs);
    case ShapeColumn:
        return shapeText(entry.shape);
    case StepsColumn:
        return countText(std::int64_t(of.tensors.size()));
    default:
        return metricOf(series, index.column());
    }
}

bool RecordingListModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || index.column() != LayerColumn || role != Qt::CheckStateRole)
        return false;
    setPinned(thingAt(index.row()), value.toInt() == Qt::Checked);
    return true;
}

Qt::ItemFlags RecordingListModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = FoundModel::flags(index);
    return index.column() == LayerColumn ? flags | Qt::ItemIsUserCheckable : flags;
}

} // namespace ulpscope::ui
