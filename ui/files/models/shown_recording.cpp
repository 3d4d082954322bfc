// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/shown_recording.h"

#include "app/io/recordings/recording_files.h"
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

} // namespace ulpscope::ui
