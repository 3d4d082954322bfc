// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that have a kernel of their own: their gradients are what that computes, not those of their operations.
#include "engine/graph/functions.h"

#include "engine/tensor/window_ops.h"

#include <array>
#include <vector>

namespace ulpscope::graph {

namespace {

// Axes of what is normalized.
constexpr std::uint8_t kOuter = 1;
constexpr std::uint8_t kRows = 2;
constexpr std::uint8_t kGroups = 4;

Value sumOf(const Value& x, std::uint8_t axes)
{
    return x.builder().sum(x, axes, SumOrder::Sequential);
}

/// Sums over the rows: [outer, groups, width]
Value totals(const Value& x)
{
    return x.builder().sum(x, kRows, SumOrder::Blocks);
}

/// sums: [outer, groups, width], of so many rows   result: [outer, 1, groups, 1]
Value meanOfGroups(const Value& sums, Index rows)
{
    const Shape& shape = sums.shape();
    const Value mean = sumOf(sums, kGroups) / static_cast<double>(rows * shape[2]);
    return mean.builder().reshape(mean, {mean.shape()[0], 1, mean.shape()[1], 1});
}

Moments momentsOf(const Value& x)
{
    Graph& graph = x.builder().graph();
    const Value mean = meanOfGroups(totals(x), x.shape()[1]);
    graph.setName(mean.id(), std::string(kMean));
    const Value difference = x - mean;
    const Value variance = meanOfGroups(totals(difference * difference), x.shape()[1]);
    graph.setName(variance.id(), std::string(kVariance));
    return {mean, variance};
}

/// With n = (x - mean) inverse: dx = inverse (g gamma - mean(g gamma) - n mean(g gamma n)).
Value gradientOfNormalized(
    const Value& x, const Value& epsilon, const std::optional<Value>& gamma, const Value& g, bool scalesFirst)
{
    const Index rows = x.shape()[1];
    const Moments moments = momentsOf(x);
    const Value inverse = rsqrt(moments.variance + epsilon);
    const Value difference = x - moments.mean;
    const Value n = difference * inverse;
    const Value upstream = gamma ? g * *gamma : g;
    Value sums = totals(scalesFirst ? upstream : g);
    Value weighted = totals(scalesFirst ? upstream * n : g * n);
    if (gamma && !scalesFirst) {
        sums = sums * *gamma;
        weighted = weighted * *gamma;
    }
    const Value centered = upstream - meanOfGroups(sums, rows);
    const Value along = n * meanOfGroups(weighted, rows);
    return inverse * (centered - along);
}

/// Gradient of gamma, from the terms g n, or of beta, from g.
Value gradientOfParameter(const Value& terms)
{
    return sumOf(totals(terms), kOuter);
}

Value inverseRootMeanSquare(const Value& x, const Value& epsilon)
{
    const Value mean = sumOf(x * x, 2) / static_cast<double>(x.shape().last());
    return rsqrt(mean.builder().reshape(mean, {x.shape()[0], 1}) + epsilon);
}

/// Part `index` of `count` equal ones of an axis.
Value partOf(const Value& x, int axis, Index index, Index count)
{
    const Index extent = x.shape()[axis] / count;
    return extent == x.shape()[axis] ? x : x.builder().slice(x, axis, index * extent, extent);
}

/// The same along the last axis.
Value partOf(const Value& x, Index index, Index count)
{
    return partOf(x, x.shape().rank() - 1, index, count);
}

/// axis: from the last one, if it is negative.
Value joinedParts(int axis, Index count, const std::function<Value(Index index)>& part)
{
    Value all = part(0);
    const int along = axis < 0 ? axis + all.shape().rank() : axis;
    for (Index i = 1; i < count; ++i)
        all = all.builder().concatenate(all, part(i), along);
    return all;
}

Window2D ofChannels(Window2D window, Index channels)
{
    window.channels = channels;
    return window;
}

/// One group of a convolution as a matrix product. x: [batch, h, w, channels]   kernel: [taps channels, filters]
Value columnsOf(const Value& x, const Window2D& window)
{
    return x.builder().windows(Operation::Unfold, x, ofChannels(window, x.shape().last()));
}

/// [height, width, channels, filters] to [taps reversed filters, channels]
Value turned(const Value& kernel)
{
    Builder& builder = kernel.builder();
    const Shape& shape = kernel.shape();
    const Index taps = shape[0] * shape[1];
    const Value byTap = builder.reshape(kernel, {taps, shape[2], shape[3]});
    const Value flipped = builder.reverse(builder.permute(byTap, std::array{0, 2, 1}), 0);
    return builder.reshape(flipped, {taps * flipped.shape()[1], flipped.shape()[2]});
}

Value asMatrix(const Value& x)
{
    return x.builder().reshape(x, {x.shape().elements() / x.shape().last(), x.shape().last()});
}

} // namespace

Value scaledAndShifted(const Value& x, const Moments& moments, const std::optional<Value>& gamma,
    const std::optional<Value>& beta, const Value& epsilon)
{
    const Value inverse = rsqrt(moments.variance + epsilon);
    const Value scale = gamma ? inverse * *gamma : inverse;
    const Value shift = -moments.mean * scale;
    const Value scaled = x * scale;
    return scaled + (beta ? shift + *beta : shift);
}

Value normalized(const Value& x, const std::optional<Value>& gamma, const std::optional<Value>& beta,
    const Normalization& of)
{
    const Value epsilon = x.builder().constantLike(of.epsilon, x);
    std::vector<Value> operands{x, epsilon};
    for (const std::optional<Value>& parameter : {gamma, beta})
        if (parameter)
            operands.push_back(*parameter);
    const bool hasGamma = gamma.has_value();
    const auto gradient = [scalesFirst = of.scalesFirst, hasGamma](std::span<const Value> given, const Value&,
                              const Value& g, std::size_t operand) {
        const std::optional<Value> scale = hasGamma ? std::optional(given[2]) : std::nullopt;
        if (operand == 0)
            return gradientOfNormalized(given[0], given[1], scale, g, scalesFirst);
        if (!hasGamma || operand == 3)
            return gradientOfParameter(g);
        const Moments moments = momentsOf(given[0]);
        const Value difference = given[0] - moments.mean;
        const Value n = difference * rsqrt(moments.variance + given[1]);
        return gradientOfParameter(g * n);
    };
    const auto function = [&] {
        const Moments moments = momentsOf(x);
        if (of.moments != nullptr)
            *of.moments = moments;
        return scaledAndShifted(x, moments, gamma, beta, epsilon);
    };
    return x.builder().group(std::string(of.scalesFirst ? kLayerNormalization : kGroupNormalization),
        operands, function, gradient, {.keepsDivisions = true});
}

Value rootMeanSquareNormalized(const Value& x, const Value& scale, double added)
{
    const Value epsilon = x.builder().constantLike(added, x);
    const auto gradient = [](std::span<const Value> of, const Value&, const Value& g, std::size_t operand) {
        const Value inverse = inverseRootMeanSquare(of[0], of[1]);
        const Value n = of[0] * inverse;
        if (operand == 2)
            return sumOf(g * n, kOuter);
        const Value upstream = g * of[2];
        const Value mean = sumOf(upstream * n, 2) / static_cast<double>(n.shape().last());
        return inverse * (upstream - n * mean.builder().reshape(mean, {n.shape()[0], 1}));
    };
    const auto function = [&] {
        const Value inverse = inverseRootMeanSquare(x, epsilon);
        return x * inverse * scale;
    };
    return x.builder().group(std::string(kRmsNormalization), std::array{x, epsilon, scale}, function,
        gradient, {.keepsDivisions = true});
}

Value productOfPieces(const Value& a, const Value& b, Index pieces)
{
    const auto gradient = [pieces](
                              std::span<const Value> of, const Value&, const Value& g, std::size_t operand) {
        return joinedParts(0, pieces, [&](Index i) {
            const Value arrived = partOf(g, 0, i, pieces);
            return operand == 0 ? g.builder().product(arrived, partOf(of[1], 0, i, pieces), Transpose::B)
                                : g.builder().product(partOf(of[0], 0, i, pieces), arrived, Transpose::A);
        });
    };
    const auto function = [&] {
        return joinedParts(
            0, pieces, [&](Index i) { return matmul(partOf(a, 0, i, pieces), partOf(b, 0, i, pieces)); });
    };
    return a.builder().group("pieces", std::array{a, b}, function, gradient);
}

Value convolution(const Value& x, const Value& kernel, const Window2D& window, Index groups)
{
    Builder& builder = x.builder();
    const auto gradient
        = [window, groups](std::span<const Value> of, const Value&, const Value& g, std::size_t operand) {
              Builder& graph = g.builder();
              const auto ofX = [&](Index i) {
                  const Value seen = partOf(graph.spread(g, window), i, groups);
                  const Value columns = columnsOf(seen, gradientWindow(window, seen.shape().last()));
                  return graph.product(columns, turned(partOf(of[1], i, groups)), Transpose::None);
              };
              const auto ofKernel = [&](Index i) {
                  const Value columns = columnsOf(partOf(of[0], i, groups), window);
                  return graph.product(columns, asMatrix(partOf(g, i, groups)), Transpose::A);
              };
              return operand == 0 ? graph.reshape(joinedParts(-1, groups, ofX), of[0].shape())
                                  : graph.reshape(joinedParts(-1, groups, ofKernel), of[1].shape());
          };
    const auto function = [&] {
        const Value product = joinedParts(-1, groups, [&](Index i) {
            return matmul(columnsOf(partOf(x, i, groups), window), asMatrix(partOf(kernel, i, groups)));
        });
        return builder.reshape(
            product, {window.batch, window.outHeight, window.outWidth, product.shape().last()});
    };
    return builder.group("convolution", std::array{x, kernel}, function, gradient);
}

} // namespace ulpscope::graph
