// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of sections are those of the .ZIP File Format Specification.
#include "engine/file/zip_extents.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace ulpscope {

namespace {

constexpr std::string_view kEnd = "PK\x05\x06"; // 4.3.16
constexpr std::size_t kEndSize = 22;
constexpr std::string_view kLocator = "PK\x06\x07"; // 4.3.15, before it where there is a 4.3.14
constexpr std::size_t kLocatorSize = 20;
constexpr std::string_view kEnd64 = "PK\x06\x06"; // 4.3.14
constexpr std::size_t kEnd64Size = 56;
constexpr std::string_view kListed = "PK\x01\x02"; // 4.3.12
constexpr std::size_t kListedSize = 46;
constexpr std::uint64_t kMaxListed = kListedSize + 3 * 65535; // header with name, extra field and comment
constexpr std::string_view kLocal = "PK\x03\x04"; // 4.3.7
constexpr std::size_t kLocalSize = 30;
constexpr int kMaxEnds = 16; // that are tried: each may say that the list is as long as the archive
constexpr std::uint64_t kSaidElsewhere = 0xffffffff; // in 4.5.3

/// Little-endian; the bytes are there.
std::uint64_t numberAt(std::string_view bytes, std::size_t at, std::size_t width)
{
    std::uint64_t number = 0;
    for (std::size_t i = width; i-- > 0;)
        number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
    return number;
}

struct Extent
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// Extent of the list of entries by the end record at this place; nothing where there is no end record.
std::optional<Extent> listBy(const ZipBytes& bytes, std::uint64_t size, std::string_view end, std::size_t at)
{
    std::uint64_t length = numberAt(end, at + 12, 4);
    std::uint64_t begin = numberAt(end, at + 16, 4);
    if (at >= kLocatorSize && end.substr(at - kLocatorSize).starts_with(kLocator)) {
        const Result<std::string> end64 = bytes(numberAt(end, at - kLocatorSize + 8, 8), kEnd64Size);
        if (!end64 || !end64->starts_with(kEnd64))
            return {};
        length = numberAt(*end64, 40, 8);
        begin = numberAt(*end64, 48, 8);
    }
    if (begin > size || length > size - begin)
        return {};
    return Extent{begin, begin + length};
}

/// The offset in an entry of the list; where its 32 bits do not have it, in 4.5.3 behind what of the sizes is there.
std::optional<std::uint64_t> offsetIn(std::string_view entry, std::string_view extra)
{
    const std::uint64_t offset = numberAt(entry, 42, 4);
    if (offset != kSaidElsewhere)
        return offset;
    std::size_t behind = 0;
    for (const std::size_t at : {std::size_t{20}, std::size_t{24}})
        behind += numberAt(entry, at, 4) == kSaidElsewhere ? 8U : 0U;
    while (extra.size() >= 4) {
        const std::size_t length = std::min<std::size_t>(numberAt(extra, 2, 2), extra.size() - 4);
        if (numberAt(extra, 0, 2) == 1 && length >= behind + 8)
            return numberAt(extra, 4 + behind, 8);
        extra.remove_prefix(4 + length);
    }
    return {};
}

/// Extent of each entry, from its header to the end of its packed bytes; nothing where the list does not fit the members.
std::optional<std::vector<Extent>> extentsOf(
    const ZipBytes& bytes, std::uint64_t size, std::string_view list, std::span<const ZipMember> members)
{
    std::vector<Extent> extents;
    for (const ZipMember& member : members) {
        if (list.size() < kListedSize || !list.starts_with(kListed))
            return {};
        const std::size_t name = numberAt(list, 28, 2);
        const std::size_t extra = numberAt(list, 30, 2);
        const std::size_t all = kListedSize + name + extra + numberAt(list, 32, 2);
        const std::uint64_t packed = numberAt(list, 20, 4);
        if (all > list.size() || (packed != kSaidElsewhere && packed != member.packed))
            return {};
        const std::optional<std::uint64_t> offset
            = offsetIn(list.substr(0, kListedSize), list.substr(kListedSize + name, extra));
        const Result<std::string> local
            = offset ? bytes(*offset, kLocalSize) : Result<std::string>(Error{"", "has no place"});
        if (!local || !local->starts_with(kLocal))
            return {};
        const std::uint64_t header = kLocalSize + numberAt(*local, 26, 2) + numberAt(*local, 28, 2);
        if (header > size - *offset || member.packed > size - *offset - header)
            return {};
        extents.push_back({*offset, *offset + header + member.packed});
        list.remove_prefix(all);
    }
    return extents;
}

} // namespace

Status checkZipExtents(
    const ZipBytes& bytes, std::uint64_t size, std::string_view end, std::span<const ZipMember> members)
{
    std::optional<std::vector<Extent>> extents;
    Extent list;
    // An archive may have several end records, in its comment too: the list is the one that has these members.
    std::size_t at = end.rfind(kEnd);
    for (int tried = 0; at != std::string_view::npos && !extents && tried < kMaxEnds; ++tried) {
        const std::optional<Extent> found
            = at + kEndSize <= end.size() ? listBy(bytes, size, end, at) : std::nullopt;
        at = at == 0 ? std::string_view::npos : end.rfind(kEnd, at - 1);
        if (!found || found->end - found->begin > kMaxListed * members.size())
            continue; // none of these members', whatever a record in a comment says
        list = *found;
        if (const Result<std::string> text = bytes(list.begin, list.end - list.begin))
            extents = extentsOf(bytes, size, *text, members);
    }
    if (!extents)
        return Error{"", message("its list of entries does not say where they are")};
    struct Placed
    {
        Extent extent;
        Message name;
    };
    std::vector<Placed> placed{{list, message("the list of entries")}};
    for (std::size_t i = 0; i < members.size(); ++i)
        placed.push_back({(*extents)[i], message("'%1'").with(verbatim(std::string(members[i].name)))});
    std::ranges::stable_sort(placed, {}, [](const Placed& one) { return one.extent.begin; });
    for (std::size_t i = 1; i < placed.size(); ++i)
        if (placed[i].extent.begin < placed[i - 1].extent.end)
            return Error{"",
                message("its entries overlap: %1 and %2 have bytes in common")
                    .with(placed[i - 1].name)
                    .with(placed[i].name)};
    return success();
}

} // namespace ulpscope
