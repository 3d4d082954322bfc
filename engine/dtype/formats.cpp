// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dtype/formats.h"

#include "engine/base/closest_name.h"

#include <array>

namespace ulpscope {

namespace {

// name, alias, exponent bits, mantissa bits, bias, specials, source
constexpr std::array kFormats{
    Format{"float64", "f64", 11, 52, 1023, Specials::Ieee, "IEEE 754-2019 binary64"},
    Format{"float32", "f32", 8, 23, 127, Specials::Ieee, "IEEE 754-2019 binary32"},
    Format{"tf32", "tensorfloat32", 8, 10, 127, Specials::Ieee,
        "NVIDIA A100 whitepaper: 8 exponent bits of float32, 10 mantissa bits of float16"},
    Format{
        "bfloat16", "bf16", 8, 7, 127, Specials::Ieee, "upper half of binary32, subnormals kept (ml_dtypes)"},
    Format{"float16", "f16", 5, 10, 15, Specials::Ieee, "IEEE 754-2019 binary16"},
    // OCP OFP8 rev 1.0 table 1: no infinity, S.1111.111 is NaN.  max = 1.75 * 2^8 = 448
    Format{"float8_e4m3fn", "e4m3fn", 4, 3, 7, Specials::NanOnly, "OCP OFP8 rev 1.0, table 1"},
    // OCP OFP8 rev 1.0 table 1: as IEEE.  max = 1.75 * 2^15 = 57344
    Format{"float8_e5m2", "e5m2", 5, 2, 15, Specials::Ieee, "OCP OFP8 rev 1.0, table 1"},
};

} // namespace

std::span<const Format> formats()
{
    return kFormats;
}

const Format* findFormat(std::string_view name)
{
    for (const Format& format : kFormats)
        if (format.name == name || (!format.alias.empty() && format.alias == name))
            return &format;
    return nullptr;
}

Result<const Format*> formatByName(std::string_view name)
{
    if (const Format* format = findFormat(name))
        return format;
    return Error{"", unknownName("format", name, formatNames()), ErrorKind::ValueError};
}

const Format& float64Format()
{
    return kFormats[0];
}
const Format& float32Format()
{
    return kFormats[1];
}

std::vector<std::string> formatNames()
{
    std::vector<std::string> names;
    names.reserve(kFormats.size());
    for (const Format& format : kFormats)
        names.emplace_back(format.name);
    return names;
}

} // namespace ulpscope
