// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as logs print them: "2.5", "+1e-3", "nan", "-Infinity", "nan.0", "tensor(2.5, device='cuda:0')".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace ulpscope {

bool isWordCharacter(char c);

/// The number that the text begins with, and the count of characters that it takes; nothing where a letter follows it ("3rd").
struct NumberRead
{
    double value = 0;
    std::size_t length = 0;
};
std::optional<NumberRead> numberAt(std::string_view text);

/// NaN or an infinity, however it is spelled: "*nan*", "<nan>", "np.inf", "nan%", "∞"; nothing for any other word.
std::optional<double> notFiniteWord(std::string_view word);

/// Whether a word says that there is no number: "N/A", "#na#", "<NA>", "None", "--".
bool saysNoNumber(std::string_view word);

/// The number that the text is, apart from blanks and quotes around it.
std::optional<double> wholeTextNumber(std::string_view text);

/// The number behind the first `phrase` that stands as words of its own: not "loss" of "total_loss_scale". "32768.0*0.5" is the product.
std::optional<double> numberBehind(std::string_view line, std::string_view phrase);

/// Returns nullopt where it is not finite or so large that sums of such counts leave 64 bits.
std::optional<std::int64_t> wholeNumber(std::optional<double> number);

} // namespace ulpscope
