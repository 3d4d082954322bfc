// SPDX-License-Identifier: GPL-3.0-or-later
// What of a file's columns or arrays is learnt from what, and how: a guess that the user can change.
#pragma once

#include "engine/data/data_profile.h"
#include "engine/session/data_shape.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ulpscope {

struct DataChoice
{
    std::string features; ///< name of the array in an archive
    std::string target; ///< name of the column or the array; not of a text
    std::vector<std::string> without; ///< columns that are neither the target nor features
    bool isClassification = true; ///< false: a regression; a text ignores it
    std::string normalization = "none"; ///< value of the data set's parameter
    std::int64_t context = 32; ///< characters in an example of a text

    bool operator==(const DataChoice&) const = default;
};

/// The target by its name ("label", "target", "y", ...), else the last column; classes where its values look like some; without
/// columns that count lines, have too many texts, or miss too many cells.
DataChoice guessChoice(const DataProfile& profile);
/// Guesses the choice for a target that the user chose.
DataChoice guessChoice(const DataProfile& profile, const std::string& target);

/// Whether a row of numbers says a class: each 0 or 1, one of them 1 on average.
bool areOneHot(const FieldProfile& target);
/// Columns that are features under that choice, in the file's order.
std::vector<const FieldProfile*> featureColumns(const DataProfile& profile, const DataChoice& choice);

/// The array that is learnt from, or a text's characters; null of a table, and where there is none.
const FieldProfile* featureArray(const DataProfile& profile, const DataChoice& choice);

/// What the data set made by the choice will be; an error at "target" or "features" where it cannot be made.
Result<DataShape> shapeOf(const DataProfile& profile, const DataChoice& choice);

} // namespace ulpscope
