// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/tensors/tensor_reference.h"

#include "engine/base/large_pages.h"
#include "engine/dtype/formats.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace ulpscope {

namespace {

constexpr std::uint64_t kBetweenStops = 1 << 20; ///< elements: some milliseconds

bool float32Has(const ElementType& type)
{
    if (type.format != nullptr)
        return contains(float32Format(), *type.format);
    return type.bits <= 16;
}

/// The values of all codes of a type that has at most 16 bits.
std::vector<double> valuesOfCodes(const ElementType& type)
{
    const std::size_t codes = std::size_t{1} << type.bits;
    StoredTensor one{&type, {1}, std::string(2, '\0')};
    std::vector<double> values;
    values.reserve(codes);
    for (std::size_t code = 0; code < codes; ++code) {
        one.bytes[0] = static_cast<char>(code & 0xFF);
        one.bytes[1] = static_cast<char>(code >> 8);
        values.push_back(one.value(0));
    }
    return values;
}

/// values[i] = valueOf(element first + i), which is as wide as an Element.
template <class Element, class ValueOf>
void readElements(const StoredTensor& tensor, std::uint64_t first, std::span<double> values, ValueOf valueOf)
{
    const char* from = tensor.bytes.data() + first * sizeof(Element);
    for (double& value : values) {
        Element element;
        std::memcpy(&element, from, sizeof element);
        from += sizeof element;
        value = valueOf(element);
    }
}

/// A number of the processor's own; as decode() has it, a NaN keeps its sign alone.
template <class T>
double ownNumber(T number)
{
    const auto value = static_cast<double>(number);
    return std::isnan(value) ? std::copysign(std::numeric_limits<double>::quiet_NaN(), value) : value;
}

/// Reads elements of one tensor: float32, float64 and types with few codes without looking at each one's bits.
class ValueReader
{
public:
    explicit ValueReader(const StoredTensor& tensor)
        : m_tensor(tensor)
    {
        const ElementType& type = *tensor.type;
        if ((type.bits == 8 || type.bits == 16) && tensor.size() >= std::uint64_t{1} << type.bits)
            m_ofCodes = valuesOfCodes(type);
    }
    /// Reads the elements from `first` on, as many as `values` has.
    void read(std::uint64_t first, std::span<double> values) const
    {
        const ElementType& type = *m_tensor.type;
        const bool isFloat = type.kind == ElementKind::Float;
        if (isFloat && *type.format == float32Format())
            return readElements<float>(m_tensor, first, values, [](float x) { return ownNumber(x); });
        if (isFloat && *type.format == float64Format())
            return readElements<double>(m_tensor, first, values, [](double x) { return ownNumber(x); });
        const auto ofCode = [this](auto code) { return m_ofCodes[code]; };
        if (!m_ofCodes.empty() && type.bits == 8)
            return readElements<std::uint8_t>(m_tensor, first, values, ofCode);
        if (!m_ofCodes.empty())
            return readElements<std::uint16_t>(m_tensor, first, values, ofCode);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = m_tensor.value(first + i);
    }

private:
    const StoredTensor& m_tensor;
    std::vector<double> m_ofCodes; ///< empty if the type has many codes or the tensor few elements
};

/// Whether float64 represents the 64-bit integer.
bool isExact(const StoredTensor& tensor, std::uint64_t element)
{
    const std::uint64_t code = tensor.code(element);
    const bool isNegative = tensor.type->kind == ElementKind::Signed && (code >> 63) != 0;
    const std::uint64_t magnitude = isNegative ? ~code + 1 : code;
    constexpr int kDigits = 53;
    return magnitude == 0
        || static_cast<int>(std::bit_width(magnitude)) - std::countr_zero(magnitude) <= kDigits;
}

Status checkReal(const StoredTensor& tensor)
{
    if (tensor.type->kind == ElementKind::Complex)
        return Error{"", "its elements are complex numbers; only real ones are taken here"};
    return success();
}

} // namespace

TensorReference parseTensorReference(std::string_view text)
{
    TensorReference reference;
    const std::size_t separator = text.find("::");
    reference.file = text.substr(0, separator);
    if (separator == std::string_view::npos)
        return reference;
    std::string_view name = text.substr(separator + 2);
    if (const std::size_t colon = name.rfind(':'); colon != std::string_view::npos) {
        reference.as = findElementType(name.substr(colon + 1));
        if (reference.as != nullptr)
            name = name.substr(0, colon);
    }
    reference.name = name;
    return reference;
}

Result<StoredTensor> loadTensor(const TensorReference& reference, const std::stop_token& stop)
{
    const Result<std::unique_ptr<TensorFile>> file = openTensorFile(reference.file, stop);
    if (!file)
        return file.error();
    std::size_t index = 0;
    if (!reference.name.empty()) {
        const Result<std::size_t> found = (*file)->find(reference.name);
        if (!found)
            return Error{reference.file, found.error().message};
        index = *found;
    } else if ((*file)->tensors().size() != 1) {
        return Error{reference.file,
            "has " + std::to_string((*file)->tensors().size())
                + " tensors; say which, FILE::NAME (ulpscope-cli open lists them)"};
    }
    Result<StoredTensor> tensor = (*file)->read(index, reference.as, stop);
    if (!tensor)
        return Error{
            reference.file + "::" + tensor.error().place, tensor.error().message, tensor.error().kind};
    return tensor;
}

Result<std::vector<double>> exactValues(const StoredTensor& tensor, const std::stop_token& stop)
{
    if (const Status real = checkReal(tensor); !real)
        return real.error();
    const bool mayBeInexact = tensor.type->format == nullptr && tensor.type->bits == 64;
    const ValueReader reader(tensor);
    std::vector<double> values;
    values.reserve(tensor.size());
    useLargePages(values.data(), tensor.size() * sizeof(double));
    values.resize(tensor.size());
    for (std::uint64_t begin = 0; begin < values.size(); begin += kBetweenStops) {
        if (stop.stop_requested())
            return stoppedError();
        const std::uint64_t count = std::min(kBetweenStops, values.size() - begin);
        for (std::uint64_t i = begin; mayBeInexact && i < begin + count; ++i)
            if (!isExact(tensor, i))
                return Error{
                    "", "element " + std::to_string(i) + " is an integer that float64 does not have"};
        reader.read(begin, std::span(values).subspan(begin, count));
    }
    return values;
}

Result<NpyArray> toArray(const StoredTensor& tensor)
{
    if (!float32Has(*tensor.type)) {
        Result<std::vector<double>> values = exactValues(tensor);
        if (!values)
            return values.error();
        return NpyArray{tensor.shape, *std::move(values)};
    }
    if (const Status real = checkReal(tensor); !real)
        return real.error();
    std::vector<float> values(tensor.size());
    for (std::uint64_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(tensor.value(i));
    return NpyArray{tensor.shape, std::move(values)};
}

} // namespace ulpscope
