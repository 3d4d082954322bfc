// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as a person types them, stored in every format of the table.
#include "tests/fuzz/fuzz_target.h"

#include "engine/base/expression.h"
#include "engine/base/number_text.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/stored_number.h"

#include <cmath>

namespace {

using namespace ulpscope;
using fuzz::require;

bool isSame(double a, double b)
{
    return a == b ? std::signbit(a) == std::signbit(b) : std::isnan(a) && std::isnan(b);
}

void write(double value)
{
    constexpr std::size_t kLongestRead = 400; // of parseNumber()
    for (const std::string& text : {shortestText(value), exactDecimal(value), hexFloatText(value)}) {
        if (text.size() > kLongestRead)
            continue;
        const std::optional<double> read = parseNumber(text);
        require(read && isSame(*read, value), "a number's text reads back to it");
    }
    require(!readableText(value).empty(), "a number has a readable text");
}

void store(const Format& format, double value)
{
    const StoredNumber number = storeNumber(format, value);
    require(isSame(decode(format, number.code), number.stored), "the code is that of what is stored");
    require(isSame(roundToFormat(format, number.stored), number.stored), "what is stored is of the format");
    require(!(number.below > number.stored) && !(number.above < number.stored), "neighbours are in order");
    require(!outcomeText(number).empty() && !hexCode(format, number.code).empty(), "it can be shown");
}

void showCode(const Format& format, std::uint64_t code)
{
    const StoredNumber number = storedCode(format, code);
    require(isSame(number.stored, decode(format, code)), "a code is shown as its value");
    require(!outcomeText(number).empty(), "it can be shown");
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text = fuzz::textOf(data, size);
    const std::variant<TypedNumber, ExpressionError> parsed = parseExpression(text);
    if (const auto* error = std::get_if<ExpressionError>(&parsed)) {
        require(error->position <= size && !error->message.empty(), "an error has a place and a message");
        return 0;
    }
    const auto& typed = std::get<TypedNumber>(parsed);
    write(typed.value);
    for (const Format& format : formats()) {
        store(format, typed.value);
        if (typed.code)
            showCode(format, *typed.code);
    }
    return 0;
}
