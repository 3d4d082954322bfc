// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/tensors/tensor_reference.h"

#include "engine/dtype/formats.h"

#include <bit>

namespace ulpscope {

namespace {

constexpr std::uint64_t kBetweenStops = 1 << 20; ///< elements: some milliseconds

bool float32Has(const ElementType& type)
{
    if (type.format != nullptr)
        return contains(float32Format(), *type.format);
    return type.bits <= 16;
}

/// Of a 64-bit integer: whether float64 has it.
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
    std::vector<double> values(tensor.size());
    for (std::uint64_t i = 0; i < values.size(); ++i) {
        if (i % kBetweenStops == 0 && stop.stop_requested())
            return stoppedError();
        if (mayBeInexact && !isExact(tensor, i))
            return Error{"", "element " + std::to_string(i) + " is an integer that float64 does not have"};
        values[i] = tensor.value(i);
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
