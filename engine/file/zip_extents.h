// SPDX-License-Identifier: GPL-3.0-or-later
// Byte ranges of a zip archive's entries, from its own records: libzip reads entries but does not say where they are.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace ulpscope {

/// Just so many bytes of the archive, or an error.
using ZipBytes = std::function<Result<std::string>(std::uint64_t offset, std::uint64_t count)>;

struct ZipMember
{
    std::string_view name;
    std::uint64_t packed; ///< bytes of it in the archive
};

/// Refuses an archive in which two entries, or one and the list of all, have a byte in common. members: in the order of the list.
/// end: the archive's last bytes, with the record that ends it; size: of the archive.
Status checkZipExtents(
    const ZipBytes& bytes, std::uint64_t size, std::string_view end, std::span<const ZipMember> members);

} // namespace ulpscope
