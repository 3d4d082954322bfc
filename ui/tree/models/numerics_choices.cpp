// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tree/models/numerics_choices.h"

#include "engine/dtype/formats.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QCoreApplication>

namespace ulpscope::ui {

namespace {

class ChoiceText
{
    Q_DECLARE_TR_FUNCTIONS(NumericsChoices)
};

void addFormats(QList<OverrideChoice>& choices)
{
    for (const Format& format : formats())
        choices += {toQt(format.name),
            ChoiceText::tr("%1 bits, precision %2, up to %3")
                .arg(QString::number(format.bits()), QString::number(format.precision()),
                    numberText(format.maxFinite()))};
}

void addBlockFormats(QList<OverrideChoice>& choices)
{
    for (const BlockFormat& format : blockFormats())
        choices += {toQt(format.alias.empty() ? std::string_view(format.name) : format.alias),
            engineText(format.summary)};
}

} // namespace

QList<OverrideChoice> overrideChoices(OverrideKind kind)
{
    QList<OverrideChoice> choices;
    if (kind == OverrideKind::Accumulator) {
        for (const AccumulatorRow& row : accumulatorRows())
            choices += {toQt(row.example), engineText(row.summary)};
        return choices;
    }
    addFormats(choices);
    if (kind == OverrideKind::Operand)
        addBlockFormats(choices);
    if (isStorage(kind))
        choices += {
            QStringLiteral("bfloat16:stochastic"), ChoiceText::tr("bfloat16, rounded up or down at random")};
    if (kind == OverrideKind::Variable)
        choices += {QStringLiteral("bfloat16:kahan"),
            ChoiceText::tr("bfloat16, with what rounding leaves out kept for the next update")};
    return choices;
}

QString overrideSyntax(OverrideKind kind)
{
    switch (kind) {
    case OverrideKind::Operand:
        return ChoiceText::tr(
            "A format, perhaps with a rounding mode (float8_e4m3fn:toward-zero), or a block format (mxfp8).");
    case OverrideKind::Accumulator:
        return ChoiceText::tr(
            "An accumulator, as on the page Accumulators: sequential:float16, chunked:64:float16.");
    case OverrideKind::Format:
        return ChoiceText::tr("A format's name.");
    case OverrideKind::Variable:
        return ChoiceText::tr(
            "A format, perhaps with a rounding mode (bfloat16:stochastic), or with what rounding leaves "
            "out kept for the next update (bfloat16:kahan).");
    case OverrideKind::Storage:
        return ChoiceText::tr("A format, perhaps with a rounding mode: bfloat16:stochastic.");
    }
    return {};
}

QList<OverrideGroup> overrideGroups()
{
    using Override = NumericsOverride;
    return {
        {QStringLiteral("forward"), ChoiceText::tr("Forward"), QStringLiteral("y = x W"),
            {Override::ForwardInput, Override::ForwardKernel, Override::ForwardAccumulator}},
        {QStringLiteral("inputGradient"), ChoiceText::tr("Input gradient"), QStringLiteral("dx = g Wᵀ"),
            {Override::InputGradientOutputGradient, Override::InputGradientKernel,
                Override::InputGradientAccumulator}},
        {QStringLiteral("weightGradient"), ChoiceText::tr("Weight gradient"), QStringLiteral("dW = xᵀ g"),
            {Override::WeightGradientInput, Override::WeightGradientOutputGradient,
                Override::WeightGradientAccumulator}},
        {QStringLiteral("stored"), ChoiceText::tr("Stored"), {},
            {Override::Output, Override::Variable, Override::OptimizerState}},
    };
}

QString overrideLabel(NumericsOverride setting)
{
    const QString title = engineText(rowOf(setting).title);
    const qsizetype colon = title.indexOf(QStringLiteral(": "));
    return colon < 0 ? withinSentence(title) : title.mid(colon + 2);
}

} // namespace ulpscope::ui
