// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/dataset_catalog.h"

#include "engine/data/array_files.h"
#include "engine/data/characters.h"
#include "engine/data/circle.h"
#include "engine/data/csv_data.h"
#include "engine/data/fashion_mnist.h"
#include "engine/data/point_classes.h"
#include "engine/data/regressions.h"
#include "engine/data/table.h"

namespace ulpscope {

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
    ParameterSpec spec{std::move(name), std::move(file), std::move(description)};
    spec.isPath = true;
    return spec;
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
    parameters.insert(parameters.end(), tableParameters().begin(), tableParameters().end());
    return parameters;
}

} // namespace

std::span<const DatasetClass> datasetCatalog()
{
    static const std::vector<DatasetClass> rows{
        {{"circle", "Two classes: points inside a circle and points around it.",
             {{"points", std::int64_t{512}, "Points to train on; as many others to test on.", 2, 1'000'000}}},
            {}, plane, makeCircle},
        {{"xor", "Two classes: points whose coordinates have the same sign, and the others.",
             generatedParameters({}, 0.0)},
            {}, plane, makeXor},
        {{"gaussians", "Normal blobs of points around a circle, a class each.",
             generatedParameters({{"classes", std::int64_t{2}, "How many blobs.", 2, 100}}, 0.2)},
            {}, plane, makeGaussians},
        {{"spirals", "Two classes: the arms of a double spiral.",
             generatedParameters({{"turns", 1.0, "How often an arm goes around.", 0, 100}}, 0.0)},
            {}, plane, makeSpirals},
        {{"moons", "Two classes: half circles that reach into each other.", generatedParameters({}, 0.1)}, {},
            plane, makeMoons},
        {{"plane", "A regression: points of a square to (x + y) / 2.", generatedParameters({}, 0.0)}, {},
            plane, makePlane},
        {{"sums", "A regression: normal numbers to their sum, divided by the root of their count.",
             generatedParameters({{"terms", std::int64_t{16}, "How many numbers.", 1, 4096}}, 0.0)},
            {}, [](const Config& config) { return std::vector<std::int64_t>{config.integer("terms")}; },
            makeSums},
        {{"fashion_mnist", "Pictures of clothes, 28 x 28 grey pixels, 10 classes.",
             {path("folder", "/usr/share/datasets/fashion-mnist", "Folder of the four gzip IDX files.")}},
            "dataset-fashion-mnist", picture, loadFashionMnist},
        {{"idx", "Two IDX files of bytes, such as MNIST's.",
             withTable({ownPath("features", "File of the examples, gzip-compressed or not."),
                 ownPath("targets", "File of their targets."),
                 {"scale_bytes", true, "Whether features are divided by 255."}})},
            {}, ofFile, loadIdx},
        {{"npz", "NumPy's arrays: one .npz file with both, or two .npy files.",
             withTable({ownPath("file", "The .npz file, or the .npy file of the features."),
                 {"features", std::string("x"), "Name of the features' array in the .npz file."},
                 {"targets", std::string("y"), "Name of the targets' array in the .npz file."},
                 path("targets_file", "", "The .npy file of the targets, beside one of features.")})},
            {}, ofFile, loadNpzData, targetsOfNpy},
        {{"csv", "A text file with an example a line and a column for each number.",
             withTable({ownPath("file", "The CSV file."),
                 {"target", std::string(), "Name of the target's column; without one the last."},
                 {"has_names", true,
                     "Whether the first line names the columns, unless it is all numbers; else they are 0, 1, 2, ..."},
                 {"separator", std::string("comma"), "What stands between cells.", {}, {},
                     {"comma", "semicolon", "tab"}}})},
            {}, ofFile, loadCsv},
        {{"characters", "Characters of a text: after each of a row of them, which comes next.",
             {path("file", "/usr/share/common-licenses/GPL-3", "The text file."),
                 {"context", std::int64_t{64}, "Characters in an example.", 1, 4096},
                 {"stride", std::int64_t{0},
                     "Characters from the beginning of one example to that of the next; 0 is the context.", 0,
                     1 << 20},
                 {"test_share", 0.1, "Share of the text, its end, that is for testing.", 0, 0.9}}},
            {}, [](const Config& config) { return std::vector<std::int64_t>{config.integer("context")}; },
            loadCharacters},
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
    return named == nullptr ? error : Error{"data." + named->name, error.text(), error.kind};
}

} // namespace ulpscope
