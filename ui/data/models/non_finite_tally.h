// SPDX-License-Identifier: GPL-3.0-or-later
// How many of some numbers are not finite: what has no place in a picture is counted beside it.
#pragma once

#include <QString>

#include <cstdint>

namespace ulpscope::ui {

struct NonFiniteTally
{
    std::int64_t nan = 0;
    std::int64_t infinite = 0;

    void add(double value);
    std::int64_t all() const { return nan + infinite; }
};

/// "12 are NaN, 3 are infinite"; empty where all are finite.
QString tallyText(const NonFiniteTally& tally);

} // namespace ulpscope::ui
