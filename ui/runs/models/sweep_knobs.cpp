// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/models/sweep_knobs.h"

#include "engine/base/number_text.h"
#include "engine/kernels/accumulator.h"
#include "engine/layer/layer_catalog.h"
#include "engine/policy/dtype_policy.h"
#include "engine/policy/recipe.h"
#include "engine/session/checked_session.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/local_number.h"
#include "ui/look/models/loss_scale_text.h"

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

/// Of all products of all layers that have some.
Status setAccumulators(SessionSpec& session, const std::string& name)
{
    bool hasProducts = false;
    for (LayerSpec& layer : session.model.layers) {
        const LayerClass* row = findRow(layerCatalog(), layer.className);
        if (row == nullptr || !row->hasProducts)
            continue;
        hasProducts = true;
        for (const NumericsKnob knob : {NumericsKnob::ForwardAccumulator,
                 NumericsKnob::InputGradientAccumulator, NumericsKnob::WeightGradientAccumulator})
            layer.numerics[knob] = name;
    }
    if (!hasProducts)
        return Error{"", "no layer of this session sums products"};
    return success();
}

constexpr std::array kKnobs{
    SweepKnob{.id = "loss_scale",
        .title = QT_TRANSLATE_NOOP("SweepText", "loss scale"),
        .values = "2^0..2^20",
        .set =
            [](SessionSpec& session, const QString& text) {
                return setTo(parseLossScale(text, session.training.lossScale),
                    [&](const Component& scale) { session.training.lossScale = scale; });
            }},
    SweepKnob{.id = "policy",
        .title = QT_TRANSLATE_NOOP("SweepText", "global policy"),
        .values = "float32, mixed_bfloat16, mixed_float16, bfloat16, float16, float8_from_mixed_bfloat16",
        .set =
            [](SessionSpec& session, const QString& text) {
                return setTo(getPolicy(text.toStdString()),
                    [&](const DTypePolicy& policy) { session.policies.global = policy; });
            },
        .isOrdered = false,
        .namesItself = true},
    SweepKnob{.id = "recipe",
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
    SweepKnob{.id = "accumulator",
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
    SweepKnob{.id = "learning_rate",
        .title = QT_TRANSLATE_NOOP("SweepText", "learning rate"),
        .values = "1e-4..1e0",
        .set =
            [](SessionSpec& session, const QString& text) {
                return setTo(number(text),
                    [&](double rate) { session.training.optimizer.config.set("learning_rate", rate); });
            }},
    SweepKnob{.id = "loss_weight",
        .title = QT_TRANSLATE_NOOP("SweepText", "loss weight"),
        .values = "1e-7..1e0",
        .set =
            [](SessionSpec& session, const QString& text) {
                return setTo(number(text), [&](double weight) { session.training.lossWeight = weight; });
            }},
    SweepKnob{.id = "batch_size",
        .title = QT_TRANSLATE_NOOP("SweepText", "batch size"),
        .values = "2^0..2^8",
        .set =
            [](SessionSpec& session, const QString& text) {
                return setTo(whole(text), [&](std::int64_t size) { session.training.batchSize = size; });
            }},
    SweepKnob{.id = "arithmetic",
        .title = QT_TRANSLATE_NOOP("SweepText", "arithmetic"),
        .values = "written, keras-jax, torch",
        .set = [](SessionSpec& session, const QString& text) -> Status {
            const std::vector<std::string> settings = arithmeticSettings();
            if (std::ranges::find(settings, text.toStdString()) == settings.end())
                return Error{"", "expected one of auto, written, keras-jax and torch"};
            session.training.arithmetic = arithmeticOf(text.toStdString());
            return success();
        },
        .isOrdered = false},
    SweepKnob{.id = "seed",
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

/// "2^0..2^30" -> "2^0", "2^1" ...
std::optional<QStringList> expand(const QString& range)
{
    static const QRegularExpression powers(
        QStringLiteral("^(2\\^|10\\^|1e)(-?\\d{1,3})\\s*\\.\\.\\s*\\1(-?\\d{1,3})$"));
    static const QRegularExpression numbers(QStringLiteral("^(-?\\d{1,9})\\s*\\.\\.\\s*(-?\\d{1,9})$"));
    QRegularExpressionMatch match = powers.match(range);
    QString prefix;
    int first = 0;
    int last = 0;
    if (match.hasMatch()) {
        prefix = match.captured(1);
        first = match.captured(2).toInt();
        last = match.captured(3).toInt();
    } else {
        match = numbers.match(range);
        if (!match.hasMatch())
            return std::nullopt;
        first = match.captured(1).toInt();
        last = match.captured(2).toInt();
    }
    QStringList values;
    const int stride = first <= last ? 1 : -1;
    for (int value = first; values.size() <= kMostSweepPoints; value += stride) {
        values += prefix + QString::number(value);
        if (value == last)
            break;
    }
    return values;
}

} // namespace

std::span<const SweepKnob> sweepKnobs()
{
    return kKnobs;
}

QString titleOf(const SweepKnob& knob)
{
    return SweepText::tr(knob.title);
}

Result<QStringList> parseSweepValues(const QString& text)
{
    QStringList values;
    for (const QString& part : partsOf(text)) {
        const QString trimmed = part.trimmed();
        if (trimmed.isEmpty())
            continue;
        if (const std::optional<QStringList> range = expand(trimmed))
            values += *range;
        else if (trimmed.contains(QStringLiteral("..")))
            return Error{"values",
                "\"" + trimmed.toStdString() + "\" is no range: 2^0..2^10, 1e-6..1e-1 and 1..5 are"};
        else
            values += trimmed;
    }
    values.removeDuplicates();
    if (values.isEmpty())
        return Error{"values", "expected values with commas between them, or a range such as 2^0..2^10"};
    if (values.size() > kMostSweepPoints)
        return Error{"values", "at most " + std::to_string(kMostSweepPoints) + " values"};
    return values;
}

Result<std::vector<SweepPoint>> sweepPoints(
    const SessionSpec& session, const SweepKnob& knob, const QString& values)
{
    const Result<QStringList> parsed = parseSweepValues(values);
    if (!parsed)
        return parsed.error();
    std::vector<SweepPoint> points;
    for (const QString& value : *parsed) {
        SessionSpec changed = session;
        Status done = knob.set(changed, value);
        if (done)
            done = checkRunnable(changed);
        if (!done)
            return Error{value.toStdString(), done.error().text()};
        points.push_back({value, std::make_shared<const SessionSpec>(std::move(changed))});
    }
    return points;
}

} // namespace ulpscope::ui
