// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/accumulator.h"

#include "engine/base/closest_name.h"
#include "engine/dtype/formats.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace ulpscope {

namespace {

constexpr std::string_view kMmaSim = "MMA-Sim c785138; Khattak and Mikaitis, arXiv 2512.07004";
constexpr std::string_view kMeasured = "measured on an H200 (driver 580.159.04, CUDA 13.0, torch 2.11.0, "
                                       "2026-11-27): 524,288 elements, none different";
constexpr std::string_view kMeasuredHalf = "measured on an H200 (driver 580.159.04, CUDA 13.0, torch 2.11.0, "
                                           "2026-11-27): 262,144 elements, none different";
constexpr std::string_view kFasi = "MMA-Sim c785138; Fasi, Higham, Mikaitis, Pranesh, PeerJ CS 7:e330 (2021)";

// groupSize, alignmentBits, outputMantissaBits
constexpr TensorCoreModel fused(int g, int f, int outputBits = 23)
{
    return {CoreKind::Fused, g, 1, f, outputBits, false, false};
}
constexpr TensorCoreModel fusedToHalf(int g, int f)
{
    return {CoreKind::Fused, g, 1, f, 10, true, false};
}
constexpr TensorCoreModel tree(int g, bool flushes)
{
    return {CoreKind::Tree, g, 1, 0, 23, false, flushes};
}

using Inputs = std::array<std::string_view, 4>;
constexpr Inputs kHalf{"float16"};
constexpr Inputs kBrain{"bfloat16"};
constexpr Inputs kTf32{"tf32", "float32"}; // float32 operands lose their low 13 bits
constexpr Inputs kFp8{"float8_e4m3fn", "float8_e5m2"};
constexpr Inputs kFp864{"float8_e4m3fn", "float8_e5m2", "float6_e3m2fn", "float6_e2m3fn"};
constexpr Inputs kFp8Amd{"float8_e4m3fnuz", "float8_e5m2fnuz"};

constexpr std::array kCores{
    TensorCore{
        "volta-fp16", fused(4, 23), kHalf, "V100: groups of 4, truncated at 23 bits, to float32", kFasi},
    TensorCore{"volta-fp16-to-fp16", fusedToHalf(4, 23), kHalf, "V100, float16 sums", kFasi},
    TensorCore{"turing-fp16", fused(8, 24), kHalf, "T4: groups of 8, 24 bits", kFasi},
    TensorCore{"turing-fp16-to-fp16", fusedToHalf(8, 24), kHalf, "T4, float16 sums", kFasi},
    TensorCore{"ampere-fp16", fused(8, 24), kHalf, "A100: groups of 8, 24 bits", kFasi},
    TensorCore{"ampere-fp16-to-fp16", fusedToHalf(8, 24), kHalf, "A100, float16 sums", kFasi},
    TensorCore{"ampere-bf16", fused(8, 24), kBrain, "A100: groups of 8, 24 bits", kFasi},
    TensorCore{"ampere-tf32", fused(4, 24), kTf32, "A100: groups of 4, 24 bits", kFasi},
    TensorCore{"ada-fp16", fused(8, 24), kHalf, "L40S: groups of 8, 24 bits", kMmaSim},
    TensorCore{"ada-fp16-to-fp16", fusedToHalf(8, 24), kHalf, "L40S, float16 sums", kMmaSim},
    TensorCore{"ada-bf16", fused(8, 24), kBrain, "L40S: groups of 8, 24 bits", kMmaSim},
    TensorCore{"ada-tf32", fused(4, 24), kTf32, "L40S: groups of 4, 24 bits", kMmaSim},
    TensorCore{"ada-fp8", fused(16, 13, 13), kFp8, "L40S: groups of 16, 13 bits, sums of 13 bits", kMmaSim},
    TensorCore{"ada-fp8-to-fp16", fusedToHalf(16, 13), kFp8, "L40S, float16 sums", kMmaSim},
    TensorCore{"hopper-fp16", fused(16, 25), kHalf, "H100: groups of 16, 25 bits", kMeasured},
    TensorCore{"hopper-fp16-to-fp16", fusedToHalf(16, 25), kHalf, "H100, float16 sums", kMeasuredHalf},
    TensorCore{"hopper-bf16", fused(16, 25), kBrain, "H100: groups of 16, 25 bits", kMeasured},
    TensorCore{"hopper-tf32", fused(8, 25), kTf32, "H100: groups of 8, 25 bits", kMeasured},
    TensorCore{
        "hopper-fp8", fused(32, 13, 13), kFp8, "H100: groups of 32, 13 bits, sums of 13 bits", kMeasured},
    TensorCore{"hopper-fp8-to-fp16", fusedToHalf(32, 13), kFp8, "H100, float16 sums", kMeasured},
    TensorCore{"hopper-mma-fp8", {CoreKind::TwoGroups, 32, 1, 25, 23, false, false}, kFp8,
        "H100: mma.sync; two groups of 16, 25 bits, then added in float32", kMeasured},
    TensorCore{"blackwell-fp16", fused(16, 25), kHalf, "B200: groups of 16, 25 bits", kMmaSim},
    TensorCore{"blackwell-fp16-to-fp16", fusedToHalf(16, 25), kHalf, "B200, float16 sums", kMmaSim},
    TensorCore{"blackwell-bf16", fused(16, 25), kBrain, "B200: groups of 16, 25 bits", kMmaSim},
    TensorCore{"blackwell-tf32", fused(8, 25), kTf32, "B200: groups of 8, 25 bits", kMmaSim},
    TensorCore{"blackwell-fp8", fused(32, 25), kFp864, "B200: groups of 32, 25 bits", kMmaSim},
    TensorCore{"blackwell-fp8-to-fp16", fusedToHalf(32, 25), kFp864, "B200, float16 sums", kMmaSim},
    TensorCore{"blackwell-mxf4", {CoreKind::Fused, 64, 16, 35, 23, false, false}, Inputs{"float4_e2m1fn"},
        "B200: 4 exact sums of 16 products, scales 1, aligned at 35 bits", kMmaSim},
    TensorCore{"cdna3-fp16", {CoreKind::LateAdd, 8, 1, 24, 23, false, false}, kHalf,
        "MI300: groups of 8, the sum added late with floor, to nearest even", kMmaSim},
    TensorCore{"cdna3-bf16", {CoreKind::LateAdd, 8, 1, 24, 23, false, false}, kBrain, "MI300: as cdna3-fp16",
        kMmaSim},
    TensorCore{"cdna3-fp8", {CoreKind::LateAddInterleaved, 16, 1, 24, 23, false, false}, kFp8Amd,
        "MI300: groups of 16, even and odd products apart", kMmaSim},
    TensorCore{
        "cdna2-fp16", tree(4, true), kHalf, "MI200: trees of 4 in float32, subnormals flushed", kMmaSim},
    TensorCore{"cdna2-bf16", tree(4, true), kBrain, "MI200: as cdna2-fp16 (the _1k instructions)", kMmaSim},
    TensorCore{"cdna1-fp16", tree(4, false), kHalf, "MI100: trees of 4 in float32", kMmaSim},
    TensorCore{"cdna1-bf16", tree(2, false), kBrain, "MI100: trees of 2 in float32", kMmaSim},
};

constexpr std::array kGeneral{
    AccumulatorRow{"float32", "float32",
        "one after the other in float32; a product and its sum rounded once together",
        "IEEE 754-2019, fusedMultiplyAdd"},
    AccumulatorRow{"float64", "float64",
        "one after the other in float64; a product and its sum rounded once together",
        "IEEE 754-2019, fusedMultiplyAdd"},
    AccumulatorRow{"exact", "exact", "no rounding but the one of the result", "Kulisch's long accumulator"},
    AccumulatorRow{"sequential[:format][:mode][:rule]", "sequential:float16",
        "one after the other; every product and every sum rounded", "Higham 2002, 4.2"},
    AccumulatorRow{"fma-sequential[:format][:mode][:rule]", "fma-sequential:float16",
        "one after the other; a product and its sum rounded once together",
        "IEEE 754-2019, fusedMultiplyAdd"},
    AccumulatorRow{"pairwise[:format][:mode][:rule]", "pairwise:float16",
        "products rounded, then a binary tree of rounded sums", "Higham 2002, 4.2"},
    AccumulatorRow{"chunked[:n][:format][:mode][:rule]", "chunked:64:dlfloat16",
        "sequential within chunks of n products (64), then over the chunks' sums", "Wang et al. 2018"},
    AccumulatorRow{"kahan[:format][:mode][:rule]", "kahan:bfloat16",
        "sequential with a compensation for what was lost; every operation rounded", "Kahan 1965"},
    AccumulatorRow{"stochastic[:bits][:format][:rule]", "stochastic:8:bfloat16",
        "sequential; every product and every sum rounded stochastically with so many random bits",
        "Gupta et al. 2015"},
    AccumulatorRow{"int32", "int32", "integer products, summed modulo 2^32", "IGEMM of every 8-bit library"},
    AccumulatorRow{"{tensor core}[:promote:n]", "hopper-fp8:promote:128",
        "a tensor core's fused groups; with promotion a float32 sum takes over every n products",
        "DeepSeek-V3, 3.3.2; MMA-Sim c785138"},
    AccumulatorRow{"{tensor core}:slices:n", "hopper-fp16:slices:3",
        "n parts of the sum, each a multiple of 64 products but the last, added in float32 (cuBLAS)",
        "1,328 of 1,392 products of torch on an H200"},
};

struct KindName
{
    std::string_view name;
    AccumulatorKind kind;
    bool takesFormat; ///< it takes a format, a rounding mode and an overflow rule
};
constexpr std::array kKinds{
    KindName{"float32", AccumulatorKind::Float32, false},
    KindName{"float64", AccumulatorKind::Float64, false},
    KindName{"exact", AccumulatorKind::Exact, false},
    KindName{"sequential", AccumulatorKind::Sequential, true},
    KindName{"fma-sequential", AccumulatorKind::FmaSequential, true},
    KindName{"pairwise", AccumulatorKind::Pairwise, true},
    KindName{"chunked", AccumulatorKind::Chunked, true},
    KindName{"kahan", AccumulatorKind::Kahan, true},
    KindName{"stochastic", AccumulatorKind::Sequential, true},
    KindName{"int32", AccumulatorKind::Int32, false},
};
constexpr int kDefaultChunk = 64; // Wang et al. 2018
constexpr int kLargestCount = 1 << 30;
/// More random bits than these would need more than float64's digits to decide.
constexpr int kMaxRandomBits = 32;

/// "chunked(64, dlfloat16)" -> {"chunked", "64", "dlfloat16"}
std::vector<std::string> partsOf(std::string_view name)
{
    std::vector<std::string> parts(1);
    for (const char c : name) {
        if (c == ':' || c == '(' || c == ',')
            parts.emplace_back();
        else if (c != ')' && c != ' ')
            parts.back() += c;
    }
    if (parts.size() > 1 && parts.back().empty() && name.ends_with("()"))
        parts.pop_back();
    return parts;
}

std::optional<int> numberOf(const std::string& text)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range)
        return kLargestCount + 1;
    if (error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

template <class Text>
Error wrong(Text&& message)
{
    return {"", std::forward<Text>(message), ErrorKind::ValueError};
}

const Format* knownFormat(const std::string& text)
{
    return text.empty() ? nullptr : findFormat(text);
}

template <class Rows, class Row = typename Rows::value_type>
const Row* rowNamed(const Rows& rows, std::string_view name)
{
    const auto found
        = std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.name == name; });
    return found == rows.end() ? nullptr : &*found;
}

Result<Accumulator> coreByParts(const TensorCore& core, const std::vector<std::string>& parts)
{
    Accumulator result;
    result.kind = AccumulatorKind::TensorCore;
    result.core = &core;
    result.name = core.name;
    if (parts.size() == 1)
        return result;
    const bool isSliced = parts[1] == "slices";
    const std::optional<int> every
        = parts.size() == 3 && (isSliced || parts[1] == "promote") ? numberOf(parts[2]) : std::nullopt;
    if (!every)
        return wrong("after '" + result.name + "' only ':promote:n' or ':slices:n' can follow, e.g. '"
            + result.name + ":promote:128'");
    if (isSliced) {
        if (*every < 1 || *every > kLargestCount)
            return wrong("a sum has from 1 to " + std::to_string(kLargestCount) + " slices");
        result.slices = *every;
        result.name += ":slices:" + std::to_string(*every);
        return result;
    }
    if (*every < 1 || *every > kLargestCount || *every % core.model.groupSize != 0)
        return wrong("'" + result.name + "' can promote after a multiple of "
            + std::to_string(core.model.groupSize) + " products, its group, not after " + parts[2]);
    result.promoteEvery = *every;
    result.name += ":promote:" + std::to_string(*every);
    return result;
}

/// A part that is neither a format, a mode, a rule nor a number.
Error unknownPart(const std::string& part)
{
    if (const std::optional<Error> refusal = formatRefusal(part))
        return *refusal;
    std::vector<std::string> names = formatNames();
    for (const RoundingModeRow& row : roundingModes())
        names.emplace_back(row.name);
    for (const OverflowRule& rule : overflowRules())
        names.emplace_back(rule.name);
    if (closestName(part, names).empty())
        return wrong("'" + part + "' is not a format, a rounding mode or an overflow rule");
    return wrong(unknownName("format, rounding mode or overflow rule", part, names));
}

std::string canonicalName(const Accumulator& accumulator, std::string_view kindName)
{
    const Rounding& rounding = accumulator.rounding;
    const bool saysStochastic = kindName == "stochastic";
    std::string name(kindName);
    if (accumulator.chunk > 0)
        name += ":" + std::to_string(accumulator.chunk);
    if (saysStochastic && rounding.randomBits != kAllRandomBits)
        name += ":" + std::to_string(rounding.randomBits);
    if (accumulator.format != nullptr)
        name += ":" + std::string(accumulator.format->name);
    if (rounding.mode != RoundingMode::NearestEven
        && !(saysStochastic && rounding.mode == RoundingMode::Stochastic)) {
        name += ":" + std::string(text(rounding.mode));
        if (isStochastic(rounding.mode) && !saysStochastic && rounding.randomBits != kAllRandomBits)
            name += ":" + std::to_string(rounding.randomBits);
    }
    if (!(*rounding.overflow == mlDtypesRule()))
        name += ":" + std::string(rounding.overflow->name);
    return name;
}

/// A number among the parts: the length of a chunk, or how many random bits.
std::optional<Error> takeNumber(Accumulator& accumulator, int number, bool isFirst)
{
    if (accumulator.kind == AccumulatorKind::Chunked && isFirst) {
        if (number < 1 || number > kLargestCount)
            return wrong("a chunk has from 1 to " + std::to_string(kLargestCount) + " products");
        accumulator.chunk = number;
        return std::nullopt;
    }
    if (!isStochastic(accumulator.rounding.mode))
        return wrong("'" + std::to_string(number) + "' stands where a format or a rounding mode is expected");
    if (number < 1 || number > kMaxRandomBits)
        return wrong(
            "stochastic rounding takes from 1 to " + std::to_string(kMaxRandomBits) + " random bits");
    accumulator.rounding.randomBits = number;
    return std::nullopt;
}

} // namespace

std::span<const AccumulatorRow> accumulatorRows()
{
    static const std::vector<AccumulatorRow> rows = [] {
        std::vector<AccumulatorRow> all(kGeneral.begin(), kGeneral.end());
        for (const TensorCore& core : kCores)
            all.push_back({core.name, core.name, core.summary, core.source});
        return all;
    }();
    return rows;
}

std::span<const TensorCore> tensorCores()
{
    return kCores;
}

Result<Accumulator> accumulatorByName(std::string_view name)
{
    const std::vector<std::string> parts = partsOf(name);
    if (const TensorCore* core = rowNamed(kCores, parts[0]))
        return coreByParts(*core, parts);
    const KindName* kind = rowNamed(kKinds, parts[0]);
    if (kind == nullptr) {
        std::vector<std::string> names;
        for (const KindName& row : kKinds)
            names.emplace_back(row.name);
        for (const TensorCore& core : kCores)
            names.emplace_back(core.name);
        return wrong(unknownName("accumulator", parts[0], names));
    }
    Accumulator result;
    result.kind = kind->kind;
    result.chunk = kind->kind == AccumulatorKind::Chunked ? kDefaultChunk : 0;
    if (kind->name == "stochastic")
        result.rounding.mode = RoundingMode::Stochastic;
    if (!kind->takesFormat && parts.size() > 1)
        return wrong("'" + parts[0] + "' takes nothing after its name");
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const std::string& part = parts[i];
        if (part == "full" && isStochastic(result.rounding.mode)) {
            result.rounding.randomBits = kAllRandomBits;
        } else if (const std::optional<int> number = numberOf(part)) {
            if (std::optional<Error> error = takeNumber(result, *number, i == 1))
                return *std::move(error);
        } else if (const Format* format = knownFormat(part)) {
            result.format = format;
        } else if (const Result<RoundingMode> mode = roundingModeByName(part)) {
            result.rounding.mode = *mode;
        } else if (const OverflowRule* rule = findOverflowRule(part)) {
            result.rounding.overflow = rule;
        } else {
            return unknownPart(part);
        }
    }
    if (result.format != nullptr && *result.format == float64Format()
        && result.rounding.mode != RoundingMode::NearestEven)
        return wrong("sums in float64 round to nearest even only");
    result.name = canonicalName(result, kind->name);
    return result;
}

const Format* coreInput(const TensorCore& core, const Format& operand)
{
    for (const std::string_view name : core.inputs) {
        const Format* input = name.empty() ? nullptr : findFormat(name);
        if (input != nullptr && contains(*input, operand))
            return input;
    }
    return nullptr;
}

Status checkOperands(const Accumulator& accumulator, const Format& operands)
{
    const std::string name(operands.name);
    if (accumulator.kind == AccumulatorKind::TensorCore
        && coreInput(*accumulator.core, operands) == nullptr) {
        std::string takes;
        for (const std::string_view input : accumulator.core->inputs)
            if (!input.empty())
                takes += (takes.empty() ? "" : ", ") + std::string(input);
        return wrong("'" + accumulator.name + "' multiplies " + takes + ", which do not hold every " + name);
    }
    if (accumulator.kind == AccumulatorKind::Int32
        && (operands.encoding != Encoding::FixedPoint || operands.bits() > 16))
        return wrong("'int32' multiplies integers and fixed point of up to 16 bits, not " + name);
    const bool needsFewerDigits = accumulator.rounding.mode != RoundingMode::NearestEven;
    if (needsFewerDigits && sumFormat(accumulator, operands) == float64Format())
        return wrong("sums in float64 round to nearest even only");
    return success();
}

std::int64_t sliceWidth(std::int64_t terms, int slices)
{
    constexpr std::int64_t kUnit = 64;
    const std::int64_t width = (terms + slices - 1) / slices;
    return std::max((width + kUnit - 1) / kUnit, std::int64_t{1}) * kUnit;
}

const Format& sumFormat(const Accumulator& accumulator, const Format& operand)
{
    switch (accumulator.kind) {
    case AccumulatorKind::Float32:
        return float32Format();
    case AccumulatorKind::Float64:
    case AccumulatorKind::Exact:
    case AccumulatorKind::Int32:
        return float64Format();
    case AccumulatorKind::TensorCore:
        return accumulator.core->model.float16Output && accumulator.promoteEvery == 0
                && accumulator.slices == 0
            ? *findFormat("float16")
            : float32Format();
    case AccumulatorKind::Sequential:
    case AccumulatorKind::FmaSequential:
    case AccumulatorKind::Pairwise:
    case AccumulatorKind::Chunked:
    case AccumulatorKind::Kahan:
        break;
    }
    return accumulator.format != nullptr ? *accumulator.format : operand;
}

} // namespace ulpscope
