// SPDX-License-Identifier: GPL-3.0-or-later
// Contracts: a broken one is a mistake in this program, never in its input.
#pragma once

#include <stdexcept>
#include <string>

namespace ulpscope {

class ContractError : public std::logic_error
{
public:
    using std::logic_error::logic_error;
};

/// Throws ContractError unless `holds`. `what` says which contract, "[Dense] input columns".
inline void check(bool holds, const char* what)
{
    if (!holds)
        throw ContractError(what);
}

template <class A, class B>
void checkEqual(const A& actual, const B& expected, const char* what)
{
    if (!(actual == expected))
        throw ContractError(
            std::string(what) + ": expected " + std::to_string(expected) + ", got " + std::to_string(actual));
}

} // namespace ulpscope
