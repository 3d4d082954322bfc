// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/idx.h"

#include "engine/base/number_text.h"

#include <array>
#include <memory>
#include <zlib.h>

namespace ulpscope {

namespace {

constexpr std::int64_t kMostValues = std::int64_t{1} << 30;

struct CloseFile
{
    void operator()(gzFile file) const { gzclose(file); }
};

bool readExactly(gzFile file, std::uint8_t* into, std::size_t bytes)
{
    constexpr std::size_t kChunk = 1 << 20;
    while (bytes > 0) {
        const std::size_t wanted = std::min(bytes, kChunk);
        const int got = gzread(file, into, static_cast<unsigned>(wanted));
        if (got <= 0)
            return false;
        into += got;
        bytes -= static_cast<std::size_t>(got);
    }
    return true;
}

} // namespace

Result<IdxArray> readIdx(const std::string& path)
{
    const std::unique_ptr<gzFile_s, CloseFile> file(gzopen(path.c_str(), "rb")); // reads plain files too
    if (!file)
        return Error{path, "cannot open the file"};
    std::array<std::uint8_t, 4> magic{};
    if (!readExactly(file.get(), magic.data(), magic.size()) || magic[0] != 0 || magic[1] != 0
        || magic[2] != 8 || magic[3] == 0 || magic[3] > 4)
        return Error{path, "is not an IDX file of unsigned bytes"};
    IdxArray array;
    std::int64_t values = 1;
    for (int axis = 0; axis < magic[3]; ++axis) {
        std::array<std::uint8_t, 4> extent{};
        if (!readExactly(file.get(), extent.data(), extent.size()))
            return Error{path, "ends inside its header"};
        array.extents.push_back(
            (std::int64_t{extent[0]} << 24) | (extent[1] << 16) | (extent[2] << 8) | extent[3]);
        values = array.extents.back() == 0 ? 0 : values;
        if (values > 0 && array.extents.back() > kMostValues / values)
            return Error{path, "has more than 2^30 values"};
        values *= array.extents.back();
    }
    array.values.resize(static_cast<std::size_t>(values));
    if (!readExactly(file.get(), array.values.data(), array.values.size()))
        return Error{path, "ends before its " + counted(static_cast<std::int64_t>(values), "value")};
    return array;
}

} // namespace ulpscope
