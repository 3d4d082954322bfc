// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/ops.h"

#include "engine/base/message.h"
#include "engine/base/number_text.h"
#include "engine/dtype/rounding.h"
#include "engine/kernels/element_program.h"
#include "engine/kernels/xla_rules.h"
#include "engine/tensor/carrier.h"
#include "engine/tensor/nonfinite_watch.h"
#include "engine/tensor/product_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ulpscope {

namespace {

void checkSameCarrier(const Tensor& a, const Tensor& b, const char* what)
{
    check(carrierOf(a.format()) == carrierOf(b.format()), what);
}

constexpr ExactOperation kSame = [](double a, double) { return a; };

} // namespace

void cast(Arithmetic& arithmetic, const Tensor& in, const Format& format, Tensor& out,
    const Rounding& rounding, const RandomKey& key)
{
    check(&in != &out, "[cast] out of place");
    out.reset(in.shape(), format);
    const KernelTable& table = arithmetic.table();
    RoundingCounts& counts = arithmetic.counts();
    const bool fromFloat = carrierOf(in.format()) == Carrier::Float;
    const bool toFloat = carrierOf(format) == Carrier::Float;
    if (fromFloat && toFloat)
        TensorValues::setRange(out,
            table.f32.round(TensorValues::of<float>(in), TensorValues::of<float>(out), in.size(),
                makeGrid<float>(format, rounding, key), &counts));
    else if (fromFloat)
        table.widen(TensorValues::of<float>(in), TensorValues::of<double>(out), in.size(),
            makeGrid<double>(format, rounding, key), &counts);
    else if (toFloat)
        table.narrow(TensorValues::of<double>(in), TensorValues::of<float>(out), in.size(),
            makeGrid<double>(format, rounding, key), &counts);
    else
        TensorValues::setRange(out,
            table.f64.round(TensorValues::of<double>(in), TensorValues::of<double>(out), in.size(),
                makeGrid<double>(format, rounding, key), &counts));
    if (isWatched(arithmetic))
        watchElements(arithmetic, translated("cast"), out, {{"value", &in}}, {}, kSame);
}

void castOrCopy(Arithmetic& arithmetic, const Tensor& in, const Format& format, Tensor& out)
{
    if (!(in.format() == format))
        return cast(arithmetic, in, format, out);
    out.assign(in);
    if (isWatched(arithmetic))
        watchElements(arithmetic, translated("copy"), out, {{"value", &in}}, {}, kSame);
}

const Tensor& castIfNeeded(Arithmetic& arithmetic, const Tensor& in, const Format& format, Tensor& storage)
{
    if (in.format() == format)
        return in;
    cast(arithmetic, in, format, storage);
    return storage;
}

namespace {

// How many of out's non-finite elements come from rows and columns that are all finite: these overflowed.
template <class T>
std::int64_t overflowsOfProduct(const Tensor& a, const Tensor& b, Transpose transpose, const Tensor& out)
{
    const Index m = out.rows();
    const Index n = out.columns();
    const Index k = transpose == Transpose::A ? a.rows() : a.columns();
    const T* left = TensorValues::of<T>(a);
    const T* right = TensorValues::of<T>(b);
    const T* product = TensorValues::of<T>(out);
    std::vector<char> rowIsFinite(static_cast<std::size_t>(m), 1);
    std::vector<char> columnIsFinite(static_cast<std::size_t>(n), 1);
    for (Index p = 0; p < k; ++p) {
        for (Index i = 0; i < m; ++i)
            if (!std::isfinite(left[transpose == Transpose::A ? p * m + i : i * k + p]))
                rowIsFinite[static_cast<std::size_t>(i)] = 0;
        for (Index j = 0; j < n; ++j)
            if (!std::isfinite(right[transpose == Transpose::B ? j * k + p : p * n + j]))
                columnIsFinite[static_cast<std::size_t>(j)] = 0;
    }
    std::int64_t overflows = 0;
    for (Index i = 0; i < m; ++i)
        for (Index j = 0; j < n; ++j)
            if (!std::isfinite(product[i * n + j]) && rowIsFinite[static_cast<std::size_t>(i)] != 0
                && columnIsFinite[static_cast<std::size_t>(j)] != 0)
                ++overflows;
    return overflows;
}

/// A copy in another format of the same carrier, about which nothing is counted.
Tensor rounded(Arithmetic& arithmetic, const Tensor& x, const Format& format)
{
    const RoundingCounts before = arithmetic.counts();
    Tensor result;
    cast(arithmetic, x, format, result);
    arithmetic.counts() = before;
    return result;
}

enum class CastOfB : std::uint8_t { None, Counted, Uncounted };

void productInto(Arithmetic& arithmetic, const Tensor& a, const Tensor& b, Transpose transpose,
    CastOfB castOfB, const Format& outFormat, Tensor& out)
{
    checkSameCarrier(a, b, "[matmul] operands share a carrier");
    check(&out != &a && &out != &b, "[matmul] out of place");
    const bool transposeA = transpose == Transpose::A;
    const bool transposeB = transpose == Transpose::B;
    const Index m = transposeA ? a.columns() : a.rows();
    const Index k = transposeA ? a.rows() : a.columns();
    const Index n = transposeB ? b.rows() : b.columns();
    checkEqual(transposeB ? b.columns() : b.rows(), k, "[matmul] inner extents");
    out.reset(Shape{m, n}, outFormat);
    Tensor accumulated; // recorded for a trace
    onCarrier(a, [&]<class T>(T) {
        const CarrierKernels<T>& kernels = kernelsFor<T>(arithmetic.table());
        T* result = TensorValues::of<T>(out);
        const Grid<T> grid = makeGrid<T>(a.format());
        constexpr Index kLeast = 32;
        const bool counts = castOfB == CastOfB::Counted;
        std::array<RoundingCounts, kMaxParts> ofParts{};
        forParts(arithmetic, m, n, k, kLeast, true, [&](const ResultPart& part, Index index) {
            const bool isNew = index == 0 || part.columns < n; // of b: parts of rows all read the whole of it
            kernels.gemm(transposeA, transposeB, m, n, k, TensorValues::of<T>(a), TensorValues::of<T>(b),
                castOfB == CastOfB::None ? nullptr : &grid,
                counts && isNew ? &ofParts[static_cast<std::size_t>(index)] : nullptr, part, result);
        });
        for (const RoundingCounts& ofPart : ofParts)
            arithmetic.counts() += ofPart;
        if (traceOf(arithmetic) != nullptr) {
            accumulated.reset(out.shape(), carrierFormat(outFormat));
            std::copy_n(result, out.size(), TensorValues::of<T>(accumulated));
        }
        RoundingCounts ofResult;
        TensorValues::setRange(
            out, kernels.round(result, result, out.size(), makeGrid<T>(out.format()), &ofResult));
        // Sums that left the carrier's own range were infinite before rounding; look for them only if there are any.
        if (ofResult.nonFinite > 0 && castOfB == CastOfB::None)
            ofResult.overflows = overflowsOfProduct<T>(a, b, transpose, out);
        else if (ofResult.nonFinite > 0)
            ofResult.overflows = overflowsOfProduct<T>(a, rounded(arithmetic, b, a.format()), transpose, out);
        arithmetic.counts() += ofResult;
    });
    if (isWatched(arithmetic))
        watchProduct(arithmetic, a, b, transposeA, transposeB, out,
            [&](Index element) { return accumulated.at(element); });
}

} // namespace

void matmul(Arithmetic& arithmetic, const Tensor& a, const Tensor& b, Transpose transpose, Tensor& out)
{
    matmul(arithmetic, a, b, transpose, a.format(), out);
}

void matmul(Arithmetic& arithmetic, const Tensor& a, const Tensor& b, Transpose transpose,
    const Format& outFormat, Tensor& out)
{
    check(carrierOf(outFormat) == carrierOf(a.format()), "[matmul] the result has the operands' carrier");
    productInto(arithmetic, a, b, transpose, CastOfB::None, outFormat, out);
}

void matmulCasting(Arithmetic& arithmetic, const Tensor& a, const Tensor& b, Transpose transpose,
    bool isCastCounted, Tensor& out)
{
    check(!isWatched(arithmetic), "[matmulCasting] a watch looks at casts by themselves");
    productInto(
        arithmetic, a, b, transpose, isCastCounted ? CastOfB::Counted : CastOfB::Uncounted, a.format(), out);
}

namespace {

/// Copies an operand that will be overwritten, if a watch needs it.
Tensor keptIfWatched(const Arithmetic& arithmetic, const Tensor& x)
{
    Tensor kept;
    if (isWatched(arithmetic))
        kept.assign(x);
    return kept;
}

const char* nameOf(Binary op)
{
    switch (op) {
    case Binary::Add:
        return translated("addition");
    case Binary::Subtract:
        return translated("subtraction");
    case Binary::Multiply:
        return translated("multiplication");
    case Binary::Divide:
        return translated("division");
    }
    return translated("operation");
}

ExactOperation exactOf(Binary op)
{
    switch (op) {
    case Binary::Add:
        return [](double a, double b) { return a + b; };
    case Binary::Subtract:
        return [](double a, double b) { return a - b; };
    case Binary::Multiply:
        return [](double a, double b) { return a * b; };
    case Binary::Divide:
        return [](double a, double b) { return a / b; };
    }
    return nullptr;
}

void binaryInto(Arithmetic& arithmetic, Binary op, const Tensor& a, const Tensor& b, Tensor& out,
    const Rounding& rounding = {}, const RandomKey& key = {})
{
    checkSameCarrier(a, b, "[binary] operands share a carrier");
    checkEqual(b.size(), a.size(), "[binary] elements");
    const Tensor kept = keptIfWatched(arithmetic, a);
    onCarrier(a, [&]<class T>(T) {
        kernelsFor<T>(arithmetic.table())
            .binary(op, TensorValues::of<T>(a), TensorValues::of<T>(b), TensorValues::of<T>(out), a.size(),
                makeGrid<T>(out.format(), rounding, key), arithmetic.counts());
    });
    if (isWatched(arithmetic))
        watchElements(arithmetic, nameOf(op), out, {{"left operand", &kept, &a}, {"right operand", &b}}, {},
            exactOf(op));
}

} // namespace

void binary(Arithmetic& arithmetic, Binary op, const Tensor& a, const Tensor& b, Tensor& out,
    const Rounding& rounding, const RandomKey& key)
{
    out.reset(a.shape(), a.format());
    binaryInto(arithmetic, op, a, b, out, rounding, key);
}

void binaryInPlace(Arithmetic& arithmetic, Binary op, Tensor& a, const Tensor& b)
{
    binaryInto(arithmetic, op, a, b, a);
}

void scalarInPlace(Arithmetic& arithmetic, Binary op, Tensor& a, double scalar)
{
    const Tensor kept = keptIfWatched(arithmetic, a);
    onCarrier(a, [&]<class T>(T) {
        T* values = TensorValues::of<T>(a);
        kernelsFor<T>(arithmetic.table())
            .scalar(op, values, static_cast<T>(scalar), values, a.size(), makeGrid<T>(a.format()),
                arithmetic.counts());
    });
    if (isWatched(arithmetic))
        watchElements(arithmetic, nameOf(op), a, {{"left operand", &kept, &a}}, NamedValue{"scalar", scalar},
            exactOf(op));
}

void divideByOne(Arithmetic& arithmetic, Tensor& a, double divisor)
{
    if (dividesByReciprocal(a.format().mantissaBits))
        scalarInPlace(arithmetic, Binary::Multiply, a, ScalarOps(arithmetic, a.format()).divide(1, divisor));
    else
        scalarInPlace(arithmetic, Binary::Divide, a, divisor);
}

namespace {

/// After a reciprocal or a quotient by a scale that has become 0, or too small for its reciprocal.
void watchScale(Arithmetic& arithmetic, const Tensor& before, const Tensor& out, float scale, double rounded)
{
    if (traceOf(arithmetic) != nullptr)
        return watchElements(arithmetic, translated("division"), out, {{"value", &before, &out}},
            NamedValue{"scale", static_cast<double>(scale)}, exactOf(Binary::Divide));
    const std::optional<Index> element = firstSought(arithmetic, out);
    if (!element)
        return;
    const Format& format = out.format();
    const double value = before.at(*element);
    const bool isReciprocal = dividesByReciprocal(format.mantissaBits);
    std::string how = "the division of value " + briefText(value) + " by the scale "
        + briefText(static_cast<double>(scale));
    if (rounded == 0)
        how += ", which is 0 in " + std::string(format.name) + ",";
    else if (isReciprocal && !std::isfinite(roundToFormat(format, 1 / rounded)))
        how += ", whose reciprocal is infinite in " + std::string(format.name) + ",";
    how += std::isnan(out.at(*element)) ? " gives NaN" : " gives infinity";
    reportBirth(arithmetic, translated("division"), before, out, *element,
        {{"value", value}, {"scale", static_cast<double>(scale)}, {kScaleInFormat, rounded}}, std::move(how));
}

} // namespace

void divideByScale(Arithmetic& arithmetic, Tensor& a, float scale)
{
    const double divisor = roundToFormat(a.format(), static_cast<double>(scale));
    if (!isWatched(arithmetic))
        return divideByOne(arithmetic, a, divisor);
    Tensor before;
    before.assign(a);
    NonFiniteWatch* const watch = arithmetic.watch();
    arithmetic.setWatch(nullptr); // the scale is more of a cause than the number that it is rounded to
    divideByOne(arithmetic, a, divisor);
    arithmetic.setWatch(watch);
    watchScale(arithmetic, before, a, scale, divisor);
}

double quotientByOne(const Format& format, double a, double divisor)
{
    return dividesByReciprocal(format.mantissaBits) ? a * roundToFormat(format, 1 / divisor) : a / divisor;
}

void addRow(Arithmetic& arithmetic, Tensor& x, const Tensor& row)
{
    checkSameCarrier(x, row, "[addRow] operands share a carrier");
    checkEqual(row.size(), x.columns(), "[addRow] columns");
    const Tensor kept = keptIfWatched(arithmetic, x);
    onCarrier(x, [&]<class T>(T) {
        kernelsFor<T>(arithmetic.table())
            .addRow(TensorValues::of<T>(x), TensorValues::of<T>(row), x.rows(), x.columns(),
                makeGrid<T>(x.format()), arithmetic.counts());
    });
    if (isWatched(arithmetic))
        watchElements(arithmetic, translated("addition"), x, {{"left operand", &kept, &x}, {"bias", &row}},
            {}, exactOf(Binary::Add));
}

namespace {

/// Whether XLA sums a product of that shape along one axis of all rows: not where an axis is long, since windows along it come
/// before the product loses its reshape.
bool mergesRows(const Shape& shape)
{
    for (int axis = 0; axis + 1 < shape.rank(); ++axis)
        if (shape[axis] > kSumWindow)
            return false;
    return true;
}

} // namespace

void columnSums(Arithmetic& arithmetic, const Tensor& x, Tensor& out, SumRounding rounding, bool rowsAreOne)
{
    const Shape shape = rowsAreOne && mergesRows(x.shape()) ? Shape{x.rows(), x.columns()} : x.shape();
    std::array<Index, Shape::kMaxRank> extents{};
    for (int axis = 0; axis + 1 < shape.rank(); ++axis)
        extents[static_cast<std::size_t>(axis)] = shape[axis];
    const int axes = std::max(shape.rank() - 1, 0);
    out.reset(Shape{x.columns()}, x.format());
    onCarrier(x, [&]<class T>(T) {
        const CarrierKernels<T>& kernels = kernelsFor<T>(arithmetic.table());
        const Grid<T> grid = makeGrid<T>(x.format());
        const T* from = TensorValues::of<T>(x);
        T* sums = TensorValues::of<T>(out);
        if (rounding == SumRounding::EachAddition)
            return kernels.columnSums(
                from, sums, extents.data(), axes, x.columns(), grid, arithmetic.counts());
        RoundingCounts inCarrier;
        kernels.columnSums(
            from, sums, extents.data(), axes, x.columns(), makeGrid<T>(carrierFormat(x.format())), inCarrier);
        arithmetic.counts().overflows += inCarrier.overflows;
        kernels.round(sums, sums, out.size(), grid, &arithmetic.counts());
    });
    if (isWatched(arithmetic))
        watchLines(arithmetic, translated("sum over the rows"), x, out, true, true);
}

namespace {

/// T: what it is computed in; From: in what the tensors' values lie.
template <class T, class From>
void elementsIn(Arithmetic& arithmetic, const ElementProgram& program, std::span<const Tensor* const> inputs,
    Index columns, std::span<Tensor* const> outputs)
{
    std::array<T, kMaxElementRegisters> constants;
    std::array<ElementInput<T>, kMaxElementRegisters> in;
    std::array<ElementOutput<T>, kMaxElementRegisters> out;
    std::array<Grid<T>, 8> grids;
    for (std::size_t i = 0; i < program.inputs.size(); ++i) {
        const ElementProgram::Input& input = program.inputs[i];
        constants[i] = static_cast<T>(input.number);
        in[i] = {&constants[i], input.alignment};
        if (input.isConstant)
            continue;
        if constexpr (std::is_same_v<T, From>)
            in[i].values = TensorValues::of<T>(*inputs[i]);
        else
            in[i].floats = TensorValues::of<From>(*inputs[i]);
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        out[i] = {nullptr, program.results[i].from};
        if constexpr (std::is_same_v<T, From>)
            out[i].values = TensorValues::of<T>(*outputs[i]);
        else
            out[i].floats = TensorValues::of<From>(*outputs[i]);
    }
    check(program.formats.size() <= grids.size(), "[elements] few formats");
    for (std::size_t i = 0; i < program.formats.size(); ++i)
        grids[i] = makeGrid<T>(*program.formats[i]);
    kernelsFor<T>(arithmetic.table())
        .elements({.steps = program.steps,
            .inputs = std::span(in).first(program.inputs.size()),
            .outputs = std::span(out).first(outputs.size()),
            .registers = program.registers,
            .grids = std::span(grids).first(program.formats.size()),
            .size = outputs[0]->size(),
            .columns = columns,
            .counts = &arithmetic.counts()});
}

} // namespace

void elements(Arithmetic& arithmetic, const ElementProgram& program, std::span<const Tensor* const> inputs,
    Index columns, std::span<Tensor* const> outputs)
{
    onCarrier(*outputs[0], [&]<class T>(T) {
        if (program.isInDouble)
            elementsIn<double, T>(arithmetic, program, inputs, columns, outputs);
        else
            elementsIn<T, T>(arithmetic, program, inputs, columns, outputs);
    });
}

TensorStatistics statistics(const Arithmetic& arithmetic, const Tensor& x)
{
    return onCarrier(x, [&]<class T>(T) {
        return kernelsFor<T>(arithmetic.table()).statistics(TensorValues::of<T>(x), x.size());
    });
}

FiniteRange finiteRange(const Arithmetic& arithmetic, const Tensor& x)
{
    const std::optional<FiniteRange>& known = TensorValues::range(x);
    return known ? *known : statistics(arithmetic, x);
}

bool allFinite(const Arithmetic& arithmetic, const Tensor& x)
{
    if (const std::optional<FiniteRange>& known = TensorValues::range(x))
        return known->nonFinite == 0;
    return onCarrier(x, [&]<class T>(T) {
        return kernelsFor<T>(arithmetic.table()).allFinite(TensorValues::of<T>(x), x.size());
    });
}

std::int64_t countAbove(const Arithmetic& arithmetic, const Tensor& x, double limit)
{
    if (const std::optional<FiniteRange>& known = TensorValues::range(x);
        known && known->nonFinite == 0 && known->amax <= limit)
        return 0;
    return onCarrier(x, [&]<class T>(T) {
        return kernelsFor<T>(arithmetic.table())
            .countAbove(TensorValues::of<T>(x), x.size(), static_cast<T>(limit));
    });
}

Comparison compare(
    const Arithmetic& arithmetic, const Tensor& candidate, double scale, const Tensor& reference)
{
    check(reference.format() == float64Format(), "[compare] the reference is float64");
    checkEqual(candidate.size(), reference.size(), "[compare] elements");
    return onCarrier(candidate, [&]<class T>(T) {
        return kernelsFor<T>(arithmetic.table())
            .compare(
                TensorValues::of<T>(candidate), scale, TensorValues::of<double>(reference), candidate.size());
    });
}

double relativeError(const Comparison& comparison)
{
    if (comparison.squaredError == 0)
        return 0;
    if (comparison.squaredReference == 0)
        return std::isnan(comparison.squaredError) ? comparison.squaredError
                                                   : std::numeric_limits<double>::infinity();
    return std::sqrt(comparison.squaredError / comparison.squaredReference);
}

} // namespace ulpscope
