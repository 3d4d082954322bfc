// SPDX-License-Identifier: GPL-3.0-or-later
// Writes small safetensors files in float32, float16 and bfloat16, for tests.
#pragma once

#include "engine/dtype/encoding.h"
#include "engine/dtype/formats.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace ulpscope {

struct WrittenTensor
{
    std::string name;
    std::string dtype; ///< "float32"
    std::vector<std::int64_t> shape;
    std::vector<double> values; ///< of that dtype
};

inline void writeSafetensors(const std::filesystem::path& path, const std::vector<WrittenTensor>& tensors,
    const std::map<std::string, std::string>& metadata = {})
{
    const std::map<std::string, std::string> names{
        {"float32", "F32"}, {"float16", "F16"}, {"bfloat16", "BF16"}, {"float64", "F64"}};
    nlohmann::ordered_json header;
    if (!metadata.empty())
        header["__metadata__"] = metadata;
    std::string data;
    for (const WrittenTensor& tensor : tensors) {
        const Format& format = *findFormat(tensor.dtype);
        const std::size_t begin = data.size();
        for (const double value : tensor.values) {
            const std::uint64_t code = encode(format, value);
            for (int byte = 0; byte < format.bits() / 8; ++byte)
                data += static_cast<char>(code >> (8 * byte) & 0xFF);
        }
        header[tensor.name] = {{"dtype", names.at(tensor.dtype)}, {"shape", tensor.shape},
            {"data_offsets", {begin, data.size()}}};
    }
    const std::string text = header.dump();
    std::filesystem::create_directories(path.parent_path());
    std::ofstream file(path, std::ios::binary);
    for (int byte = 0; byte < 8; ++byte)
        file.put(static_cast<char>(text.size() >> (8 * byte) & 0xFF));
    file << text << data;
}

} // namespace ulpscope
