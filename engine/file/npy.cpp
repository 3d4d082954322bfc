// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/npy.h"

#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/file/input_file.h"
#include "engine/file/whole_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <span>

namespace ulpscope {

namespace {

static_assert(std::endian::native == std::endian::little, "values are copied as they lie in memory");

constexpr std::string_view kMagic("\x93NUMPY", 6);
constexpr std::size_t kLargestFile = std::size_t{4} << 30;
constexpr std::size_t kLongestHeader = 65536;
constexpr std::size_t kMaxAxes = 64; // NumPy 2's own limit
constexpr std::size_t kMaxElements = std::size_t{1} << 28;

/// The header is a Python literal: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }
class HeaderReader
{
public:
    explicit HeaderReader(std::string_view text)
        : m_rest(text)
    {
    }

    bool take(std::string_view token)
    {
        skipSpaces();
        if (!m_rest.starts_with(token))
            return false;
        m_rest.remove_prefix(token.size());
        return true;
    }

    std::optional<std::string_view> quoted()
    {
        skipSpaces();
        if (m_rest.empty() || (m_rest.front() != '\'' && m_rest.front() != '"'))
            return std::nullopt;
        const std::size_t end = m_rest.find(m_rest.front(), 1);
        if (end == std::string_view::npos)
            return std::nullopt;
        const std::string_view text = m_rest.substr(1, end - 1);
        m_rest.remove_prefix(end + 1);
        return text;
    }

    std::optional<std::int64_t> integer()
    {
        skipSpaces();
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), value);
        if (error != std::errc{})
            return std::nullopt;
        m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
        return value;
    }

private:
    void skipSpaces()
    {
        const std::size_t start = m_rest.find_first_not_of(" \t\r\n");
        m_rest.remove_prefix(std::min(start, m_rest.size()));
    }

    std::string_view m_rest;
};

struct Header
{
    std::optional<std::string> descr;
    std::optional<bool> isFortranOrder;
    std::optional<std::vector<std::int64_t>> shape;
};

std::optional<std::vector<std::int64_t>> readShape(HeaderReader& reader)
{
    std::vector<std::int64_t> shape;
    if (!reader.take("("))
        return std::nullopt;
    while (!reader.take(")")) {
        const std::optional<std::int64_t> length = reader.integer();
        if (!length || *length < 0 || shape.size() == kMaxAxes)
            return std::nullopt;
        shape.push_back(*length);
        if (!reader.take(",")) {
            if (!reader.take(")"))
                return std::nullopt;
            break;
        }
    }
    return shape;
}

std::optional<Header> readHeader(std::string_view text)
{
    HeaderReader reader(text);
    Header header;
    if (!reader.take("{"))
        return std::nullopt;
    while (!reader.take("}")) {
        const std::optional<std::string_view> key = reader.quoted();
        if (!key || !reader.take(":"))
            return std::nullopt;
        if (*key == "descr") {
            const std::optional<std::string_view> descr = reader.quoted();
            header.descr = descr ? std::string(*descr) : "[...]"; // a list is a structured dtype
            if (!descr)
                return header;
        } else if (*key == "fortran_order") {
            if (reader.take("True"))
                header.isFortranOrder = true;
            else if (reader.take("False"))
                header.isFortranOrder = false;
            else
                return std::nullopt;
        } else if (*key == "shape") {
            header.shape = readShape(reader);
            if (!header.shape)
                return std::nullopt;
        } else {
            return std::nullopt;
        }
        if (!reader.take(","))
            return reader.take("}") ? std::optional(header) : std::nullopt;
    }
    return header;
}

/// Number of elements, or nothing when there are too many, also along the axes beside one of length 0: what goes along such
/// an axis would not end.
std::optional<std::size_t> elementCount(const std::vector<std::int64_t>& shape)
{
    std::size_t count = 1;
    for (const std::int64_t length : shape) {
        if (static_cast<std::size_t>(length) > kMaxElements / count)
            return std::nullopt;
        count *= static_cast<std::size_t>(std::max<std::int64_t>(length, 1));
    }
    return std::find(shape.begin(), shape.end(), 0) != shape.end() ? 0 : count;
}

using Values = std::variant<std::vector<float>, std::vector<double>>;

/// Stored as Stored, held as T, which has all of its values.
template <class T, class Stored = T>
Values valuesFrom(std::string_view bytes, std::size_t count)
{
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        Stored stored;
        std::memcpy(&stored, bytes.data() + i * sizeof(Stored), sizeof(Stored));
        values[i] = static_cast<T>(stored);
    }
    return values;
}

Values float16ValuesFrom(std::string_view bytes, std::size_t count)
{
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::uint16_t code;
        std::memcpy(&code, bytes.data() + i * sizeof(code), sizeof(code));
        const int exponent = (code >> 10) & 31;
        const auto digits = static_cast<float>(code & 1023);
        const float magnitude = exponent == 31
            ? (digits == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN())
            : exponent == 0 ? std::ldexp(digits, -24)
                            : std::ldexp(digits + 1024, exponent - 25);
        values[i] = std::copysign(magnitude, (code & 0x8000) != 0 ? -1.0F : 1.0F);
    }
    return values;
}

/// A dtype by NumPy's name and how its values are read.
struct StoredType
{
    std::string_view descr;
    std::string_view name;
    std::size_t size;
    Values (*read)(std::string_view bytes, std::size_t count);
};

constexpr std::array<StoredType, 11> kStoredTypes{{
    {"<f4", "float32", 4, valuesFrom<float>},
    {"<f8", "float64", 8, valuesFrom<double>},
    {"<f2", "float16", 2, float16ValuesFrom},
    {"|b1", "bool", 1, valuesFrom<float, std::uint8_t>},
    {"|u1", "uint8", 1, valuesFrom<float, std::uint8_t>},
    {"|i1", "int8", 1, valuesFrom<float, std::int8_t>},
    {"<u2", "uint16", 2, valuesFrom<float, std::uint16_t>},
    {"<i2", "int16", 2, valuesFrom<float, std::int16_t>},
    {"<u4", "uint32", 4, valuesFrom<double, std::uint32_t>},
    {"<i4", "int32", 4, valuesFrom<double, std::int32_t>},
    {"<i8", "int64", 8, valuesFrom<double, std::int64_t>},
}};

/// Finds a type by its name in either byte order.
const StoredType* storedType(std::string_view descr)
{
    const auto* const found
        = std::find_if(kStoredTypes.begin(), kStoredTypes.end(), [&](const StoredType& type) {
              return type.descr == descr
                  || (descr.starts_with('>') && type.descr.front() == '<'
                      && type.descr.substr(1) == descr.substr(1));
          });
    return found == kStoredTypes.end() ? nullptr : found;
}

/// Whether an int64 array has a number that float64 does not.
bool losesIntegers(const StoredType& type, std::string_view bytes, std::size_t count)
{
    if (type.descr != "<i8")
        return false;
    for (std::size_t i = 0; i < count; ++i) {
        std::int64_t value;
        std::memcpy(&value, bytes.data() + i * sizeof(value), sizeof(value));
        constexpr std::int64_t kLargest = std::int64_t{1} << 53;
        if (value > kLargest || value < -kLargest)
            return true;
    }
    return false;
}

} // namespace

std::string withBytesSwapped(std::string_view items, std::size_t itemSize)
{
    std::string result(items);
    for (std::size_t item = 0; item + itemSize <= result.size(); item += itemSize)
        std::reverse(result.begin() + static_cast<std::ptrdiff_t>(item),
            result.begin() + static_cast<std::ptrdiff_t>(item + itemSize));
    return result;
}

std::string inRowMajorOrder(
    std::string_view items, const std::vector<std::int64_t>& shape, std::size_t itemSize)
{
    struct Axis
    {
        std::size_t extent;
        std::size_t stride;
    };
    const std::size_t count = items.size() / itemSize;
    std::vector<Axis> axes; // but for those of one element, of which there may be many
    std::size_t stride = count;
    for (const std::int64_t length : shape) {
        const auto extent = static_cast<std::size_t>(length);
        stride /= std::max<std::size_t>(extent, 1);
        if (extent > 1)
            axes.push_back({extent, stride});
    }
    std::string ordered(items.size(), '\0');
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t rest = i;
        std::size_t to = 0;
        for (const Axis& axis : axes) {
            to += rest % axis.extent * axis.stride;
            rest /= axis.extent;
        }
        std::memcpy(ordered.data() + to * itemSize, items.data() + i * itemSize, itemSize);
    }
    return ordered;
}

std::size_t NpyArray::size() const
{
    return std::visit([](const auto& list) { return list.size(); }, values);
}

namespace {

Error cannotBeUnderstood()
{
    return {"", "the .npy header cannot be understood"};
}

struct FoundHeader
{
    Header header;
    std::size_t dataStart = 0;
};

Result<FoundHeader> findHeader(std::string_view bytes)
{
    if (!bytes.starts_with(kMagic) || bytes.size() < 10)
        return Error{"", "not an .npy file: it does not begin with \\x93NUMPY"};
    const auto byteAt = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const int major = byteAt(6);
    if (major < 1 || major > 3)
        return Error{
            "", "this .npy file has version " + std::to_string(major) + ".x; versions 1 to 3 can be read"};
    const std::size_t lengthBytes = major == 1 ? 2 : 4;
    if (bytes.size() < 8 + lengthBytes)
        return Error{"", "the .npy header is cut off"};
    std::size_t headerLength = 0;
    for (std::size_t i = 0; i < lengthBytes; ++i)
        headerLength |= static_cast<std::size_t>(byteAt(8 + i)) << (8 * i);
    const std::size_t dataStart = 8 + lengthBytes + headerLength;
    if (headerLength > kLongestHeader || dataStart > bytes.size())
        return Error{"", "the .npy header is cut off"};

    const std::optional<Header> header = readHeader(bytes.substr(8 + lengthBytes, headerLength));
    if (!header || !header->descr)
        return cannotBeUnderstood();
    return FoundHeader{*header, dataStart};
}

} // namespace

Result<NpyHeader> readNpyHeader(std::string_view bytes)
{
    const Result<FoundHeader> found = findHeader(bytes);
    if (!found)
        return found.error();
    const StoredType* type = storedType(*found->header.descr);
    if (type != nullptr && !found->header.shape)
        return cannotBeUnderstood();
    return NpyHeader{std::string(type != nullptr ? type->name : *found->header.descr),
        found->header.shape.value_or(std::vector<std::int64_t>())};
}

Result<NpyLayout> readNpyLayout(std::string_view bytes)
{
    Result<FoundHeader> found = findHeader(bytes);
    if (!found)
        return found.error();
    Header& header = found->header;
    if (*header.descr != "[...]" && (!header.isFortranOrder || !header.shape))
        return cannotBeUnderstood();
    return NpyLayout{*header.descr, header.isFortranOrder.value_or(false),
        std::move(header.shape).value_or(std::vector<std::int64_t>()), found->dataStart};
}

Result<NpyHeader> loadNpyHeader(const std::filesystem::path& path)
{
    Result<InputFile> file = InputFile::open(path);
    if (!file)
        return file.error();
    std::string bytes(kLongestNpyHeader, '\0');
    std::size_t size = 0;
    Result<std::size_t> count = 0;
    while (size < bytes.size() && (count = file->read(std::span(bytes).subspan(size))) && *count > 0)
        size += *count;
    if (!count)
        return count.error();
    Result<NpyHeader> header = readNpyHeader(std::string_view(bytes).substr(0, size));
    if (!header)
        return Error{path.string(), header.error().message};
    return header;
}

Result<NpyArray> readNpy(std::string_view bytes)
{
    const Result<FoundHeader> found = findHeader(bytes);
    if (!found)
        return found.error();
    const Header* header = &found->header;
    const std::size_t dataStart = found->dataStart;
    const StoredType* type = storedType(*header->descr);
    if (type == nullptr)
        return Error{"",
            "the array's dtype is '" + shownText(*header->descr, 40)
                + "'; float16, float32, float64, bool and integers can be read"};
    if (!header->isFortranOrder || !header->shape)
        return cannotBeUnderstood();

    const std::size_t itemSize = type->size;
    const std::optional<std::size_t> count = elementCount(*header->shape);
    if (!count)
        return Error{"", "the array has more than 2^28 elements"};
    std::string_view data = bytes.substr(dataStart);
    if (data.size() != *count * itemSize)
        return Error{"",
            "the shape needs " + counted(static_cast<std::int64_t>(*count * itemSize), "byte")
                + " of data, the file has " + std::to_string(data.size())};
    std::string ordered;
    if (header->descr->starts_with('>'))
        data = ordered = withBytesSwapped(data, itemSize);
    if (*header->isFortranOrder && header->shape->size() > 1)
        data = ordered = inRowMajorOrder(data, *header->shape, itemSize);
    if (losesIntegers(*type, data, *count))
        return Error{"", "the array has an integer beyond 2^53, which float64 cannot hold"};
    return NpyArray{*header->shape, type->read(data, *count)};
}

namespace {

/// Everything before the data; descr: "<f4".
std::string headerOf(std::string_view descr, std::span<const std::int64_t> lengths)
{
    std::string shape;
    for (const std::int64_t length : lengths)
        shape += std::to_string(length) + (lengths.size() == 1 ? "," : ", ");
    if (lengths.size() > 1)
        shape.resize(shape.size() - 2);
    std::string header
        = "{'descr': '" + std::string(descr) + "', 'fortran_order': False, 'shape': (" + shape + "), }";
    // As NumPy does: the data begins at a multiple of 64, the header ends with a newline.
    constexpr std::size_t kPrefix = 10;
    header.append(63 - (kPrefix + header.size()) % 64, ' ');
    header += '\n';

    std::string bytes(kMagic);
    bytes += std::string("\x01\x00", 2);
    bytes += static_cast<char>(header.size() & 0xff);
    bytes += static_cast<char>(header.size() >> 8);
    return bytes + header;
}

} // namespace

std::string npyHeader(bool isSingle, std::span<const std::int64_t> shape)
{
    return headerOf(isSingle ? "<f4" : "<f8", shape);
}

std::string writeNpy(const NpyArray& array)
{
    std::string bytes = npyHeader(std::holds_alternative<std::vector<float>>(array.values), array.shape);
    std::visit(
        [&](const auto& list) {
            bytes.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(list[0]));
        },
        array.values);
    return bytes;
}

std::string writeNpyCodes(std::span<const std::int64_t> shape, std::span<const std::uint64_t> codes, int bits)
{
    const std::size_t width = bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
    std::string bytes = headerOf(width == 1 ? "|u1" : "<u" + std::to_string(width), shape);
    for (const std::uint64_t code : codes)
        for (std::size_t i = 0; i < width; ++i)
            bytes += static_cast<char>((code >> (8 * i)) & 0xff);
    return bytes;
}

Result<NpyArray> loadNpy(const std::filesystem::path& path, const std::stop_token& stop)
{
    const Result<std::string> bytes = readWholeFile(path, kLargestFile, stop);
    if (!bytes)
        return bytes.error();
    Result<NpyArray> array = readNpy(*bytes);
    if (!array)
        return Error{path.string(), array.error().sentence()};
    return array;
}

Status saveNpy(const std::filesystem::path& path, const NpyArray& array)
{
    return writeWholeFile(path, writeNpy(array));
}

} // namespace ulpscope
