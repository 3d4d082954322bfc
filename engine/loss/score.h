// SPDX-License-Identifier: GPL-3.0-or-later
// How well predictions fit their targets, summed over batches: what metrics are made of.
#pragma once

#include <cstdint>

namespace ulpscope {

struct Score
{
    std::int64_t examples = 0;
    double loss = 0; ///< summed over examples
    std::int64_t decisions = 0; ///< for a class: one an example, or one a step of a sequence
    std::int64_t correct = 0;
    std::int64_t amongFive = 0; ///< the target is one of the five classes with the largest outputs
    std::int64_t classes = 0; ///< that a decision is between; 0 for a regression
    std::int64_t values = 0; ///< of a regression
    double absoluteError = 0; ///< summed over values
};

} // namespace ulpscope
