// SPDX-License-Identifier: GPL-3.0-or-later
// safetensors: a header of JSON and the elements behind it; in one file, or in shards that an index names. Layout:
// github.com/huggingface/safetensors, README and safetensors/src/tensor.rs.
#pragma once

#include "app/io/tensors/tensor_file.h"
#include "engine/file/input_file.h"

#include <filesystem>
#include <optional>

namespace ulpscope {

/// Whether a file that begins so and has so many bytes may be one: a header's length that fits, and "{".
bool looksLikeSafetensors(std::string_view beginning, std::uint64_t size);

/// Errors have no place.
Result<std::unique_ptr<TensorFile>> openSafetensors(InputFile file);

/// An index, model.safetensors.index.json; its shards lie beside it. text: all of it. Errors have the shard as their place.
Result<std::unique_ptr<TensorFile>> openSafetensorsIndex(
    const std::filesystem::path& path, std::string_view text);

/// The index of the shards that lie in the folder: the one of that name; nothing without one, an error with several. Its place is the folder.
Result<std::optional<std::filesystem::path>> shardIndexIn(const std::filesystem::path& folder);

} // namespace ulpscope
