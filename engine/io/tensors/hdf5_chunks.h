// SPDX-License-Identifier: GPL-3.0-or-later
// Inside hdf5_format: fields of the file's structures, and the elements of a dataset that is stored in chunks.
#pragma once

#include "engine/io/tensors/hdf5_format.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// What is wrong with the file, behind "the HDF5 file ".
struct Hdf5Failure
{
    std::string message;
};

/// Bytes, field by field; throws Hdf5Failure where there are too few.
class Hdf5Fields
{
public:
    Hdf5Fields(std::string bytes, std::size_t offsetSize, std::size_t lengthSize)
        : m_bytes(std::move(bytes))
        , m_offsetSize(offsetSize)
        , m_lengthSize(lengthSize)
    {
    }

    void setSizes(std::size_t offsetSize, std::size_t lengthSize)
    {
        m_offsetSize = offsetSize;
        m_lengthSize = lengthSize;
    }

    std::size_t left() const { return m_bytes.size() - m_at; }
    std::string_view rest() const { return std::string_view(m_bytes).substr(m_at); }
    std::string takeAll() { return std::move(m_bytes); }

    void skip(std::uint64_t count)
    {
        if (count > left())
            throw Hdf5Failure{"is cut off"};
        m_at += count;
    }
    std::string bytes(std::uint64_t count)
    {
        const std::size_t from = m_at;
        skip(count);
        return m_bytes.substr(from, count);
    }
    /// Little-endian, of at most 8 bytes.
    std::uint64_t number(std::size_t size)
    {
        const std::size_t from = m_at;
        skip(size);
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < size; ++i)
            value |= std::uint64_t{static_cast<unsigned char>(m_bytes[from + i])} << (8 * i);
        return value;
    }
    std::uint64_t length() { return number(m_lengthSize); }
    /// Nothing where all bits are set: "undefined".
    std::optional<std::uint64_t> address()
    {
        const std::uint64_t value = number(m_offsetSize);
        const std::uint64_t undefined = ~std::uint64_t{0} >> (64 - 8 * m_offsetSize);
        return value == undefined ? std::nullopt : std::optional(value);
    }

private:
    std::string m_bytes;
    std::size_t m_at = 0;
    std::size_t m_offsetSize;
    std::size_t m_lengthSize;
};

struct Hdf5Chunk
{
    std::vector<std::uint64_t> start; ///< its first element, by axis
    std::uint64_t address = 0;
    std::uint64_t size = 0; ///< as it is stored
    std::uint32_t skippedFilters = 0; ///< bit i: filter i was not applied
};

bool isKnownHdf5Filter(std::uint16_t id);

/// The dataset's elements as they are stored, with the fill value where no chunk is. At most what mostExpanded() makes of the
/// chunks' bytes, or of the file's if they claim to have more. read: so many bytes of the file; it may throw Hdf5Failure.
Result<std::string> assembledChunks(std::uint64_t fileSize, const Hdf5Dataset& dataset,
    const std::vector<Hdf5Chunk>& chunks,
    const std::function<std::string(std::uint64_t address, std::uint64_t count)>& read,
    const std::stop_token& stop);

} // namespace ulpscope
