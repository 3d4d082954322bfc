// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's .npy and .npz files as files of tensors, with the dtypes that ml_dtypes adds: NumPy writes these as voids ("<V2"), so
// that the file does not say which they are.
#include "app/io/tensors/tensor_file.h"
#include "engine/base/shown_text.h"
#include "engine/file/input_file.h"
#include "engine/file/npy.h"
#include "engine/file/zip_archive.h"

#include <array>
#include <optional>

namespace ulpscope {

namespace {

constexpr std::string_view kNpySuffix = ".npy";

struct NumpyType
{
    std::string_view descr; ///< NumPy's descr without its byte order
    std::string_view name;
};
/// numpy/_core/src/multiarray/arraytypes.h: kind and size.
constexpr std::array<NumpyType, 14> kNumpyTypes{{{"f8", "float64"}, {"f4", "float32"}, {"f2", "float16"},
    {"i8", "int64"}, {"i4", "int32"}, {"i2", "int16"}, {"i1", "int8"}, {"u8", "uint64"}, {"u4", "uint32"},
    {"u2", "uint16"}, {"u1", "uint8"}, {"b1", "bool"}, {"c8", "complex64"}, {"c16", "complex128"}}};

const ElementType* numpyType(std::string_view descr)
{
    for (const NumpyType& type : kNumpyTypes)
        if (!descr.empty() && descr.substr(1) == type.descr)
            return findElementType(type.name);
    return nullptr;
}

/// Bytes of an item of a dtype that the file gives no format: 2 of "<V2".
std::optional<std::size_t> voidSize(std::string_view descr)
{
    if (descr.size() != 3 || descr[1] != 'V' || descr[2] < '1' || descr[2] > '8')
        return std::nullopt;
    return static_cast<std::size_t>(descr[2] - '0');
}

/// How to read an array's bytes.
struct NumpyStorage
{
    NpyLayout layout;
    std::size_t itemSize = 0; ///< 0: it cannot be read
};

/// available: bytes of the file or entry.
Result<TensorEntry> numpyEntry(const std::string& name, NumpyStorage& stored, std::uint64_t available)
{
    const NpyLayout& layout = stored.layout;
    TensorEntry entry{name, layout.descr, numpyType(layout.descr), layout.shape, 0};
    stored.itemSize = entry.type != nullptr ? static_cast<std::size_t>(entry.type->bits) / 8
                                            : voidSize(layout.descr).value_or(0);
    entry.bytes = available - layout.dataStart;
    if (stored.itemSize == 0) {
        entry.remark
            = "its elements are of NumPy's dtype " + shownText(layout.descr, 40) + ", which are no numbers";
        return entry;
    }
    std::uint64_t count = 1;
    for (const std::int64_t extent : layout.shape) { // extents are checked beside an axis of length 0 too
        if (count > kMaxTensorElements / std::max<std::uint64_t>(static_cast<std::uint64_t>(extent), 1))
            return Error{"", "the array has more than 2^31 elements"};
        count *= std::max<std::uint64_t>(static_cast<std::uint64_t>(extent), 1);
    }
    if (entry.elements() * stored.itemSize != entry.bytes)
        return Error{"",
            "the shape needs " + std::to_string(entry.elements() * stored.itemSize)
                + " bytes of data, the file has " + std::to_string(entry.bytes)};
    if (entry.type == nullptr)
        entry.remark = "NumPy has written its " + std::to_string(stored.itemSize)
            + "-byte elements without their format: ask for NAME:"
            + (stored.itemSize == 2 ? "bfloat16" : "float8_e4m3fn") + " or whatever they are";
    return entry;
}

std::string inOurOrder(std::string data, const NumpyStorage& stored)
{
    const bool isComplex = stored.layout.descr.find('c') != std::string::npos;
    if (stored.layout.descr.starts_with('>'))
        data = withBytesSwapped(data, isComplex ? stored.itemSize / 2 : stored.itemSize);
    if (stored.layout.isFortranOrder && stored.layout.shape.size() > 1)
        data = inRowMajorOrder(data, stored.layout.shape, stored.itemSize);
    return data;
}

class NpyFile : public TensorFile
{
public:
    NpyFile(InputFile file, TensorEntry entry, NumpyStorage stored)
        : m_file(std::move(file))
        , m_stored(std::move(stored))
    {
        m_tensors.push_back(std::move(entry));
    }

    std::string_view kind() const override { return "npy"; }

protected:
    Result<std::string> readBytes(std::size_t, const std::stop_token& stop) override
    {
        Result<std::string> bytes = m_file.readAt(m_stored.layout.dataStart, m_tensors.front().bytes, stop);
        return bytes ? inOurOrder(*std::move(bytes), m_stored) : bytes;
    }

private:
    InputFile m_file;
    NumpyStorage m_stored;
};

class NpzFile : public TensorFile
{
public:
    explicit NpzFile(ZipReader archive)
        : m_archive(std::move(archive))
    {
    }

    std::string_view kind() const override { return "npz"; }

    Status list()
    {
        const std::vector<ZipReader::Entry>& entries = m_archive.entries();
        for (std::size_t i = 0; i < entries.size(); ++i) {
            if (!entries[i].name.ends_with(kNpySuffix)) {
                m_notices.push_back("'" + shownText(entries[i].name) + "' is no array.");
                continue;
            }
            const std::string name = entries[i].name.substr(0, entries[i].name.size() - kNpySuffix.size());
            if (const Status added = add(i, name); !added)
                return Error{"",
                    message("array '%1': %2").with(verbatim(shownText(name))).with(added.error().message)};
        }
        return success();
    }

protected:
    Result<std::string> readBytes(std::size_t index, const std::stop_token& stop) override
    {
        const NumpyStorage& stored = m_stored[index];
        Result<std::string> bytes = m_archive.read(m_entries[index], stop);
        if (!bytes)
            return bytes.error();
        bytes->erase(0, stored.layout.dataStart);
        return inOurOrder(*std::move(bytes), stored);
    }

private:
    Status add(std::size_t index, const std::string& name)
    {
        constexpr std::size_t kUsualHeader = 512;
        Result<std::string> beginning = m_archive.readBeginning(index, kUsualHeader);
        Result<NpyLayout> layout
            = beginning ? readNpyLayout(*beginning) : Result<NpyLayout>(beginning.error());
        if (beginning && !layout && (beginning = m_archive.readBeginning(index, kLongestNpyHeader)))
            layout = readNpyLayout(*beginning);
        if (!layout)
            return layout.error();
        NumpyStorage stored{*std::move(layout), 0};
        Result<TensorEntry> entry = numpyEntry(name, stored, m_archive.entries()[index].bytes);
        if (!entry)
            return entry.error();
        m_tensors.push_back(*std::move(entry));
        m_stored.push_back(std::move(stored));
        m_entries.push_back(index);
        return success();
    }

    ZipReader m_archive;
    std::vector<NumpyStorage> m_stored; ///< one storage for each tensor
    std::vector<std::size_t> m_entries; ///< the archive's entry of each tensor
};

} // namespace

/// One tensor, named as the file without its suffix. Errors have no place.
Result<std::unique_ptr<TensorFile>> openNpyTensor(InputFile file)
{
    const Result<std::string> beginning
        = file.readAt(0, std::min<std::uint64_t>(file.size(), kLongestNpyHeader));
    if (!beginning)
        return Error{"", beginning.error().message};
    Result<NpyLayout> layout = readNpyLayout(*beginning);
    if (!layout)
        return layout.error();
    NumpyStorage stored{*std::move(layout), 0};
    Result<TensorEntry> entry
        = numpyEntry(std::filesystem::path(file.path()).stem().string(), stored, file.size());
    if (!entry)
        return entry.error();
    return std::unique_ptr<TensorFile>(
        std::make_unique<NpyFile>(std::move(file), *std::move(entry), std::move(stored)));
}

/// Entries that are no .npy files are told in notices().
Result<std::unique_ptr<TensorFile>> openNpzTensors(ZipReader archive)
{
    auto file = std::make_unique<NpzFile>(std::move(archive));
    if (const Status listed = file->list(); !listed)
        return listed.error();
    return std::unique_ptr<TensorFile>(std::move(file));
}

} // namespace ulpscope
