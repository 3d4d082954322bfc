// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/initializer.h"

#include "engine/base/closest_name.h"
#include "engine/base/number_text.h"
#include "engine/layer/text_arguments.h"
#include "engine/tensor/ops.h"

#include <algorithm>
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
    const std::vector<double>& arguments;
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
void fillEach(Tensor& out, F&& value)
{
    for (Index i = 0; i < out.size(); ++i)
        out.set(i, static_cast<double>(static_cast<float>(value(static_cast<std::uint64_t>(i)))));
}

void fillUniform(const Drawing& drawing, double limit, Tensor& out)
{
    fillEach(out, [&](std::uint64_t i) { return (2 * randomUniform(drawing.key, i) - 1) * limit; });
}

/// Of this standard deviation after the truncation.
void fillTruncated(const Drawing& drawing, double deviation, Tensor& out)
{
    fillEach(out, [&](std::uint64_t i) {
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
    fillEach(out, [&](std::uint64_t i) {
        const double value = isTall ? vectors[i % width][i / width] : vectors[i / width][i % width];
        return drawing.arguments[0] * value;
    });
}

struct Row
{
    std::string name;
    std::vector<double> defaults; ///< of its arguments
    void (*fill)(const Drawing& drawing, Tensor& out);
    int fewestAxes = 0;
    int mostAxes = Shape::kMaxRank;
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
        {"random_normal", {0, kKerasSpread},
            [](const D& d, Tensor& out) {
                fillEach(out, [&](std::uint64_t i) {
                    return d.arguments[0] + randomNormal(d.key, i) * d.arguments[1];
                });
            }},
        {"random_uniform", {-kKerasSpread, kKerasSpread},
            [](const D& d, Tensor& out) {
                const double middle = (d.arguments[0] + d.arguments[1]) / 2;
                const double half = (d.arguments[1] - d.arguments[0]) / 2;
                fillEach(
                    out, [&](std::uint64_t i) { return middle + (2 * randomUniform(d.key, i) - 1) * half; });
            }},
        {"truncated_normal", {0, kKerasSpread}, // the deviation is that before the truncation
            [](const D& d, Tensor& out) {
                fillEach(out, [&](std::uint64_t i) {
                    return d.arguments[0] + truncatedNormal(d.key, i) * d.arguments[1];
                });
            }},
        {"orthogonal", {1}, fillOrthogonal, 2},
        {"identity", {1},
            [](const D& d, Tensor& out) {
                const auto columns = static_cast<std::uint64_t>(out.columns());
                fillEach(
                    out, [&](std::uint64_t i) { return i / columns == i % columns ? d.arguments[0] : 0; });
            },
            2, 2},
        {"constant", {0},
            [](const D& d, Tensor& out) { fillEach(out, [&](std::uint64_t) { return d.arguments[0]; }); }},
        {"zeros", {}, [](const D&, Tensor& out) { out.fill(0); }},
        {"ones", {}, [](const D&, Tensor& out) { out.fill(1); }},
    };
    return catalog;
}

const Row* findInitializer(std::string_view name)
{
    const auto found
        = std::find_if(rows().begin(), rows().end(), [&](const Row& r) { return r.name == name; });
    return found == rows().end() ? nullptr : &*found;
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
        return Error{"", unknownName("initializer", std::string(text.substr(0, open)), initializerNames())};
    const std::optional<std::vector<double>> given = numbersInParentheses(text.substr(open));
    constexpr double kLargest = 1e30;
    if (!given || given->size() > row->defaults.size()
        || !std::all_of(given->begin(), given->end(), [](double x) { return std::fabs(x) <= kLargest; })) {
        std::string example = row->name;
        for (std::size_t i = 0; i < row->defaults.size(); ++i)
            example += (i == 0 ? "(" : ", ") + shortestText(row->defaults[i])
                + (i + 1 == row->defaults.size() ? ")" : "");
        return Error{"", "expected " + example + ", got \"" + std::string(text.substr(0, 60)) + "\""};
    }
    Initializer result{row->name, row->defaults};
    std::copy(given->begin(), given->end(), result.arguments.begin());
    return result;
}

std::string textOf(const Initializer& initializer)
{
    const Row* row = findInitializer(initializer.name);
    if (row != nullptr && initializer.arguments == row->defaults)
        return initializer.name;
    std::string list;
    for (const double argument : initializer.arguments)
        list += (list.empty() ? "" : ", ") + shortestText(argument);
    return initializer.name + "(" + list + ")";
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
    findInitializer(initializer->name)->fill({key, fan(fanIn), fan(fanOut), initializer->arguments}, drawn);
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
