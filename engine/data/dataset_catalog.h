// SPDX-License-Identifier: GPL-3.0-or-later
// Every dataset: name, parameters, how to load it.
#pragma once

#include "engine/base/catalog.h"
#include "engine/data/dataset.h"

#include <span>
#include <stop_token>

namespace ulpscope {

struct DatasetTraits
{
    /// Debian package that has the data, so that a program can say `apt-get install ...`; else empty.
    std::string debianPackage = {};
    /// Shape of one example as the parameters say it; empty where the file alone knows.
    std::vector<std::int64_t> (*featureShape)(const Config& config) = nullptr;
    Result<Dataset> (*load)(const Config& config, std::uint64_t seed, const std::stop_token& stop) = nullptr;
    /// The parameter that must name a file because of what others say; empty where none does.
    std::string (*alsoChosen)(const Config& config) = nullptr;
};

struct DatasetClass : ClassSpec, DatasetTraits
{
};

std::span<const DatasetClass> datasetCatalog();

/// An error at the first parameter that must name a file and names none yet. Reads no file.
Status checkFilesAreChosen(const Component& data);

/// Loads the data of a checked component. Errors of kind Stopped when asked to stop. What is wrong in a file is at the parameter that names it:
/// "data.file: /home/me/a.csv:4: ...".
Result<Dataset> loadDataset(const Component& data, std::uint64_t seed, const std::stop_token& stop = {});

} // namespace ulpscope
