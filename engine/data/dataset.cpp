// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/dataset.h"

#include "engine/base/check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ulpscope {

namespace {

/// Order of the examples after the shuffle.
std::vector<std::int64_t> shuffledOrder(std::int64_t count, std::uint64_t seed)
{
    std::vector<std::int64_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    const RandomKey key{seed, RandomUse::Dataset, 2, 0};
    for (std::int64_t i = count - 1; i > 0; --i) { // Fisher and Yates
        const auto j = static_cast<std::int64_t>(
            randomUniform(key, static_cast<std::uint64_t>(i)) * static_cast<double>(i + 1));
        std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(j)]);
    }
    return order;
}

/// Takes what lies behind the first `count` rows of `width` numbers away and gives it.
template <class T>
std::vector<T> takeBehind(std::vector<T>& rows, std::int64_t count, std::size_t width)
{
    const auto begin = static_cast<std::ptrdiff_t>(static_cast<std::size_t>(count) * width);
    if (rows.empty())
        return {};
    std::vector<T> behind(rows.begin() + begin, rows.end());
    rows.resize(static_cast<std::size_t>(begin));
    return behind;
}

/// Puts the rows into an order.
template <class T>
void reorder(std::vector<T>& rows, const std::vector<std::int64_t>& order, std::size_t width)
{
    std::vector<T> ordered;
    ordered.reserve(rows.size());
    for (const std::int64_t row : order) {
        if (rows.empty())
            return;
        const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(row) * width);
        ordered.insert(ordered.end(), begin, begin + static_cast<std::ptrdiff_t>(width));
    }
    rows = std::move(ordered);
}

/// Numbers of all examples: [count, width], and the same in float64 where float32 does not hold them.
struct Columns
{
    std::vector<float>& values;
    std::vector<double>& exact;

    double at(std::size_t i) const { return exact.empty() ? static_cast<double>(values[i]) : exact[i]; }
    void set(std::size_t i, double x)
    {
        values[i] = static_cast<float>(x);
        if (!exact.empty())
            exact[i] = x;
    }
};

/// What each column is moved by and divided by, found on the training examples; said in `columns`, which are none or `width`.
void normalize(Columns train, Columns test, std::size_t width, const std::string& how,
    std::vector<NumberColumn>& columns, const std::stop_token& stop)
{
    const std::size_t count = train.values.size() / width;
    for (std::size_t f = 0; f < width && !stop.stop_requested(); ++f) {
        double sum = 0;
        double least = std::numeric_limits<double>::infinity();
        double largest = -least;
        for (std::size_t i = 0; i < count; ++i) {
            const double x = train.at(i * width + f);
            sum += x;
            least = std::min(least, x);
            largest = std::max(largest, x);
        }
        const double mean = sum / static_cast<double>(count);
        double squares = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const double x = train.at(i * width + f) - mean;
            squares += x * x;
        }
        const bool isStandard = how == "standard";
        const double offset = isStandard ? mean : least;
        double scale = isStandard ? std::sqrt(squares / static_cast<double>(count)) : largest - least;
        if (scale == 0) // a column that is always the same
            scale = 1;
        for (Columns* part : {&train, &test})
            for (std::size_t at = f; at < part->values.size(); at += width)
                part->set(at, (part->at(at) - offset) / scale);
        if (!columns.empty()) {
            columns[f].offset = offset;
            columns[f].scale = scale;
        }
    }
}

/// The number of classes that the targets are numbers of.
Result<std::int64_t> classesOf(const std::vector<float>& targets)
{
    float largest = 0;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const float target = targets[i];
        if (!(target >= 0 && target < static_cast<float>(kMaxClasses)) || target != std::floor(target))
            return Error{"",
                "target " + std::to_string(i) + " is " + std::to_string(target)
                    + "; a classification expects class numbers 0, 1, 2, ...; for other targets choose the task "
                      "regression"};
        largest = std::max(largest, target);
    }
    return std::max<std::int64_t>(2, static_cast<std::int64_t>(largest) + 1);
}

} // namespace

const std::vector<ParameterSpec>& splitParameters()
{
    static const std::vector<ParameterSpec> parameters{
        {.name = "task",
            .defaultValue = std::string("classification"),
            .description = "Whether targets are class numbers or numbers to predict.",
            .choices = {"classification", "regression"}},
        {.name = "normalization",
            .defaultValue = std::string("none"),
            .description
            = "Each feature as it is, with mean 0 and deviation 1, or from 0 to 1; by the training examples.",
            .choices = {"none", "standard", "minmax"}},
        {.name = "target_normalization",
            .defaultValue = std::string("none"),
            .description
            = "Each target of a regression as it is, or with mean 0 and deviation 1: then a squared error of 1 is what "
              "the mean would have.",
            .choices = {"none", "standard"}},
        {.name = "test_share",
            .defaultValue = 0.2,
            .description = "Share of the examples, the last ones, that are for testing.",
            .minimum = 0,
            .maximum = 0.9},
        {.name = "shuffle_split",
            .defaultValue = false,
            .description = "Whether examples are shuffled by the seed before the test share is taken."},
    };
    return parameters;
}

Result<std::string> fileOf(const Config& config, const std::string& parameter)
{
    if (config.text(parameter).empty())
        return Error{"data." + parameter, "no file is chosen yet: expected a path"};
    return config.text(parameter);
}

Result<Dataset> split(Dataset dataset, const Config& config, std::uint64_t seed, const std::stop_token& stop)
{
    Examples& all = dataset.train;
    if (all.count < 2)
        return Error{"", "expected at least 2 examples, got " + std::to_string(all.count)};
    if (all.count > kMaxExamples)
        return Error{"", "expected at most 2^24 examples, got " + std::to_string(all.count)};
    if (config.text("task") == "classification") {
        const Result<std::int64_t> classes = classesOf(all.targets);
        if (!classes)
            return classes.error();
        dataset.classes = *classes;
    }
    const auto width = static_cast<std::size_t>(dataset.featuresPerExample());
    const auto targetWidth = static_cast<std::size_t>(dataset.targetsPerExample);
    if (config.flag("shuffle_split")) {
        const std::vector<std::int64_t> order = shuffledOrder(all.count, seed);
        reorder(all.features, order, width);
        reorder(all.targets, order, targetWidth);
        reorder(all.exactFeatures, order, width);
        reorder(all.exactTargets, order, targetWidth);
    }
    if (stop.stop_requested())
        return stoppedError();
    const std::int64_t wanted = std::llround(config.number("test_share") * static_cast<double>(all.count));
    const std::int64_t train = std::max<std::int64_t>(1, all.count - wanted);
    dataset.test.count = all.count - train;
    dataset.test.features = takeBehind(all.features, train, width);
    dataset.test.targets = takeBehind(all.targets, train, targetWidth);
    dataset.test.exactFeatures = takeBehind(all.exactFeatures, train, width);
    dataset.test.exactTargets = takeBehind(all.exactTargets, train, targetWidth);
    all.count = train;
    if (dataset.test.count == 0) // no share for testing: tested on what it is trained on
        dataset.test = dataset.train;
    Examples& test = dataset.test;
    if (config.text("normalization") != "none")
        normalize({all.features, all.exactFeatures}, {test.features, test.exactFeatures}, width,
            config.text("normalization"), dataset.featureColumns, stop);
    if (config.text("target_normalization") != "none" && dataset.classes == 0)
        normalize({all.targets, all.exactTargets}, {test.targets, test.exactTargets}, targetWidth,
            config.text("target_normalization"), dataset.targetColumns, stop);
    if (stop.stop_requested())
        return stoppedError();
    return dataset;
}

std::size_t Examples::bytes() const
{
    return codes.capacity() + (features.capacity() + numbers.capacity() + targets.capacity()) * sizeof(float)
        + (exactFeatures.capacity() + exactTargets.capacity()) * sizeof(double);
}

std::span<const float> Examples::featuresFrom(
    std::size_t first, std::size_t size, std::vector<float>& storage) const
{
    if (codes.empty())
        return std::span(features).subspan(first, size);
    storage.resize(size);
    const auto from = std::span(codes).subspan(first, size);
    std::ranges::transform(from, storage.begin(), [this](std::uint8_t code) { return numbers[code]; });
    return storage;
}

bool Examples::haveFiniteFeatures() const
{
    const auto isFinite = [](auto x) { return std::isfinite(x); };
    return std::ranges::all_of(features, isFinite) && std::ranges::all_of(numbers, isFinite)
        && std::ranges::all_of(exactFeatures, isFinite);
}

double NumberColumn::inFile(float number) const
{
    const double exact = inFile(static_cast<double>(number));
    const double size = std::fabs(static_cast<double>(number));
    const double rounded // when it was read, and when it was normalized
        = isNormalized() ? std::max(std::fabs(exact), std::fabs(scale) * std::max(1.0, size)) : size;
    const double lost = rounded * static_cast<double>(std::numeric_limits<float>::epsilon());
    if (!(lost > 0) || !std::isfinite(lost))
        return exact;
    const double digit = std::pow(10, std::ceil(std::log10(lost)));
    return std::round(exact / digit) * digit;
}

std::int64_t Dataset::featuresPerExample() const
{
    return std::accumulate(featureShape.begin(), featureShape.end(), std::int64_t{1}, std::multiplies<>());
}

BatchOrder::BatchOrder(std::int64_t examples, std::int64_t batchSize, std::uint64_t seed, bool shuffle)
    : m_examples(examples)
    , m_batchSize(std::min(batchSize, examples))
    , m_seed(seed)
    , m_shuffle(shuffle)
{
    check(examples > 0 && batchSize > 0, "[BatchOrder] examples and batch size");
}

std::int64_t BatchOrder::stepsPerEpoch() const
{
    return (m_examples + m_batchSize - 1) / m_batchSize;
}

const std::vector<std::int64_t>& BatchOrder::batch(std::int64_t step)
{
    const std::int64_t epoch = step / stepsPerEpoch();
    if (epoch != m_epoch) {
        m_epoch = epoch;
        m_permutation.resize(static_cast<std::size_t>(m_examples));
        std::iota(m_permutation.begin(), m_permutation.end(), 0);
        const RandomKey key{m_seed, RandomUse::Shuffle, 0, static_cast<std::uint64_t>(epoch)};
        for (std::int64_t i = m_shuffle ? m_examples - 1 : 0; i > 0; --i) { // Fisher and Yates
            const auto j = static_cast<std::int64_t>(
                randomUniform(key, static_cast<std::uint64_t>(i)) * static_cast<double>(i + 1));
            std::swap(m_permutation[static_cast<std::size_t>(i)], m_permutation[static_cast<std::size_t>(j)]);
        }
    }
    const std::int64_t begin = step % stepsPerEpoch() * m_batchSize;
    const std::int64_t end = std::min(begin + m_batchSize, m_examples);
    m_batch.assign(m_permutation.begin() + begin, m_permutation.begin() + end);
    return m_batch;
}

} // namespace ulpscope
