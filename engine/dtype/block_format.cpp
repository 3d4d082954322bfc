// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dtype/block_format.h"

#include "engine/base/catalog.h"
#include "engine/base/closest_name.h"
#include "engine/dtype/formats.h"

#include <array>
#include <charconv>
#include <optional>

namespace ulpscope {

namespace {

constexpr std::string_view kMxBlocks = "OCP Microscaling (MX) rev 1.0";
constexpr std::string_view kTorchAo = "torchao, prototype/mx_formats/mx_tensor.py";
constexpr std::string_view kTeCurrent = "Transformer Engine, common/recipe/recipe_common.cuh";
constexpr std::string_view kTeNvfp4 = "Transformer Engine, custom_recipes/reference_nvfp4.py";
constexpr std::string_view kTeBlock = "Transformer Engine, Float8BlockScaling; DeepSeek-V3, arXiv 2412.19437";

constexpr std::array kScaleRules{
    ScaleRuleRow{.rule = ScaleRule::Floor,
        .name = "floor",
        .formula = "2^(floor(log2 amax) - E)",
        .zero = "scale 2^-127",
        .nonFinite = "both: scale NaN (code FF), the block NaN",
        .source = "OCP Microscaling (MX) rev 1.0, 6.3"},
    ScaleRuleRow{.rule = ScaleRule::Ceil,
        .name = "ceil",
        .formula = "2^(ceil(log2 amax) - E)",
        .zero = "scale 2^-127",
        .nonFinite = "both: scale NaN (code FF), the block NaN",
        .source = kTorchAo},
    ScaleRuleRow{.rule = ScaleRule::RoundCeil,
        .name = "rceil",
        .formula = "2^ceil(log2(amax / largest))",
        .zero = "scale 2^-127",
        .nonFinite
        = "both: scale NaN (code FF), the block NaN, as torchao; Transformer Engine's MXFP8 gives FE for infinity",
        .source = "NVIDIA cuBLAS, 1D block scaling; torchao; Transformer Engine"},
    ScaleRuleRow{.rule = ScaleRule::Even,
        .name = "even",
        .formula = "2^(floor(log2 of amax rounded to the element's digits) - E)",
        .zero = "scale 2^-127",
        .nonFinite = "both: scale NaN (code FF), the block NaN",
        .source = kTorchAo},
    ScaleRuleRow{.rule = ScaleRule::Current,
        .name = "current",
        .formula = "x * (largest / amax), in float32",
        .zero = "factor 1",
        .nonFinite = "both: factor 1; infinities saturate, NaN stays",
        .source = kTeCurrent},
    ScaleRuleRow{.rule = ScaleRule::CurrentPowerOfTwo,
        .name = "current-pow2",
        .formula = "as current, the factor rounded down to a power of two",
        .zero = "factor 1",
        .nonFinite = "both: factor 1; infinities saturate, NaN stays",
        .source = kTeCurrent},
    ScaleRuleRow{.rule = ScaleRule::TorchAo,
        .name = "torchao",
        .formula = "x * float32(largest / max(amax, 1e-12))",
        .zero = "factor largest * 1e12",
        .nonFinite = "both: the block NaN",
        .source = "torchao, float8/float8_utils.py"},
    ScaleRuleRow{.rule = ScaleRule::TorchAoPowerOfTwo,
        .name = "torchao-pow2",
        .formula = "as torchao, the factor rounded down to a power of two",
        .zero = "the largest power of two below largest * 1e12",
        .nonFinite = "both: the block NaN",
        .source = "torchao, float8/float8_utils.py"},
    ScaleRuleRow{.rule = ScaleRule::AbsMax,
        .name = "absmax",
        .formula = "x / (amax / largest)",
        .zero = "scale 1",
        .nonFinite = "both: the block NaN",
        .source = "torchao int8 training; QLoRA, arXiv 2305.14314"},
    ScaleRuleRow{.rule = ScaleRule::AbsMaxHalf,
        .name = "absmax-half",
        .formula = "x / (amax / (largest + 1/2))",
        .zero = "scale 1",
        .nonFinite = "both: the block NaN",
        .source = "qwix"},
    ScaleRuleRow{.rule = ScaleRule::MinMax,
        .name = "minmax",
        .formula = "x / ((max - min) / steps) + zero point, 0 in the range",
        .zero = "scale 1 where max = min = 0",
        .nonFinite = "both: the block NaN",
        .source = "ONNX DynamicQuantizeLinear; qwix minmax"},
    ScaleRuleRow{.rule = ScaleRule::TwoLevel,
        .name = "two-level",
        .formula = "E4M3(amax * (S / 6)), S = 448 * 6 / amax of the tensor, in float32",
        .zero = "block: scale 0; tensor: S = 1",
        .nonFinite = "infinity: S = 1, infinities saturate; NaN: the whole tensor NaN",
        .source = kTeNvfp4},
    ScaleRuleRow{.rule = ScaleRule::FourOverSix,
        .name = "4over6",
        .formula = "as two-level with 256 for 448, or 1.5 times that scale where it leaves less |error|",
        .zero = "block: scale 0; tensor: S = 1",
        .nonFinite = "infinity: S = 1, infinities saturate; NaN: the whole tensor NaN",
        .source = kTeNvfp4},
    ScaleRuleRow{.rule = ScaleRule::FourOverSixSquared,
        .name = "4over6-mse",
        .formula = "as 4over6 by the squared error",
        .zero = "block: scale 0; tensor: S = 1",
        .nonFinite = "infinity: S = 1, infinities saturate; NaN: the whole tensor NaN",
        .source = kTeNvfp4},
};

static_assert(
    isOrderedBy(kScaleRules, &ScaleRuleRow::rule), "a row for each rule, in the order of ScaleRule");

/// Rules that a name may exchange for each other.
int familyOf(ScaleRule rule)
{
    if (isMxRule(rule))
        return 0;
    if (rule <= ScaleRule::TorchAoPowerOfTwo)
        return 1;
    if (rule <= ScaleRule::AbsMaxHalf)
        return 2;
    return rule == ScaleRule::MinMax ? 3 : 4;
}

// Quantiles of the normal distribution, 8 below and 9 from zero on, normalised to [-1, 1]: QLoRA, arXiv 2305.14314, as
// bitsandbytes' create_normal_map computes them (offset 0.9677083) and prints them.
constexpr std::array kNormalFloat4{-1.0F, -0.6961928009986877F, -0.5250730514526367F, -0.39491748809814453F,
    -0.28444138169288635F, -0.18477343022823334F, -0.09105003625154495F, 0.0F, 0.07958029955625534F,
    0.16093020141124725F, 0.24611230194568634F, 0.33791524171829224F, 0.44070982933044434F,
    0.5626170039176941F, 0.7229568362236023F, 1.0F};

constexpr BlockShape along(int extent)
{
    return {BlockKind::Along, extent};
}
constexpr BlockShape tile(int extent)
{
    return {BlockKind::Tile, extent};
}
constexpr BlockShape kTensor{BlockKind::Tensor, 0};

std::vector<BlockFormat> makeRows()
{
    const auto format = [](std::string_view name) { return findFormat(name); };
    const Format* const e8m0 = format("float8_e8m0fnu");
    const Format* const e4m3 = format("float8_e4m3fn");
    const Format* const e5m2 = format("float8_e5m2");
    const Format* const e2m1 = format("float4_e2m1fn");
    const Format* const float32 = &float32Format();
    std::vector<BlockFormat> rows;
    const auto mx
        = [&](const char* name, std::string_view alias, const Format* element, std::string_view summary) {
              rows.push_back({.name = name,
                  .alias = alias,
                  .element = element,
                  .block = along(32),
                  .scale = e8m0,
                  .rule = ScaleRule::Floor,
                  .summary = summary,
                  .source = kMxBlocks});
          };
    mx("mxfp8_e4m3", "mxfp8", e4m3, "float8_e4m3fn in blocks of 32 with a power of two");
    mx("mxfp8_e5m2", "", e5m2, "float8_e5m2 in blocks of 32 with a power of two");
    mx("mxfp6_e2m3", "mxfp6", format("float6_e2m3fn"), "float6_e2m3fn in blocks of 32 with a power of two");
    mx("mxfp6_e3m2", "", format("float6_e3m2fn"), "float6_e3m2fn in blocks of 32 with a power of two");
    mx("mxfp4_e2m1", "mxfp4", e2m1, "float4_e2m1fn in blocks of 32 with a power of two");
    mx("mxint8", "", format("fixed8_6"), "8-bit integers over 64 in blocks of 32 with a power of two");

    rows.push_back({.name = "nvfp4",
        .element = e2m1,
        .block = along(16),
        .scale = e4m3,
        .rule = ScaleRule::TwoLevel,
        .summary = "float4_e2m1fn in blocks of 16, float8_e4m3fn scales and one float32 scale",
        .source = kTeNvfp4});
    rows.push_back({.name = "nvfp4_4over6",
        .element = e2m1,
        .block = along(16),
        .scale = e4m3,
        .rule = ScaleRule::FourOverSix,
        .summary = "nvfp4, each block scaled to 6 or to 4, whichever is nearer",
        .source = kTeNvfp4});

    const auto scaled = [&](const char* name, const Format* element, BlockShape block, ScaleRule rule,
                            std::string_view summary, std::string_view source) {
        rows.push_back({.name = name,
            .element = element,
            .block = block,
            .scale = float32,
            .rule = rule,
            .summary = summary,
            .source = source});
    };
    constexpr auto kPowerOfTwo = ScaleRule::CurrentPowerOfTwo;
    scaled("block1x128_e4m3", e4m3, along(128), kPowerOfTwo, "float8_e4m3fn in blocks of 128", kTeBlock);
    scaled("block1x128_e5m2", e5m2, along(128), kPowerOfTwo, "float8_e5m2 in blocks of 128", kTeBlock);
    scaled(
        "block128x128_e4m3", e4m3, tile(128), kPowerOfTwo, "float8_e4m3fn in tiles of 128 x 128", kTeBlock);
    scaled("block128x128_e5m2", e5m2, tile(128), kPowerOfTwo, "float8_e5m2 in tiles of 128 x 128", kTeBlock);
    scaled("float8_e4m3fn_scaled", e4m3, kTensor, ScaleRule::Current, "float8_e4m3fn with one float32 scale",
        kTeCurrent);
    scaled("float8_e5m2_scaled", e5m2, kTensor, ScaleRule::Current, "float8_e5m2 with one float32 scale",
        kTeCurrent);

    struct Integer
    {
        const char* element;
        const char* symmetric;
        const char* symmetricBlocks;
        const char* asymmetric;
        const char* asymmetricBlocks;
    };
    constexpr std::array kIntegers{
        Integer{
            "int8", "int8_symmetric", "int8_symmetric_block32", "int8_asymmetric", "int8_asymmetric_block32"},
        Integer{
            "int4", "int4_symmetric", "int4_symmetric_block32", "int4_asymmetric", "int4_asymmetric_block32"},
        Integer{
            "int2", "int2_symmetric", "int2_symmetric_block32", "int2_asymmetric", "int2_asymmetric_block32"},
    };
    for (const Integer& integer : kIntegers) {
        const Format* const element = format(integer.element);
        scaled(integer.symmetric, element, kTensor, ScaleRule::AbsMax, "integers up to +-largest, one scale",
            rowOf(ScaleRule::AbsMax).source);
        scaled(integer.symmetricBlocks, element, along(32), ScaleRule::AbsMax,
            "integers up to +-largest in blocks of 32", rowOf(ScaleRule::AbsMax).source);
        scaled(integer.asymmetric, element, kTensor, ScaleRule::MinMax,
            "all integers, a zero point, one scale", rowOf(ScaleRule::MinMax).source);
        scaled(integer.asymmetricBlocks, element, along(32), ScaleRule::MinMax,
            "all integers, a zero point, in blocks of 32", rowOf(ScaleRule::MinMax).source);
    }
    // The element gives the codes' width; the levels give their values.
    rows.push_back({.name = "nf4",
        .element = format("int4"),
        .levels = kNormalFloat4,
        .block = along(64),
        .scale = float32,
        .rule = ScaleRule::AbsMax,
        .summary = "16 quantiles of the normal distribution in blocks of 64",
        .source = "QLoRA, arXiv 2305.14314; bitsandbytes"});
    return rows;
}

std::optional<int> positive(std::string_view text)
{
    constexpr int kMax = 1 << 20;
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 1 || value > kMax)
        return std::nullopt;
    return value;
}

std::optional<BlockShape> blockShapeByName(std::string_view name)
{
    if (name == "row")
        return along(0);
    if (name == "channel")
        return BlockShape{BlockKind::Slice, 0};
    if (name == "tensor")
        return kTensor;
    if (const std::optional<int> extent = positive(name))
        return along(*extent);
    const std::size_t times = name.find('x');
    if (times == std::string_view::npos)
        return std::nullopt;
    const std::optional<int> rows = positive(name.substr(0, times));
    const std::optional<int> columns = positive(name.substr(times + 1));
    if (!rows || !columns || (*rows != *columns && *rows != 1))
        return std::nullopt;
    return *rows == 1 ? along(*columns) : tile(*columns);
}

bool sameNumbers(const BlockFormat& a, const BlockFormat& b)
{
    return a.element == b.element && a.levels.data() == b.levels.data() && a.block == b.block
        && a.scale == b.scale && a.rule == b.rule;
}

/// The name that says the same in the fewest words: that of a row, or of the base with what differs.
std::string canonicalName(const BlockFormat& format, const BlockFormat& base)
{
    for (const BlockFormat& row : blockFormats())
        if (sameNumbers(row, format))
            return row.name;
    std::string name = base.name;
    if (format.rule != base.rule)
        name += ":" + std::string(text(format.rule));
    if (format.block != base.block)
        name += ":" + format.block.text();
    return name;
}

Error wrongSuffix(const BlockFormat& base, std::string_view suffix)
{
    std::vector<std::string> known;
    for (const ScaleRuleRow& row : kScaleRules)
        if (familyOf(row.rule) == familyOf(base.rule))
            known.emplace_back(row.name);
    for (const char* shape : {"32", "16x16", "row", "channel", "tensor"})
        known.emplace_back(shape);
    return {
        "", unknownName("scale rule or block shape of " + base.name, suffix, known), ErrorKind::ValueError};
}

} // namespace

std::string BlockShape::text() const
{
    switch (kind) {
    case BlockKind::Along:
        return extent == 0 ? "row" : std::to_string(extent);
    case BlockKind::Tile:
        return std::to_string(extent) + "x" + std::to_string(extent);
    case BlockKind::Slice:
        return "channel";
    case BlockKind::Tensor:
        break;
    }
    return "tensor";
}

std::span<const ScaleRuleRow> scaleRules()
{
    return kScaleRules;
}

const ScaleRuleRow& rowOf(ScaleRule rule)
{
    return kScaleRules[static_cast<std::size_t>(rule)];
}

std::string_view text(ScaleRule rule)
{
    return rowOf(rule).name;
}

double BlockFormat::bitsPerElement() const
{
    double shared = scale->bits();
    if (rule == ScaleRule::MinMax)
        shared += element->bits(); // the zero point
    const double extent = block.extent;
    const double sharers = block.kind == BlockKind::Tile ? extent * extent : extent;
    return element->bits() + (sharers > 0 ? shared / sharers : 0);
}

std::span<const BlockFormat> blockFormats()
{
    static const std::vector<BlockFormat> rows = makeRows();
    return rows;
}

std::vector<std::string> blockFormatNames()
{
    std::vector<std::string> names;
    for (const BlockFormat& row : blockFormats())
        names.push_back(row.name);
    return names;
}

Result<BlockFormat> blockFormatByName(std::string_view name)
{
    const std::string_view baseName = name.substr(0, name.find(':'));
    const BlockFormat* base = nullptr;
    for (const BlockFormat& row : blockFormats())
        if (row.name == baseName || (!row.alias.empty() && row.alias == baseName))
            base = &row;
    if (base == nullptr) {
        std::vector<std::string> known = blockFormatNames();
        for (const BlockFormat& row : blockFormats())
            if (!row.alias.empty())
                known.emplace_back(row.alias);
        return Error{"", unknownName("block format", baseName, known), ErrorKind::ValueError};
    }
    BlockFormat format = *base;
    for (std::string_view rest = name.substr(baseName.size()); !rest.empty();) {
        rest.remove_prefix(1); // the colon
        const std::string_view suffix = rest.substr(0, rest.find(':'));
        rest.remove_prefix(suffix.size());
        const ScaleRuleRow* rule = nullptr;
        for (const ScaleRuleRow& row : kScaleRules)
            if (row.name == suffix && familyOf(row.rule) == familyOf(base->rule))
                rule = &row;
        if (rule != nullptr)
            format.rule = rule->rule;
        else if (const std::optional<BlockShape> shape = blockShapeByName(suffix))
            format.block = *shape;
        else
            return wrongSuffix(*base, suffix);
    }
    format.name = canonicalName(format, *base);
    if (format.name != base->name)
        format.alias = {};
    return format;
}

} // namespace ulpscope
