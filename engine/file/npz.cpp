// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/npz.h"

#include "engine/base/shown_text.h"
#include "engine/file/whole_file.h"
#include "engine/file/zip_archive.h"

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

Status saveNpz(const std::filesystem::path& path, const std::vector<NamedArray>& arrays)
{
    std::vector<ZipEntry> entries;
    for (const NamedArray& named : arrays)
        entries.push_back({named.name + std::string(kSuffix), writeNpy(named.array)});
    const Result<std::string> bytes = zipped(entries);
    if (!bytes) {
        const std::string& entry = bytes.error().place;
        const Message& message = bytes.error().message;
        return Error{path.string(),
            entry.empty() ? message : inArray(entry.substr(0, entry.size() - kSuffix.size()), message)};
    }
    return writeWholeFile(path, *bytes);
}

} // namespace ulpscope
