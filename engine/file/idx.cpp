// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/idx.h"

#include "engine/base/number_text.h"
#include "engine/file/expansion.h"
#include "engine/file/input_file.h"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <zlib.h>

namespace ulpscope {

namespace {

constexpr std::int64_t kMaxIdxValues = std::int64_t{1} << 28;

struct CloseFile
{
    void operator()(gzFile file) const { gzclose(file); }
};
using GzipFile = std::unique_ptr<gzFile_s, CloseFile>; // reads plain files too

/// How many bytes were read; fewer at the end of the file, and where it is damaged.
std::size_t readUpTo(gzFile file, std::span<std::uint8_t> into)
{
    const int got = gzread(file, into.data(), static_cast<unsigned>(into.size()));
    return static_cast<std::size_t>(std::max(got, 0));
}

/// What is wrong where fewer bytes came than were wanted; otherwise: of a file that simply ends.
Error shortOf(const std::string& path, gzFile file, const std::string& otherwise)
{
    int code = Z_OK;
    gzerror(file, &code);
    const bool isDamaged = code != Z_OK && code != Z_BUF_ERROR;
    return Error{path, isDamaged ? "is damaged: its gzip data cannot be expanded" : otherwise};
}

Result<std::vector<std::int64_t>> readExtents(const std::string& path, gzFile file)
{
    std::array<std::uint8_t, 4> magic{};
    const std::string isOther = "is not an IDX file of unsigned bytes";
    if (readUpTo(file, magic) != magic.size())
        return shortOf(path, file, isOther);
    if (magic[0] != 0 || magic[1] != 0 || magic[2] != 8 || magic[3] == 0 || magic[3] > 4)
        return Error{path, isOther};
    std::vector<std::int64_t> extents;
    std::int64_t values = 1;
    for (int axis = 0; axis < magic[3]; ++axis) {
        std::array<std::uint8_t, 4> extent{};
        if (readUpTo(file, extent) != extent.size())
            return shortOf(path, file, "ends inside its header");
        extents.push_back((std::int64_t{extent[0]} << 24) | (extent[1] << 16) | (extent[2] << 8) | extent[3]);
        if (extents.back() == 0)
            return Error{path, "has an extent of 0; expected at least 1 along each axis"};
        if (extents.back() > kMaxIdxValues / values)
            return Error{path, "has more than 2^28 values"};
        values *= extents.back();
    }
    return extents;
}

} // namespace

Result<IdxArray> readIdx(const std::string& path, const std::stop_token& stop)
{
    Result<InputFile> opened = InputFile::open(path);
    if (!opened)
        return opened.error();
    const std::uint64_t most = mostExpanded(opened->size());
    const int descriptor = opened->release();
    const GzipFile file(gzdopen(descriptor, "rb"));
    check(file != nullptr, "[readIdx] gzdopen of an open file");
    const Result<std::vector<std::int64_t>> extents = readExtents(path, file.get());
    if (!extents)
        return extents.error();
    IdxArray array{*extents, {}};
    std::uint64_t wanted = 1;
    for (const std::int64_t extent : array.extents)
        wanted *= static_cast<std::uint64_t>(extent);
    if (wanted > most)
        return Error{path,
            "would expand to " + std::to_string(wanted) + " bytes, more than "
                + std::to_string(kMaxTimesExpanded) + " times its size"};
    // Grows as the bytes come, whatever the header says.
    std::vector<std::uint8_t> chunk(std::size_t{1} << 20);
    while (array.values.size() < wanted) {
        if (stop.stop_requested())
            return stoppedError();
        const std::size_t left = wanted - array.values.size();
        const std::span<std::uint8_t> into(chunk.data(), std::min(left, chunk.size()));
        const std::size_t got = readUpTo(file.get(), into);
        if (got == 0)
            return shortOf(path, file.get(), "ends before its " + std::to_string(wanted) + " values");
        if (array.values.capacity() < array.values.size() + got) // no room beyond the last value
            array.values.reserve(std::min<std::size_t>(wanted, 2 * array.values.size() + got));
        array.values.insert(
            array.values.end(), into.begin(), into.begin() + static_cast<std::ptrdiff_t>(got));
    }
    return array;
}

} // namespace ulpscope
