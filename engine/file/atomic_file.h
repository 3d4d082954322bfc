// SPDX-License-Identifier: GPL-3.0-or-later
// A file replaced as a whole: a reader, at any moment and after a kill or on a full disk, finds the old content
// or the new one, and nothing between.
#pragma once

#include "engine/base/result.h"
#include "engine/file/file_descriptor.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

namespace ulpscope {

/// Properties that a file would lose if it were replaced. A file that does not exist yet has none of them.
struct ReplacementLoss
{
    bool isReadOnly = false; ///< the file's mode forbids writing, even if root could
    std::uintmax_t otherNames = 0; ///< hard links, which would keep the old content
    bool losesOwner = false; ///< the file's user or group cannot be given to the new file

    explicit operator bool() const { return isReadOnly || otherNames > 0 || losesOwner; }
    bool operator==(const ReplacementLoss&) const = default;
};

ReplacementLoss replacementLoss(const std::filesystem::path& path);

/// Removes the temporary files that processes left in the file's folder when they were killed.
void removeAbandonedTemporaries(const std::filesystem::path& path);

enum class OnLoss { Refuse, Accept };

/// Writes a temporary file in the same folder, syncs it, renames it, syncs the folder. Symbolic links stay: the file they
/// lead to is replaced. Mode, owner, group and extended attributes are kept. On an error the old file is as it was. Also
/// removes temporary files that processes left in the folder when they were killed.
///
/// What comes back is the new file, locked by flock() until it is closed; it was so from its first byte on.
Result<FileDescriptor> replaceFile(
    const std::filesystem::path& path, std::string_view bytes, OnLoss onLoss = OnLoss::Refuse);
/// The same of what `write` puts into an open file. The number of its error is 0, or as errno has it; others it keeps to itself.
Result<FileDescriptor> replaceFile(const std::filesystem::path& path,
    const std::function<int(int file)>& write, OnLoss onLoss = OnLoss::Refuse);

} // namespace ulpscope
