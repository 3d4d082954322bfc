// SPDX-License-Identifier: GPL-3.0-or-later
// A product in parts, which threads compute side by side. Each output is one sum, whatever part it is in.
#pragma once

#include "engine/base/team.h"
#include "engine/kernels/kernel_arguments.h"
#include "engine/tensor/arithmetic.h"

#include <algorithm>

namespace ulpscope {

/// Multiplications for which a thread's help pays: some 50 microseconds of the fastest kernel.
inline constexpr double kWorthHelp = 1 << 21;
inline constexpr std::size_t kMaxParts = 32;

/// Calls f(part, index) for parts of a result [m, n] whose sums have k terms: runs of rows, or of columns where these are more and
/// may be split; each of at least `least` lines, but for the last.
template <class F>
void forParts(const Arithmetic& arithmetic, Index m, Index n, Index k, Index least, bool splitsColumns, F f)
{
    const bool areColumns = splitsColumns && n > m;
    const Index lines = areColumns ? n : m;
    const double work = static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
    const Index threads = arithmetic.team() == nullptr ? 1 : arithmetic.team()->threads();
    const Index wanted
        = std::min(static_cast<Index>(std::min(work / kWorthHelp, double{kMaxParts})), threads);
    const Index each = wanted < 2 ? lines : ((lines + wanted - 1) / wanted + least - 1) / least * least;
    if (each >= lines)
        return f(ResultPart{0, m, 0, n}, Index{0});
    arithmetic.team()->share((lines + each - 1) / each, [&](Index i) {
        const Index count = std::min(each, lines - i * each);
        f(areColumns ? ResultPart{0, m, i * each, count} : ResultPart{i * each, count, 0, n}, i);
    });
}

} // namespace ulpscope
