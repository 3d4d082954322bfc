// SPDX-License-Identifier: GPL-3.0-or-later
// Where Keras does what few expect, and the open session would meet it: a table of conditions and sentences.
#pragma once

#include "engine/model/map_reader.h"
#include "engine/session/session_spec.h"

#include <QString>

#include <vector>

namespace ulpscope::ui {

struct Surprise
{
    const char* id; ///< "map_without_loss_scaling"
    QString sentence;
};

/// `findings` are those of the session's own layers and keys.
std::vector<Surprise> surprises(
    const SessionSpec& session, const MapQuestion& question, const MapFindings& findings);

/// The ids of all rows, in their order.
std::vector<const char*> surpriseIds();

} // namespace ulpscope::ui
