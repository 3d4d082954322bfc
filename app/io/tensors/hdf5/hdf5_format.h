// SPDX-License-Identifier: GPL-3.0-or-later
// The part of HDF5 that files of tensors use, read from bytes alone: groups, datasets of numbers (contiguous, compact, or in
// chunks by a version 1 B-tree) and deflate, shuffle and Fletcher's checksum. Layout: the HDF5 File Format Specification 3.0,
// by whose headings the parts below are named.
//
// Not by the HDF5 library: version 1.10.8 follows addresses of a damaged file and ends the program, and a file from elsewhere
// must not do that. What this one does not know (dense groups, chunk indices of version 4, other filters, virtual and external
// storage) it names.
#pragma once

#include "engine/base/result.h"
#include "engine/file/input_file.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// "Datatype Message": what an element is.
struct Hdf5Type
{
    enum class Class : std::uint8_t {
        Integer = 0,
        Float = 1,
        Text = 3,
        Opaque = 5,
        Compound = 6,
        Enumeration = 8,
        VariableLength = 9,
        Other = 15
    };
    Class typeClass = Class::Other;
    std::uint32_t size = 0; ///< bytes
    bool isBigEndian = false;
    bool isSigned = false; ///< whether integers have a sign
    // Layout of a float in bits; a pair of floats has the layout of its members.
    int signAt = 0;
    int exponentAt = 0;
    int exponentBits = 0;
    int mantissaAt = 0;
    int mantissaBits = 0;
    std::uint32_t bias = 0;
};

/// "Data Layout Message" and "Filter Pipeline Message".
struct Hdf5Storage
{
    enum class Layout : std::uint8_t { Compact, Contiguous, Chunked };
    Layout layout = Layout::Contiguous;
    std::string compact; ///< the elements themselves
    std::optional<std::uint64_t>
        address; ///< address of the elements, or of the chunks' B-tree; empty: none were written
    std::vector<std::uint64_t> chunk; ///< extents of a chunk, by axis
    std::vector<std::uint16_t> filters; ///< filters, in the order in which they were applied
    std::string fill; ///< an element that was never written; empty: zeros
};

struct Hdf5Dataset
{
    std::string path; ///< "layers/dense/vars/0"
    Hdf5Type type;
    bool isNull = false; ///< the dataset has no elements
    /// Extents of the axes; their product times the element's size is below 2^62.
    std::vector<std::uint64_t> extents;
    Hdf5Storage storage;
    std::string
        dtype; ///< the attribute of that name, by which Keras says what HDF5 has no type for; may be empty
    std::string problem; ///< why its elements are not read; empty if they are

    std::uint64_t bytes() const;
};

class Hdf5Reader
{
public:
    /// Errors have no place, here and below.
    static Result<Hdf5Reader> open(InputFile file);
    /// Opens a file that is in memory.
    static Result<Hdf5Reader> open(std::string bytes);

    /// In the order of their names. At most 1,000,000 objects. What is left out is told in notices.
    Result<std::vector<Hdf5Dataset>> list(std::vector<std::string>& notices) const;
    /// The text that is an attribute of the file itself; nothing where there is none or it is longer.
    Result<std::optional<std::string>> textAttribute(std::string_view name, std::uint64_t longest) const;
    /// The elements in row-major order, little-endian (floats, integers, compounds of floats). Of a dataset without a problem.
    Result<std::string> read(const Hdf5Dataset& dataset, const std::stop_token& stop) const;

private:
    friend class Hdf5Walk;
    Hdf5Reader() = default;
    static Result<Hdf5Reader> started(Hdf5Reader reader);
    std::uint64_t size() const { return m_file ? m_file->size() : m_bytes.size(); }

    std::optional<InputFile> m_file;
    std::string m_bytes;
    std::uint64_t m_base = 0; ///< the place in the file that addresses count from
    std::size_t m_offsetSize = 8; ///< bytes of an address
    std::size_t m_lengthSize = 8;
    std::uint64_t m_root = 0; ///< address of the root's object header
};

} // namespace ulpscope
