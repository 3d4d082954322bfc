// SPDX-License-Identifier: GPL-3.0-or-later
// The characters of a text file: `context` bytes in a row, to predict the next one after each of them. A byte's number is
// its place among the file's distinct bytes in order, and that is a feature, so that a model begins with an Embedding.
#include "engine/base/config.h"
#include "engine/data/dataset.h"
#include "engine/file/whole_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <stop_token>
#include <string_view>

namespace ulpscope {

namespace {

constexpr std::size_t kLargestText = std::size_t{1} << 28;
constexpr std::size_t kMaxCharacterNumbers = std::size_t{1}
    << 27; // limit for the text, all of which is held in memory several times

/// All windows of a text, its bytes as their numbers.
Examples windows(
    std::string_view text, const std::array<float, 256>& numbers, std::size_t context, std::size_t stride)
{
    Examples examples;
    const std::size_t count = text.size() > context ? (text.size() - context - 1) / stride + 1 : 0;
    examples.count = static_cast<std::int64_t>(count);
    examples.features.reserve(count * context);
    examples.targets.reserve(count * context);
    const auto numberOf = [&](char c) { return numbers[static_cast<unsigned char>(c)]; };
    for (std::size_t begin = 0; begin < count * stride; begin += stride) {
        std::ranges::transform(text.substr(begin, context), std::back_inserter(examples.features), numberOf);
        std::ranges::transform(
            text.substr(begin + 1, context), std::back_inserter(examples.targets), numberOf);
    }
    return examples;
}

} // namespace

Result<Dataset> loadCharacters(const Config& config, std::uint64_t, const std::stop_token& stop)
{
    const Result<std::string> named = fileOf(config, "file");
    if (!named)
        return named.error();
    const std::string& file = *named;
    const auto context = static_cast<std::size_t>(config.integer("context"));
    const std::size_t stride
        = config.integer("stride") == 0 ? context : static_cast<std::size_t>(config.integer("stride"));
    const Result<std::string> text = readWholeFile(file, kLargestText, stop);
    if (!text)
        return text.error();
    std::array<bool, 256> isThere{};
    for (const char c : *text)
        isThere[static_cast<unsigned char>(c)] = true;
    std::array<float, 256> number{};
    std::vector<std::string> names;
    for (std::size_t byte = 0; byte < number.size(); ++byte)
        if (isThere[byte]) {
            number[byte] = static_cast<float>(names.size());
            names.emplace_back(1, static_cast<char>(byte));
        }
    const auto classes = static_cast<std::int64_t>(names.size());
    if (classes < 2)
        return Error{file, "expected a text of at least two different characters"};
    if (text->size() / stride * context * 2 > kMaxCharacterNumbers)
        return Error{
            file, "makes more than 2^27 numbers with this context and stride; expected a larger stride"};
    if (text->size() / stride > static_cast<std::size_t>(kMaxExamples))
        return Error{file, "makes more than 2^24 examples with this stride; expected a larger one"};
    const auto test = static_cast<std::size_t>(
        std::llround(config.number("test_share") * static_cast<double>(text->size())));
    const std::string_view all(*text);
    Dataset dataset;
    dataset.featureShape = {static_cast<std::int64_t>(context)};
    dataset.targetsPerExample = static_cast<std::int64_t>(context);
    dataset.classes = classes;
    dataset.classNames = std::move(names);
    dataset.train = windows(all.substr(0, all.size() - test), number, context, stride);
    dataset.test
        = test == 0 ? dataset.train : windows(all.substr(all.size() - test), number, context, stride);
    if (dataset.train.count == 0 || dataset.test.count == 0)
        return Error{file,
            "too short: expected more than " + std::to_string(context)
                + " characters for training and as many for testing"};
    return dataset;
}

} // namespace ulpscope
