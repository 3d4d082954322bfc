// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of files that takes its place as a whole. They are written into a hidden folder beside it, or in it where that
// is not possible; commit() puts them in place. Until then, and after a kill at any moment, what was there is as it was.
#pragma once

#include "engine/base/result.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace ulpscope {

class StagedFolder
{
public:
    /// The names that written files may have, at any depth; the last is of the file that says that its folder is whole.
    /// Must outlive the object.
    using FileNames = std::span<const std::string_view>;

    /// Makes a place to write for what is to be `target`, and the folders above it. First puts right what killed programs
    /// left of the same target: removes what was not finished, puts in place what was. An Error of kind Output if nothing
    /// could be put at `target` later.
    static Result<StagedFolder> create(const std::filesystem::path& target, FileNames files);

    StagedFolder(StagedFolder&&) noexcept;
    StagedFolder& operator=(StagedFolder&&) noexcept;
    /// Removes what was written and not committed.
    ~StagedFolder();

    /// Makes a folder to write into, of that name inside the target; "": the target itself. An Error if something in the
    /// target is in the way of it or of the files' names.
    Result<std::filesystem::path> makeFolder(const std::string& name);

    /// Syncs everything and puts it in place; nothing may be made or written after it. Files of the same names are
    /// replaced, everything else in the target stays. Where there are no other folders, the two folders change places in
    /// one operation; else files are moved one by one, and a kill in the midst of it is put right by the next create(). On an
    /// Error the target is as it was, unless it says otherwise.
    Status commit();

    /// The error with its place in the target instead of the hidden folder.
    Error placed(Error error) const;

private:
    struct State;
    explicit StagedFolder(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace ulpscope
