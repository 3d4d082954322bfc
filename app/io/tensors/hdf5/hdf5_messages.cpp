// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/tensors/hdf5/hdf5_messages.h"

#include "app/io/tensors/hdf5/hdf5_chunks.h"

#include <algorithm>

namespace ulpscope {

namespace {

Hdf5Type datatype(Hdf5Fields& fields, int depth);

/// One of two equal floats, as h5py writes complex numbers, is told apart from others.
Hdf5Type compound(Hdf5Fields& fields, Hdf5Type whole, std::uint64_t version, std::uint64_t members, int depth)
{
    Hdf5Type other = whole;
    other.typeClass = Hdf5Type::Class::Other;
    if (members != 2 || depth > 0)
        return other;
    Hdf5Type part;
    for (std::uint64_t i = 0; i < members; ++i) {
        const std::size_t nameLength = std::min(fields.rest().find('\0'), fields.rest().size()) + 1;
        fields.skip(version < 3 ? (nameLength + 7) / 8 * 8 : nameLength);
        std::size_t offsetBytes = 4;
        if (version >= 3)
            for (offsetBytes = 1; offsetBytes < 4 && whole.size >> (8 * offsetBytes) != 0;)
                ++offsetBytes;
        const std::uint64_t offset = fields.number(offsetBytes);
        if (version == 1)
            fields.skip(28); // dimensions of an array
        part = datatype(fields, depth + 1);
        if (part.typeClass != Hdf5Type::Class::Float || part.size * 2 != whole.size
            || offset != i * part.size)
            return other;
    }
    part.typeClass = Hdf5Type::Class::Compound;
    part.size = whole.size;
    return part;
}

Hdf5Type datatype(Hdf5Fields& fields, int depth)
{
    Hdf5Type type;
    const std::uint64_t classAndVersion = fields.number(1);
    const std::uint64_t bits = fields.number(3);
    type.size = static_cast<std::uint32_t>(fields.number(4));
    switch (classAndVersion & 15) {
    case 0:
        type.typeClass = Hdf5Type::Class::Integer;
        type.isBigEndian = (bits & 1) != 0;
        type.isSigned = (bits & 8) != 0;
        break;
    case 1:
        type.typeClass = Hdf5Type::Class::Float;
        type.isBigEndian = (bits & 1) != 0;
        type.signAt = static_cast<int>(bits >> 8 & 255);
        fields.skip(4);
        type.exponentAt = static_cast<int>(fields.number(1));
        type.exponentBits = static_cast<int>(fields.number(1));
        type.mantissaAt = static_cast<int>(fields.number(1));
        type.mantissaBits = static_cast<int>(fields.number(1));
        type.bias = static_cast<std::uint32_t>(fields.number(4));
        if ((bits & 0x41) == 0x41) // VAX
            type.typeClass = Hdf5Type::Class::Other;
        break;
    case 3:
        type.typeClass = Hdf5Type::Class::Text;
        break;
    case 5:
        type.typeClass = Hdf5Type::Class::Opaque;
        break;
    case 6:
        return compound(fields, type, classAndVersion >> 4, bits & 0xffff, depth);
    case 8:
        type.typeClass = Hdf5Type::Class::Enumeration;
        break;
    case 9:
        type.typeClass = Hdf5Type::Class::VariableLength;
        break;
    default:
        break;
    }
    if (type.size == 0 || type.size > kLargestHdf5Element)
        type.typeClass = Hdf5Type::Class::Other;
    return type;
}

} // namespace

void readHdf5Dataspace(Hdf5Fields& fields, Hdf5Dataset& result)
{
    const std::uint64_t version = fields.number(1);
    const std::uint64_t rank = fields.number(1);
    fields.skip(1);
    if (version == 1)
        fields.skip(5);
    else
        result.isNull = fields.number(1) == 2;
    constexpr std::uint64_t kMaxAxes = 32; // H5S_MAX_RANK
    if (rank > kMaxAxes)
        throw Hdf5Failure{"has a dataset of " + std::to_string(rank) + " axes"};
    std::uint64_t count = 1;
    for (std::uint64_t axis = 0; axis < rank; ++axis) {
        const std::uint64_t extent = fields.length();
        constexpr std::uint64_t kMax = std::uint64_t{1} << 48;
        if (extent > kMax / count)
            throw Hdf5Failure{"has a dataset of more than 2^48 elements"};
        count *= std::max<std::uint64_t>(extent, 1);
        result.extents.push_back(extent);
    }
}

Hdf5Type readHdf5Datatype(Hdf5Fields& fields)
{
    return datatype(fields, 0);
}

void readHdf5Layout(Hdf5Fields& fields, Hdf5Dataset& result)
{
    Hdf5Storage& storage = result.storage;
    const std::uint64_t version = fields.number(1);
    if (version == 3 || version == 4) {
        const std::uint64_t layoutClass = fields.number(1);
        if (layoutClass == 0) {
            storage.layout = Hdf5Storage::Layout::Compact;
            storage.compact = fields.bytes(fields.number(2));
        } else if (layoutClass == 1) {
            storage.address = fields.address();
        } else if (layoutClass == 2 && version == 3) {
            storage.layout = Hdf5Storage::Layout::Chunked;
            const std::uint64_t axes = fields.number(1);
            storage.address = fields.address();
            for (std::uint64_t axis = 0; axis + 1 < axes; ++axis) // the last is the element
                storage.chunk.push_back(fields.number(4));
        } else {
            result.problem = layoutClass == 2
                ? "its chunks are found as later versions of HDF5 do (libver), which is not read"
                : "its numbers are in other datasets, which is not followed";
        }
        return;
    }
    if (version != 1 && version != 2)
        throw Hdf5Failure{"has a dataset whose place cannot be understood"};
    const std::uint64_t axes = fields.number(1);
    const std::uint64_t layoutClass = fields.number(1);
    fields.skip(5);
    if (layoutClass != 0)
        storage.address = fields.address();
    std::vector<std::uint64_t> extents;
    for (std::uint64_t axis = 0; axis < axes; ++axis)
        extents.push_back(fields.number(4));
    if (layoutClass == 0) {
        storage.layout = Hdf5Storage::Layout::Compact;
        storage.compact = fields.bytes(fields.number(4));
    } else if (layoutClass == 2) {
        storage.layout = Hdf5Storage::Layout::Chunked;
        if (!extents.empty())
            extents.pop_back();
        storage.chunk = std::move(extents);
    }
}

void readHdf5Filters(Hdf5Fields& fields, Hdf5Dataset& result)
{
    const std::uint64_t version = fields.number(1);
    const std::uint64_t count = fields.number(1);
    if (version == 1)
        fields.skip(6);
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto id = static_cast<std::uint16_t>(fields.number(2));
        const std::uint64_t nameLength = version == 1 || id >= 256 ? fields.number(2) : 0;
        fields.skip(2);
        const std::uint64_t values = fields.number(2);
        fields.skip(version == 1 ? (nameLength + 7) / 8 * 8 : nameLength);
        fields.skip(4 * values + (version == 1 && values % 2 != 0 ? 4 : 0));
        result.storage.filters.push_back(id);
        if (!isKnownHdf5Filter(id))
            result.problem = "it is packed by filter " + std::to_string(id)
                + " of HDF5; deflate, shuffle and Fletcher's checksum are known";
    }
}

void readHdf5FillValue(Hdf5Fields& fields, Hdf5Dataset& result)
{
    const std::uint64_t version = fields.number(1);
    bool isDefined = true;
    if (version < 3) {
        fields.skip(2);
        isDefined = fields.number(1) != 0 || version == 1;
    } else {
        isDefined = (fields.number(1) & 32) != 0;
    }
    if (isDefined)
        result.storage.fill = fields.bytes(fields.number(4));
}

} // namespace ulpscope
