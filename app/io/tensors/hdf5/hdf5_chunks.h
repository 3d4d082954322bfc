// SPDX-License-Identifier: GPL-3.0-or-later
// Inside hdf5_format: the elements of a dataset that is stored in chunks.
#pragma once

#include "app/io/tensors/hdf5/hdf5_fields.h"
#include "app/io/tensors/hdf5/hdf5_format.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ulpscope {

struct Hdf5Chunk
{
    std::vector<std::uint64_t> start; ///< the index of the chunk's first element, by axis
    std::uint64_t address = 0;
    std::uint64_t size = 0; ///< bytes of the chunk as it is stored
    std::uint32_t skippedFilters = 0; ///< bit i: filter i was not applied
};

bool isKnownHdf5Filter(std::uint16_t id);

/// The dataset's elements as they are stored, with the fill value where no chunk is. They, and all chunks together, are at most what
/// mostExpanded() makes of the chunks' bytes, or of the file's if they claim to have more. read: so many bytes of the file; it may throw Hdf5Failure.
Result<std::string> assembledChunks(std::uint64_t fileSize, const Hdf5Dataset& dataset,
    const std::vector<Hdf5Chunk>& chunks,
    const std::function<std::string(std::uint64_t address, std::uint64_t count)>& read,
    const std::stop_token& stop);

} // namespace ulpscope
