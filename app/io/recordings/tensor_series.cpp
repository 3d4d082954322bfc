// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/recordings/tensor_series.h"

#include <cmath>
#include <limits>

namespace ulpscope {

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
