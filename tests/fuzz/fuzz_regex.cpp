// SPDX-License-Identifier: GPL-3.0-or-later
// Python's regular expressions: the first line is a pattern, every other a path to try it on.
#include "tests/fuzz/fuzz_target.h"

#include "engine/policy/python_regex/python_regex.h"

namespace {

using namespace ulpscope;
using fuzz::require;

// Enough for anything of interest, too little for backtracking to take long.
constexpr std::size_t kLongestPattern = 256;
constexpr std::size_t kLongestPath = 20;
constexpr int kMaxPaths = 4;

void requireMessage(const Error& error)
{
    require(!error.message.empty(), "an error has a message");
    require(error.kind == ErrorKind::RegexError || error.kind == ErrorKind::ValueError
            || error.kind == ErrorKind::NotImplementedError,
        "an error has the kind of one of Python's exceptions");
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string_view text = fuzz::textOf(data, size);
    const std::string_view pattern = fuzz::takeLine(text).substr(0, kLongestPattern);
    const Result<PythonRegex> whole = PythonRegex::compile(pattern, MapMatching::FullMatch);
    const Result<PythonRegex> anywhere = PythonRegex::compile(pattern, MapMatching::Search);
    require(whole.ok() == anywhere.ok(), "whether a pattern is valid does not depend on how it is tried");
    if (!whole) {
        requireMessage(whole.error());
        return 0;
    }
    for (int i = 0; i < kMaxPaths; ++i) {
        const std::string_view path = fuzz::takeLine(text).substr(0, kLongestPath);
        const Result<bool> isWhole = whole->matches(path);
        const Result<bool> isFound = anywhere->matches(path);
        if (!isWhole)
            requireMessage(isWhole.error());
        if (!isFound)
            requireMessage(isFound.error());
        require(
            !isWhole || !isFound || !*isWhole || *isFound, "what matches as a whole is found by a search");
    }
    return 0;
}
