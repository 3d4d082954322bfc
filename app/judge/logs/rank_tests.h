// SPDX-License-Identifier: GPL-3.0-or-later
// Two exact tests of few values, by counting. Only the order of the values counts: a result for the loss is one for its logarithm
// too, and a run without any number, which is worse than all others, has a place.
#pragma once

#include <cstdint>
#include <span>

namespace ulpscope {

/// The rank-sum test (F. Wilcoxon, Individual Comparisons by Ranking Methods, Biometrics Bulletin 1, 1945; H. B. Mann and
/// D. R. Whitney, Annals of Mathematical Statistics 18, 1947), two-sided: of all ways to deal the values of both groups into two of
/// the same sizes, the share in which the sum of ranks is as far from its mean as here. Equal values share the mean of their ranks,
/// and the ways are counted with them (E. J. G. Pitman, Supplement to the Journal of the Royal Statistical Society 4, 1937). Infinities
/// are values, NaN are not. a and b: of one size, 1 to kMaxRanked; else a std::logic_error.
double rankSumProbability(std::span<const double> a, std::span<const double> b);

/// The least that rankSumProbability() gives two groups of that size: 2 / binomial(2 n, n), where all of one are above the other.
double leastRankSumProbability(std::int64_t size);

/// The sign test (J. Arbuthnot, Philosophical Transactions 27, 1710), two-sided: how often heads and tails of a fair coin, as many
/// as both numbers together, are at least as uneven. 1 for none. The caller leaves out equal pairs.
double signProbability(std::int64_t larger, std::int64_t smaller);

/// Largest samples whose arrangements are counted: 64 of each take 1e8 additions.
inline constexpr std::int64_t kMaxRanked = 64;

} // namespace ulpscope
