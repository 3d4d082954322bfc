// SPDX-License-Identifier: GPL-3.0-or-later
// How sums of products are formed, as data: every matrix product and every reduction names one accumulator. What each
// kind does, operation by operation, is written out in kernels/running_sum.cpp; the fast kernels give the same bits.
#pragma once

#include "engine/base/result.h"
#include "engine/dtype/format.h"
#include "engine/dtype/rounding.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// a_i b_i: the products in order, i from 0. r(x): the exact x rounded to the sum's format. Sums begin at +0.
enum class AccumulatorKind : std::uint8_t {
    Float64, ///< FmaSequential in float64, by the fastest kernel
    Float32, ///< the same in float32, to which operands are rounded
    Exact, ///< no rounding but the one of the result
    Sequential, ///< s = r(s + r(a_i b_i))
    FmaSequential, ///< s = r(s + a_i b_i)
    /// r(a_i b_i) as leaves; sum of n leaves = r(sum of the first h + sum of the rest), h the largest power of two below n
    Pairwise,
    Chunked, ///< t as Sequential over n products, from 0; then s = r(s + t); the last chunk may be shorter
    Kahan, ///< y = r(r(a_i b_i) - c), t = r(s + y), c = r(r(t - s) - y), s = t; the result is s
    TensorCore, ///< groups of products aligned, truncated and added at once, then chained
    Int32, ///< integers, modulo 2^32
};

/// How a tensor core adds a group to the running sum c.
enum class CoreKind : std::uint8_t {
    /// Products (unnormalised significands) and c aligned to the largest exponent, truncated towards zero to F fraction
    /// bits, added exactly; the sum truncated (float32) or rounded to nearest even (float16).
    Fused,
    /// Products aligned and truncated among themselves; their sum and c aligned, with floor to 31 and F bits; nearest even.
    LateAdd,
    /// The same, but products of even and of odd index are aligned apart and then added, with floor to F bits.
    LateAddInterleaved,
    Tree, ///< every product and sum of a balanced tree rounded to float32, then the group added to c
    /// Two Fused groups chained from 0, the first of the products whose index modulo 4 is below 2; their sum added to c in float32,
    /// to nearest even. Operands become float16.
    TwoGroups,
};

struct TensorCoreModel
{
    CoreKind kind = CoreKind::Fused;
    int groupSize = 1; ///< G, products that are added at once; a last shorter group is filled with zeros
    int blockSize = 1; ///< products that are summed exactly, with exponent 0, before alignment
    int alignmentBits = 0; ///< F
    int outputMantissaBits = 23; ///< mantissa bits of the running sum, which has float32's exponents
    bool float16Output = false; ///< the running sum is float16 instead
    bool flushSubnormals = false; ///< float32's subnormals count as zero in operands and results
};

struct TensorCore
{
    std::string_view name; ///< "hopper-fp8"
    TensorCoreModel model;
    std::array<std::string_view, 4>
        inputs; ///< formats; the first that contains an operand's is taken. May hold ""
    std::string_view summary;
    std::string_view source;
};

struct Accumulator
{
    std::string name; ///< canonical; accumulatorByName() reads it back
    AccumulatorKind kind = AccumulatorKind::Float32;
    const Format* format = nullptr; ///< format of the sums; null: the first operand's
    Rounding rounding; ///< rounding of the sums; a stochastic mode makes a stochastic accumulator
    int chunk = 0; ///< Chunked: n
    int promoteEvery
        = 0; ///< TensorCore: after this many products the partial sum moves to a float32 sum; 0: never
    int slices
        = 0; ///< TensorCore: the same after each of so many slices of all products (sliceWidth()); 0: never
    const TensorCore* core = nullptr;
};

/// One row for people: what a name may look like.
struct AccumulatorRow
{
    std::string_view pattern; ///< "chunked:n[:format][:mode][:rule]"
    std::string_view example; ///< "chunked:64:dlfloat16"
    std::string_view summary;
    std::string_view source;
};
/// The accumulators in teaching order: the general ones, then the tensor cores.
std::span<const AccumulatorRow> accumulatorRows();
std::span<const TensorCore> tensorCores();

/// "float32", "exact", "sequential", "sequential:float16", "sequential:float16:toward-zero", "chunked:64:dlfloat16",
/// "stochastic:8:bfloat16", "hopper-fp8", "hopper-fp8:promote:128"; "chunked(64, dlfloat16)" is the same with
/// brackets. Else one sentence that names what is wrong.
Result<Accumulator> accumulatorByName(std::string_view name);

/// Whether the accumulator can sum products of values of the format: tensor cores and int32 take what they are made for.
/// Else one sentence says what they take.
Status checkOperands(const Accumulator& accumulator, const Format& operands);
/// The core's input format that an operand's values are fed as, or nullptr.
const Format* coreInput(const TensorCore& core, const Format& operand);

/// How many of a sum's products cuBLAS gives to each slice but the last, where it cuts the sum into so many: a multiple of 64.
std::int64_t sliceWidth(std::int64_t terms, int slices);

/// What sums are rounded to if the first operand has this format: float64 and float32 for those kinds, the core's
/// output (float32 when promoted) for tensor cores.
const Format& sumFormat(const Accumulator& accumulator, const Format& operand);

} // namespace ulpscope
