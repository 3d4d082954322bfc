// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include "engine/base/shown_text.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace ulpscope::cli {

void complain(std::string_view message)
{
    constexpr std::size_t kLongest = 2000;
    std::string line = "ulpscope-cli: " + printableText(message.substr(0, kLongest))
        + (message.size() > kLongest ? "..." : "");
    std::ranges::replace(line, '\n', ' '); // the message stays one line, whatever the input held
    line += '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
}

int failWith(const Error& error)
{
    complain(error.text());
    return error.kind == ErrorKind::Output ? kFailed : kWrongUse;
}

int print(std::string_view given)
{
    const std::string text = printableText(given);
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
        return kDone;
    complain("standard output cannot be written");
    return kFailed;
}

std::string checkSeed(const std::string& text)
{
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (error == std::errc{} && end == text.data() + text.size())
        return {};
    return "expected an integer in [0, 18446744073709551615], got " + shownText(text, 24);
}

} // namespace ulpscope::cli
