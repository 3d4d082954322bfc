// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/npz.h"

#include "engine/base/shown_text.h"
#include "engine/file/whole_file.h"
#include "engine/file/zip_archive.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>

namespace ulpscope {

namespace {

constexpr std::size_t kLargestArchive = std::size_t{4} << 30;
constexpr std::string_view kSuffix = ".npy";

Message inArray(const std::string& name, Message why)
{
    return message("array '%1': %2").with(verbatim(shownText(name))).with(std::move(why));
}

std::string nameOf(const ZipReader::Entry& entry)
{
    return entry.name.substr(0, entry.name.size() - kSuffix.size());
}

/// header: gets what the entry begins with, where that can be read.
Result<NpyArray> readArray(
    const ZipReader& archive, std::size_t index, const std::stop_token& stop, NpyHeader* header = nullptr)
{
    const Result<std::string> bytes = archive.read(index, stop);
    Result<NpyArray> array = bytes ? readNpy(*bytes) : Result<NpyArray>(bytes.error());
    if (bytes && header != nullptr)
        if (Result<NpyHeader> read = readNpyHeader(*bytes))
            *header = *std::move(read);
    if (array || array.error().kind == ErrorKind::Stopped)
        return array;
    return Error{"", inArray(nameOf(archive.entries()[index]), array.error().message)};
}

/// Opens the archive, all entries of which are arrays, and gives `read(archive)`, its errors at the path.
template <class T, class Read>
Result<T> fromArchive(const std::filesystem::path& path, const std::stop_token& stop, const Read& read)
{
    const Result<std::string> bytes = readWholeFile(path, kLargestArchive, stop);
    if (!bytes)
        return bytes.error();
    const Result<ZipReader> archive = ZipReader::open(*bytes, "an .npz file");
    if (!archive)
        return Error{path.string(), archive.error().message};
    for (const ZipReader::Entry& entry : archive->entries())
        if (!entry.name.ends_with(kSuffix))
            return Error{path.string(), "'" + shownText(entry.name) + "' in it is not an .npy file"};
    Result<T> result = read(*archive);
    if (!result)
        return Error{path.string(), result.error().message, result.error().kind};
    return result;
}

} // namespace

Result<std::vector<NamedArray>> loadNpz(const std::filesystem::path& path, const std::stop_token& stop)
{
    using Arrays = std::vector<NamedArray>;
    return fromArchive<Arrays>(path, stop, [&](const ZipReader& archive) {
        Arrays arrays;
        for (const ZipReader::Entry& entry : archive.entries()) {
            Result<NpyArray> array = readArray(archive, arrays.size(), stop);
            if (!array)
                return Result<Arrays>(array.error());
            arrays.push_back({nameOf(entry), *std::move(array)});
        }
        return Result<Arrays>(std::move(arrays));
    });
}

Result<NpyArray> loadNpzArray(
    const std::filesystem::path& path, const std::string& name, const std::stop_token& stop)
{
    return fromArchive<NpyArray>(path, stop, [&](const ZipReader& archive) {
        std::vector<std::string> names;
        for (const ZipReader::Entry& entry : archive.entries()) {
            if (nameOf(entry) == name)
                return readArray(archive, names.size(), stop);
            names.push_back(nameOf(entry));
        }
        return Result<NpyArray>(Error{"",
            "there is no array '" + shownText(name) + "'; there are "
                + (names.empty() ? "none" : shownNames(names))});
    });
}

Status visitNpz(const std::filesystem::path& path,
    const std::function<Status(const NpzEntry& entry, const Result<NpyArray>& array)>& visit,
    const std::stop_token& stop)
{
    return fromArchive<std::monostate>(path, stop, [&](const ZipReader& archive) {
        for (std::size_t i = 0; i < archive.entries().size(); ++i) {
            NpzEntry found{nameOf(archive.entries()[i]), {}};
            const Result<NpyArray> array = readArray(archive, i, stop, &found.header);
            if (!array && array.error().kind == ErrorKind::Stopped)
                return Status(array.error());
            if (const Status visited = visit(found, array); !visited)
                return visited;
        }
        return success();
    });
}

ArraySource sourceOf(const NamedArray& array)
{
    const auto read = [&array](std::size_t first, std::span<char> bytes) {
        std::visit(
            [&](const auto& values) { std::memcpy(bytes.data(), values.data() + first, bytes.size()); },
            array.array.values);
    };
    return {
        array.name, array.array.shape, std::holds_alternative<std::vector<float>>(array.array.values), read};
}

Status streamNpz(const std::filesystem::path& path, const std::vector<ArraySource>& arrays)
{
    std::vector<ZipStream> entries;
    for (const ArraySource& array : arrays) {
        const std::size_t itemSize = array.isSingle ? sizeof(float) : sizeof(double);
        std::uint64_t size = itemSize;
        for (const std::int64_t extent : array.shape)
            size *= static_cast<std::uint64_t>(extent);
        const std::string header = npyHeader(array.isSingle, array.shape); // a multiple of 64 bytes
        entries.push_back({array.name + std::string(kSuffix), header.size() + size,
            [header, itemSize, &read = array.read](std::uint64_t offset, std::span<char> bytes) {
                const std::size_t inHeader = offset < header.size() ? header.size() - offset : 0;
                const std::size_t count = std::min(inHeader, bytes.size());
                std::copy_n(header.data() + header.size() - inHeader, count, bytes.data());
                if (bytes.size() > count)
                    read((offset + count - header.size()) / itemSize, bytes.subspan(count));
            }});
    }
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        // A device or a pipe is written in one go.
        std::vector<ZipEntry> whole;
        for (const ZipStream& entry : entries) {
            whole.push_back({entry.name, std::string(entry.size, '\0')});
            for (std::size_t at = 0; at < entry.size; at += ZipStream::kPiece)
                entry.read(at,
                    std::span(whole.back().bytes)
                        .subspan(at)
                        .first(std::min<std::size_t>(ZipStream::kPiece, entry.size - at)));
        }
        const Result<std::string> bytes = zipped(whole);
        return bytes ? writeWholeFile(path, *bytes) : Status(Error{path.string(), bytes.error().message});
    }
    Status written = success();
    const Result<FileDescriptor> file = replaceFile(path, [&](int to) {
        written = zipInto(to, entries);
        return written ? 0 : EIO;
    });
    if (written)
        return file ? success() : Status(file.error());
    const std::string& entry = written.error().place;
    const Message& message = written.error().message;
    return Error{path.string(),
        entry.empty() ? message : inArray(entry.substr(0, entry.size() - kSuffix.size()), message),
        written.error().kind};
}

Status saveNpz(const std::filesystem::path& path, const std::vector<NamedArray>& arrays)
{
    std::vector<ArraySource> sources;
    std::ranges::transform(arrays, std::back_inserter(sources), sourceOf);
    return streamNpz(path, sources);
}

} // namespace ulpscope
