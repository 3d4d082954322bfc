// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that name something: each is asked for as something that has a name. What has a canonical name is found by it;
// accumulators add up the numbers of the second line, fast and term by term.
#include "tests/fuzz/fuzz_target.h"

#include "engine/base/number_text.h"
#include "engine/dtype/block_format.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/stored_number.h"
#include "engine/kernels/running_sum.h"
#include "engine/layer/support/initializer.h"
#include "engine/layer/support/regularizer.h"
#include "engine/policy/legacy_policy.h"
#include "engine/policy/overrides.h"
#include "engine/policy/recipe.h"
#include "engine/session/stop_condition.h"
#include "engine/tensor/ops.h"
#include "tests/fuzz/loaded_kernels.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

namespace {

using namespace ulpscope;
using fuzz::isFine;
using fuzz::require;
using fuzz::requireFine;

constexpr std::size_t kLongestName = 128;
constexpr std::size_t kMaxNumbers = 24;
constexpr Index kColumns = 3; ///< the kernels compute some columns at once, and the rest one by one

/// float32 values from bytes.
std::vector<double> numbersOf(std::string_view bytes)
{
    std::vector<double> numbers(std::min(bytes.size() / sizeof(float), kMaxNumbers));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        float value = 0;
        std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
        numbers[i] = static_cast<double>(value);
    }
    return numbers;
}

bool isSame(double a, double b)
{
    return a == b ? std::signbit(a) == std::signbit(b) : std::isnan(a) && std::isnan(b);
}

void asFormat(const std::string& name, const std::vector<double>& numbers)
{
    const Result<const Format*> format = formatByName(name);
    require((findFormat(name) != nullptr) == isFine(format), "both ways to look up a format agree");
    if (!format)
        return;
    const Result<const Format*> again = formatByName((*format)->name);
    requireFine(again, "it can be read back");
    require(**again == **format, "a format is found by its name");
    withoutExponentLimits(**format);
    for (const double number : numbers) {
        const StoredNumber stored = storeNumber(**format, number);
        require(isSame(decode(**format, stored.code), stored.stored), "the code is that of what is stored");
    }
}

void asCast(const std::string& name, const std::vector<double>& numbers)
{
    if (const Result<BlockFormat> block = blockFormatByName(name); isFine(block)) {
        const Result<BlockFormat> again = blockFormatByName(block->name);
        requireFine(again, "it can be read back");
        require(again->name == block->name, "a block format is found by its name");
        require(std::isfinite(block->bitsPerElement()), "a block format has a size");
    }
    isFine(storedVariableByName(name));
    for (const bool allowsBlocks : {false, true}) {
        const Result<CastTarget> target = castTargetByName(name, allowsBlocks);
        if (!isFine(target))
            continue;
        const Result<CastTarget> again = castTargetByName(target->name, allowsBlocks);
        requireFine(again, "it can be read back");
        require(again->name == target->name, "a cast is found by its name");
        if (target->format == nullptr || numbers.empty() || isStochastic(target->rounding.mode))
            continue;
        Arithmetic arithmetic(fuzz::loadedKernels());
        Tensor in({static_cast<Index>(numbers.size())}, float64Format());
        in.copyFrom(std::span(numbers));
        Tensor out;
        cast(arithmetic, in, *target->format, out, target->rounding);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            require(isSame(out.at(static_cast<Index>(i)),
                        roundToFormat(*target->format, numbers[i], target->rounding)),
                "kernels round as the plain routine does");
    }
}

/// numbers [terms, columns] times a column of ones and twos: by the kernels, and term by term.
void addUp(const Accumulator& accumulator, const Format& operands, const std::vector<double>& numbers)
{
    const auto terms = static_cast<Index>(numbers.size()) / kColumns;
    if (terms == 0 || !isFine(checkOperands(accumulator, operands)))
        return;
    Arithmetic arithmetic(fuzz::loadedKernels());
    Tensor a({1, terms}, operands);
    Tensor b({terms, kColumns}, operands);
    for (Index i = 0; i < terms; ++i)
        a.set(i, roundToFormat(operands, static_cast<double>(1 + i % 2)));
    for (Index i = 0; i < b.size(); ++i)
        b.set(i, roundToFormat(operands, numbers[static_cast<std::size_t>(i)]));
    Tensor out;
    const Format& format = sumFormat(accumulator, operands);
    matmul(arithmetic, a, b, Transpose::None, accumulator, format, out);
    if (accumulator.kind == AccumulatorKind::Float32 || accumulator.kind == AccumulatorKind::Float64
        || accumulator.kind == AccumulatorKind::Exact)
        return; // tst_ops holds the first two against chains of fused multiply-adds; the last is rounded once more
    const AccumulationPlan plan = makePlan(accumulator, operands, operands, {}, terms);
    for (Index column = 0; column < kColumns; ++column) {
        RunningSum sum(plan, {0, column, kColumns, terms});
        for (Index i = 0; i < terms; ++i)
            sum.add(a.at(i), b.at(i * kColumns + column));
        require(isSame(out.at(column), roundToFormat(format, sum.value())),
            "kernels add as the plain routine does");
    }
}

void asAccumulator(const std::string& name, const std::vector<double>& numbers)
{
    const Result<Accumulator> accumulator = accumulatorByName(name);
    if (!isFine(accumulator))
        return;
    const Result<Accumulator> again = accumulatorByName(accumulator->name);
    requireFine(again, "it can be read back");
    require(again->name == accumulator->name, "an accumulator is found by its name");
    for (const char* operands : {"float32", "bfloat16", "float8_e4m3fn", "int8"})
        addUp(*accumulator, *findFormat(operands), numbers);
}

void asPolicy(const std::string& name)
{
    isFine(standardizeDtype(name));
    isFine(makePolicy(name));
    isFine(getPolicyOfObject(name));
    if (const Result<DTypePolicy> policy = getPolicy(name); isFine(policy)) {
        const Result<DTypePolicy> again = getPolicy(policy->name);
        requireFine(again, "it can be read back");
        require(kerasEqual(*again, *policy), "a policy is found by its name");
        require(!sourcePolicy(*policy).isQuantized(), "a source is a plain policy");
    }
    for (const PolicyClass policyClass : allPolicyClasses())
        if (const Result<DTypePolicy> policy = makeQuantizedPolicy(policyClass, name, "mixed_float16");
            isFine(policy))
            require(!repr(*policy).empty(), "a policy can be printed");
    if (const Result<LegacyPolicy> policy = makeTfKerasPolicy(name); isFine(policy))
        require(!repr(*policy).empty(), "a policy can be printed");
    isFine(makeExperimentalPolicy(name));
    tfDtype(name);
}

void asArguments(const std::string& text)
{
    if (const Result<Initializer> initializer = initializerByName(text); isFine(initializer)) {
        const Result<Initializer> again = initializerByName(textOf(*initializer));
        requireFine(again, "it can be read back");
        require(*again == *initializer, "an initializer survives as text");
        Arithmetic arithmetic(fuzz::loadedKernels());
        Tensor kernel;
        if (checkInitializers({{"kernel_initializer", text}}, {{"kernel_initializer", 2}}))
            initialize(arithmetic, text, {3, 2}, {1, RandomUse::Dataset, 0, 0}, float32Format(), kernel);
    }
    if (const Result<Regularizer> regularizer = regularizerByName(text); isFine(regularizer)) {
        const Result<Regularizer> again = regularizerByName(textOf(*regularizer));
        requireFine(again, "it can be read back");
        require(*again == *regularizer, "a regularizer survives as text");
    }
}

void asOther(const std::string& text)
{
    isFine(roundingModeByName(text));
    isFine(overflowRuleByName(text));
    isFine(makeRecipe({text, {}}));
    isFine(stopRuleOf(text));
    isFine(stopStepByName(text));
    if (const std::optional<double> number = parseNumber(text)) {
        const std::optional<double> again = parseNumber(shortestText(*number));
        require(again && (*again == *number || std::isnan(*number)), "a number survives as text");
    }
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string_view text = fuzz::textOf(data, size);
    const std::string name(fuzz::takeLine(text).substr(0, kLongestName));
    const std::vector<double> numbers = numbersOf(text);
    // Most names are unknown, and what was meant is then looked for among hundreds. Each input is therefore asked for as a
    // third of the things; as which depends on its bytes.
    switch (std::hash<std::string_view>()(fuzz::textOf(data, size)) % 3) {
    case 0:
        asFormat(name, numbers);
        asPolicy(name);
        break;
    case 1:
        asCast(name, numbers);
        asArguments(name);
        break;
    default:
        asAccumulator(name, numbers);
        asOther(name);
    }
    return 0;
}
