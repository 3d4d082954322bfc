// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/models/sweep_overrides.h"

#include "engine/base/number_text.h"
#include "engine/base/text_lists.h"
#include "engine/kernels/accumulator.h"
#include "engine/layer/layer_catalog.h"
#include "engine/policy/dtype_policy.h"
#include "engine/policy/recipe.h"
#include "engine/session/checked_session.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/policy_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope::ui {

namespace {

struct SweepText
{
    Q_DECLARE_TR_FUNCTIONS(SweepText)
};

Result<double> number(const QString& text)
{
    static const QRegularExpression power(QStringLiteral("^(2|10)\\s*\\^\\s*(-?\\d{1,4})$"));
    if (const QRegularExpressionMatch match = power.match(text); match.hasMatch())
        return std::pow(match.captured(1).toDouble(), match.captured(2).toInt());
    if (const std::optional<double> value = parseNumber(typedNumber(text).toStdString()))
        return *value;
    return Error{"", "expected a number"};
}

Result<std::int64_t> whole(const QString& text)
{
    const Result<double> value = number(text);
    if (!value)
        return value.error();
    if (*value != std::floor(*value) || std::fabs(*value) > 9e15)
        return Error{"", "expected a whole number"};
    return static_cast<std::int64_t>(*value);
}

template <class Value, class Set>
Status setTo(Result<Value> value, Set set)
{
    if (!value)
        return value.error();
    set(*value);
    return success();
}

/// Sets the accumulator of all products of all layers.
Status setAccumulators(SessionSpec& session, const std::string& name)
{
    bool hasProducts = false;
    for (LayerSpec& layer : session.model.layers) {
        const LayerClass* row = findRow(layerCatalog(), layer.className);
        if (row == nullptr || !row->hasProducts)
            continue;
        hasProducts = true;
        for (const NumericsOverride setting : {NumericsOverride::ForwardAccumulator,
                 NumericsOverride::InputGradientAccumulator, NumericsOverride::WeightGradientAccumulator})
            layer.numerics[setting] = name;
    }
    if (!hasProducts)
        return Error{"", "no layer of this session sums products"};
    return success();
}

constexpr std::array kOverrides{
    SweepOverride{.id = "loss_scale",
        .title = QT_TRANSLATE_NOOP("SweepText", "loss scale"),
        .values = "2^0, 2^2, .., 2^36",
        .set =
            [](SessionSpec& session, const QString& text) {
                return setTo(parseLossScale(text, session.training.lossScale),
                    [&](const Component& scale) { session.training.lossScale = scale; });
            }},
    SweepOverride{.id = "policy",
        .title = QT_TRANSLATE_NOOP("SweepText", "global policy"),
        .values = "float32, mixed_bfloat16, mixed_float16, bfloat16, float16, float8_from_mixed_bfloat16",
        .set =
            [](SessionSpec& session, const QString& text) {
                return setTo(getPolicy(text.toStdString()),
                    [&](const DTypePolicy& policy) { session.policies.global = policy; });
            },
        .isOrdered = false,
        .namesItself = true},
    SweepOverride{.id = "recipe",
        .title = QT_TRANSLATE_NOOP("SweepText", "recipe"),
        .values = "none",
        .set = [](SessionSpec& session, const QString& text) -> Status {
            const Component recipe{text.toStdString(), {}};
            if (const Result<Recipe> made = makeRecipe(recipe); !made)
                return made.error();
            session.policies.recipe = recipe;
            return success();
        },
        .isOrdered = false},
    SweepOverride{.id = "accumulator",
        .title = QT_TRANSLATE_NOOP("SweepText", "accumulator"),
        .values = "float32, sequential:float16, sequential:bfloat16, kahan:bfloat16, pairwise:bfloat16, "
                  "chunked:64:bfloat16",
        .set = [](SessionSpec& session, const QString& text) -> Status {
            const Result<Accumulator> accumulator = accumulatorByName(text.toStdString());
            if (!accumulator)
                return accumulator.error();
            return setAccumulators(session, accumulator->name);
        },
        .isOrdered = false},
    SweepOverride{.id = "learning_rate",
        .title = QT_TRANSLATE_NOOP("SweepText", "learning rate"),
        .values = "1e-4..1e0",
        .set =
            [](SessionSpec& session, const QString& text) {
                return setTo(number(text),
                    [&](double rate) { session.training.optimizer.config.set("learning_rate", rate); });
            }},
    SweepOverride{.id = "loss_weight",
        .title = QT_TRANSLATE_NOOP("SweepText", "loss weight"),
        .values = "1e-7..1e0",
        .set =
            [](SessionSpec& session, const QString& text) {
                return setTo(number(text), [&](double weight) { session.training.lossWeight = weight; });
            }},
    SweepOverride{.id = "batch_size",
        .title = QT_TRANSLATE_NOOP("SweepText", "batch size"),
        .values = "2^0..2^8",
        .set =
            [](SessionSpec& session, const QString& text) {
                return setTo(whole(text), [&](std::int64_t size) { session.training.batchSize = size; });
            }},
    SweepOverride{.id = "arithmetic",
        .title = QT_TRANSLATE_NOOP("SweepText", "arithmetic"),
        .values = "written, keras-jax, torch, torch-hopper, keras-torch-hopper",
        .set = [](SessionSpec& session, const QString& text) -> Status {
            const std::vector<std::string> settings = arithmeticSettings();
            if (std::ranges::find(settings, text.toStdString()) == settings.end())
                return Error{"", "expected one of " + joinedText(settings, ", ")};
            session.training.arithmetic = arithmeticOf(text.toStdString());
            return success();
        },
        .isOrdered = false},
    SweepOverride{.id = "seed",
        .title = QT_TRANSLATE_NOOP("SweepText", "seed"),
        .values = "1..8",
        .set = [](SessionSpec& session, const QString& text) -> Status {
            const Result<std::int64_t> seed = whole(text);
            if (!seed)
                return seed.error();
            if (*seed < 0)
                return Error{"", "expected a seed from 0 on"};
            session.training.seed = static_cast<std::uint64_t>(*seed);
            return success();
        }},
};

/// At the commas that are not within brackets, as in "chunked(64, bfloat16)".
QStringList partsOf(const QString& text)
{
    QStringList parts(1);
    int depth = 0;
    for (const QChar c : text) {
        depth += c == QLatin1Char('(') ? 1 : c == QLatin1Char(')') ? -1 : 0;
        if (c == QLatin1Char(',') && depth <= 0)
            parts += QString();
        else
            parts.back() += c;
    }
    return parts;
}

/// A text whose number can be counted up: "2^7" is ("2^", 7), "-3" is ("", -3).
struct Counted
{
    QString prefix;
    int count = 0;
};

std::optional<Counted> counted(const QString& text)
{
    static const QRegularExpression powers(QStringLiteral("^(2\\^|10\\^|1e)(-?\\d{1,3})$"));
    static const QRegularExpression numbers(QStringLiteral("^()(-?\\d{1,9})$"));
    for (const QRegularExpression& form : {powers, numbers})
        if (const QRegularExpressionMatch match = form.match(text); match.hasMatch())
            return Counted{match.captured(1), match.captured(2).toInt()};
    return std::nullopt;
}

/// From the first on, in steps of `stride`, to the last or the one before it; nothing if they do not lead there.
QStringList countedUp(const Counted& first, const Counted& last, int stride)
{
    QStringList values;
    const int way = last.count - first.count;
    if (first.prefix != last.prefix || stride == 0 || (way != 0 && (way < 0) != (stride < 0)))
        return values;
    const int steps = way / stride;
    for (int i = 0; i <= std::min(steps, kMaxSweepPoints); ++i)
        values += first.prefix + QString::number(first.count + i * stride);
    return values;
}

/// "2^0..2^30" -> "2^0", "2^1" ...; nothing for what is no range.
QStringList rangeOf(const QString& text)
{
    const QStringList ends = text.split(QStringLiteral(".."));
    if (ends.size() != 2)
        return {};
    const std::optional<Counted> first = counted(ends[0].trimmed());
    const std::optional<Counted> last = counted(ends[1].trimmed());
    return first && last ? countedUp(*first, *last, first->count <= last->count ? 1 : -1) : QStringList();
}

/// "2^0, 2^2, .., 2^30": what follows the first two, as the second follows the first.
QStringList continued(const QStringList& before, const QString& end)
{
    if (before.size() < 2)
        return {};
    const std::optional<Counted> first = counted(before[before.size() - 2]);
    const std::optional<Counted> second = counted(before.back());
    const std::optional<Counted> last = counted(end);
    if (!first || !second || !last || first->prefix != second->prefix)
        return {};
    return countedUp(*second, *last, second->count - first->count);
}

} // namespace

std::span<const SweepOverride> sweepOverrides()
{
    return kOverrides;
}

QString titleOf(const SweepOverride& setting)
{
    return SweepText::tr(setting.title);
}

Result<QStringList> parseSweepValues(const QString& text)
{
    QStringList values;
    bool goesOn = false; // the part before was the two dots
    for (const QString& each : partsOf(text)) {
        const QString part = each.trimmed();
        if (part.isEmpty())
            continue;
        const bool isDots
            = part == QLatin1String("..") || part == QLatin1String("...") || part == QStringLiteral("…");
        if (isDots && !goesOn) {
            goesOn = true;
            continue;
        }
        const bool isRange = part.contains(QLatin1String(".."));
        const QStringList found = goesOn ? continued(values, part)
            : isRange                    ? rangeOf(part)
                                         : QStringList(part);
        if (found.isEmpty())
            return Error{"values",
                "\"" + part.toStdString()
                    + "\" ends no range: 2^0..2^10, 1e-6..1e-1, 1..5 and 2^0, 2^2, .., 2^10 are some"};
        values += found;
        goesOn = false;
    }
    if (goesOn)
        return Error{"values", "expected the last value after the dots, as in 2^0, 2^2, .., 2^10"};
    values.removeDuplicates();
    if (values.isEmpty())
        return Error{"values", "expected values with commas between them, or a range such as 2^0..2^10"};
    if (values.size() > kMaxSweepPoints)
        return Error{"values", "at most " + std::to_string(kMaxSweepPoints) + " values"};
    return values;
}

std::optional<double> numberOf(const SweepOverride& setting, const QString& value)
{
    const Result<double> size = number(value);
    return size && setting.isOrdered ? std::optional(*size) : std::nullopt;
}

void sortPoints(std::vector<SweepPoint>& points)
{
    std::ranges::stable_sort(points, [](const SweepPoint& a, const SweepPoint& b) {
        return a.number && (!b.number || *a.number < *b.number);
    });
}

Result<std::vector<SweepPoint>> sweepPoints(
    const SessionSpec& session, const SweepOverride& setting, const QString& values)
{
    const Result<QStringList> parsed = parseSweepValues(values);
    if (!parsed)
        return parsed.error();
    std::vector<SweepPoint> points;
    for (const QString& value : *parsed) {
        SessionSpec changed = session;
        Status done = setting.set(changed, value);
        if (done)
            done = checkRunnable(changed);
        if (!done)
            return Error{value.toStdString(), done.error().sentence()};
        points.push_back(
            {value, std::make_shared<const SessionSpec>(std::move(changed)), numberOf(setting, value)});
    }
    sortPoints(points);
    return points;
}

} // namespace ulpscope::ui
