// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/support/initializer.h"

#include "engine/base/closest_name.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/layer/support/text_arguments.h"
#include "engine/tensor/ops.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope {

namespace {

// Standard deviation of a normal cut off at two standard deviations; Keras divides by it.
constexpr double kTruncatedNormalStandardDeviation = 0.87962566103423978;

// Keras' default stddev of normal draws and limit of uniform ones.
constexpr double kKerasSpread = 0.05;

struct Drawing
{
    RandomKey key;
    double fanIn;
    double fanOut;
    const std::vector<InitializerArgument>& arguments;
    const Arithmetic& arithmetic;

    double number(std::size_t argument) const { return std::get<double>(arguments[argument]); }
    const std::string& word(std::size_t argument) const { return std::get<std::string>(arguments[argument]); }
};

double truncatedNormal(const RandomKey& key, std::uint64_t index)
{
    // Redraw what falls outside two standard deviations, from a part of the stream that no other element uses.
    constexpr std::uint64_t kStride = std::uint64_t{1} << 40;
    for (std::uint64_t attempt = 0;; ++attempt) {
        const double value = randomNormal(key, index + attempt * kStride);
        if (std::fabs(value) <= 2)
            return value;
    }
}

template <class F>
void fillEach(const Drawing& drawing, Tensor& out, F&& value)
{
    constexpr Index kBetweenLooks = 4096;
    for (Index i = 0; i < out.size(); ++i) {
        if (i % kBetweenLooks == 0 && drawing.arithmetic.isStopped())
            return;
        out.set(i, static_cast<double>(static_cast<float>(value(static_cast<std::uint64_t>(i)))));
    }
}

void fillUniform(const Drawing& drawing, double limit, Tensor& out)
{
    fillEach(drawing, out, [&](std::uint64_t i) { return (2 * randomUniform(drawing.key, i) - 1) * limit; });
}

/// Draws from a truncated normal distribution that has this standard deviation after the truncation.
void fillTruncated(const Drawing& drawing, double deviation, Tensor& out)
{
    fillEach(drawing, out, [&](std::uint64_t i) {
        return truncatedNormal(drawing.key, i) * deviation / kTruncatedNormalStandardDeviation;
    });
}

/// Orthonormal columns of the matrix [all but the last axis, last axis], or rows where it has fewer of these: the Q of a
/// matrix of normal draws whose R has a positive diagonal, by Gram and Schmidt, each vector twice.
void fillOrthogonal(const Drawing& drawing, Tensor& out)
{
    const Index columns = out.columns();
    const bool isTall = out.rows() >= columns;
    const auto length = static_cast<std::size_t>(isTall ? out.rows() : columns);
    const auto count = static_cast<std::size_t>(isTall ? columns : out.rows());
    std::vector<std::vector<double>> vectors(count, std::vector<double>(length));
    const auto dot = [](const std::vector<double>& a, const std::vector<double>& b) {
        double sum = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            sum += a[i] * b[i];
        return sum;
    };
    for (std::size_t v = 0; v < count; ++v) {
        if (drawing.arithmetic.isStopped())
            return;
        std::vector<double>& own = vectors[v];
        for (std::size_t i = 0; i < length; ++i)
            own[i] = randomNormal(drawing.key, i * count + v);
        for (int pass = 0; pass < 2; ++pass)
            for (std::size_t other = 0; other < v; ++other) {
                const double share = dot(own, vectors[other]);
                for (std::size_t i = 0; i < length; ++i)
                    own[i] -= share * vectors[other][i];
            }
        const double norm = std::sqrt(dot(own, own));
        for (double& value : own)
            value /= norm;
    }
    const auto width = static_cast<std::size_t>(columns);
    fillEach(drawing, out, [&](std::uint64_t i) {
        const double value = isTall ? vectors[i % width][i / width] : vectors[i / width][i % width];
        return drawing.number(0) * value;
    });
}

/// Draws with this standard deviation, from one of three distributions.
void fillScaled(const Drawing& drawing, Tensor& out)
{
    const std::string& mode = drawing.word(1);
    const double fan = mode == "fan_in" ? drawing.fanIn
        : mode == "fan_out"             ? drawing.fanOut
                                        : (drawing.fanIn + drawing.fanOut) / 2;
    const double variance = drawing.number(0) / fan;
    if (drawing.word(2) == "uniform")
        return fillUniform(drawing, std::sqrt(3 * variance), out);
    if (drawing.word(2) == "truncated_normal")
        return fillTruncated(drawing, std::sqrt(variance), out);
    fillEach(
        drawing, out, [&](std::uint64_t i) { return randomNormal(drawing.key, i) * std::sqrt(variance); });
}

struct Row
{
    std::string name;
    std::vector<InitializerArgument> defaults; ///< of its arguments
    void (*fill)(const Drawing& drawing, Tensor& out);
    int fewestAxes = 0;
    int mostAxes = Shape::kMaxRank;
    bool isScalePositive = false; ///< the first argument has to be

    /// The words that an argument may be, its default first; none: it is a number.
    std::vector<std::string> choices(std::size_t argument) const
    {
        if (std::holds_alternative<double>(defaults[argument]))
            return {};
        if (argument == 1)
            return {"fan_in", "fan_out", "fan_avg"};
        return {"truncated_normal", "untruncated_normal", "uniform"};
    }
};

const std::vector<Row>& rows()
{
    using D = Drawing;
    static const std::vector<Row> catalog{
        {"glorot_uniform", {},
            [](const D& d, Tensor& out) { fillUniform(d, std::sqrt(6 / (d.fanIn + d.fanOut)), out); }},
        {"glorot_normal", {},
            [](const D& d, Tensor& out) { fillTruncated(d, std::sqrt(2 / (d.fanIn + d.fanOut)), out); }},
        {"he_normal", {}, [](const D& d, Tensor& out) { fillTruncated(d, std::sqrt(2 / d.fanIn), out); }},
        {"he_uniform", {}, [](const D& d, Tensor& out) { fillUniform(d, std::sqrt(6 / d.fanIn), out); }},
        {"lecun_normal", {}, [](const D& d, Tensor& out) { fillTruncated(d, std::sqrt(1 / d.fanIn), out); }},
        {"lecun_uniform", {}, [](const D& d, Tensor& out) { fillUniform(d, std::sqrt(3 / d.fanIn), out); }},
        {"random_normal", {0.0, kKerasSpread},
            [](const D& d, Tensor& out) {
                fillEach(d, out,
                    [&](std::uint64_t i) { return d.number(0) + randomNormal(d.key, i) * d.number(1); });
            }},
        {"random_uniform", {-kKerasSpread, kKerasSpread},
            [](const D& d, Tensor& out) {
                const double middle = (d.number(0) + d.number(1)) / 2;
                const double half = (d.number(1) - d.number(0)) / 2;
                fillEach(d, out,
                    [&](std::uint64_t i) { return middle + (2 * randomUniform(d.key, i) - 1) * half; });
            }},
        {"truncated_normal", {0.0, kKerasSpread}, // the deviation is that before the truncation
            [](const D& d, Tensor& out) {
                fillEach(d, out,
                    [&](std::uint64_t i) { return d.number(0) + truncatedNormal(d.key, i) * d.number(1); });
            }},
        {"variance_scaling", {1.0, "fan_in", "truncated_normal"}, fillScaled, 0, Shape::kMaxRank, true},
        {"orthogonal", {1.0}, fillOrthogonal, 2},
        {"identity", {1.0},
            [](const D& d, Tensor& out) {
                const auto columns = static_cast<std::uint64_t>(out.columns());
                fillEach(
                    d, out, [&](std::uint64_t i) { return i / columns == i % columns ? d.number(0) : 0; });
            },
            2, 2},
        {"constant", {0.0},
            [](const D& d, Tensor& out) { fillEach(d, out, [&](std::uint64_t) { return d.number(0); }); }},
        {"zeros", {}, [](const D&, Tensor& out) { out.fill(0); }},
        {"ones", {}, [](const D&, Tensor& out) { out.fill(1); }},
    };
    return catalog;
}

/// Keras' other names of an initializer, beside that of its class.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kAliases{
    {{"normal", "random_normal"}, {"uniform", "random_uniform"}, {"one", "ones"}, {"zero", "zeros"},
        {"IdentityInitializer", "identity"}, {"OrthogonalInitializer", "orthogonal"}}};

/// "HeNormal" for "he_normal"
std::string classOf(std::string_view name)
{
    std::string result;
    bool isFirst = true;
    for (const char letter : name) {
        if (letter != '_')
            result += static_cast<char>(isFirst ? letter - 'a' + 'A' : letter);
        isFirst = letter == '_';
    }
    return result;
}

const Row* findInitializer(std::string_view name)
{
    for (const auto& [alias, meant] : kAliases)
        if (name == alias)
            name = meant;
    const auto found = std::ranges::find_if(
        rows(), [&](const Row& row) { return row.name == name || classOf(row.name) == name; });
    return found == rows().end() ? nullptr : &*found;
}

std::string textOf(const InitializerArgument& argument)
{
    const double* number = std::get_if<double>(&argument);
    return number != nullptr ? shortestText(*number) : std::get<std::string>(argument);
}

std::string withArguments(const std::string& name, const std::vector<InitializerArgument>& arguments)
{
    std::string list;
    for (const InitializerArgument& argument : arguments)
        list += (list.empty() ? "" : ", ") + textOf(argument);
    return list.empty() ? name : name + "(" + list + ")";
}

/// The word as this argument of the row; nullopt: it is none.
std::optional<InitializerArgument> argumentOf(const Row& row, std::size_t argument, const std::string& word)
{
    if (const std::vector<std::string> choices = row.choices(argument); !choices.empty())
        return std::ranges::find(choices, word) != choices.end() ? std::optional<InitializerArgument>(word)
                                                                 : std::nullopt;
    constexpr double kLargest = 1e30;
    const std::optional<double> number = finiteNumber(word);
    if (!number || std::fabs(*number) > kLargest || (row.isScalePositive && *number <= 0))
        return std::nullopt;
    return *number;
}

/// What a row's text looks like, and the words that its arguments may be.
std::string expected(const Row& row)
{
    std::string text = withArguments(row.name, row.defaults);
    for (std::size_t i = 0; i < row.defaults.size(); ++i)
        for (const std::string& choice : row.choices(i))
            text += (choice == row.choices(i).front() ? "; " : ", ") + choice;
    return row.isScalePositive ? text + "; a scale above 0" : text;
}

} // namespace

const std::vector<std::string>& initializerNames()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> result;
        for (const Row& row : rows())
            result.push_back(row.name);
        return result;
    }();
    return names;
}

Result<Initializer> initializerByName(std::string_view text)
{
    const std::size_t open = std::min(text.find('('), text.size());
    const Row* row = findInitializer(text.substr(0, open));
    if (row == nullptr)
        return Error{"", unknownName("initializer", text.substr(0, open), initializerNames())};
    const Error misfit{"", "expected " + expected(*row) + ", got \"" + shownText(text) + "\""};
    const std::optional<std::vector<std::string>> given = wordsInParentheses(text.substr(open));
    if (!given || given->size() > row->defaults.size())
        return misfit;
    Initializer result{row->name, row->defaults};
    for (std::size_t i = 0; i < given->size(); ++i) {
        const std::optional<InitializerArgument> argument = argumentOf(*row, i, (*given)[i]);
        if (!argument)
            return misfit;
        result.arguments[i] = *argument;
    }
    return result;
}

std::string textOf(const Initializer& initializer)
{
    const Row* row = findInitializer(initializer.name);
    if (row != nullptr && initializer.arguments == row->defaults)
        return initializer.name;
    return withArguments(initializer.name, initializer.arguments);
}

Status checkInitializers(const Config& config, const std::vector<std::pair<std::string, int>>& ranks)
{
    for (const auto& [key, rank] : ranks) {
        const std::string& text = config.text(key);
        const Result<Initializer> initializer = initializerByName(text);
        if (!initializer)
            return initializer.error().within(key);
        const Row& row = *findInitializer(initializer->name);
        if (rank > 0 && (rank < row.fewestAxes || rank > row.mostAxes))
            return Error{key,
                row.name + " is for tensors of two axes" + (row.mostAxes > 2 ? " or more" : "")
                    + ", this one has " + std::to_string(rank)};
    }
    return success();
}

void initialize(Arithmetic& arithmetic, std::string_view text, const Shape& shape, Index fanIn, Index fanOut,
    const RandomKey& key, const Format& format, Tensor& out)
{
    const Result<Initializer> initializer = initializerByName(text);
    check(initializer.ok(), "[initialize] the text was checked");
    const bool isConstant = initializer->name == "zeros" || initializer->name == "ones";
    const double constant = initializer->name == "ones" ? 1 : 0;
    if (isConstant
        && roundToFormat(format, constant) == constant) { // no copy in float32, however many there are
        out.reset(shape, format);
        out.fill(constant);
        return;
    }
    Tensor drawn(shape, float32Format());
    const auto fan = [](Index inputs) { return static_cast<double>(std::max(inputs, Index{1})); };
    findInitializer(initializer->name)
        ->fill({key, fan(fanIn), fan(fanOut), initializer->arguments, arithmetic}, drawn);
    cast(arithmetic, drawn, format, out);
}

void initialize(Arithmetic& arithmetic, std::string_view text, const Shape& shape, const RandomKey& key,
    const Format& format, Tensor& out)
{
    const Index last = shape.last();
    const Index rest = shape.elements() / std::max(last, Index{1});
    const Index receptiveField = shape.rank() < 2 ? 1 : rest / std::max(shape[shape.rank() - 2], Index{1});
    initialize(
        arithmetic, text, shape, shape.rank() == 1 ? last : rest, last * receptiveField, key, format, out);
}

} // namespace ulpscope
