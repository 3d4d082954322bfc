// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/tensors/tensor_file.h"

#include "engine/base/closest_name.h"
#include "engine/base/shown_text.h"
#include "engine/dtype/encoding.h"

#include <algorithm>
#include <cstring>

namespace ulpscope {

namespace {

std::uint64_t productOf(const std::vector<std::int64_t>& shape)
{
    std::uint64_t product = 1;
    for (const std::int64_t extent : shape)
        product *= static_cast<std::uint64_t>(extent);
    return product;
}

/// Whether elements of `stored` may be looked at as `as`: as many bits, of which the file says no more.
bool mayBe(const ElementType* stored, std::uint64_t storedBits, const ElementType& as)
{
    return static_cast<std::uint64_t>(as.bits) == storedBits
        && (stored == nullptr || stored == &as || stored->kind == ElementKind::Unsigned);
}

std::int64_t signExtended(std::uint64_t code, int bits)
{
    const int shift = 64 - bits;
    return static_cast<std::int64_t>(code << shift) >> shift;
}

} // namespace

std::uint64_t TensorEntry::elements() const
{
    return productOf(shape);
}

std::uint64_t StoredTensor::size() const
{
    return productOf(shape);
}

std::uint64_t StoredTensor::code(std::uint64_t element) const
{
    const auto bits
        = static_cast<std::uint64_t>(type->kind == ElementKind::Complex ? type->format->bits() : type->bits);
    const std::uint64_t first = element * static_cast<std::uint64_t>(type->bits);
    std::uint64_t code = 0;
    const std::uint64_t from = first / 8;
    const std::uint64_t count = std::min<std::uint64_t>((first % 8 + bits + 7) / 8, bytes.size() - from);
    std::memcpy(&code, bytes.data() + from, count);
    code >>= first % 8;
    return bits == 64 ? code : code & ((std::uint64_t{1} << bits) - 1);
}

double StoredTensor::value(std::uint64_t element) const
{
    const std::uint64_t bits = code(element);
    switch (type->kind) {
    case ElementKind::Float:
    case ElementKind::Complex:
        return decode(*type->format, bits);
    case ElementKind::Signed:
        return static_cast<double>(signExtended(bits, type->bits));
    case ElementKind::Unsigned:
        return static_cast<double>(bits);
    case ElementKind::Bool:
        return bits != 0 ? 1 : 0;
    }
    return 0;
}

std::vector<double> StoredTensor::values() const
{
    std::vector<double> result(size());
    for (std::uint64_t i = 0; i < result.size(); ++i)
        result[i] = value(i);
    return result;
}

Result<StoredTensor> TensorFile::read(std::size_t index, const ElementType* as, const std::stop_token& stop)
{
    const TensorEntry& entry = m_tensors.at(index);
    const auto at = [&](const std::string& message) { return Error{entry.name, message}; };
    const std::uint64_t elements = entry.elements();
    const std::uint64_t bits = entry.type != nullptr ? static_cast<std::uint64_t>(entry.type->bits)
        : elements > 0                               ? entry.bytes * 8 / elements
                                                     : 0;
    if (as != nullptr && !mayBe(entry.type, bits, *as))
        return at(
            "its elements are " + shownText(entry.storedAs) + " and cannot be " + std::string(as->name));
    if (as == nullptr && entry.type == nullptr)
        return at(entry.remark.empty()
                ? "its elements are " + shownText(entry.storedAs) + ", which says nothing about their format"
                : entry.remark);
    Result<std::string> bytes = bytesOf(index, stop);
    if (!bytes)
        return Error{entry.name, bytes.error().message, bytes.error().kind};
    return StoredTensor{as != nullptr ? as : entry.type, entry.shape, *std::move(bytes)};
}

Result<std::string> TensorFile::bytesOf(std::size_t index, const std::stop_token& stop)
{
    if (m_tensors.at(index).elements() > kMaxTensorElements)
        return Error{"", "has more than 2^31 elements"};
    return readBytes(index, stop);
}

Result<std::size_t> TensorFile::find(std::string_view name) const
{
    for (std::size_t i = 0; i < m_tensors.size(); ++i)
        if (m_tensors[i].name == name)
            return i;
    std::vector<std::string> names;
    for (const TensorEntry& entry : m_tensors)
        names.push_back(entry.name);
    if (names.empty())
        return Error{"", "there is no tensor in it"};
    if (const std::string closest = closestName(name, names); !closest.empty())
        return Error{"",
            message("there is no tensor '%1' in it; did you mean '%2'?")
                .with(verbatim(shownText(name)))
                .with(verbatim(shownText(closest)))};
    return Error{"",
        message("there is no tensor '%1' in it; there are %2")
            .with(verbatim(shownText(name)))
            .with(verbatim(shownNames(names)))};
}

} // namespace ulpscope
