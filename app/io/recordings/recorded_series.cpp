// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/recordings/recorded_series.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace ulpscope {

namespace {

constexpr std::size_t kEnoughNames = 1000; ///< names beyond these tell nothing new of a file

bool looksRecordedBy(const NamePattern& pattern, std::span<const TensorEntry> tensors)
{
    std::size_t named = 0;
    bool hasPassing = false; // the series is of what passes through a layer: it is a recording
    for (const TensorEntry& entry : tensors)
        if (const std::optional<RecordedName> name = pattern.match(entry.name)) {
            ++named;
            hasPassing = hasPassing || name->kind() != RecordedRole::Variable;
        }
    return hasPassing && 2 * named >= tensors.size();
}

} // namespace

std::vector<RecordedSeries> seriesIn(const Recording& recording)
{
    std::vector<RecordedSeries> list;
    std::unordered_map<std::string, std::size_t> places;
    const std::span<const RecordingTensor> tensors = recording.tensors();
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const RecordedName& name = tensors[i].name;
        const auto [place, isNew] = places.emplace(name.tensor(), list.size());
        if (isNew)
            list.push_back({name.path, name.role, {}});
        std::vector<std::size_t>& of = list[place->second].tensors;
        if (of.empty()
            || tensors[of.back()].name.step != name.step) // the first of two tensors at one step counts
            of.push_back(i);
    }
    return list;
}

bool looksRecorded(const TensorFile& file)
{
    const std::span<const TensorEntry> tensors(
        file.tensors().data(), std::min(file.tensors().size(), kEnoughNames));
    return std::ranges::any_of(NamePattern::common(), [&](std::string_view text) {
        return text.find("{step}") != std::string_view::npos
            && looksRecordedBy(*NamePattern::parse(text), tensors);
    });
}

Result<std::vector<SeriesPoint>> seriesOf(Recording& recording, const std::string& tensor,
    const std::stop_token& stop, const std::function<void(std::size_t done, std::size_t all)>& progress)
{
    std::vector<SeriesPoint> series;
    const std::vector<const RecordingTensor*> tensors = recording.series(tensor);
    for (const RecordingTensor* each : tensors) {
        if (stop.stop_requested())
            return stoppedError();
        const Result<StoredTensor> read = recording.read(*each, stop);
        if (!read)
            return read.error();
        const std::vector<double> values = read->values();
        SeriesPoint point{each->name.step, summaryOf(values), {}};
        for (const double value : values)
            if (value != 0 && std::isfinite(value))
                ++point.exponents[std::ilogb(value)];
        series.push_back(std::move(point));
        if (progress)
            progress(series.size(), tensors.size());
    }
    return series;
}

double amaxOfPoint(const SeriesPoint& point)
{
    if (point.summary.nans > 0)
        return std::numeric_limits<double>::quiet_NaN();
    return point.summary.infinities > 0 ? std::numeric_limits<double>::infinity() : point.summary.largest;
}

} // namespace ulpscope
