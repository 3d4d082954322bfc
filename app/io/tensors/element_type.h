// SPDX-License-Identifier: GPL-3.0-or-later
// Types of stored elements: a number format of the catalog, an integer, a truth value or a complex number.
#pragma once

#include "engine/dtype/format.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace ulpscope {

enum class ElementKind : std::uint8_t {
    Float, ///< floating point, as `format` says
    Signed,
    Unsigned,
    Bool, ///< one byte for each
    Complex, ///< two numbers of `format`
};

struct ElementType
{
    std::string_view name; ///< as NumPy and ml_dtypes have it: "bfloat16", "int64", "complex64"
    ElementKind kind = ElementKind::Float;
    int bits = 0; ///< bits of one element; below 8 the first lies in the lowest bits of its byte
    const Format* format = nullptr; ///< nullptr of integers and truth values
    std::string_view safetensors = {}; ///< name of the type in safetensors; empty if it has none
    std::string_view torch = {}; ///< "float32" of torch.float32; empty where torch has none

    /// Bytes of so many elements; those below a byte are padded at the end.
    constexpr std::uint64_t bytes(std::uint64_t elements) const
    {
        return elements / 8 * static_cast<std::uint64_t>(bits)
            + (elements % 8 * static_cast<std::uint64_t>(bits) + 7) / 8;
    }
};

std::span<const ElementType> elementTypes();
/// Finds an element type by `name`; nullptr when there is none.
const ElementType* findElementType(std::string_view name);

} // namespace ulpscope
