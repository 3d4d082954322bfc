// SPDX-License-Identifier: GPL-3.0-or-later
// The kind of a run's data, by which its picture is chosen, and the names of its classes.
#pragma once

#include "engine/data/data_sample.h"

#include <QString>

namespace ulpscope::ui {

/// Points of a plane: two numbers, and one to be said of them.
bool isPlane(const DataSample& sample);
/// One number to one number.
bool isCurve(const DataSample& sample);
/// Grey or coloured images.
bool arePictures(const DataSample& sample);
/// Rows of characters, each with the one that follows.
bool isText(const DataSample& sample);

/// "petal"; "petal, normalized" where the plot's numbers are not the file's; empty without a name.
QString columnLabel(const std::vector<NumberColumn>& columns, std::size_t column);
/// "Trouser"; the number of a class without a name.
QString classText(const DataSample& sample, std::size_t classNumber);
/// A byte of a text in one visible sign: "a", "␣", "⏎", "\xC3".
QString characterText(const std::string& byte);

} // namespace ulpscope::ui
