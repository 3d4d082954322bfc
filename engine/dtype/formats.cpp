// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dtype/formats.h"

#include "engine/base/closest_name.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <deque>
#include <mutex>
#include <optional>

namespace ulpscope {

namespace {

constexpr auto kIeee = Infinities::Ieee;
constexpr auto kNone = Infinities::None;
constexpr std::string_view kOfp8 = "OCP OFP8 rev 1.0, table 1";
constexpr std::string_view kMx = "OCP Microscaling (MX) rev 1.0, 5.3";
constexpr std::string_view kMlDtypes = "ml_dtypes 0.6.0, as IEEE 754";
constexpr std::string_view kFnuz = "ml_dtypes 0.6.0; Noune et al., arXiv 2206.02915; AMD MI300";

constexpr Format fixedPoint(
    std::string_view name, std::string_view alias, int wordLength, int fractionBits, std::string_view source)
{
    const int mantissaBits = wordLength - 1;
    return {name, alias, 0, mantissaBits, 1 - (mantissaBits - fractionBits), kNone, Nans::None, source, true,
        true, Encoding::FixedPoint};
}

// name, alias, exponent bits, mantissa bits, bias, infinities, NaNs, source
constexpr std::array kFormats{
    Format{"float64", "f64", 11, 52, 1023, kIeee, Nans::Ieee, "IEEE 754-2019 binary64"},
    Format{"float32", "f32", 8, 23, 127, kIeee, Nans::Ieee, "IEEE 754-2019 binary32"},
    Format{"tf32", "tensorfloat32", 8, 10, 127, kIeee, Nans::Ieee,
        "NVIDIA A100 whitepaper: 8 exponent bits of float32, 10 mantissa bits of float16"},
    Format{"bfloat16", "bf16", 8, 7, 127, kIeee, Nans::Ieee,
        "upper half of binary32, subnormals kept (ml_dtypes)"},
    Format{"float16", "f16", 5, 10, 15, kIeee, Nans::Ieee, "IEEE 754-2019 binary16"},
    Format{"dlfloat16", "", 6, 9, 31, kIeee, Nans::Ieee,
        "Wang et al. 2018, format (1,6,9), with the special values and subnormals of IEEE 754"},
    Format{"float8_e5m2", "e5m2", 5, 2, 15, kIeee, Nans::Ieee, kOfp8},
    // No infinity, S.1111.111 is NaN: max = 1.75 * 2^8 = 448
    Format{"float8_e4m3fn", "e4m3fn", 4, 3, 7, kNone, Nans::AllOnes, kOfp8},
    Format{"float8_e4m3", "e4m3", 4, 3, 7, kIeee, Nans::Ieee, kMlDtypes},
    Format{"float8_e3m4", "e3m4", 3, 4, 3, kIeee, Nans::Ieee, kMlDtypes},
    Format{"float8_e4m3fnuz", "e4m3fnuz", 4, 3, 8, kNone, Nans::NegativeZero, kFnuz},
    Format{"float8_e5m2fnuz", "e5m2fnuz", 5, 2, 16, kNone, Nans::NegativeZero, kFnuz},
    Format{"float8_e4m3b11fnuz", "e4m3b11fnuz", 4, 3, 11, kNone, Nans::NegativeZero, "ml_dtypes 0.6.0"},
    // A scale: powers of two, neither sign nor zero.
    Format{"float8_e8m0fnu", "e8m0", 8, 0, 127, kNone, Nans::AllOnes, kMx, false, false},
    Format{"float6_e3m2fn", "e3m2", 3, 2, 3, kNone, Nans::None, kMx},
    Format{"float6_e2m3fn", "e2m3", 2, 3, 1, kNone, Nans::None, kMx},
    Format{"float4_e2m1fn", "e2m1", 2, 1, 1, kNone, Nans::None, kMx},
    fixedPoint("int8", "i8", 8, 0, "two's complement, unscaled, saturating"),
    fixedPoint("int4", "i4", 4, 0, "two's complement, unscaled, saturating"),
    fixedPoint("int2", "i2", 2, 0, "two's complement, unscaled, saturating"),
};

constexpr std::array kFamilies{
    FormatFamily{"binary{K}p{P}{s|u}{e|f}", "binary8p3se",
        "K bits, P digits, signed or unsigned, extended (with infinity) or finite; draft",
        "IEEE P3109 interim report 3.2.0 (draft)"},
    FormatFamily{"float{bits}_e{E}m{M}[b{bias}][fn|f|fnuz|fnu|fu]", "float10_e4m5fn",
        "your own: E exponent bits, M <= 24 mantissa bits, bias (2^(E-1)-1 if not given); IEEE specials, or fn: "
        "no infinity, NaN all ones; f: neither; fnuz: NaN in place of -0; u: unsigned",
        "defined by its name, after ml_dtypes' grammar of names"},
    FormatFamily{"fixed{W}_{F}", "fixed16_12",
        "two's complement fixed point: W <= 25 bits, F of them fraction; saturates",
        "Gupta et al. 2015, <IL, FL>"},
};

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

/// Reads a name from the left.
class Reader
{
public:
    explicit Reader(std::string_view text)
        : m_rest(text)
    {
    }
    bool take(std::string_view word)
    {
        if (!m_rest.starts_with(word))
            return false;
        m_rest.remove_prefix(word.size());
        return true;
    }
    std::optional<int> number()
    {
        int value = 0;
        const auto [end, error] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), value);
        constexpr int kLargest = 100'000; // far above what any family takes
        if (error != std::errc() || value > kLargest || value < -kLargest)
            return std::nullopt;
        m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
        return value;
    }
    std::string_view rest() const { return m_rest; }

private:
    std::string_view m_rest;
};

constexpr int kMostMantissaBits = 24; // design: 53 >= 2 * 25 + 2
constexpr int kMostExponentBits = 11;

/// What a family's name says: a format, a reason why it cannot be had, or nothing when the name is of no family.
struct Made
{
    std::optional<Format> format;
    std::string name; ///< canonical
    std::string refusal;

    bool isOfFamily() const { return format || !refusal.empty(); }
};

Made refused(std::string reason)
{
    return {std::nullopt, {}, std::move(reason)};
}

/// Or why float64, the widest carrier, cannot hold the format's values.
Made carried(const Format& format, std::string name)
{
    if (format.minExponent() - format.mantissaBits < -1074 || format.minExponent() < -1023
        || format.maxExponent() > 1023)
        return refused("its exponents leave the range of float64, which carries it");
    return {format, std::move(name), {}};
}

Made p3109(std::string_view name)
{
    std::string lower(name);
    std::transform(
        lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    Reader reader(lower);
    if (!reader.take("binary"))
        return {};
    const std::optional<int> k = reader.number();
    if (!k || !reader.take("p"))
        return {};
    const std::optional<int> p = reader.number();
    const std::string_view kind = reader.rest();
    if (!p || kind.size() != 2 || (kind[0] != 's' && kind[0] != 'u') || (kind[1] != 'e' && kind[1] != 'f'))
        return {};
    const bool isSigned = kind[0] == 's';
    if (*k < 3 || *k > 16)
        return refused("K is from 3 to 16");
    if (*p < 1 || *p > *k - (isSigned ? 1 : 0))
        return refused(isSigned ? "P is from 1 to K - 1 where signed" : "P is from 1 to K where unsigned");
    // Signed bias floor(2^(K-P-1)), unsigned 2^(K-P); NaN at -0, or at the top code where there is no sign.
    Format format;
    format.exponentBits = *k - *p + (isSigned ? 0 : 1);
    format.mantissaBits = *p - 1;
    format.bias = isSigned ? 1 << (*k - *p - 1) : 1 << (*k - *p);
    format.infinities = kind[1] == 'e' ? Infinities::Topmost : Infinities::None;
    format.nans = isSigned ? Nans::NegativeZero : Nans::AllOnes;
    format.isSigned = isSigned;
    format.source = kFamilies[0].source;
    return carried(format, "binary" + std::to_string(*k) + "p" + std::to_string(*p) + std::string(kind));
}

Made fixedPointByName(std::string_view name)
{
    Reader reader(name);
    if (!reader.take("fixed"))
        return {};
    const std::optional<int> wordLength = reader.number();
    if (!wordLength || !(reader.take("_") || reader.take(".")))
        return {};
    const std::optional<int> fractionBits = reader.number();
    if (!fractionBits || !reader.rest().empty())
        return {};
    if (*wordLength < 2 || *wordLength > kMostMantissaBits + 1)
        return refused("W is from 2 to 25");
    if (*fractionBits < -64 || *fractionBits > 64)
        return refused("F is from -64 to 64");
    return {fixedPoint("", "", *wordLength, *fractionBits, kFamilies[2].source),
        "fixed" + std::to_string(*wordLength) + "_" + std::to_string(*fractionBits), {}};
}

Made userFloat(std::string_view name)
{
    Reader reader(name);
    std::optional<int> width;
    if (reader.take("float")) {
        width = reader.number();
        if (!width || !reader.take("_"))
            return {};
    }
    if (!reader.take("e"))
        return {};
    const std::optional<int> exponentBits = reader.number();
    if (!exponentBits || !reader.take("m"))
        return {};
    const std::optional<int> mantissaBits = reader.number();
    if (!mantissaBits)
        return {};
    std::optional<int> bias;
    if (reader.take("b") && !(bias = reader.number()))
        return {};
    const std::string_view flags = reader.rest();
    constexpr std::array<std::string_view, 6> kFlags{"", "fn", "f", "fnuz", "fnu", "fu"};
    if (std::find(kFlags.begin(), kFlags.end(), flags) == kFlags.end())
        return {};
    if (*exponentBits < 1 || *exponentBits > kMostExponentBits)
        return refused("E is from 1 to " + std::to_string(kMostExponentBits));
    if (*mantissaBits < 0 || *mantissaBits > kMostMantissaBits)
        return refused(
            "M is from 0 to " + std::to_string(kMostMantissaBits) + ", so that float64 can carry it");
    if (flags.empty() && (*mantissaBits == 0 || *exponentBits == 1))
        return refused("with IEEE's infinity and NaN it needs M >= 1 and E >= 2; try fn, f or fnuz");
    Format format;
    format.exponentBits = *exponentBits;
    format.mantissaBits = *mantissaBits;
    const int usualBias = (1 << (*exponentBits - 1)) - 1;
    format.bias = bias.value_or(usualBias);
    if (std::abs(format.bias) > 4096)
        return refused("its exponents leave the range of float64, which carries it");
    format.isSigned = !flags.ends_with("u") || flags.empty();
    format.infinities = flags.empty() ? Infinities::Ieee : Infinities::None;
    format.nans = flags.empty()           ? Nans::Ieee
        : flags == "fnuz"                 ? Nans::NegativeZero
        : flags == "fn" || flags == "fnu" ? Nans::AllOnes
                                          : Nans::None;
    format.source = kFamilies[1].source;
    if (width && *width != format.bits())
        return refused("that is " + std::to_string(format.bits()) + " bits, not " + std::to_string(*width));
    if (format.bits() < 2)
        return refused("it needs at least two bits");
    std::string canonical = "float" + std::to_string(format.bits()) + "_e" + std::to_string(*exponentBits)
        + "m" + std::to_string(*mantissaBits);
    if (format.bias != usualBias)
        canonical += "b" + std::to_string(format.bias);
    return carried(format, canonical + std::string(flags));
}

Made makeByName(std::string_view name)
{
    if (Made made = p3109(name); made.isOfFamily())
        return made;
    if (Made made = fixedPointByName(name); made.isOfFamily())
        return made;
    return userFloat(name);
}

const Format* findRow(std::string_view name)
{
    for (const Format& format : kFormats)
        if (format.name == name || (!format.alias.empty() && format.alias == name))
            return &format;
    return nullptr;
}

/// A member that a row already is, is that row.
const Format* internedOrRow(const Made& made)
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

std::span<const FormatFamily> formatFamilies()
{
    return kFamilies;
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
    const Made made = makeByName(name);
    return made.format ? internedOrRow(made) : nullptr;
}

Result<const Format*> formatByName(std::string_view name)
{
    if (const Format* row = findRow(name))
        return row;
    const Made made = makeByName(name);
    if (made.format)
        return internedOrRow(made);
    if (!made.refusal.empty())
        return Error{
            "", "format '" + std::string(name) + "' cannot be had: " + made.refusal, ErrorKind::ValueError};
    return Error{"", unknownName("format", name, formatNames()), ErrorKind::ValueError};
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
