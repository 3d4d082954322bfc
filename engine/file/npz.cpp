// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/npz.h"

#include "engine/base/shown_text.h"
#include "engine/file/whole_file.h"
#include "engine/file/zip_archive.h"

namespace ulpscope {

namespace {

constexpr std::size_t kLargestArchive = std::size_t{4} << 30;
constexpr std::string_view kSuffix = ".npy";

std::string inArray(const std::string& name, const std::string& message)
{
    return "array '" + shownText(name) + "': " + message;
}

Result<std::vector<NamedArray>> readArchive(const ZipReader& archive, const std::stop_token& stop)
{
    for (const ZipReader::Entry& entry : archive.entries())
        if (!entry.name.ends_with(kSuffix))
            return Error{"", "'" + shownText(entry.name) + "' in it is not an .npy file"};
    std::vector<NamedArray> arrays;
    for (const ZipReader::Entry& entry : archive.entries()) {
        const std::string name = entry.name.substr(0, entry.name.size() - kSuffix.size());
        const Result<std::string> bytes = archive.read(arrays.size(), stop);
        if (!bytes)
            return bytes.error().kind == ErrorKind::Stopped ? bytes.error()
                                                            : Error{"", inArray(name, bytes.error().message)};
        Result<NpyArray> array = readNpy(*bytes);
        if (!array)
            return Error{"", inArray(name, array.error().message)};
        arrays.push_back({name, *std::move(array)});
    }
    return arrays;
}

} // namespace

Result<std::vector<NamedArray>> loadNpz(const std::filesystem::path& path, const std::stop_token& stop)
{
    const Result<std::string> bytes = readWholeFile(path, kLargestArchive, stop);
    if (!bytes)
        return bytes.error();
    const Result<ZipReader> archive = ZipReader::open(*bytes, "an .npz file");
    if (!archive)
        return Error{path.string(), archive.error().message};
    Result<std::vector<NamedArray>> arrays = readArchive(*archive, stop);
    if (!arrays)
        return Error{path.string(), arrays.error().message, arrays.error().kind};
    return arrays;
}

Status saveNpz(const std::filesystem::path& path, const std::vector<NamedArray>& arrays)
{
    std::vector<ZipEntry> entries;
    for (const NamedArray& named : arrays)
        entries.push_back({named.name + std::string(kSuffix), writeNpy(named.array)});
    const Result<std::string> bytes = zipped(entries);
    if (!bytes) {
        const std::string& entry = bytes.error().place;
        const std::string& message = bytes.error().message;
        return Error{path.string(),
            entry.empty() ? message : inArray(entry.substr(0, entry.size() - kSuffix.size()), message)};
    }
    return writeWholeFile(path, *bytes);
}

} // namespace ulpscope
