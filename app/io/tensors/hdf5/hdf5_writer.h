// SPDX-License-Identifier: GPL-3.0-or-later
// An HDF5 file of plain datasets in groups, in the oldest version of the format, which every library reads: HDF5 File Format
// Specification Version 3.0, https://docs.hdfgroup.org/hdf5/v1_14/_f_m_t3.html. What its parts are is said in hdf5_format.h too.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ulpscope {

enum class Hdf5Element : std::uint8_t {
    Float16,
    BFloat16, ///< as h5py writes ml_dtypes': two opaque bytes, and an attribute dtype that says "bfloat16"
    Float32,
    Float64,
};

struct Hdf5Variable
{
    std::string path; ///< "layers/dense/vars/0": none is another's beginning up to a slash
    Hdf5Element element = Hdf5Element::Float32;
    std::vector<std::int64_t> shape; ///< {} of a single number
    std::string bytes; ///< row-major, little-endian
};

/// The file's bytes; the same variables give the same.
std::string hdf5File(std::span<const Hdf5Variable> variables);

} // namespace ulpscope
