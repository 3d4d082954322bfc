// SPDX-License-Identifier: GPL-3.0-or-later
// How libFuzzer changes an input that is packed: a zip archive has one entry changed and is packed again, and so is what
// gzip compressed, so that checksums are right and what is inside is reached. Half of the time bytes are changed as they are.
#include <zip.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

namespace {

using Random = std::minstd_rand;

constexpr std::size_t kMaxUnpacked = 1 << 13;

std::size_t draw(Random& random, std::size_t count)
{
    return random() % count;
}

std::string mutated(std::string text)
{
    constexpr std::size_t kRoom = 64;
    const std::size_t size = text.size();
    text.resize(size + kRoom);
    text.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(text.data()), size, text.size()));
    return text;
}

std::string unpackedGzip(const std::uint8_t* data, std::size_t size)
{
    constexpr int kGzip = 16 + MAX_WBITS;
    z_stream stream{};
    if (inflateInit2(&stream, kGzip) != Z_OK)
        return {};
    std::string text(kMaxUnpacked, '\0');
    stream.next_in = const_cast<Bytef*>(data); // zlib's own habit; it is only read
    stream.avail_in = static_cast<unsigned>(size);
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<unsigned>(text.size());
    inflate(&stream, Z_FINISH);
    text.resize(stream.total_out);
    inflateEnd(&stream);
    return text;
}

std::string packedGzip(const std::string& text)
{
    constexpr int kGzip
        = 16 + 9; // the smallest window and tables: larger ones take longer to allocate than to fill
    constexpr int kMemory = 1;
    z_stream stream{};
    if (deflateInit2(&stream, 1, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
        return {};
    std::string bytes(deflateBound(&stream, text.size()) + 32, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<unsigned>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<unsigned>(bytes.size());
    deflate(&stream, Z_FINISH);
    bytes.resize(stream.total_out);
    deflateEnd(&stream);
    return bytes;
}

struct Discard
{
    void operator()(zip_t* archive) const { zip_discard(archive); }
    void operator()(zip_source_t* source) const { zip_source_free(source); }
};

/// One entry's bytes; empty if they cannot be read.
std::string entryOf(zip_t* archive, zip_uint64_t index)
{
    std::string text(kMaxUnpacked, '\0');
    zip_file_t* file = zip_fopen_index(archive, index, 0);
    if (file == nullptr)
        return {};
    const zip_int64_t count = zip_fread(file, text.data(), text.size());
    zip_fclose(file);
    text.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return text;
}

/// The archive with one entry changed; empty if it is none.
std::string mutatedArchive(const std::uint8_t* data, std::size_t size, Random& random)
{
    void* const copy = std::malloc(size); // libzip frees it
    if (copy == nullptr)
        return {};
    std::memcpy(copy, data, size);
    const std::unique_ptr<zip_source_t, Discard> source(zip_source_buffer_create(copy, size, 1, nullptr));
    if (!source) {
        std::free(copy);
        return {};
    }
    zip_source_keep(source.get());
    std::unique_ptr<zip_t, Discard> archive(zip_open_from_source(source.get(), 0, nullptr));
    if (!archive) {
        zip_source_free(source.get());
        return {};
    }
    const zip_int64_t entries = zip_get_num_entries(archive.get(), 0);
    if (entries <= 0)
        return {};
    const zip_uint64_t which = draw(random, static_cast<std::size_t>(entries));
    const std::size_t way = draw(random, 8);
    std::string bytes = entryOf(archive.get(), which); // read by zip_close()
    std::string name = "a.npy";
    if (way > 1)
        bytes = mutated(std::move(bytes));
    zip_source_t* const entry = zip_source_buffer(archive.get(), bytes.data(), bytes.size(), 0);
    if (way == 0)
        zip_delete(archive.get(), which);
    const bool isIn = entry != nullptr
        && (way <= 1 ? zip_file_add(archive.get(), mutated(name).c_str(), entry, 0) >= 0
                     : zip_file_replace(archive.get(), which, entry, 0) == 0);
    if (!isIn) {
        zip_source_free(entry);
        return {};
    }
    zip_set_file_compression(archive.get(), which, draw(random, 8) == 0 ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 1);
    if (zip_close(archive.get()) != 0)
        return {};
    static_cast<void>(archive.release()); // closed, and so freed
    if (zip_source_open(source.get()) != 0)
        return {};
    zip_stat_t stat;
    zip_stat_init(&stat);
    std::string packed(zip_source_stat(source.get(), &stat) == 0 ? stat.size : 0, '\0');
    const zip_int64_t count = zip_source_read(source.get(), packed.data(), packed.size());
    zip_source_close(source.get());
    return count == static_cast<zip_int64_t>(packed.size()) ? packed : std::string();
}

} // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(
    std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned int seed)
{
    using namespace std::string_view_literals;
    Random random(seed);
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    std::string packed;
    if (draw(random, 2) == 0) {
        if (text.starts_with("\x1f\x8b"sv))
            packed = packedGzip(mutated(unpackedGzip(data, size)));
        else if (text.starts_with("PK"sv))
            packed = mutatedArchive(data, size, random);
    }
    if (packed.empty() || packed.size() > maxSize)
        return LLVMFuzzerMutate(data, size, maxSize);
    std::memcpy(data, packed.data(), packed.size());
    return packed.size();
}
