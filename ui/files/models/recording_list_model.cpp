// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/recording_list_model.h"

#include "app/io/recordings/recording_files.h"
#include "ui/files/models/tensor_tables.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QCoreApplication>

#include <algorithm>

namespace ulpscope::ui {

namespace {

struct RecordingText
{
    Q_DECLARE_TR_FUNCTIONS(Recording)
};

} // namespace

QStringList ShownRecording::storedNames() const
{
    constexpr std::size_t kShownNames = 6;
    QStringList names;
    for (const RecordingTensor& tensor :
        recording->tensors().first(std::min(kShownNames, recording->tensors().size())))
        names += toQt(tensor.entry.name);
    return names;
}

std::optional<std::size_t> ShownRecording::find(const std::string& path, const std::string& role) const
{
    const auto found = std::find_if(series.begin(), series.end(),
        [&](const RecordedSeries& each) { return each.path == path && each.role == role; });
    return found == series.end() ? std::nullopt : std::optional(std::size_t(found - series.begin()));
}

std::size_t ShownRecording::tensorAt(std::size_t of, std::int64_t step) const
{
    const std::vector<std::size_t>& tensors = series[of].tensors;
    const auto after = std::upper_bound(tensors.begin(), tensors.end(), step,
        [this](std::int64_t wanted, std::size_t tensor) { return wanted < this->step(tensor); });
    return after == tensors.begin() ? tensors.front() : *std::prev(after);
}

std::shared_ptr<const ShownRecording> shownRecording(std::unique_ptr<Recording> recording)
{
    const std::shared_ptr<Recording> shared = std::move(recording);
    return std::make_shared<const ShownRecording>(
        ShownRecording{shared, seriesIn(*shared), asTensorFile(shared)});
}

QString aboutRecording(const Recording& recording)
{
    const QString tensors = countedText(
        std::int64_t(recording.tensors().size()), RecordingText::tr("tensor"), RecordingText::tr("tensors"));
    const QString layers = countedText(
        std::int64_t(recording.paths().size()), RecordingText::tr("layer"), RecordingText::tr("layers"));
    const QString steps = countedText(
        std::int64_t(recording.steps().size()), RecordingText::tr("step"), RecordingText::tr("steps"));
    QString text = recording.stack().empty()
        ? RecordingText::tr("%1 of %2 at %3").arg(tensors, layers, steps)
        : RecordingText::tr("%1 of %2 at %3, by %4")
              .arg(tensors, layers, steps, toQt(recording.stack()).left(80));
    for (const Message& notice : recording.notices())
        text += QLatin1Char('\n') + engineText(notice).left(400);
    return text;
}

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
