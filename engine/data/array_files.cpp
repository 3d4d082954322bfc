// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/array_files.h"

#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/data/dataset.h"
#include "engine/file/idx.h"
#include "engine/file/npz.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ulpscope {

namespace {

struct Array
{
    std::string file;
    std::vector<std::int64_t> shape;
    std::vector<float> values;
    std::vector<double> exact = {}; ///< the numbers in float64, where float32 does not hold them
};

/// Requires at least one element, and no more examples than a table may have; engine/file limits the elements.
Status checkExtents(const Array& array)
{
    if (std::find(array.shape.begin(), array.shape.end(), 0) != array.shape.end())
        return Error{
            array.file, "expected at least 1 along each axis, got the shape " + shapeText(array.shape)};
    if (!array.shape.empty() && array.shape[0] > kMaxExamples)
        return Error{array.file, "expected at most 2^24 examples, got " + std::to_string(array.shape[0])};
    return success();
}

Result<Dataset> datasetFrom(
    Array features, Array targets, const Config& config, std::uint64_t seed, const std::stop_token& stop)
{
    constexpr std::size_t kMaxAxes = 6; // one axis is the batch
    if (features.shape.empty() || features.shape.size() > kMaxAxes)
        return Error{features.file,
            "expected features with 1 to 6 axes, the first of which counts examples; got "
                + shapeText(features.shape)};
    if (targets.shape.empty() || targets.shape[0] != features.shape[0])
        return Error{targets.file,
            "expected targets for each of " + counted(features.shape[0], "example") + "; got "
                + shapeText(targets.shape)};
    if (const Status fits = checkExtents(targets); !fits)
        return fits.error();
    Dataset all;
    all.train.count = features.shape[0];
    all.featureShape.assign(features.shape.begin() + 1, features.shape.end());
    if (all.featureShape.empty()) // a list of numbers
        all.featureShape = {1};
    all.targetsPerExample = std::accumulate(
        targets.shape.begin() + 1, targets.shape.end(), std::int64_t{1}, std::multiplies<>());
    all.train.features = std::move(features.values);
    all.train.targets = std::move(targets.values);
    all.train.exactFeatures = std::move(features.exact);
    all.train.exactTargets = std::move(targets.exact);
    Result<Dataset> dataset = split(std::move(all), config, seed, stop);
    if (!dataset)
        return dataset.error().within(targets.file);
    return dataset;
}

Result<Array> idxArray(const Config& config, const std::string& parameter, const std::stop_token& stop)
{
    const Result<std::string> file = fileOf(config, parameter);
    if (!file)
        return file.error();
    Result<IdxArray> array = readIdx(*file, stop);
    if (!array)
        return array.error();
    return Array{*file, array->extents, {array->values.begin(), array->values.end()}};
}

Array npyArray(const std::string& file, NpyArray array)
{
    Array result{file, std::move(array.shape), {}};
    if (auto* narrow = std::get_if<std::vector<float>>(&array.values)) {
        result.values = std::move(*narrow);
        return result;
    }
    auto& exact = std::get<std::vector<double>>(array.values);
    result.values.assign(exact.begin(), exact.end());
    const auto isHeld
        = [](double x) { return std::isnan(x) || x == static_cast<double>(static_cast<float>(x)); };
    if (!std::all_of(exact.begin(), exact.end(), isHeld))
        result.exact = std::move(exact);
    return result;
}

Result<Array> namedArray(const std::string& file, const std::string& name, const std::stop_token& stop)
{
    Result<NpyArray> array = loadNpzArray(file, name, stop);
    if (!array)
        return array.error();
    return npyArray(file, *std::move(array));
}

} // namespace

std::string shapeText(const std::vector<std::int64_t>& shape)
{
    std::string text = "(";
    for (const std::int64_t extent : shape)
        text += (text.size() > 1 ? ", " : "") + std::to_string(extent);
    return shownText(text + ")", 120); // there may be 64 axes
}

Result<Dataset> loadIdx(const Config& config, std::uint64_t seed, const std::stop_token& stop)
{
    Result<Array> features = idxArray(config, "features", stop);
    if (!features)
        return features.error();
    if (const Status fits = checkExtents(*features); !fits)
        return fits.error();
    Result<Array> targets = idxArray(config, "targets", stop);
    if (!targets)
        return targets.error();
    if (config.flag("scale_bytes"))
        for (float& value : features->values)
            value /= 255.0F;
    return datasetFrom(*std::move(features), *std::move(targets), config, seed, stop);
}

Result<Dataset> loadNpzData(const Config& config, std::uint64_t seed, const std::stop_token& stop)
{
    const Result<std::string> named = fileOf(config, "file");
    if (!named)
        return named.error();
    const std::string& file = *named;
    if (file.ends_with(".npy")) {
        Result<NpyArray> features = loadNpy(file, stop);
        if (!features)
            return features.error();
        Array examples = npyArray(file, *std::move(features));
        if (const Status fits = checkExtents(examples); !fits)
            return fits.error();
        const Result<std::string> targetFile = fileOf(config, "targets_file");
        if (!targetFile)
            return targetFile.error();
        Result<NpyArray> targets = loadNpy(*targetFile, stop);
        if (!targets)
            return targets.error();
        return datasetFrom(
            std::move(examples), npyArray(*targetFile, *std::move(targets)), config, seed, stop);
    }
    Result<Array> features = namedArray(file, config.text("features"), stop);
    if (!features)
        return features.error();
    if (const Status fits = checkExtents(*features); !fits)
        return fits.error();
    Result<Array> targets = namedArray(file, config.text("targets"), stop);
    if (!targets)
        return targets.error();
    return datasetFrom(*std::move(features), *std::move(targets), config, seed, stop);
}

} // namespace ulpscope
