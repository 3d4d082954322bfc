// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that a session's policies can be written as, for Keras and for other stacks: one row each.
#pragma once

#include "engine/base/catalog.h"
#include "engine/base/message.h"
#include "engine/session/session_spec.h"

#include <span>
#include <string>
#include <vector>

namespace ulpscope {

struct ExportedText
{
    std::string text; ///< ends with a newline
    /// Sentences about the parts of the session that the text cannot express.
    std::vector<Message> leftOut;
};

struct ExportRow
{
    std::string name; ///< "keras-map": what --as takes
    std::string title; ///< "Keras policy map"
    std::string suffix; ///< the file's ending, "json"
    std::string description; ///< one sentence that users see
    std::string needs
        = {}; ///< which versions of its program read it, and what older ones do; empty: not known to matter
    /// The error's place is that of the session file, and its message says why there is no such text.
    Result<ExportedText> (*write)(const SessionSpec& session) = nullptr;
};

/// The exports in the order in which menus show them.
std::span<const ExportRow> exportCatalog();

} // namespace ulpscope
