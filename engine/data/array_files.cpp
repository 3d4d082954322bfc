// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/array_files.h"

#include "engine/base/number_text.h"
#include "engine/data/table.h"
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
    std::vector<double> exact = {}; ///< where float32 does not hold them
};

std::string shapeText(const std::vector<std::int64_t>& shape)
{
    std::string text = "(";
    for (const std::int64_t extent : shape)
        text += (text.size() > 1 ? ", " : "") + std::to_string(extent);
    return text + ")";
}

Result<Dataset> datasetFrom(Array features, Array targets, const Config& config, std::uint64_t seed)
{
    constexpr std::size_t kMostAxes = 6; // one of them the batch
    if (features.shape.empty() || features.shape.size() > kMostAxes)
        return Error{features.file,
            "expected features with 1 to 6 axes, the first of which counts examples; got "
                + shapeText(features.shape)};
    if (targets.shape.empty() || targets.shape[0] != features.shape[0])
        return Error{targets.file,
            "expected targets for each of " + counted(features.shape[0], "example") + "; got "
                + shapeText(targets.shape)};
    if (static_cast<std::int64_t>(features.values.size()) > kMostTableValues)
        return Error{
            features.file, "expected at most 2^28 numbers, got " + std::to_string(features.values.size())};
    Table table;
    table.examples.count = features.shape[0];
    table.featureShape.assign(features.shape.begin() + 1, features.shape.end());
    if (table.featureShape.empty()) // a list of numbers
        table.featureShape = {1};
    table.targetsPerExample = std::accumulate(
        targets.shape.begin() + 1, targets.shape.end(), std::int64_t{1}, std::multiplies<>());
    table.examples.features = std::move(features.values);
    table.examples.targets = std::move(targets.values);
    table.examples.exactFeatures = std::move(features.exact);
    table.examples.exactTargets = std::move(targets.exact);
    Result<Dataset> dataset = datasetOf(std::move(table), config, seed);
    if (!dataset)
        return dataset.error().within(targets.file);
    return dataset;
}

Result<Array> idxArray(const Config& config, const std::string& parameter)
{
    const Result<std::string> file = fileOf(config, parameter);
    if (!file)
        return file.error();
    Result<IdxArray> array = readIdx(*file);
    if (!array)
        return array.error();
    return Array{*file, array->extents, {array->values.begin(), array->values.end()}};
}

Array npyArray(const std::string& file, const NpyArray& array)
{
    Array result{file, array.shape, {}};
    std::visit([&](const auto& values) { result.values.assign(values.begin(), values.end()); }, array.values);
    if (const auto* exact = std::get_if<std::vector<double>>(&array.values)) {
        const auto isHeld
            = [](double x) { return std::isnan(x) || x == static_cast<double>(static_cast<float>(x)); };
        if (!std::all_of(exact->begin(), exact->end(), isHeld))
            result.exact = *exact;
    }
    return result;
}

Result<Array> namedArray(
    const std::string& file, const std::vector<NamedArray>& arrays, const std::string& name)
{
    std::string names;
    for (const NamedArray& array : arrays) {
        if (array.name == name)
            return npyArray(file, array.array);
        names += (names.empty() ? "" : ", ") + array.name;
    }
    return Error{file, "there is no array '" + name + "'; there are " + (names.empty() ? "none" : names)};
}

} // namespace

Result<Dataset> loadIdx(const Config& config, std::uint64_t seed)
{
    Result<Array> features = idxArray(config, "features");
    if (!features)
        return features.error();
    Result<Array> targets = idxArray(config, "targets");
    if (!targets)
        return targets.error();
    if (config.flag("scale_bytes"))
        for (float& value : features->values)
            value /= 255.0F;
    return datasetFrom(*std::move(features), *std::move(targets), config, seed);
}

Result<Dataset> loadNpzData(const Config& config, std::uint64_t seed)
{
    const Result<std::string> named = fileOf(config, "file");
    if (!named)
        return named.error();
    const std::string& file = *named;
    if (file.ends_with(".npy")) {
        const Result<NpyArray> features = loadNpy(file);
        if (!features)
            return features.error();
        const Result<std::string> targetFile = fileOf(config, "targets_file");
        if (!targetFile)
            return targetFile.error();
        const Result<NpyArray> targets = loadNpy(*targetFile);
        if (!targets)
            return targets.error();
        return datasetFrom(npyArray(file, *features), npyArray(*targetFile, *targets), config, seed);
    }
    const Result<std::vector<NamedArray>> arrays = loadNpz(file);
    if (!arrays)
        return arrays.error();
    Result<Array> features = namedArray(file, *arrays, config.text("features"));
    if (!features)
        return features.error();
    Result<Array> targets = namedArray(file, *arrays, config.text("targets"));
    if (!targets)
        return targets.error();
    return datasetFrom(*std::move(features), *std::move(targets), config, seed);
}

} // namespace ulpscope
