// SPDX-License-Identifier: GPL-3.0-or-later
// The overrides of one layer's arithmetic: operands, accumulators and result of its three products, and what its variables
// and optimizer state are stored in. A dtype policy is a shorthand that fills them in; a layer may override each.
#pragma once

#include "engine/dtype/block_format.h"
#include "engine/dtype/rounding.h"
#include "engine/kernels/accumulator.h"
#include "engine/policy/dtype_policy.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ulpscope {

/// The products are y = x W, dx = g W^T and dW = x^T g; g is the gradient of x W.
enum class NumericsOverride : std::uint8_t {
    ForwardInput,
    ForwardKernel,
    ForwardAccumulator,
    InputGradientOutputGradient,
    InputGradientKernel,
    InputGradientAccumulator,
    WeightGradientInput,
    WeightGradientOutputGradient,
    WeightGradientAccumulator,
    Output,
    Variable,
    OptimizerState,
};
inline constexpr std::size_t kNumericsOverrides = 12;

/// Kind of text that an override takes.
enum class OverrideKind : std::uint8_t {
    Operand, ///< castTargetByName(), block formats too
    Accumulator, ///< accumulatorByName()
    Format, ///< formatByName()
    Variable, ///< storedVariableByName()
    Storage, ///< castTargetByName(), no block formats
};

/// Whether the override says how something is kept between steps, rather than how it is computed.
inline bool isStorage(OverrideKind kind)
{
    return kind == OverrideKind::Variable || kind == OverrideKind::Storage;
}

struct NumericsOverrideRow
{
    NumericsOverride setting;
    std::string_view path; ///< keys in a session's "numerics", "forward.input"
    std::string_view title; ///< title that users see
    std::string_view description; ///< one sentence that users see
    OverrideKind kind;
};
/// The overrides in the order of the enum NumericsOverride.
std::span<const NumericsOverrideRow> numericsOverrides();
const NumericsOverrideRow& rowOf(NumericsOverride setting);

/// The overrides of one layer as texts; an override without one is inherited from the policy.
class NumericsSpec
{
public:
    const std::optional<std::string>& operator[](NumericsOverride setting) const
    {
        return m_texts[index(setting)];
    }
    std::optional<std::string>& operator[](NumericsOverride setting) { return m_texts[index(setting)]; }

    /// These overrides, completed by those of `below`.
    NumericsSpec over(const NumericsSpec& below) const;
    /// Whether everything is inherited.
    bool isEmpty() const { return *this == NumericsSpec{}; }
    bool operator==(const NumericsSpec&) const = default;

private:
    static std::size_t index(NumericsOverride setting) { return static_cast<std::size_t>(setting); }

    std::array<std::optional<std::string>, kNumericsOverrides> m_texts;
};

/// A format and how values are put into it.
struct CastTarget
{
    std::string name; ///< canonical; castTargetByName() reads it back
    const Format* format = nullptr; ///< null for a block format, which `block` then holds
    std::optional<BlockFormat> block;
    Rounding rounding; ///< rounding; for blocks that of their elements, which saturate
    /// Stored weights alone: what rounding an update leaves out is kept, in the same format, for the next one (Kahan).
    bool isCompensated = false;
    /// Blocks are first transformed by random Hadamard matrices of 16 x 16 along the sum.
    bool isTransformed = false;
};

/// A format, then, each after a colon, a rounding mode, the random bits of a stochastic one (1 to 24, or "full") and an
/// overflow rule: "float8_e4m3fn:te", "bfloat16:stochastic:8". With allowsBlocks also a block format, then "rht" where it
/// is transformed before, then a mode: "mxfp8:rceil:stochastic:8", "nvfp4:rht:stochastic". Else one sentence that names
/// what is wrong.
Result<CastTarget> castTargetByName(std::string_view name, bool allowsBlocks);
/// Finds a storage format for variables: no block formats, but "bfloat16:kahan".
Result<CastTarget> storedVariableByName(std::string_view name);

/// Overrides of one product's numerics. left, right: the operands in the order of the overrides.
struct ProductOverrides
{
    std::optional<CastTarget> left;
    std::optional<CastTarget> right;
    std::optional<Accumulator> accumulator;
};

/// A NumericsSpec read.
struct NumericsOverrides
{
    ProductOverrides forward;
    ProductOverrides inputGradient;
    ProductOverrides weightGradient;
    const Format* output = nullptr; ///< nullptr: inherited
    std::optional<CastTarget> variable;
    std::optional<CastTarget> optimizerState;
};

/// Errors have the override's place: "numerics.forward.kernel: unknown format 'float9'; did you mean 'float6'?".
Result<NumericsOverrides> readNumerics(const NumericsSpec& spec);
/// "numerics.forward.kernel"
std::string placeOf(NumericsOverride setting);

/// How an optimizer's step is computed and what is kept of it.
struct UpdateNumerics
{
    const Format* compute = nullptr; ///< each operation is rounded to it; it holds all that is stored
    CastTarget variable;
    CastTarget state; ///< velocity, moments
};
/// Empty where nothing is overridden: then the step is computed and stored in the variable's dtype, as Keras does. Else
/// it is computed in the policy's variable dtype, or in what holds that and the stored formats too.
std::optional<UpdateNumerics> updateNumerics(
    const NumericsOverrides& overrides, const Format& policyVariable);

} // namespace ulpscope
