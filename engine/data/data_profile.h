// SPDX-License-Identifier: GPL-3.0-or-later
// What the user's own file holds, found by reading it: its columns or arrays, what their values are like.
#pragma once

#include "engine/base/result.h"
#include "engine/data/field_profile.h"
#include "engine/file/csv.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace ulpscope {

enum class DataFileKind : std::uint8_t { Csv, Npz, Npy, Idx, Text };

/// A file, and what the user says of it; what is left empty is found out.
struct DataSource
{
    std::string file;
    std::string targetsFile = {}; ///< beside an .npy or IDX file of features
    std::optional<DataFileKind> kind = {};
    std::optional<CsvForm> form = {};
};

struct DataProfile
{
    std::string file; ///< file; for two .npy or IDX files that of the features
    std::string targetsFile; ///< empty: none was given, and none with such a name is there
    DataFileKind kind = DataFileKind::Csv;
    std::uint64_t bytes = 0; ///< size of `file`
    CsvForm form; ///< form of a CSV file
    bool hasNames = false; ///< the first line names the columns
    /// Lines of a CSV file, characters of a text, else along the first axis of the first array.
    std::int64_t examples = 0;
    std::int64_t incompleteLines = 0; ///< lines of a CSV file with a missing cell
    /// Columns; arrays; of two files features and targets; of a text its bytes, as numbers.
    std::vector<FieldProfile> fields;

    const FieldProfile* field(const std::string& name) const;
};

/// Says what is wrong with the file at its path and line. Memory is what the file takes, and of an archive the largest array.
/// An error of kind Stopped when asked to stop.
Result<DataProfile> profileData(const DataSource& source, const std::stop_token& stop = {});

} // namespace ulpscope
