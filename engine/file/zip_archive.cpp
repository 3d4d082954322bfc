// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/zip_archive.h"

#include "engine/file/expansion.h"
#include "engine/file/zip_extents.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>
#include <unistd.h>
#include <zip.h>

namespace ulpscope {

namespace {

constexpr std::uint64_t kLargestContent = std::uint64_t{4} << 30;
// 1980-01-01, the first that a zip archive can say: the bytes then depend on the entries alone.
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

/// An archive's bytes, whether in memory or in a file.
struct Source
{
    ZipBytes bytes;
    std::uint64_t size;
    std::string_view end; ///< last bytes of the archive, with its final record
};

/// What the archive says of its entries, at most so many bytes and within bounds.
Result<std::vector<ZipReader::Entry>> listEntries(zip_t* archive, const Source& source,
    std::uint64_t mostContent = std::numeric_limits<std::uint64_t>::max())
{
    std::vector<ZipReader::Entry> entries;
    std::vector<ZipMember> members;
    std::uint64_t total = 0;
    const auto count = static_cast<zip_uint64_t>(zip_get_num_entries(archive, 0));
    for (zip_uint64_t i = 0; i < count; ++i) {
        zip_stat_t stat;
        zip_stat_init(&stat);
        if (zip_stat_index(archive, i, 0, &stat) != 0 || stat.name == nullptr)
            return Error{"", zip_strerror(archive)};
        if ((stat.valid & ZIP_STAT_SIZE) == 0)
            return Error{"", "does not say how large what is in it is"};
        const std::uint64_t bytes = stat.size;
        if (bytes > mostContent || total > mostContent - bytes)
            return Error{"", "what is in it is larger than 4 GiB"};
        total += bytes;
        members.push_back({stat.name, (stat.valid & ZIP_STAT_COMP_SIZE) != 0 ? stat.comp_size : 0});
        entries.push_back({stat.name, bytes});
    }
    if (const Status apart = checkZipExtents(source.bytes, source.size, source.end, members); !apart)
        return apart.error();
    if (total > mostExpanded(source.size))
        return Error{"",
            "what is in it would expand to " + std::to_string(total) + " bytes, more than "
                + std::to_string(kMaxTimesExpanded) + " times the size of the file"};
    return entries;
}

/// The record that ends an archive, with its comment, behind the locator of one of 64 bits.
constexpr std::size_t kLongestEnd = 20 + 22 + 65535;

std::string_view endOf(std::string_view bytes)
{
    return bytes.substr(bytes.size() - std::min(bytes.size(), kLongestEnd));
}

/// Whether the end record says that there are more entries than its 16 bits count. libzip would make room for each at once.
bool saysTooManyEntries(std::string_view bytes)
{
    constexpr std::size_t kRecord = 22;
    constexpr std::size_t kCountAt = 10;
    const std::string_view end = endOf(bytes);
    for (std::size_t at = 0; (at = end.find("PK\x05\x06", at)) != std::string_view::npos; ++at)
        if (at + kRecord <= end.size() && end.substr(at + kCountAt, 2) == "\xff\xff")
            return true;
    return false;
}

/// Why libzip opens none. bytes: how it begins; end: its last, with the record that ends an archive, if it has that. size: its own.
Error noArchive(std::string_view bytes, std::string_view end, std::uint64_t size, const std::string& what,
    const std::string& why)
{
    if (bytes.starts_with("PK\x03\x04") && end.find("PK\x05\x06") == std::string_view::npos)
        return Error{"",
            message(
                "is cut off after %1 bytes: it begins as a zip archive, and the list of entries that ends one is "
                "missing")
                .with(std::to_string(size))};
    return Error{"", "not " + what + ": " + why};
}

/// What libzip reads of a stream.
struct StreamPlace
{
    const ZipStream& stream;
    std::uint64_t at = 0;
    std::vector<char> piece = {};
};

zip_int64_t readStream(void* place, void* to, zip_uint64_t size, zip_source_cmd_t command)
{
    auto& p = *static_cast<StreamPlace*>(place);
    switch (command) {
    case ZIP_SOURCE_SUPPORTS:
        return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE,
            ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, -1);
    case ZIP_SOURCE_OPEN:
        p.at = 0;
        return 0;
    case ZIP_SOURCE_READ: {
        const std::uint64_t inPiece = p.at % ZipStream::kPiece;
        if (inPiece == 0) {
            p.piece.resize(std::min<std::uint64_t>(ZipStream::kPiece, p.stream.size - p.at));
            if (!p.piece.empty())
                p.stream.read(p.at, p.piece);
        }
        const std::uint64_t count = std::min<std::uint64_t>(size, p.piece.size() - inPiece);
        std::copy_n(p.piece.data() + inPiece, count, static_cast<char*>(to));
        p.at += count;
        return static_cast<zip_int64_t>(count);
    }
    case ZIP_SOURCE_STAT: {
        auto& stat = *static_cast<zip_stat_t*>(to);
        zip_stat_init(&stat);
        stat.valid = ZIP_STAT_SIZE;
        stat.size = p.stream.size;
        return sizeof stat;
    }
    case ZIP_SOURCE_FREE:
        delete &p;
        return 0;
    default:
        return 0;
    }
}

/// Where libzip writes.
struct FilePlace
{
    int file;
    std::int64_t at = 0;
    int number = 0; ///< of the system's error
    zip_error_t error = {};
};

zip_int64_t writeFile(void* place, void* data, zip_uint64_t size, zip_source_cmd_t command)
{
    auto& p = *static_cast<FilePlace*>(place);
    const auto fail = [&p](int code, int number) {
        zip_error_set(&p.error, code, number);
        return zip_int64_t{-1};
    };
    switch (command) {
    case ZIP_SOURCE_SUPPORTS:
        return ZIP_SOURCE_SUPPORTS_WRITABLE;
    case ZIP_SOURCE_STAT: // there is nothing yet
        return fail(ZIP_ER_READ, ENOENT);
    case ZIP_SOURCE_WRITE: {
        for (zip_uint64_t done = 0; done < size;) { // a full disk takes a part first
            const ssize_t count = ::pwrite(p.file, static_cast<const char*>(data) + done, size - done, p.at);
            if (count < 0)
                return fail(ZIP_ER_WRITE, p.number = errno);
            p.at += count;
            done += static_cast<zip_uint64_t>(count);
        }
        return static_cast<zip_int64_t>(size);
    }
    case ZIP_SOURCE_SEEK_WRITE: {
        const zip_int64_t at = zip_source_seek_compute_offset(
            static_cast<zip_uint64_t>(p.at), std::numeric_limits<std::int64_t>::max(), data, size, &p.error);
        p.at = at < 0 ? p.at : at;
        return at < 0 ? -1 : 0;
    }
    case ZIP_SOURCE_TELL_WRITE:
        return p.at;
    case ZIP_SOURCE_ERROR:
        return zip_error_to_data(&p.error, data, size);
    default:
        return 0;
    }
}

zip_source_t* sourceOf(zip_t* archive, const ZipEntry& entry)
{
    return zip_source_buffer(archive, entry.bytes.data(), entry.bytes.size(), 0);
}

zip_source_t* sourceOf(zip_t* archive, const ZipStream& entry)
{
    auto place = std::make_unique<StreamPlace>(StreamPlace{entry});
    zip_source_t* const source = zip_source_function(archive, readStream, place.get());
    if (source != nullptr)
        static_cast<void>(place.release()); // which the source frees
    return source;
}

/// Adds the entries and closes the archive into its source.
template <class Entry> // ZipEntry, ZipStream
Status writeArchive(Handle<zip_t> archive, const std::vector<Entry>& entries, ZipPacking packing)
{
    for (const Entry& entry : entries) {
        zip_source_t* data = sourceOf(archive.get(), entry);
        if (data == nullptr)
            return Error{entry.name, zip_strerror(archive.get())};
        const zip_int64_t added = zip_file_add(archive.get(), entry.name.c_str(), data, ZIP_FL_ENC_UTF_8);
        if (added < 0) {
            zip_source_free(data);
            return Error{entry.name, zip_strerror(archive.get())};
        }
        const auto index = static_cast<zip_uint64_t>(added);
        if (packing == ZipPacking::Stored)
            zip_set_file_compression(archive.get(), index, ZIP_CM_STORE, 0);
        else
            zip_set_file_compression(archive.get(), index, ZIP_CM_DEFLATE, 1);
        zip_file_set_dostime(archive.get(), index, 0, kDosDate, 0);
    }
    if (zip_close(archive.get()) != 0)
        return Error{"", zip_strerror(archive.get())};
    static_cast<void>(archive.release()); // closed, and so freed
    return success();
}

} // namespace

struct ZipReader::Archive
{
    Handle<zip_t> handle;
};

ZipReader::ZipReader(std::unique_ptr<Archive> archive)
    : m_archive(std::move(archive))
{
}

ZipReader::ZipReader(ZipReader&&) noexcept = default;
ZipReader& ZipReader::operator=(ZipReader&&) noexcept = default;
ZipReader::~ZipReader() = default;

Result<ZipReader> ZipReader::open(std::string_view bytes, const std::string& what)
{
    if (bytes.empty())
        return Error{"", "not " + what + ": it is empty"};
    if (saysTooManyEntries(bytes))
        return Error{"", "has more than 65534 entries"};
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
    Handle<zip_t> archive(source == nullptr ? nullptr : zip_open_from_source(source, ZIP_RDONLY, &error));
    if (!archive) {
        zip_source_free(source);
        return noArchive(bytes, endOf(bytes), bytes.size(), what, textOf(error));
    }
    const auto part = [bytes](std::uint64_t offset, std::uint64_t count) -> Result<std::string> {
        if (offset > bytes.size() || count > bytes.size() - offset)
            return Error{"", "is cut off"};
        return std::string(bytes.substr(offset, count));
    };
    Result<std::vector<Entry>> entries
        = listEntries(archive.get(), {part, bytes.size(), endOf(bytes)}, kLargestContent);
    if (!entries)
        return entries.error();
    ZipReader reader(std::make_unique<Archive>(Archive{std::move(archive)}));
    reader.m_entries = *std::move(entries);
    return reader;
}

Result<ZipReader> ZipReader::open(InputFile file, const std::string& what)
{
    const std::uint64_t size = file.size();
    const std::uint64_t tail = std::min<std::uint64_t>(size, kLongestEnd);
    const Result<std::string> end = file.readAt(size - tail, tail);
    if (!end)
        return Error{"", end.error().message};
    if (saysTooManyEntries(*end))
        return Error{"", "has more than 65534 entries"};
    int code = 0;
    FileDescriptor descriptor(::dup(file.descriptor())); // libzip closes it
    Handle<zip_t> archive(zip_fdopen(descriptor.get(), 0, &code));
    if (!archive) {
        zip_error_t error;
        zip_error_init_with_code(&error, code);
        const Result<std::string> beginning = file.readAt(0, std::min<std::uint64_t>(size, 4));
        return noArchive(beginning ? *beginning : "", *end, size, what, textOf(error));
    }
    descriptor.release();
    const auto part = [&file](std::uint64_t offset, std::uint64_t count) -> Result<std::string> {
        if (offset > file.size() || count > file.size() - offset)
            return Error{"", "is cut off"};
        return file.readAt(offset, count);
    };
    Result<std::vector<Entry>> entries = listEntries(archive.get(), {part, size, *end});
    if (!entries)
        return entries.error();
    ZipReader reader(std::make_unique<Archive>(Archive{std::move(archive)}));
    reader.m_entries = *std::move(entries);
    return reader;
}

Result<std::string> ZipReader::readBeginning(std::size_t index, std::size_t count) const
{
    zip_t* const archive = m_archive->handle.get();
    const Handle<zip_file_t> file(zip_fopen_index(archive, index, 0));
    if (!file)
        return Error{"", zip_strerror(archive)};
    std::string bytes(std::min<std::uint64_t>(count, m_entries.at(index).bytes), '\0');
    std::size_t size = 0;
    while (size < bytes.size()) {
        const zip_int64_t got = zip_fread(file.get(), bytes.data() + size, bytes.size() - size);
        if (got < 0)
            return Error{"", zip_file_strerror(file.get())};
        if (got == 0)
            break;
        size += static_cast<std::size_t>(got);
    }
    bytes.resize(size);
    return bytes;
}

Result<std::string> ZipReader::read(std::size_t index, const std::stop_token& stop) const
{
    zip_t* const archive = m_archive->handle.get();
    const std::uint64_t size = m_entries.at(index).bytes;
    const Handle<zip_file_t> file(zip_fopen_index(archive, index, 0));
    if (!file)
        return Error{"", zip_strerror(archive)};
    std::string bytes; // grows as they come, whatever the archive says
    std::vector<char> chunk(std::size_t{1} << 18);
    while (true) {
        if (stop.stop_requested())
            return stoppedError();
        const zip_int64_t count = zip_fread(file.get(), chunk.data(), chunk.size());
        if (count < 0)
            return Error{"", zip_file_strerror(file.get())};
        if (count == 0 && bytes.size() < size)
            return Error{"", "it is cut off"};
        if (count == 0) // where libzip has compared the checksum
            return bytes;
        if (bytes.size() + static_cast<std::size_t>(count) > size)
            return Error{"", "it is larger than the archive says"};
        bytes.append(chunk.data(), static_cast<std::size_t>(count));
    }
}

Status zipInto(int file, const std::vector<ZipStream>& entries)
{
    zip_error_t error;
    zip_error_init(&error);
    FilePlace place{file};
    zip_error_init(&place.error);
    const auto cannotWrite = [](int number) {
        return Error{"", message("cannot be written: %1").with(std::generic_category().message(number)),
            ErrorKind::Output};
    };
    if (entries.empty()) {
        const auto size = static_cast<ssize_t>(kEmptyArchive.size());
        const bool isWritten = ::pwrite(file, kEmptyArchive.data(), kEmptyArchive.size(), 0) == size;
        return isWritten ? success() : Status(cannotWrite(errno));
    }
    zip_source_t* const source = zip_source_function_create(writeFile, &place, &error);
    Handle<zip_t> archive(
        source == nullptr ? nullptr : zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, &error));
    if (!archive) {
        zip_source_free(source);
        return Error{"", textOf(error)};
    }
    const Status written = writeArchive(std::move(archive), entries, ZipPacking::Stored);
    return place.number != 0 ? cannotWrite(place.number) : written;
}

Result<std::string> zipped(const std::vector<ZipEntry>& entries, ZipPacking packing)
{
    if (entries.empty())
        return std::string(kEmptyArchive);
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
        return Error{"", textOf(error)};
    }
    if (const Status written = writeArchive(std::move(archive), entries, packing); !written)
        return written.error();

    const auto failure = [&] { return Error{"", zip_error_strerror(zip_source_error(source.get()))}; };
    if (zip_source_open(source.get()) != 0)
        return failure();
    std::string bytes;
    zip_stat_t stat;
    zip_stat_init(&stat);
    if (zip_source_stat(source.get(), &stat) == 0)
        bytes.resize(stat.size);
    const zip_int64_t count = zip_source_read(source.get(), bytes.data(), bytes.size());
    zip_source_close(source.get());
    if (count < 0 || static_cast<std::size_t>(count) != bytes.size())
        return failure();
    std::uint64_t content = 0;
    for (const ZipEntry& entry : entries)
        content += entry.bytes.size();
    if (packing == ZipPacking::Deflated && content > mostExpanded(bytes.size()))
        return zipped(entries);
    return bytes;
}

} // namespace ulpscope
