// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/arithmetic/dot_product.h"

#include "engine/base/check.h"
#include "engine/base/number_text.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/kernels/exact_sum.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ulpscope {

namespace {

constexpr double kMaxMultiplyAdds = 0x1p36;

std::vector<double> roundedAll(std::span<const double> values, const Format& format)
{
    std::vector<double> result(values.begin(), values.end());
    for (double& value : result)
        value = roundToFormat(format, value);
    return result;
}

std::string numberIn(double exact, const Format& format)
{
    return exact > format.maxFinite() ? " > " + shortestText(format.maxFinite())
        : exact < -format.maxFinite() ? " < " + shortestText(-format.maxFinite())
                                      : std::string();
}

std::string sentenceOf(const DotProductStudy& study, const Format& format)
{
    std::string text = "dot product " + shortestText(study.exact) + numberIn(study.exact, format) + " in "
        + std::string(format.name);
    for (std::size_t i = 0; i < study.finiteIn.size(); ++i)
        text += (i == 0 ? ", finite in " : " and ") + study.finiteIn[i] + " ("
            + shortestText(roundToFormat(*findFormat(study.finiteIn[i]), study.exact)) + ")";
    text += ", terms (" + std::to_string(study.row) + ", " + std::to_string(study.column) + ")";
    if (study.passesAt && *study.passesAt < study.terms)
        text += ": the sum passes the range at term " + std::to_string(*study.passesAt) + " of "
            + std::to_string(study.terms);
    if (!study.largest.empty()) {
        const DotProductTerm& term = study.largest.front();
        text += (study.passesAt && *study.passesAt < study.terms ? "; " : ": ")
            + std::string("the largest of ") + counted(study.terms, "term") + " is " + shortestText(term.left)
            + " * " + shortestText(term.right) + " at " + std::to_string(term.place);
    }
    return text;
}

} // namespace

DotProductStudy studyDotProduct(std::span<const double> a, std::span<const double> b, const Format& format,
    std::int64_t row, std::int64_t column)
{
    check(a.size() == b.size(), "[studyDotProduct] as many elements in both");
    DotProductStudy study;
    study.row = row;
    study.column = column;
    study.terms = static_cast<std::int64_t>(a.size());
    ExactSum sum;
    for (std::size_t i = 0; i < a.size(); ++i) {
        sum.addProduct(a[i], b[i]);
        if (!study.passesAt && !std::isfinite(roundToFormat(format, sum.rounded(RoundingMode::ToOdd))))
            study.passesAt = static_cast<std::int64_t>(i) + 1;
    }
    study.exact = sum.rounded();
    study.rounded = roundToFormat(format, sum.rounded(RoundingMode::ToOdd));
    std::vector<std::int64_t> places(a.size());
    std::iota(places.begin(), places.end(), 0);
    const auto magnitude = [&](std::int64_t place) {
        const double product
            = std::abs(a[static_cast<std::size_t>(place)] * b[static_cast<std::size_t>(place)]);
        return std::isnan(product) ? std::numeric_limits<double>::infinity() : product;
    };
    const std::size_t kept = std::min(places.size(), DotProductStudy::kLargestTerms);
    std::partial_sort(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(kept), places.end(),
        [&](std::int64_t i, std::int64_t j) { return magnitude(i) > magnitude(j); });
    for (std::size_t i = 0; i < kept && magnitude(places[i]) > 0; ++i)
        study.largest.push_back(
            {places[i], a[static_cast<std::size_t>(places[i])], b[static_cast<std::size_t>(places[i])]});
    for (const char* name : {"float16", "bfloat16", "float32"})
        if (format.name != name && std::isfinite(roundToFormat(*findFormat(name), study.exact)))
            study.finiteIn.emplace_back(name);
    study.sentence = sentenceOf(study, format);
    return study;
}

Result<ProductRange> productRange(std::span<const double> left, std::int64_t rows,
    std::span<const double> right, std::int64_t columns, bool isTransposed, const Format& operands,
    const Format& output, std::size_t most)
{
    const std::int64_t terms = rows > 0 ? static_cast<std::int64_t>(left.size()) / rows : 0;
    if (rows < 1 || columns < 1 || terms < 1 || terms * rows != static_cast<std::int64_t>(left.size())
        || terms * columns != static_cast<std::int64_t>(right.size()))
        return Error{"",
            "a product of [" + std::to_string(rows) + ", " + std::to_string(terms) + "] takes "
                + std::to_string(terms) + " times as many numbers as it has columns; the other tensor has "
                + std::to_string(right.size()) + " in " + counted(columns, "column")};
    if (static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(terms)
        > kMaxMultiplyAdds)
        return Error{"", "the product takes more than 2^36 multiply-adds"};
    const std::vector<double> a = roundedAll(left, operands);
    std::vector<double> b = roundedAll(right, operands);
    if (!isTransposed) { // each column in one piece
        std::vector<double> byColumn(b.size());
        for (std::int64_t k = 0; k < terms; ++k)
            for (std::int64_t j = 0; j < columns; ++j)
                byColumn[static_cast<std::size_t>(j * terms + k)]
                    = b[static_cast<std::size_t>(k * columns + j)];
        b = std::move(byColumn);
    }
    ProductRange range;
    range.elements = static_cast<std::uint64_t>(rows * columns);
    const auto count = static_cast<std::size_t>(terms);
    // A sum in float64 is off by at most terms 2^-53 of the sum of magnitudes; only what comes so near to the end of the range is
    // summed exactly.
    const double limit = output.maxFinite();
    const double relative = static_cast<double>(terms) * 0x1p-52;
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < columns; ++j) {
            const auto x = std::span(a).subspan(static_cast<std::size_t>(i) * count, count);
            const auto w = std::span(b).subspan(static_cast<std::size_t>(j) * count, count);
            double sum = 0;
            double magnitudes = 0;
            for (std::size_t k = 0; k < count; ++k) {
                sum += x[k] * w[k];
                magnitudes += std::abs(x[k] * w[k]);
            }
            if (std::isfinite(sum))
                range.largest = std::max(range.largest, std::abs(sum));
            if (std::abs(sum) + relative * magnitudes <= limit)
                continue;
            const DotProductStudy study = studyDotProduct(x, w, output, i, j);
            if (std::isfinite(study.rounded))
                continue;
            ++range.beyond;
            range.fromOperands += std::isfinite(study.exact) ? 0U : 1U;
            if (range.studies.size() < most && std::isfinite(study.exact))
                range.studies.push_back(study);
        }
    return range;
}

} // namespace ulpscope
