// SPDX-License-Identifier: GPL-3.0-or-later
// What was asked last of each task, and where the runs of its searches are kept: a folder for each in the program's state, so that a
// search goes on after a restart. A task is a session whatever its policies and its loss scale are, so that applying an answer leaves it the
// same.
#pragma once

#include "app/search/assignment_cost.h"
#include "engine/session/session_spec.h"

#include <QString>

#include <optional>

namespace ulpscope {

/// The fields of the search panel as typed.
struct SearchForm
{
    QString menu;
    QString layers; ///< a regular expression; empty: all
    QString together; ///< SearchedText::together
    QString lossScales; ///< SearchedText::lossScales
    QString budget;
    QString seeds;
    std::optional<std::int64_t> steps = {}; ///< none: the session's
    CostKind cost = CostKind::Bytes;

    bool operator==(const SearchForm&) const = default;
};

class SearchForms
{
public:
    /// Folders beyond that go, those that were searched longest ago first.
    static constexpr int kMaxFolders = 32;

    /// folder: empty: nothing is remembered.
    void keepIn(const QString& folder) { m_folder = folder; }

    /// Folder in which runs are kept; empty if they are not.
    QString folderOf(const SessionSpec& session) const;
    /// The last form for this task; nullopt if there is none or it cannot be read.
    std::optional<SearchForm> formOf(const SessionSpec& session) const;
    /// And makes room. An error where it cannot be written.
    Status remember(const SessionSpec& session, const SearchForm& form) const;

private:
    void makeRoom(const QString& besides) const;

    QString m_folder;
};

} // namespace ulpscope
