// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/npz.h"

#include "engine/file/whole_file.h"

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

/// The bytes of one entry; `room` is what the arrays before left of the limit.
Result<std::string> readEntry(zip_t* archive, zip_uint64_t index, const zip_stat_t& stat, std::size_t room)
{
    if ((stat.valid & ZIP_STAT_SIZE) == 0 || stat.size > room)
        return Error{"", "the arrays are larger than 4 GiB together"};
    const Handle<zip_file_t> file(zip_fopen_index(archive, index, 0));
    if (!file)
        return Error{"", zip_strerror(archive)};
    std::string bytes(stat.size, '\0');
    std::size_t filled = 0;
    while (filled < bytes.size()) {
        const zip_int64_t count = zip_fread(file.get(), bytes.data() + filled, bytes.size() - filled);
        if (count <= 0)
            return Error{"", count < 0 ? zip_file_strerror(file.get()) : "it is cut off"};
        filled += static_cast<std::size_t>(count);
    }
    char beyond = 0;
    if (zip_fread(file.get(), &beyond, 1) < 0) // at the end libzip compares the checksum
        return Error{"", zip_file_strerror(file.get())};
    return bytes;
}

Result<std::vector<NamedArray>> readArchive(zip_t* archive)
{
    std::vector<NamedArray> arrays;
    std::size_t total = 0;
    const auto count = static_cast<zip_uint64_t>(zip_get_num_entries(archive, 0));
    for (zip_uint64_t i = 0; i < count; ++i) {
        zip_stat_t stat;
        zip_stat_init(&stat);
        if (zip_stat_index(archive, i, 0, &stat) != 0 || stat.name == nullptr)
            return Error{"", zip_strerror(archive)};
        const std::string_view file = stat.name;
        if (!file.ends_with(kSuffix))
            return Error{"", "'" + std::string(file) + "' in it is not an .npy file"};
        const std::string name(file.substr(0, file.size() - kSuffix.size()));
        const Result<std::string> bytes = readEntry(archive, i, stat, kLargestArchive - total);
        if (!bytes)
            return Error{"", "array '" + name + "': " + bytes.error().message};
        total += bytes->size();
        Result<NpyArray> array = readNpy(*bytes);
        if (!array)
            return Error{"", "array '" + name + "': " + array.error().message};
        arrays.push_back({name, *std::move(array)});
    }
    return arrays;
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

Result<std::vector<NamedArray>> loadNpz(const std::filesystem::path& path)
{
    const Result<std::string> bytes = readWholeFile(path, kLargestArchive);
    if (!bytes)
        return bytes.error();
    if (bytes->empty())
        return Error{path.string(), "not an .npz file: it is empty"};
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* source = zip_source_buffer_create(bytes->data(), bytes->size(), 0, &error);
    const Handle<zip_t> archive(
        source == nullptr ? nullptr : zip_open_from_source(source, ZIP_RDONLY, &error));
    if (!archive) {
        zip_source_free(source);
        return Error{path.string(), "not an .npz file: " + textOf(error)};
    }
    Result<std::vector<NamedArray>> arrays = readArchive(archive.get());
    if (!arrays)
        return Error{path.string(), arrays.error().message};
    return arrays;
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
