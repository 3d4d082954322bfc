// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dtype/stored_number.h"

#include "engine/base/message.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace ulpscope {

namespace {

/// Whether a finite value would go beyond the range if that had no end. Its half, which is within, is rounded alike; the digits of a
/// fixed-point format do not go with the exponent, and there it is the distance.
bool leavesRange(const Format& format, double value, const Rounding& rounding, std::uint64_t random)
{
    const double limit = value < 0 ? format.lowest() : format.maxFinite();
    if (format.encoding == Encoding::FixedPoint)
        return std::fabs(value - limit) >= ulp(format, limit) / 2;
    return std::fabs(2 * roundToFormat(format, value / 2, rounding, random)) > std::fabs(limit);
}

StoreOutcome outcomeOf(
    const Format& format, double value, double stored, const Rounding& rounding, std::uint64_t random)
{
    if (std::isnan(value))
        return std::isnan(stored) ? StoreOutcome::Nan : StoreOutcome::NanLost;
    if (std::isinf(value))
        return std::isinf(stored) ? StoreOutcome::Infinity
            : std::isnan(stored)  ? StoreOutcome::InfinityLost
                                  : StoreOutcome::Clamped;
    if (!std::isfinite(stored))
        return StoreOutcome::Overflow;
    if (stored == value)
        return StoreOutcome::Exact;
    if (stored == 0)
        return StoreOutcome::Underflow;
    const bool isOutside = value > format.maxFinite() || value < format.lowest();
    return isOutside && leavesRange(format, value, rounding, random) ? StoreOutcome::Clamped
                                                                     : StoreOutcome::Rounded;
}

void describe(StoredNumber& number, const Rounding& rounding = {}, std::uint64_t random = 0)
{
    const Format& format = *number.format;
    number.codeClass = classOf(format, number.code);
    number.outcome = outcomeOf(format, number.value, number.stored, rounding, random);
    number.error = number.stored - number.value;
    if (std::isinf(number.value) && number.stored == number.value)
        number.error = 0;
    number.ulp = std::isfinite(number.value) ? ulp(format, number.value) : std::nan("");
    number.errorInUlps = number.error / number.ulp;
    const bool isNumber = !std::isnan(number.stored);
    number.below = isNumber ? nextDown(format, number.stored) : std::nan("");
    number.above = isNumber ? nextUp(format, number.stored) : std::nan("");
}

const char* textOf(const StoredNumber& number)
{
    switch (number.outcome) {
    case StoreOutcome::Exact:
        return translated("exact");
    case StoreOutcome::Rounded:
        return translated("rounded");
    case StoreOutcome::Underflow:
        return translated("underflow to 0");
    case StoreOutcome::Overflow:
        return std::isnan(number.stored) ? translated("overflow to NaN") : translated("overflow to infinity");
    case StoreOutcome::Clamped:
        return number.stored < 0 ? translated("clamped to the lowest") : translated("clamped to the largest");
    case StoreOutcome::Infinity:
        return translated("infinity");
    case StoreOutcome::InfinityLost:
        return translated("infinity became NaN");
    case StoreOutcome::Nan:
        return translated("NaN");
    case StoreOutcome::NanLost:
        return translated("NaN became a number");
    }
    return "";
}

const char* textOf(const Format& format, BitField field)
{
    switch (field) {
    case BitField::Sign:
        return translated("sign");
    case BitField::Exponent:
        return translated("exponent");
    case BitField::Mantissa:
        break;
    }
    return format.encoding == Encoding::FixedPoint ? translated("value") : translated("mantissa");
}

} // namespace

StoredNumber storeNumber(const Format& format, double value, const Rounding& rounding, std::uint64_t random)
{
    StoredNumber number;
    number.format = &format;
    number.value = value;
    number.stored = roundToFormat(format, value, rounding, random);
    number.code = encode(format, number.stored);
    describe(number, rounding, random);
    return number;
}

StoredNumber storedCode(const Format& format, std::uint64_t code)
{
    StoredNumber number;
    number.format = &format;
    number.code = code;
    number.stored = number.value = decode(format, code);
    describe(number);
    return number;
}

std::string_view outcomeText(const StoredNumber& number)
{
    return textOf(number);
}

std::string hexCode(const Format& format, std::uint64_t code)
{
    std::array<char, 24> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "0x%0*llx", (format.bits() + 3) / 4,
        static_cast<unsigned long long>(code));
    return buffer.data();
}

BitField bitField(const Format& format, int bit)
{
    if (format.isSigned && bit == format.bits() - 1)
        return BitField::Sign;
    return bit >= format.mantissaBits ? BitField::Exponent : BitField::Mantissa;
}

std::string_view bitFieldText(const Format& format, BitField field)
{
    return textOf(format, field);
}

} // namespace ulpscope
