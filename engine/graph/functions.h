// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that are several operations: the formulas of jax.nn 0.10 and jax.numpy. Where JAX gives one a gradient of its own (custom_jvp,
// or a primitive that XLA takes apart), it has that; else the gradient is that of its operations.
#pragma once

#include "engine/graph/builder.h"

namespace ulpscope::graph {

/// The shape with ones for these axes; bit i for axis i.
Shape withOnes(const Shape& shape, std::uint8_t axes);

Value square(const Value& x);
/// max(x, 0) - x z + log1p(exp(-|x|)), the cross-entropy of sigmoid(x) and z; its gradient is g (sigmoid(x) - z).
Value sigmoidCrossEntropy(const Value& x, const Value& z);
/// exp(x - max) / sum, along one axis; the sum is the carrier's, rounded once.
Value softmax(const Value& x, int axis);
/// x - max - log(sum of exp(x - max)), along one axis.
Value logSoftmax(const Value& x, int axis);
/// jax.scipy.special.logsumexp over axes, which stay as ones.
Value logSumExp(const Value& x, std::uint8_t axes);
/// name: Keras', of the catalog (layer/support/activations.h).
Value activation(std::string_view name, const Value& x);

/// A product for each of so many pieces. a: [pieces rows, contracted]   b: [pieces contracted, units]   y: [pieces rows, units]
Value productOfPieces(const Value& a, const Value& b, Index pieces);
/// x: [batch, height, width, channels]   kernel: [height, width, channels / groups, filters]   y: [batch, h, w, filters]
/// A product of what windows see; so are both gradients, that of x with the kernel turned round.
Value convolution(const Value& x, const Value& kernel, const Window2D& window, Index groups);

// Functions and values inside them that a kernel has too (normalization_call.h).
inline constexpr std::string_view kLayerNormalization = "layer_normalization";
inline constexpr std::string_view kGroupNormalization = "group_normalization";
inline constexpr std::string_view kRmsNormalization = "rms_normalization";
inline constexpr std::string_view kMean = "mean";
inline constexpr std::string_view kVariance = "variance";

/// Mean and variance of each group of numbers: [outer, 1, groups, 1]
struct Moments
{
    Value mean;
    Value variance;
};
struct Normalization
{
    double epsilon = 0; ///< added to the variance
    bool scalesFirst = false; ///< the gradient of x sums (g gamma) n, else (g n) gamma
    std::optional<Moments>* moments = nullptr; ///< where to put them
};
/// rsqrt(variance + epsilon) gamma x + (beta - mean of the same), by moments that are given.
Value scaledAndShifted(const Value& x, const Moments& moments, const std::optional<Value>& gamma,
    const std::optional<Value>& beta, const Value& epsilon);
/// Mean 0 and variance 1 of each group, over rows and width, then scaled and shifted, in the order of tensor/normalize.h and
/// group_normalize.h. x: [outer, rows, groups, width]   gamma, beta: [groups, width], or nothing
Value normalized(const Value& x, const std::optional<Value>& gamma, const std::optional<Value>& beta,
    const Normalization& of);
/// x / sqrt(mean of x^2 + epsilon) scale along the last axis. x: [rows, columns]   scale: [columns]
Value rootMeanSquareNormalized(const Value& x, const Value& scale, double epsilon);

} // namespace ulpscope::graph
