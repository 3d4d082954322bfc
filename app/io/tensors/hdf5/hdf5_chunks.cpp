// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/tensors/hdf5/hdf5_chunks.h"

#include "engine/file/expansion.h"

#include <cstring>
#include <zlib.h>

namespace ulpscope {

namespace {

constexpr std::uint16_t kDeflate = 1;
constexpr std::uint16_t kShuffle = 2;
constexpr std::uint16_t kFletcher32 = 3;

/// Checksum as in H5checksum.c: over 16-bit words, the first byte of each the higher.
std::uint32_t fletcher32(std::string_view bytes)
{
    std::uint64_t sum1 = 0;
    std::uint64_t sum2 = 0;
    for (std::size_t i = 0; i < bytes.size(); i += 2) {
        const std::uint32_t high = static_cast<unsigned char>(bytes[i]);
        const std::uint32_t low = i + 1 < bytes.size() ? static_cast<unsigned char>(bytes[i + 1]) : 0;
        // The two sums modulo 65535, which the file has as 1 to 65535, and as 0 where all was 0.
        sum1 += high << 8 | low;
        sum1 = (sum1 & 0xffff) + (sum1 >> 16);
        sum2 += sum1;
        sum2 = (sum2 & 0xffff) + (sum2 >> 16);
    }
    return static_cast<std::uint32_t>(sum2 << 16 | sum1);
}

std::string unshuffled(std::string_view bytes, std::size_t itemSize)
{
    std::string result(bytes);
    const std::size_t count = bytes.size() / itemSize;
    for (std::size_t byte = 0; byte < itemSize; ++byte)
        for (std::size_t i = 0; i < count; ++i)
            result[i * itemSize + byte] = bytes[byte * count + i];
    return result;
}

/// Exactly so many bytes of it, or fewer.
std::string inflated(std::string_view bytes, std::size_t most)
{
    std::string result(most, '\0');
    auto size = static_cast<uLongf>(most);
    if (uncompress(reinterpret_cast<Bytef*>(result.data()), &size,
            reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()))
        != Z_OK)
        throw Hdf5Failure{"has a chunk that cannot be unpacked"};
    result.resize(size);
    return result;
}

/// A chunk as it was before the filters.
std::string unfiltered(
    std::string bytes, const Hdf5Dataset& dataset, const Hdf5Chunk& chunk, std::uint64_t chunkBytes)
{
    const std::vector<std::uint16_t>& filters = dataset.storage.filters;
    constexpr std::size_t kChecksum = 4;
    for (std::size_t i = filters.size(); i-- > 0;) {
        if (i < 32 && (chunk.skippedFilters >> i & 1) != 0)
            continue;
        if (filters[i] == kFletcher32) {
            if (bytes.size() < kChecksum)
                throw Hdf5Failure{"has a chunk without its checksum"};
            std::uint32_t stored = 0;
            std::memcpy(&stored, bytes.data() + bytes.size() - kChecksum, kChecksum);
            bytes.resize(bytes.size() - kChecksum);
            if (stored != fletcher32(bytes))
                throw Hdf5Failure{"has a chunk whose checksum does not fit"};
        } else if (filters[i] == kDeflate) {
            bytes = inflated(bytes, chunkBytes + kChecksum);
        } else if (filters[i] == kShuffle) {
            bytes = unshuffled(bytes, dataset.type.size);
        }
    }
    if (bytes.size() != chunkBytes)
        throw Hdf5Failure{"has a chunk of the wrong size"};
    return bytes;
}

/// Copies what of the chunk lies within the dataset.
void place(std::string& result, const std::string& bytes, const Hdf5Dataset& dataset, const Hdf5Chunk& chunk)
{
    const std::vector<std::uint64_t>& extents = dataset.extents;
    const std::vector<std::uint64_t>& size = dataset.storage.chunk;
    const std::size_t rank = extents.size();
    for (std::size_t axis = 0; axis < rank; ++axis)
        if (chunk.start[axis] >= extents[axis])
            return;
    const std::size_t last = rank - 1;
    const std::uint64_t run = std::min(size[last], extents[last] - chunk.start[last]) * dataset.type.size;
    std::vector<std::uint64_t> at(rank, 0); // where a row begins within the chunk
    while (true) {
        std::uint64_t from = 0;
        std::uint64_t to = 0;
        bool isWithin = true;
        for (std::size_t axis = 0; axis < rank; ++axis) {
            isWithin = isWithin && chunk.start[axis] + at[axis] < extents[axis];
            from = from * size[axis] + at[axis];
            to = to * extents[axis] + chunk.start[axis] + at[axis];
        }
        if (isWithin)
            std::memcpy(result.data() + to * dataset.type.size, bytes.data() + from * dataset.type.size, run);
        std::size_t axis = last;
        while (axis-- > 0) {
            if (++at[axis] < size[axis])
                break;
            at[axis] = 0;
        }
        if (axis > last) // past the first
            return;
    }
}

} // namespace

bool isKnownHdf5Filter(std::uint16_t id)
{
    return id == kDeflate || id == kShuffle || id == kFletcher32;
}

Result<std::string> assembledChunks(std::uint64_t fileSize, const Hdf5Dataset& dataset,
    const std::vector<Hdf5Chunk>& chunks,
    const std::function<std::string(std::uint64_t, std::uint64_t)>& read, const std::stop_token& stop)
{
    const std::uint64_t bytes = dataset.bytes();
    std::uint64_t stored = 0;
    for (const Hdf5Chunk& chunk : chunks)
        stored = std::min(fileSize, stored + chunk.size);
    std::uint64_t chunkBytes = dataset.type.size; // not 0: of a dataset without a problem
    for (const std::uint64_t extent : dataset.storage.chunk) {
        constexpr std::uint64_t kLargestChunk = std::uint64_t{4}
            << 30; // the largest chunk that the format allows
        if (extent == 0 || extent > kLargestChunk / chunkBytes)
            return Error{"", "has chunks of no size, or of more than 4 GiB"};
        chunkBytes *= extent;
    }
    // Each chunk is unpacked, whether or not others lie in the same place.
    const std::uint64_t most = mostExpanded(stored);
    if (bytes > most || (!chunks.empty() && chunkBytes > most / chunks.size()))
        return Error{"",
            "it would expand to " + std::to_string(bytes) + " bytes, in " + std::to_string(chunks.size())
                + " chunks of " + std::to_string(chunkBytes) + ", from the " + std::to_string(stored)
                + " that the file has of it"};
    if (!chunks.empty()
        && (dataset.storage.chunk.size() != dataset.extents.size() || dataset.extents.empty()))
        return Error{"", "its chunks have other axes than it has"};
    std::string result(bytes, '\0');
    if (dataset.storage.fill.size() == dataset.type.size)
        for (std::uint64_t at = 0; at < bytes; at += dataset.type.size)
            std::memcpy(result.data() + at, dataset.storage.fill.data(), dataset.type.size);
    for (const Hdf5Chunk& chunk : chunks) {
        if (stop.stop_requested())
            return stoppedError();
        place(
            result, unfiltered(read(chunk.address, chunk.size), dataset, chunk, chunkBytes), dataset, chunk);
    }
    return result;
}

} // namespace ulpscope
