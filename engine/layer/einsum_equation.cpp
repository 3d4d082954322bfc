// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/einsum_equation.h"

#include <algorithm>
#include <string_view>

namespace ulpscope {

namespace {

constexpr std::string_view kEllipsis = "...";

struct Letters
{
    std::string input;
    std::string kernel;
    std::string output;
    bool hasEllipsis = false;
};

bool areDistinctLetters(std::string_view text)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isLetter = (text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z');
        if (!isLetter || text.find(text[i], i + 1) != std::string_view::npos)
            return false;
    }
    return !text.empty();
}

Result<Letters> parse(const std::string& equation)
{
    const Error wrong{"equation",
        "expected an equation such as \"abc,cd->abd\" or \"...x,xy->...y\", got \"" + equation.substr(0, 80)
            + "\""};
    const std::size_t comma = equation.find(',');
    const std::size_t arrow = equation.find("->");
    if (comma == std::string::npos || arrow == std::string::npos || arrow < comma)
        return wrong;
    Letters letters{equation.substr(0, comma), equation.substr(comma + 1, arrow - comma - 1),
        equation.substr(arrow + 2), false};
    if (letters.input.starts_with(kEllipsis) && letters.output.starts_with(kEllipsis)) {
        letters.hasEllipsis = true;
        letters.input.erase(0, kEllipsis.size());
        letters.output.erase(0, kEllipsis.size());
    }
    if (!areDistinctLetters(letters.input) || !areDistinctLetters(letters.kernel)
        || !areDistinctLetters(letters.output))
        return wrong;
    return letters;
}

/// How many of the kernel's first axes are contracted with the input's last; an error unless that is all there is.
Result<std::size_t> contractedAxes(const Letters& letters)
{
    const auto isInInput = [&](char letter) { return letters.input.find(letter) != std::string::npos; };
    const auto count = static_cast<std::size_t>(
        std::find_if_not(letters.kernel.begin(), letters.kernel.end(), isInInput) - letters.kernel.begin());
    const std::string own = letters.kernel.substr(count);
    const bool contractsLast = count >= 1 && count <= letters.input.size()
        && letters.input.substr(letters.input.size() - count) == letters.kernel.substr(0, count);
    const bool keepsABatch = letters.hasEllipsis || count < letters.input.size();
    if (!contractsLast || !keepsABatch || own.empty()
        || letters.output != letters.input.substr(0, letters.input.size() - count) + own)
        return Error{"equation",
            "not supported: the kernel must begin with the input's last axes, and the output must be the "
            "input's other axes followed by the kernel's other axes, as in \"abc,cde->abde\""};
    return count;
}

} // namespace

Result<EinsumProduct> einsumProduct(const std::string& equation, const std::string& biasAxes,
    std::span<const std::int64_t> outputShape, const Shape& input)
{
    const Result<Letters> letters = parse(equation);
    if (!letters)
        return letters.error();
    const Result<std::size_t> contracted = contractedAxes(*letters);
    if (!contracted)
        return contracted.error();
    const std::size_t axes = static_cast<std::size_t>(input.rank()) + 1; // with the batch
    if (letters->hasEllipsis ? letters->input.size() >= axes : letters->input.size() != axes)
        return Error{"equation",
            "\"" + equation + "\" does not fit an input of shape " + input.text() + " and its batch axis"};

    const std::size_t free = axes - *contracted - 1; // the input's axes that stay, without the batch
    const std::size_t named = letters->hasEllipsis ? letters->input.size() - *contracted : free;
    const std::size_t own = letters->kernel.size() - *contracted;
    if (outputShape.size() != named + own)
        return Error{"output_shape",
            "expected " + std::to_string(named + own) + " extent(s), got "
                + std::to_string(outputShape.size())};
    if (free + own + 1 > static_cast<std::size_t>(Shape::kMaxRank))
        return Error{"equation", "expected at most 5 axes in the output of one example"};

    EinsumProduct product;
    for (std::size_t i = 0; i < free; ++i)
        product.output.append(input[static_cast<int>(i)]);
    for (std::size_t i = 0; i < named; ++i) {
        const Index extent = input[static_cast<int>(free - named + i)];
        if (outputShape[i] != -1 && outputShape[i] != extent)
            return Error{"output_shape",
                "expected -1 or " + std::to_string(extent) + ", the input's extent, got "
                    + std::to_string(outputShape[i])};
    }
    for (int i = static_cast<int>(free); i < input.rank(); ++i) {
        product.kernel.append(input[i]);
        product.contracted *= input[i];
    }
    constexpr Index kMostUnits = Index{1} << 28;
    for (const std::int64_t extent : outputShape.subspan(named)) {
        if (extent < 1 || extent > kMostUnits / product.units)
            return Error{"output_shape",
                "expected extents of at least 1 and a product of at most 2^28, got "
                    + std::to_string(extent)};
        product.output.append(extent);
        product.kernel.append(extent);
        product.bias.append(extent);
        product.units *= extent;
    }
    std::string wanted = letters->kernel.substr(*contracted);
    std::string given = biasAxes;
    std::sort(wanted.begin(), wanted.end());
    std::sort(given.begin(), given.end());
    if (!biasAxes.empty() && given != wanted)
        return Error{"bias_axes",
            "not supported: expected \"\" or \"" + letters->kernel.substr(*contracted)
                + "\", all of the output's axes that come from the kernel"};
    return product;
}

} // namespace ulpscope
