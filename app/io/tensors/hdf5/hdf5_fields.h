// SPDX-License-Identifier: GPL-3.0-or-later
// Inside hdf5_format: the bytes of one structure of the file, field by field.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ulpscope {

/// A fault of the file, worded to follow "the HDF5 file ".
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
    /// Reads an address; nullopt if all bits are set, which means "undefined".
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

} // namespace ulpscope
