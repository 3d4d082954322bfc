// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/support/einsum_equation.h"

#include "engine/base/shown_text.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace ulpscope {

namespace {

constexpr std::string_view kEllipsis = "...";
constexpr Index kLargestKernel = Index{1} << 28;
constexpr Index kMaxPieces = 4096;

bool contains(std::string_view letters, char letter)
{
    return letters.find(letter) != std::string_view::npos;
}

/// The letters of the three tensors; the axes that "..." stands for are the letters '0', '1', ... of input and output.
struct Letters
{
    std::string input;
    std::string kernel;
    std::string output;
    bool isElidedLeft = false;
};

bool areDistinctLetters(std::string_view text)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isLetter = (text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z');
        if (!isLetter || contains(text.substr(i + 1), text[i]))
            return false;
    }
    return !text.empty();
}

bool takeAway(std::string& text, bool atTheEnd)
{
    const bool isThere = atTheEnd ? text.ends_with(kEllipsis) : text.starts_with(kEllipsis);
    if (isThere)
        text.erase(atTheEnd ? text.size() - kEllipsis.size() : 0, kEllipsis.size());
    return isThere;
}

Result<Letters> parse(const std::string& equation, int rank)
{
    const Error wrong{"equation",
        "expected an equation of the form [X],[Y]->[Z], ...[X],[Y]->...[Z] or [X]...,[Y]->[Z]..., in which no "
        "tensor names a letter twice, got \""
            + shownText(equation, 80) + "\""};
    const std::size_t comma = equation.find(',');
    const std::size_t arrow = equation.find("->");
    if (comma == std::string::npos || arrow == std::string::npos || arrow < comma)
        return wrong;
    Letters letters{equation.substr(0, comma), equation.substr(comma + 1, arrow - comma - 1),
        equation.substr(arrow + 2), false};
    letters.isElidedLeft = takeAway(letters.input, false);
    const bool isElidedRight = !letters.isElidedLeft && takeAway(letters.input, true);
    if (takeAway(letters.output, false) != letters.isElidedLeft
        || (!letters.isElidedLeft && takeAway(letters.output, true) != isElidedRight)
        || (isElidedRight && letters.input.size() < 2) || !areDistinctLetters(letters.input)
        || !areDistinctLetters(letters.kernel) || !areDistinctLetters(letters.output))
        return wrong;
    const auto named = static_cast<int>(letters.input.size());
    const bool isElided = letters.isElidedLeft || isElidedRight;
    if (isElided ? named > rank : named != rank)
        return Error{"equation",
            "\"" + shownText(equation, 80) + "\" does not fit an input of " + std::to_string(rank)
                + " axes, the batch among them"};
    std::string elided;
    for (int i = named; i < rank; ++i)
        elided += static_cast<char>('0' + (i - named));
    for (std::string* text : {&letters.input, &letters.output})
        text->insert(letters.isElidedLeft ? 0 : text->size(), elided);
    return letters;
}

/// What no equation may have.
std::optional<Error> problemOf(const Letters& letters)
{
    const auto place = [](char letter, const std::string& message) {
        return Error{"equation", std::string("axis \"") + letter + "\" of the " + message};
    };
    for (const char letter : letters.output)
        if (!contains(letters.input, letter) && !contains(letters.kernel, letter))
            return place(letter, "output is in neither input nor kernel");
    for (const char letter : letters.kernel)
        if (!contains(letters.input, letter) && !contains(letters.output, letter))
            return place(letter, "kernel is in neither input nor output: the kernel must be fully specified");
    const char batch = letters.input.front();
    if (letters.output.front() != batch || contains(letters.kernel, batch))
        return Error{"equation",
            "the input's first axis is the batch: expected it first in the output, and not in the kernel"};
    if (letters.output.size() < 2)
        return Error{"equation", "expected an axis beside the batch in the output"};
    if (std::max({letters.input.size(), letters.kernel.size(), letters.output.size()})
        > static_cast<std::size_t>(Shape::kMaxRank))
        return Error{"equation", "expected at most 6 axes in each tensor"};
    return std::nullopt;
}

/// The extents of the output's letters, in their order; without the batch.
Result<std::vector<Index>> outputExtents(
    const Letters& letters, std::span<const std::int64_t> outputShape, const Shape& input)
{
    const auto isNamed = [](char letter) { return letter < '0' || letter > '9'; };
    const std::string_view inner = std::string_view(letters.output).substr(1);
    const auto wanted = static_cast<std::size_t>(std::count_if(inner.begin(), inner.end(), isNamed));
    if (outputShape.size() != wanted)
        return Error{"output_shape",
            "expected " + std::to_string(wanted) + " extent(s), got " + std::to_string(outputShape.size())};
    std::vector<Index> extents;
    std::size_t next = 0;
    for (const char letter : inner) {
        const std::size_t axis = letters.input.find(letter);
        const bool isOfInput = axis != std::string::npos;
        const Index known = isOfInput ? input[static_cast<int>(axis) - 1] : 0;
        if (!isNamed(letter)) {
            extents.push_back(known);
            continue;
        }
        const std::int64_t given = outputShape[next++];
        const bool isOfKernel = contains(letters.kernel, letter);
        if (isOfInput && given != known && (isOfKernel || given != -1))
            return Error{"output_shape",
                std::string("expected ") + (isOfKernel ? "" : "-1 or ") + std::to_string(known)
                    + ", the input's extent, for axis \"" + letter + "\", got " + std::to_string(given)};
        if (!isOfInput && given < 1)
            return Error{"output_shape",
                std::string("expected an extent of at least 1 for axis \"") + letter + "\", got "
                    + std::to_string(given)};
        extents.push_back(given == -1 ? known : given);
    }
    return extents;
}

/// The bias and its axes: all of the output from the first that it has on, with 1 for those that it has not.
std::optional<Error> addBias(const Letters& letters, const std::string& biasAxes,
    std::span<const std::int64_t> outputShape, EinsumProduct& product)
{
    if (biasAxes.empty())
        return std::nullopt;
    for (const char letter : biasAxes)
        if (letter == letters.output.front() || letter < 'A' || !contains(letters.output, letter))
            return Error{"bias_axes",
                std::string("axis \"") + letter + "\" is not part of the output \"" + letters.output
                    + "\", or the batch"};
    const std::size_t named
        = letters.output.size() - outputShape.size(); // the first axis with an entry there
    for (std::size_t i = letters.output.find_first_of(biasAxes); i < letters.output.size(); ++i) {
        const auto axis = static_cast<int>(i);
        const bool isOfBias = contains(biasAxes, letters.output[i]);
        product.bias.append(isOfBias ? product.output[axis - 1] : 1);
        if (!isOfBias)
            continue;
        product.biasAxes.push_back(axis);
        if (const std::size_t entry = letters.isElidedLeft ? i - named : i - 1;
            entry < outputShape.size() && outputShape[entry] == -1)
            return Error{"bias_axes",
                std::string("axis \"") + letters.output[i]
                    + "\" of a bias needs its extent in output_shape, where it is -1"};
    }
    return std::nullopt;
}

std::vector<int> inverseOrder(std::span<const int> order)
{
    std::vector<int> inverse(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        inverse[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
    return inverse;
}

} // namespace

Result<EinsumProduct> einsumProduct(const std::string& equation, const std::string& biasAxes,
    std::span<const std::int64_t> outputShape, const Shape& input)
{
    const Result<Letters> parsed = parse(equation, input.rank() + 1);
    if (!parsed)
        return parsed.error();
    const Letters& letters = *parsed;
    if (const std::optional<Error> problem = problemOf(letters))
        return *problem;
    const Result<std::vector<Index>> extents = outputExtents(letters, outputShape, input);
    if (!extents)
        return extents.error();

    EinsumProduct product;
    for (const Index extent : *extents)
        product.output.append(extent);
    for (const char letter : letters.kernel) {
        const std::size_t axis = letters.output.find(letter);
        const Index extent = axis == std::string::npos
            ? input[static_cast<int>(letters.input.find(letter)) - 1]
            : product.output[static_cast<int>(axis) - 1];
        if (extent > kLargestKernel / std::max(product.kernel.elements(), Index{1}))
            return Error{"output_shape", "expected a kernel of at most 2^28 numbers"};
        product.kernel.append(extent);
    }

    // The order of pieces and rows is the output's, that of contracted axes the kernel's, that of units the output's.
    const auto kind = [&](bool isOfInput, bool isOfKernel, bool isOfOutput) {
        return [&letters, isOfInput, isOfKernel, isOfOutput](char letter) {
            return contains(letters.input, letter) == isOfInput
                && contains(letters.kernel, letter) == isOfKernel
                && contains(letters.output, letter) == isOfOutput;
        };
    };
    const auto isPiece = kind(true, true, true);
    const auto isRow = kind(true, false, true);
    const auto isContracted = kind(true, true, false);
    const auto isUnit = kind(false, true, true);
    const auto add
        = [](std::string_view ordered, std::string_view of, std::vector<int>& order, const auto& isWanted) {
              for (const char letter : ordered)
                  if (isWanted(letter))
                      order.push_back(static_cast<int>(of.find(letter)));
          };
    add(letters.input, letters.input, product.inputOrder, kind(true, false, false));
    for (const int axis : product.inputOrder)
        product.summed *= input[axis - 1];
    add(letters.output, letters.input, product.inputOrder, isPiece);
    add(letters.output, letters.input, product.inputOrder, isRow);
    add(letters.kernel, letters.input, product.inputOrder, isContracted);
    add(letters.output, letters.kernel, product.kernelOrder, isPiece);
    add(letters.kernel, letters.kernel, product.kernelOrder, isContracted);
    add(letters.output, letters.kernel, product.kernelOrder, isUnit);
    add(letters.output, letters.output, product.outputOrder, isPiece);
    add(letters.output, letters.output, product.outputOrder, isRow);
    add(letters.output, letters.output, product.outputOrder, isUnit);
    for (int i = 0; i < product.output.rank(); ++i) {
        const char letter = letters.output[static_cast<std::size_t>(i) + 1];
        (isPiece(letter)        ? product.pieces
                : isRow(letter) ? product.rows
                                : product.units)
            *= product.output[i];
    }
    product.contracted = product.kernel.elements() / (product.pieces * product.units);
    if (product.pieces > kMaxPieces)
        return Error{"equation",
            "expected at most " + std::to_string(kMaxPieces)
                + " products, one for each element of the axes that input, kernel and output share, got "
                + std::to_string(product.pieces)};
    if (const std::optional<Error> problem = addBias(letters, biasAxes, outputShape, product))
        return *problem;
    product.inputBack = inverseOrder(product.inputOrder);
    product.kernelBack = inverseOrder(product.kernelOrder);
    product.outputBack = inverseOrder(product.outputOrder);
    return product;
}

} // namespace ulpscope
