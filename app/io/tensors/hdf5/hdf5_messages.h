// SPDX-License-Identifier: GPL-3.0-or-later
// Inside hdf5_format: the messages of an object header ("IV.A.2" of the specification), and what those of a dataset say. They throw
// Hdf5Failure where the bytes are none.
#pragma once

#include "app/io/tensors/hdf5/hdf5_fields.h"
#include "app/io/tensors/hdf5/hdf5_format.h"

#include <cstdint>
#include <string>

namespace ulpscope {

/// Kinds of messages in an object header.
enum class Hdf5Message : std::uint16_t {
    Dataspace = 0x01,
    LinkInfo = 0x02,
    Datatype = 0x03,
    OldFillValue = 0x04,
    FillValue = 0x05,
    Link = 0x06,
    ExternalFiles = 0x07,
    Layout = 0x08,
    Filters = 0x0b,
    Attribute = 0x0c,
    Continuation = 0x10,
    SymbolTable = 0x11,
};

/// The most bytes of an element that is read.
inline constexpr std::uint32_t kLargestHdf5Element = 8192;

void readHdf5Dataspace(Hdf5Fields& fields, Hdf5Dataset& result);
Hdf5Type readHdf5Datatype(Hdf5Fields& fields);
void readHdf5Layout(Hdf5Fields& fields, Hdf5Dataset& result);
void readHdf5Filters(Hdf5Fields& fields, Hdf5Dataset& result);
void readHdf5FillValue(Hdf5Fields& fields, Hdf5Dataset& result);

} // namespace ulpscope
