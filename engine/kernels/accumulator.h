// SPDX-License-Identifier: GPL-3.0-or-later
// How sums of products are formed, as data: every matrix product and every reduction names one accumulator.
#pragma once

#include "engine/base/result.h"
#include "engine/dtype/format.h"
#include "engine/dtype/rounding.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ulpscope {

enum class AccumulatorKind : std::uint8_t {
    Float64, ///< products and sums in float64, by Eigen
    Float32, ///< products and sums in float32, by Eigen: what a CPU library does
    Exact, ///< no rounding but the one of the result
    Sequential, ///< in order; every product and every sum rounded
    FmaSequential, ///< in order; a product and its sum rounded once together
    Pairwise, ///< products rounded, then a binary tree of rounded sums
    Chunked, ///< sequential within chunks of n, the chunks' sums sequential too (Wang et al. 2018)
    Kahan, ///< sequential with a compensation; every operation rounded
    TensorCore, ///< groups of products aligned, truncated and added at once
    Int32, ///< integers, modulo 2^32
};

/// A tensor core's fused group: `groupSize` products and the running sum are aligned to the largest exponent, truncated
/// to `alignmentBits` fraction bits, added exactly, and rounded to the output.
struct TensorCore
{
    std::string_view name; ///< "hopper-fp8"
    int groupSize = 0; ///< G
    int alignmentBits = 0; ///< F
    int outputMantissaBits = 23; ///< of the float32 result, truncated or rounded to
    // ... the rest of the model's parameters
    std::string_view source;
};

struct Accumulator
{
    std::string name; ///< canonical; accumulatorByName() reads it back
    AccumulatorKind kind = AccumulatorKind::Float32;
    const Format* format = nullptr; ///< what sums are rounded to; nullptr: the operands' format
    Rounding rounding; ///< of these; a stochastic mode makes a stochastic accumulator
    int chunk = 0; ///< Chunked: n
    int promoteEvery
        = 0; ///< TensorCore: a float32 sum takes the partial sum over after this many products; 0: never
    const TensorCore* core = nullptr;
};

/// "float32", "exact", "sequential", "sequential:float16", "sequential:float16:toward-zero", "chunked:64:dlfloat16",
/// "stochastic:8:bfloat16", "hopper-fp8", "hopper-fp8:promote:128", ...; else an error that names what is wrong.
Result<Accumulator> accumulatorByName(std::string_view name);

} // namespace ulpscope
