// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/characters.h"

#include "engine/data/table.h"
#include "engine/file/whole_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace ulpscope {

namespace {

constexpr std::size_t kLargestText = std::size_t{1} << 28;

/// Windows of the bytes [begin, end).
Examples windows(std::span<const float> numbers, std::size_t context, std::size_t stride)
{
    Examples examples;
    for (std::size_t begin = 0; begin + context < numbers.size(); begin += stride) {
        const auto features = numbers.subspan(begin, context);
        const auto targets = numbers.subspan(begin + 1, context);
        examples.features.insert(examples.features.end(), features.begin(), features.end());
        examples.targets.insert(examples.targets.end(), targets.begin(), targets.end());
        ++examples.count;
    }
    return examples;
}

} // namespace

Result<Dataset> loadCharacters(const Config& config, std::uint64_t)
{
    const Result<std::string> named = fileOf(config, "file");
    if (!named)
        return named.error();
    const std::string& file = *named;
    const auto context = static_cast<std::size_t>(config.integer("context"));
    const std::size_t stride
        = config.integer("stride") == 0 ? context : static_cast<std::size_t>(config.integer("stride"));
    const Result<std::string> text = readWholeFile(file, kLargestText);
    if (!text)
        return text.error();
    std::array<bool, 256> isThere{};
    for (const char c : *text)
        isThere[static_cast<unsigned char>(c)] = true;
    std::array<float, 256> number{};
    std::int64_t classes = 0;
    for (std::size_t byte = 0; byte < number.size(); ++byte)
        if (isThere[byte])
            number[byte] = static_cast<float>(classes++);
    if (classes < 2)
        return Error{file, "expected a text of at least two different characters"};
    if (text->size() / stride * context * 2 > static_cast<std::size_t>(kMostTableValues))
        return Error{
            file, "makes more than 2^28 numbers with this context and stride; expected a larger stride"};
    std::vector<float> numbers;
    numbers.reserve(text->size());
    for (const char c : *text)
        numbers.push_back(number[static_cast<unsigned char>(c)]);
    const auto test = static_cast<std::size_t>(
        std::llround(config.number("test_share") * static_cast<double>(numbers.size())));
    const std::span<const float> all(numbers);
    Dataset dataset;
    dataset.featureShape = {static_cast<std::int64_t>(context)};
    dataset.targetsPerExample = static_cast<std::int64_t>(context);
    dataset.classes = classes;
    dataset.train = windows(all.first(numbers.size() - test), context, stride);
    dataset.test = test == 0 ? dataset.train : windows(all.last(test), context, stride);
    if (dataset.train.count == 0 || dataset.test.count == 0)
        return Error{file,
            "too short: expected more than " + std::to_string(context)
                + " characters for training and as many for testing"};
    return dataset;
}

} // namespace ulpscope
