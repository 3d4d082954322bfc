// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dtype/format_names.h"

#include "engine/dtype/formats.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

namespace ulpscope {

namespace {

constexpr std::array kFamilies{
    FormatFamily{.pattern = "binary{K}p{P}{s|u}{e|f}",
        .example = "binary8p3se",
        .summary = "K bits, P digits, signed or unsigned, extended (with infinity) or finite; draft",
        .source = "IEEE P3109 interim report 3.2.0 (draft)"},
    FormatFamily{.pattern = "float{bits}_e{E}m{M}[b{bias}][fn|f|fnuz|fnu|fu]",
        .example = "float10_e4m5fn",
        .summary
        = "your own: E exponent bits, M <= 24 mantissa bits, bias (2^(E-1)-1 if not given); IEEE specials, or fn: "
          "no infinity, NaN all ones; f: neither; fnuz: NaN in place of -0; u: unsigned",
        .source = "defined by its name, after ml_dtypes' grammar of names"},
    FormatFamily{.pattern = "fixed{W}_{F}",
        .example = "fixed16_12",
        .summary = "two's complement fixed point: W <= 25 bits, F of them fraction; saturates",
        .source = "Gupta et al. 2015, <IL, FL>"},
};

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

constexpr int kMaxMantissaBits = 24; // design: 53 >= 2 * 25 + 2
constexpr int kMaxExponentBits = 11;

NamedFormat refused(std::string reason)
{
    return {std::nullopt, {}, std::move(reason)};
}

/// Or why float64, the widest carrier, cannot hold the format's values.
NamedFormat carried(const Format& format, std::string name)
{
    if (format.minExponent() - format.mantissaBits < -1074 || format.minExponent() < -1023
        || format.maxExponent() > 1023)
        return refused("its exponents leave the range of float64, which carries it");
    return {format, std::move(name), {}};
}

NamedFormat p3109(std::string_view name)
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

NamedFormat fixedPointByName(std::string_view name)
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
    if (*wordLength < 2 || *wordLength > kMaxMantissaBits + 1)
        return refused("W is from 2 to 25");
    if (*fractionBits < -64 || *fractionBits > 64)
        return refused("F is from -64 to 64");
    return {fixedPoint("", "", *wordLength, *fractionBits, kFamilies[2].source),
        "fixed" + std::to_string(*wordLength) + "_" + std::to_string(*fractionBits), {}};
}

NamedFormat userFloat(std::string_view name)
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
    if (*exponentBits < 1 || *exponentBits > kMaxExponentBits)
        return refused("E is from 1 to " + std::to_string(kMaxExponentBits));
    if (*mantissaBits < 0 || *mantissaBits > kMaxMantissaBits)
        return refused(
            "M is from 0 to " + std::to_string(kMaxMantissaBits) + ", so that float64 can carry it");
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

} // namespace

std::span<const FormatFamily> formatFamilies()
{
    return kFamilies;
}

NamedFormat formatOfName(std::string_view name)
{
    if (NamedFormat made = p3109(name); made.isOfFamily())
        return made;
    if (NamedFormat made = fixedPointByName(name); made.isOfFamily())
        return made;
    return userFloat(name);
}

} // namespace ulpscope
