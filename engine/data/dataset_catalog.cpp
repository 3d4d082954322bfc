// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/dataset_catalog.h"

#include "engine/data/array_files.h"
#include "engine/data/csv_data.h"
#include "engine/data/dataset.h"
#include "engine/data/made_points.h"

namespace ulpscope {

// Each stands in a file of its own, and serves its row alone.
using DatasetLoader = Result<Dataset>(const Config& config, std::uint64_t seed, const std::stop_token& stop);
DatasetLoader loadCharacters, loadFashionMnist;

namespace {

std::vector<std::int64_t> plane(const Config&)
{
    return {2};
}
std::vector<std::int64_t> picture(const Config&)
{
    return {28, 28};
}
std::vector<std::int64_t> ofFile(const Config&)
{
    return {};
}

ParameterSpec path(std::string name, std::string file, std::string description)
{
    return {.name = std::move(name),
        .defaultValue = std::move(file),
        .description = std::move(description),
        .isPath = true};
}

/// A file of the user's own: there is no default.
ParameterSpec ownPath(std::string name, std::string description)
{
    ParameterSpec spec = path(std::move(name), "", std::move(description));
    spec.mustBeChosen = true;
    return spec;
}

/// A .npy file holds one array: the targets are in another.
std::string targetsOfNpy(const Config& config)
{
    const ParameterValue* file = config.find("file");
    const auto* path = file == nullptr ? nullptr : std::get_if<std::string>(file);
    return path != nullptr && path->ends_with(".npy") ? "targets_file" : "";
}

/// The given parameters before those that all tables have.
std::vector<ParameterSpec> withTable(std::vector<ParameterSpec> parameters)
{
    parameters.insert(parameters.end(), splitParameters().begin(), splitParameters().end());
    return parameters;
}

} // namespace

std::span<const DatasetClass> datasetCatalog()
{
    static const std::vector<DatasetClass> rows{
        {{.name = "circle",
             .description = "Two classes: points inside a circle and points around it.",
             .parameters = {{.name = "points",
                 .defaultValue = std::int64_t{512},
                 .description = "Points to train on; as many others to test on.",
                 .minimum = 2,
                 .maximum = 1'000'000}}},
            {.featureShape = plane, .load = makeCircle}},
        {{.name = "xor",
             .description = "Two classes: points whose coordinates have the same sign, and the others.",
             .parameters = generatedParameters({}, 0.0)},
            {.featureShape = plane, .load = makeXor}},
        {{.name = "gaussians",
             .description = "Normal blobs of points around a circle, a class each.",
             .parameters = generatedParameters({{.name = "classes",
                                                   .defaultValue = std::int64_t{2},
                                                   .description = "How many blobs.",
                                                   .minimum = 2,
                                                   .maximum = 100}},
                 0.2)},
            {.featureShape = plane, .load = makeGaussians}},
        {{.name = "spirals",
             .description = "Two classes: the arms of a double spiral.",
             .parameters = generatedParameters({{.name = "turns",
                                                   .defaultValue = 1.0,
                                                   .description = "How often an arm goes around.",
                                                   .minimum = 0,
                                                   .maximum = 100}},
                 0.0)},
            {.featureShape = plane, .load = makeSpirals}},
        {{.name = "moons",
             .description = "Two classes: half circles that reach into each other.",
             .parameters = generatedParameters({}, 0.1)},
            {.featureShape = plane, .load = makeMoons}},
        {{.name = "plane",
             .description = "A regression: points of a square to (x + y) / 2.",
             .parameters = generatedParameters({}, 0.0)},
            {.featureShape = plane, .load = makePlane}},
        {{.name = "sums",
             .description = "A regression: normal numbers to their sum, divided by the root of their count.",
             .parameters = generatedParameters({{.name = "terms",
                                                   .defaultValue = std::int64_t{16},
                                                   .description = "How many numbers.",
                                                   .minimum = 1,
                                                   .maximum = 4096}},
                 0.0)},
            {.featureShape
                = [](const Config& config) { return std::vector<std::int64_t>{config.integer("terms")}; },
                .load = makeSums}},
        {{.name = "fashion_mnist",
             .description = "Pictures of clothes, 28 x 28 grey pixels, 10 classes.",
             .parameters
             = {path("folder", "/usr/share/datasets/fashion-mnist", "Folder of the four gzip IDX files.")}},
            {.debianPackage = "dataset-fashion-mnist", .featureShape = picture, .load = loadFashionMnist}},
        {{.name = "idx",
             .description = "Two IDX files of bytes, such as MNIST's.",
             .parameters = withTable({ownPath("features", "File of the examples, gzip-compressed or not."),
                 ownPath("targets", "File of their targets."),
                 {.name = "scale_bytes",
                     .defaultValue = true,
                     .description = "Whether features are divided by 255."}})},
            {.featureShape = ofFile, .load = loadIdx}},
        {{.name = "npz",
             .description = "NumPy's arrays: one .npz file with both, or two .npy files.",
             .parameters = withTable({ownPath("file", "The .npz file, or the .npy file of the features."),
                 {.name = "features",
                     .defaultValue = std::string("x"),
                     .description = "Name of the features' array in the .npz file."},
                 {.name = "targets",
                     .defaultValue = std::string("y"),
                     .description = "Name of the targets' array in the .npz file."},
                 path("targets_file", "", "The .npy file of the targets, beside one of features.")})},
            {.featureShape = ofFile, .load = loadNpzData, .alsoChosen = targetsOfNpy}},
        {{.name = "csv",
             .description = "A text file with an example a line and a column for each number.",
             .parameters = withTable({ownPath("file", "The CSV file."),
                 {.name = "target",
                     .defaultValue = std::string(),
                     .description = "Name of the target's column; without one the last."},
                 {.name = "has_names",
                     .defaultValue = true,
                     .description
                     = "Whether the first line names the columns, unless it is all numbers; else they are 0, 1, 2, ..."},
                 {.name = "separator",
                     .defaultValue = std::string("comma"),
                     .description = "What stands between cells.",
                     .choices = {"comma", "semicolon", "tab"}},
                 {.name = "decimal",
                     .defaultValue = std::string("point"),
                     .description = "What stands before a number's fraction.",
                     .choices = {"point", "comma"}},
                 {
                     .name = "without",
                     .defaultValue = std::string(),
                     .description = "Names of the columns that are left out, with commas between them.",
                 },
                 {.name = "texts",
                     .defaultValue = std::string("refuse"),
                     .description
                     = "What becomes of a feature that is a text: an error, or a feature of its own for each text of "
                       "its column, 1 where it stands.",
                     .choices = {"refuse", "features"}},
                 {.name = "missing",
                     .defaultValue = std::string("refuse"),
                     .description
                     = "What becomes of a line with an empty cell, NA, null or ?: an error, or it is "
                       "left out.",
                     .choices = {"refuse", "leave_out"}}})},
            {.featureShape = ofFile, .load = loadCsv}},
        {{.name = "characters",
             .description = "Characters of a text: after each of a row of them, which comes next.",
             .parameters = {path("file", "/usr/share/common-licenses/GPL-3", "The text file."),
                 {.name = "context",
                     .defaultValue = std::int64_t{64},
                     .description = "Characters in an example.",
                     .minimum = 1,
                     .maximum = 4096},
                 {.name = "stride",
                     .defaultValue = std::int64_t{0},
                     .description
                     = "Characters from the beginning of one example to that of the next; 0 is the context.",
                     .minimum = 0,
                     .maximum = 1 << 20},
                 {.name = "test_share",
                     .defaultValue = 0.1,
                     .description = "Share of the text, its end, that is for testing.",
                     .minimum = 0,
                     .maximum = 0.9}}},
            {.featureShape
                = [](const Config& config) { return std::vector<std::int64_t>{config.integer("context")}; },
                .load = loadCharacters}},
    };
    return rows;
}

Status checkFilesAreChosen(const Component& data)
{
    const DatasetClass* row = findRow(datasetCatalog(), data.className);
    if (row == nullptr)
        return success();
    const std::string also = row->alsoChosen ? row->alsoChosen(data.config) : "";
    for (const ParameterSpec& spec : row->parameters) {
        if (!spec.mustBeChosen && spec.name != also)
            continue;
        const ParameterValue* value = data.config.find(spec.name);
        const std::string path = std::get<std::string>(value ? *value : spec.defaultValue);
        if (path.empty())
            return Error{"data." + spec.name, "no file is chosen yet: expected a path"};
    }
    return success();
}

Result<Dataset> loadDataset(const Component& data, std::uint64_t seed, const std::stop_token& stop)
{
    const DatasetClass& row = *findRow(datasetCatalog(), data.className);
    Result<Dataset> loaded = row.load(data.config, seed, stop);
    if (loaded)
        return loaded;
    const Error& error = loaded.error();
    const ParameterSpec* named = nullptr; // by the longest path that the place begins with
    for (const ParameterSpec& spec : row.parameters) {
        const std::string path = spec.isPath ? data.config.text(spec.name) : "";
        if (!path.empty() && error.place.starts_with(path)
            && (named == nullptr || path.size() > data.config.text(named->name).size()))
            named = &spec;
    }
    return named == nullptr ? error : Error{"data." + named->name, error.sentence(), error.kind};
}

} // namespace ulpscope
