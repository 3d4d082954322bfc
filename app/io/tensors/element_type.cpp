// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/tensors/element_type.h"

#include "engine/dtype/formats.h"

#include <algorithm>
#include <vector>

namespace ulpscope {

namespace {

ElementType ofFormat(std::string_view name, std::string_view safetensors, std::string_view torch)
{
    const Format* format = findFormat(name);
    return {.name = name,
        .kind = ElementKind::Float,
        .bits = format->bits(),
        .format = format,
        .safetensors = safetensors,
        .torch = torch};
}

ElementType complexOf(std::string_view name, std::string_view part, std::string_view safetensors)
{
    ElementType type = ofFormat(part, safetensors, name);
    return {.name = name,
        .kind = ElementKind::Complex,
        .bits = 2 * type.bits,
        .format = type.format,
        .safetensors = safetensors,
        .torch = name};
}

ElementType integer(std::string_view name, ElementKind kind, int bits, std::string_view safetensors)
{
    return {.name = name, .kind = kind, .bits = bits, .safetensors = safetensors, .torch = name};
}

/// Names of safetensors: its tensor.rs; of torch: torch.dtype, c10/core/ScalarType.h.
std::vector<ElementType> makeTypes()
{
    using enum ElementKind;
    return {
        ofFormat("float64", "F64", "float64"),
        ofFormat("float32", "F32", "float32"),
        ofFormat("float16", "F16", "float16"),
        ofFormat("bfloat16", "BF16", "bfloat16"),
        ofFormat("float8_e4m3fn", "F8_E4M3", "float8_e4m3fn"),
        ofFormat("float8_e5m2", "F8_E5M2", "float8_e5m2"),
        ofFormat("float8_e4m3fnuz", "F8_E4M3FNUZ", "float8_e4m3fnuz"),
        ofFormat("float8_e5m2fnuz", "F8_E5M2FNUZ", "float8_e5m2fnuz"),
        ofFormat("float8_e8m0fnu", "F8_E8M0", "float8_e8m0fnu"),
        ofFormat("float8_e4m3", {}, {}),
        ofFormat("float8_e3m4", {}, {}),
        ofFormat("float8_e4m3b11fnuz", {}, {}),
        ofFormat("float6_e2m3fn", "F6_E2M3", {}),
        ofFormat("float6_e3m2fn", "F6_E3M2", {}),
        ofFormat("float4_e2m1fn", "F4", {}),
        integer("int64", Signed, 64, "I64"),
        integer("int32", Signed, 32, "I32"),
        integer("int16", Signed, 16, "I16"),
        integer("int8", Signed, 8, "I8"),
        integer("uint64", Unsigned, 64, "U64"),
        integer("uint32", Unsigned, 32, "U32"),
        integer("uint16", Unsigned, 16, "U16"),
        integer("uint8", Unsigned, 8, "U8"),
        integer("bool", Bool, 8, "BOOL"),
        complexOf("complex64", "float32", "C64"),
        complexOf("complex128", "float64", {}),
    };
}

} // namespace

std::span<const ElementType> elementTypes()
{
    static const std::vector<ElementType> types = makeTypes();
    return types;
}

const ElementType* findElementType(std::string_view name)
{
    const auto types = elementTypes();
    const auto found = std::find_if(
        types.begin(), types.end(), [&](const ElementType& type) { return type.name == name; });
    return found == types.end() ? nullptr : &*found;
}

} // namespace ulpscope
