// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dtype/formats.h"

#include "engine/base/closest_name.h"
#include "engine/dtype/format_names.h"

#include <array>
#include <deque>
#include <mutex>

namespace ulpscope {

namespace {

constexpr auto kIeee = Infinities::Ieee;
constexpr auto kNone = Infinities::None;
constexpr std::string_view kOfp8 = "OCP OFP8 rev 1.0, table 1";
constexpr std::string_view kMx = "OCP Microscaling (MX) rev 1.0, 5.3";
constexpr std::string_view kMlDtypes = "ml_dtypes 0.6.0, as IEEE 754";
constexpr std::string_view kFnuz = "ml_dtypes 0.6.0; Noune et al., arXiv 2206.02915; AMD MI300";

constexpr std::array kFormats{
    Format{.name = "float64",
        .alias = "f64",
        .exponentBits = 11,
        .mantissaBits = 52,
        .bias = 1023,
        .infinities = kIeee,
        .nans = Nans::Ieee,
        .source = "IEEE 754-2019 binary64"},
    Format{.name = "float32",
        .alias = "f32",
        .exponentBits = 8,
        .mantissaBits = 23,
        .bias = 127,
        .infinities = kIeee,
        .nans = Nans::Ieee,
        .source = "IEEE 754-2019 binary32"},
    Format{.name = "tf32",
        .alias = "tensorfloat32",
        .exponentBits = 8,
        .mantissaBits = 10,
        .bias = 127,
        .infinities = kIeee,
        .nans = Nans::Ieee,
        .source = "NVIDIA A100 whitepaper: 8 exponent bits of float32, 10 mantissa bits of float16"},
    Format{.name = "bfloat16",
        .alias = "bf16",
        .exponentBits = 8,
        .mantissaBits = 7,
        .bias = 127,
        .infinities = kIeee,
        .nans = Nans::Ieee,
        .source = "upper half of binary32, subnormals kept (ml_dtypes)"},
    Format{.name = "float16",
        .alias = "f16",
        .exponentBits = 5,
        .mantissaBits = 10,
        .bias = 15,
        .infinities = kIeee,
        .nans = Nans::Ieee,
        .source = "IEEE 754-2019 binary16"},
    Format{.name = "dlfloat16",
        .exponentBits = 6,
        .mantissaBits = 9,
        .bias = 31,
        .infinities = kIeee,
        .nans = Nans::Ieee,
        .source = "Wang et al. 2018, format (1,6,9), with the special values and subnormals of IEEE 754"},
    Format{.name = "float8_e5m2",
        .alias = "e5m2",
        .exponentBits = 5,
        .mantissaBits = 2,
        .bias = 15,
        .infinities = kIeee,
        .nans = Nans::Ieee,
        .source = kOfp8},
    // No infinity, S.1111.111 is NaN: max = 1.75 * 2^8 = 448
    Format{.name = "float8_e4m3fn",
        .alias = "e4m3fn",
        .exponentBits = 4,
        .mantissaBits = 3,
        .bias = 7,
        .infinities = kNone,
        .nans = Nans::AllOnes,
        .source = kOfp8},
    Format{.name = "float8_e4m3",
        .alias = "e4m3",
        .exponentBits = 4,
        .mantissaBits = 3,
        .bias = 7,
        .infinities = kIeee,
        .nans = Nans::Ieee,
        .source = kMlDtypes},
    Format{.name = "float8_e3m4",
        .alias = "e3m4",
        .exponentBits = 3,
        .mantissaBits = 4,
        .bias = 3,
        .infinities = kIeee,
        .nans = Nans::Ieee,
        .source = kMlDtypes},
    Format{.name = "float8_e4m3fnuz",
        .alias = "e4m3fnuz",
        .exponentBits = 4,
        .mantissaBits = 3,
        .bias = 8,
        .infinities = kNone,
        .nans = Nans::NegativeZero,
        .source = kFnuz},
    Format{.name = "float8_e5m2fnuz",
        .alias = "e5m2fnuz",
        .exponentBits = 5,
        .mantissaBits = 2,
        .bias = 16,
        .infinities = kNone,
        .nans = Nans::NegativeZero,
        .source = kFnuz},
    Format{.name = "float8_e4m3b11fnuz",
        .alias = "e4m3b11fnuz",
        .exponentBits = 4,
        .mantissaBits = 3,
        .bias = 11,
        .infinities = kNone,
        .nans = Nans::NegativeZero,
        .source = "ml_dtypes 0.6.0"},
    // A scale: powers of two, neither sign nor zero.
    Format{.name = "float8_e8m0fnu",
        .alias = "e8m0",
        .exponentBits = 8,
        .mantissaBits = 0,
        .bias = 127,
        .infinities = kNone,
        .nans = Nans::AllOnes,
        .source = kMx,
        .isSigned = false,
        .hasZero = false},
    Format{.name = "float6_e3m2fn",
        .alias = "e3m2",
        .exponentBits = 3,
        .mantissaBits = 2,
        .bias = 3,
        .infinities = kNone,
        .nans = Nans::None,
        .source = kMx},
    Format{.name = "float6_e2m3fn",
        .alias = "e2m3",
        .exponentBits = 2,
        .mantissaBits = 3,
        .bias = 1,
        .infinities = kNone,
        .nans = Nans::None,
        .source = kMx},
    Format{.name = "float4_e2m1fn",
        .alias = "e2m1",
        .exponentBits = 2,
        .mantissaBits = 1,
        .bias = 1,
        .infinities = kNone,
        .nans = Nans::None,
        .source = kMx},
    fixedPoint("int8", "i8", 8, 0, "two's complement, unscaled, saturating"),
    fixedPoint("int4", "i4", 4, 0, "two's complement, unscaled, saturating"),
    fixedPoint("int2", "i2", 2, 0, "two's complement, unscaled, saturating"),
};

/// float32Format() and its like are rows by place; and a search through the rows meets wide ones first.
constexpr bool areWidestFirst()
{
    for (std::size_t i = 1; i < kFormats.size(); ++i) {
        const Format& before = kFormats[i - 1];
        const Format& row = kFormats[i];
        if (before.encoding != row.encoding ? row.encoding == Encoding::Float : before.bits() < row.bits())
            return false;
    }
    return kFormats[0].name == "float64" && kFormats[1].name == "float32";
}
static_assert(areWidestFirst(), "floating point before fixed point, each widest first");

/// Formats made from names. It only ever grows, and the same name always gives the same row.
class Interned
{
public:
    const Format* add(const Format& format, std::string name)
    {
        const std::lock_guard lock(m_mutex);
        for (const Entry& entry : m_entries)
            if (entry.name == name)
                return &entry.format;
        Entry& entry = m_entries.emplace_back();
        entry.name = std::move(name);
        entry.format = format;
        entry.format.name = entry.name;
        return &entry.format;
    }

private:
    struct Entry
    {
        std::string name;
        Format format;
    };
    std::mutex m_mutex;
    std::deque<Entry> m_entries; // addresses stay
};

Interned& interned()
{
    static Interned pool;
    return pool;
}

const Format* findRow(std::string_view name)
{
    for (const Format& format : kFormats)
        if (format.name == name || (!format.alias.empty() && format.alias == name))
            return &format;
    return nullptr;
}

/// A member that a row already is, is that row.
const Format* internedOrRow(const NamedFormat& made)
{
    if (const Format* row = findRow(made.name))
        return row;
    return interned().add(*made.format, made.name);
}

} // namespace

std::span<const Format> formats()
{
    return kFormats;
}

std::vector<const Format*> p3109Formats()
{
    std::vector<const Format*> members;
    for (int k = 3; k <= 16; ++k)
        for (int p = 1; p <= k; ++p)
            for (const char* kind : {"se", "sf", "ue", "uf"})
                if (const Format* format
                    = findFormat("binary" + std::to_string(k) + "p" + std::to_string(p) + kind))
                    members.push_back(format);
    return members;
}

const Format* findFormat(std::string_view name)
{
    if (const Format* row = findRow(name))
        return row;
    const NamedFormat made = formatOfName(name);
    return made.format ? internedOrRow(made) : nullptr;
}

Result<const Format*> formatByName(std::string_view name)
{
    if (const Format* row = findRow(name))
        return row;
    const NamedFormat made = formatOfName(name);
    if (made.format)
        return internedOrRow(made);
    if (std::optional<Error> refusal = formatRefusal(name))
        return *std::move(refusal);
    return valueError("", unknownName(translated("format"), name, formatNames()));
}

std::optional<Error> formatRefusal(std::string_view name)
{
    const NamedFormat made = formatOfName(name);
    if (made.refusal.empty())
        return std::nullopt;
    return valueError("", "format '" + std::string(name) + "' cannot be had: " + made.refusal);
}

const Format& withoutExponentLimits(const Format& format)
{
    if (format.encoding == Encoding::FixedPoint || format.name == "float64")
        return format;
    // One digit leaves no room for IEEE's infinity and NaN.
    return *findFormat("e11m" + std::to_string(format.mantissaBits) + (format.mantissaBits == 0 ? "fn" : ""));
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
