// SPDX-License-Identifier: GPL-3.0-or-later
// Rounds one number to one format and tells its code, its error, its neighbours, and in a word the outcome.
#pragma once

#include "engine/dtype/encoding.h"
#include "engine/dtype/rounding.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace ulpscope {

enum class StoreOutcome : std::uint8_t {
    Exact,
    Rounded,
    Underflow, ///< the value was not zero and is stored as zero
    Overflow, ///< finite before, infinity or NaN now
    Clamped, ///< beyond the range, by more than rounding, before; the largest value now
    Infinity,
    InfinityLost, ///< infinite before, NaN now
    Nan,
    NanLost, ///< NaN before, a number now
};

struct StoredNumber
{
    const Format* format = nullptr;
    double value = 0; ///< value before it is stored
    double stored = 0;
    std::uint64_t code = 0;
    CodeClass codeClass = CodeClass::Zero;
    StoreOutcome outcome = StoreOutcome::Exact;
    double error = 0; ///< stored - value; exact for neighbours of the value
    double ulp = 0; ///< distance of neighbours in the value's binade; NaN where the value is not finite
    double errorInUlps = 0;
    double below = 0; ///< neighbours of what is stored; NaN for NaN
    double above = 0;
};

/// `random`: R of the stochastic modes.
StoredNumber storeNumber(
    const Format& format, double value, const Rounding& rounding = {}, std::uint64_t random = 0);
/// A code as it is: exact, whatever it stands for.
StoredNumber storedCode(const Format& format, std::uint64_t code);

/// "rounded", "underflow to 0", "overflow to infinity", ...
std::string_view outcomeText(const StoredNumber& number);
/// "0x2e66", with as many digits as the format needs.
std::string hexCode(const Format& format, std::uint64_t code);

/// Meaning of a bit in a code.
enum class BitField : std::uint8_t { Sign, Exponent, Mantissa };
/// bit: 0 for the lowest.
BitField bitField(const Format& format, int bit);
/// "sign", "exponent", "mantissa"; "value" for the bits of a fixed-point format that are not its sign.
std::string_view bitFieldText(const Format& format, BitField field);

} // namespace ulpscope
