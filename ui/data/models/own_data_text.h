// SPDX-License-Identifier: GPL-3.0-or-later
// What was found in a person's file, and the session that comes of it, in sentences.
#pragma once

#include "ui/data/models/own_data.h"

#include <QString>

namespace ulpscope::ui {

/// "CSV, 150 lines of 5 columns, 9.4 KiB"
QString foundText(const DataProfile& profile);
/// "Classification: 3 classes (setosa, versicolor, virginica)"; what a target would be as classes.
QString classesText(const DataProfile& profile, const DataChoice& choice);
/// The model, the loss and how it is trained, and what a person should know of the data; several lines.
QString outcomeText(const DataProfile& profile, const DataChoice& choice, const SessionSpec& session);
/// "9.4 KiB"
QString fileSizeText(std::uint64_t bytes);

} // namespace ulpscope::ui
