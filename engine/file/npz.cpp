// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/npz.h"

#include "engine/base/shown_text.h"
#include "engine/file/expansion.h"
#include "engine/file/whole_file.h"

#include <algorithm>
#include <memory>
#include <zip.h>

namespace ulpscope {

namespace {

constexpr std::size_t kLargestArchive = std::size_t{4} << 30;
constexpr std::string_view kSuffix = ".npy";
// 1980-01-01, the first that a zip archive can say: the bytes then depend on the arrays alone.
constexpr zip_uint16_t kDosDate = (1 << 5) | 1;
/// The whole of an archive without entries, which libzip does not write: the end record, of zeros after its signature.
constexpr std::string_view kEmptyArchive("PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 22);

struct Discard
{
    void operator()(zip_t* archive) const { zip_discard(archive); }
    void operator()(zip_file_t* file) const { zip_fclose(file); }
    void operator()(zip_source_t* source) const { zip_source_free(source); }
};
template <class T>
using Handle = std::unique_ptr<T, Discard>;

std::string textOf(zip_error_t& error)
{
    const std::string text = zip_error_strerror(&error);
    zip_error_fini(&error);
    return text;
}

/// The bytes of one entry, at most `size` of them; memory grows as they come, whatever the archive says.
Result<std::string> readEntry(
    zip_t* archive, zip_uint64_t index, std::uint64_t size, const std::stop_token& stop)
{
    const Handle<zip_file_t> file(zip_fopen_index(archive, index, 0));
    if (!file)
        return Error{"", zip_strerror(archive)};
    std::string bytes;
    std::vector<char> chunk(std::size_t{1} << 18);
    while (true) {
        if (stop.stop_requested())
            return stoppedError();
        const zip_int64_t count = zip_fread(file.get(), chunk.data(), chunk.size());
        if (count < 0)
            return Error{"", zip_file_strerror(file.get())};
        if (count == 0) // where libzip has compared the checksum
            return bytes.size() < size ? Result<std::string>(Error{"", "it is cut off"}) : bytes;
        if (bytes.size() + static_cast<std::size_t>(count) > size)
            return Error{"", "it is larger than the archive says"};
        bytes.append(chunk.data(), static_cast<std::size_t>(count));
    }
}

struct Entry
{
    std::string name; ///< without the suffix
    std::uint64_t bytes = 0;
};

std::string inArray(const std::string& name, const std::string& message)
{
    return "array '" + shownText(name) + "': " + message;
}

/// What the archive says of its arrays, within bounds. fileSize: its own.
Result<std::vector<Entry>> listEntries(zip_t* archive, std::uint64_t fileSize)
{
    std::vector<Entry> entries;
    std::uint64_t total = 0;
    const auto count = static_cast<zip_uint64_t>(zip_get_num_entries(archive, 0));
    for (zip_uint64_t i = 0; i < count; ++i) {
        zip_stat_t stat;
        zip_stat_init(&stat);
        if (zip_stat_index(archive, i, 0, &stat) != 0 || stat.name == nullptr)
            return Error{"", zip_strerror(archive)};
        const std::string_view file = stat.name;
        if (!file.ends_with(kSuffix))
            return Error{"", "'" + shownText(file) + "' in it is not an .npy file"};
        const std::uint64_t bytes = (stat.valid & ZIP_STAT_SIZE) != 0 ? stat.size : kLargestArchive + 1;
        if (bytes > kLargestArchive || total > kLargestArchive - bytes)
            return Error{"", "the arrays are larger than 4 GiB together"};
        total += bytes;
        entries.push_back({std::string(file.substr(0, file.size() - kSuffix.size())), bytes});
    }
    if (total > mostExpanded(fileSize))
        return Error{"",
            "the arrays would expand to " + std::to_string(total) + " bytes together, more than "
                + std::to_string(kMostTimesExpanded) + " times the size of the file"};
    return entries;
}

/// header: gets what the entry begins with, where that can be read.
Result<NpyArray> readArray(zip_t* archive, zip_uint64_t index, const Entry& entry,
    const std::stop_token& stop, NpyHeader* header = nullptr)
{
    const Result<std::string> bytes = readEntry(archive, index, entry.bytes, stop);
    Result<NpyArray> array = bytes ? readNpy(*bytes) : Result<NpyArray>(bytes.error());
    if (bytes && header != nullptr)
        if (Result<NpyHeader> read = readNpyHeader(*bytes))
            *header = *std::move(read);
    if (array || array.error().kind == ErrorKind::Stopped)
        return array;
    return Error{"", inArray(entry.name, array.error().message)};
}

/// Whether the end record says that there are more entries than its 16 bits count. libzip would make room for each at once.
bool saysTooManyEntries(std::string_view bytes)
{
    constexpr std::size_t kRecord = 22;
    constexpr std::size_t kLongestComment = 65535;
    constexpr std::size_t kCountAt = 10;
    const std::string_view end
        = bytes.substr(bytes.size() - std::min(bytes.size(), kRecord + kLongestComment));
    for (std::size_t at = 0; (at = end.find("PK\x05\x06", at)) != std::string_view::npos; ++at)
        if (at + kRecord <= end.size() && end.substr(at + kCountAt, 2) == "\xff\xff")
            return true;
    return false;
}

/// Adds the arrays and closes the archive into its source.
Status writeArchive(
    Handle<zip_t> archive, const std::vector<std::string>& files, const std::vector<NamedArray>& arrays)
{
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        zip_source_t* data = zip_source_buffer(archive.get(), files[i].data(), files[i].size(), 0);
        if (data == nullptr)
            return Error{"", zip_strerror(archive.get())};
        const std::string name = arrays[i].name + std::string(kSuffix);
        const zip_int64_t index = zip_file_add(archive.get(), name.c_str(), data, ZIP_FL_ENC_UTF_8);
        if (index < 0) {
            zip_source_free(data);
            return Error{"", "array '" + arrays[i].name + "': " + zip_strerror(archive.get())};
        }
        const auto entry = static_cast<zip_uint64_t>(index);
        zip_set_file_compression(archive.get(), entry, ZIP_CM_STORE, 0);
        zip_file_set_dostime(archive.get(), entry, 0, kDosDate, 0);
    }
    if (zip_close(archive.get()) != 0)
        return Error{"", zip_strerror(archive.get())};
    static_cast<void>(archive.release()); // closed, and so freed
    return success();
}

} // namespace

namespace {

/// Opens the archive and gives `read(archive, entries)`, its errors at the path.
template <class T, class Read>
Result<T> fromArchive(const std::filesystem::path& path, const std::stop_token& stop, const Read& read)
{
    const Result<std::string> bytes = readWholeFile(path, kLargestArchive, stop);
    if (!bytes)
        return bytes.error();
    if (bytes->empty())
        return Error{path.string(), "not an .npz file: it is empty"};
    if (saysTooManyEntries(*bytes))
        return Error{path.string(), "has more than 65534 arrays"};
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* source = zip_source_buffer_create(bytes->data(), bytes->size(), 0, &error);
    const Handle<zip_t> archive(
        source == nullptr ? nullptr : zip_open_from_source(source, ZIP_RDONLY, &error));
    if (!archive) {
        zip_source_free(source);
        return Error{path.string(), "not an .npz file: " + textOf(error)};
    }
    const Result<std::vector<Entry>> entries = listEntries(archive.get(), bytes->size());
    Result<T> result = entries ? read(archive.get(), *entries) : Result<T>(entries.error());
    if (!result)
        return Error{path.string(), result.error().message, result.error().kind};
    return result;
}

} // namespace

Result<std::vector<NamedArray>> loadNpz(const std::filesystem::path& path, const std::stop_token& stop)
{
    using Arrays = std::vector<NamedArray>;
    return fromArchive<Arrays>(path, stop, [&](zip_t* archive, const std::vector<Entry>& entries) {
        Arrays arrays;
        for (const Entry& entry : entries) {
            Result<NpyArray> array = readArray(archive, arrays.size(), entry, stop);
            if (!array)
                return Result<Arrays>(array.error());
            arrays.push_back({entry.name, *std::move(array)});
        }
        return Result<Arrays>(std::move(arrays));
    });
}

Result<NpyArray> loadNpzArray(
    const std::filesystem::path& path, const std::string& name, const std::stop_token& stop)
{
    return fromArchive<NpyArray>(path, stop, [&](zip_t* archive, const std::vector<Entry>& entries) {
        std::vector<std::string> names;
        for (const Entry& entry : entries) {
            if (entry.name == name)
                return readArray(archive, names.size(), entry, stop);
            names.push_back(entry.name);
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
    return fromArchive<std::monostate>(path, stop, [&](zip_t* archive, const std::vector<Entry>& entries) {
        zip_uint64_t index = 0;
        for (const Entry& entry : entries) {
            NpzEntry found{entry.name, {}};
            const Result<NpyArray> array = readArray(archive, index++, entry, stop, &found.header);
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
    if (arrays.empty())
        return writeWholeFile(path, kEmptyArchive);
    std::vector<std::string> files; // read by zip_close()
    for (const NamedArray& named : arrays)
        files.push_back(writeNpy(named.array));

    zip_error_t error;
    zip_error_init(&error);
    const Handle<zip_source_t> source(zip_source_buffer_create(nullptr, 0, 0, &error));
    if (source)
        zip_source_keep(source.get()); // so that it outlives the archive
    Handle<zip_t> archive(
        !source ? nullptr : zip_open_from_source(source.get(), ZIP_CREATE | ZIP_TRUNCATE, &error));
    if (!archive) {
        if (source)
            zip_source_free(source.get());
        return Error{path.string(), textOf(error)};
    }
    if (const Status written = writeArchive(std::move(archive), files, arrays); !written)
        return Error{path.string(), written.error().message};

    if (zip_source_open(source.get()) != 0)
        return Error{path.string(), zip_error_strerror(zip_source_error(source.get()))};
    std::string bytes;
    zip_stat_t stat;
    zip_stat_init(&stat);
    if (zip_source_stat(source.get(), &stat) == 0)
        bytes.resize(stat.size);
    const zip_int64_t count = zip_source_read(source.get(), bytes.data(), bytes.size());
    zip_source_close(source.get());
    if (count < 0 || static_cast<std::size_t>(count) != bytes.size())
        return Error{path.string(), zip_error_strerror(zip_source_error(source.get()))};
    return writeWholeFile(path, bytes);
}

} // namespace ulpscope
