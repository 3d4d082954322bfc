// SPDX-License-Identifier: GPL-3.0-or-later
// Zip archives, in memory or in a file. What is read is bounded by the bytes that arrive, not by what the archive says of itself;
// the same entries give the same bytes.
#pragma once

#include "engine/base/result.h"
#include "engine/file/input_file.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

class ZipReader
{
public:
    struct Entry
    {
        std::string name;
        std::uint64_t bytes = 0; ///< size that the archive states
    };

    /// bytes: must outlive the reader. At most 4 GiB of content, what mostExpanded() allows, and 65,534 entries. what: it
    /// should be, "an .npz file". Errors have no place.
    static Result<ZipReader> open(std::string_view bytes, const std::string& what);
    /// The same of a file, of which only what is asked for is read; it may have any size, and what is in it too but for
    /// mostExpanded().
    static Result<ZipReader> open(InputFile file, const std::string& what);

    ZipReader(ZipReader&&) noexcept;
    ZipReader& operator=(ZipReader&&) noexcept;
    ~ZipReader();

    const std::vector<Entry>& entries() const { return m_entries; }
    /// Bytes of the entry at `index`, exactly as many as entries() says, with the checksum compared.
    Result<std::string> read(std::size_t index, const std::stop_token& stop = {}) const;
    /// Reads at most `count` first bytes of a member, without checking its checksum.
    Result<std::string> readBeginning(std::size_t index, std::size_t count) const;

private:
    struct Archive;
    explicit ZipReader(std::unique_ptr<Archive> archive);

    std::unique_ptr<Archive> m_archive;
    std::vector<Entry> m_entries;
};

struct ZipEntry
{
    std::string name; ///< UTF-8
    std::string bytes;
};

/// An entry that is never whole in memory.
struct ZipStream
{
    std::string name; ///< UTF-8
    std::uint64_t size = 0; ///< in bytes
    std::function<void(std::uint64_t offset, std::span<char> bytes)> read; ///< offset: a multiple of kPiece
    static constexpr std::size_t kPiece = std::size_t{1} << 16;
};
/// Writes an archive of stored entries, the bytes of zipped(), into an open file that is empty. An error's place is as in zipped().
Status zipInto(int file, const std::vector<ZipStream>& entries);

enum class ZipPacking {
    Stored,
    Deflated ///< fast; stored all the same where it would expand to more than a reader takes
};

/// The bytes of the archive. An error's place is the entry's name, or nothing.
Result<std::string> zipped(const std::vector<ZipEntry>& entries, ZipPacking packing = ZipPacking::Stored);

} // namespace ulpscope
