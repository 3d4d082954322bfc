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

void addFormats(QList<KnobChoice>& choices)
{
    for (const Format& format : formats())
        choices += {toQt(format.name),
            ChoiceText::tr("%1 bits, precision %2, up to %3")
                .arg(QString::number(format.bits()), QString::number(format.precision()),
                    numberText(format.maxFinite()))};
}

void addBlockFormats(QList<KnobChoice>& choices)
{
    for (const BlockFormat& format : blockFormats())
        choices += {toQt(format.alias.empty() ? std::string_view(format.name) : format.alias),
            engineText(format.summary)};
}

} // namespace

QList<KnobChoice> knobChoices(KnobKind kind)
{
    QList<KnobChoice> choices;
    if (kind == KnobKind::Accumulator) {
        for (const AccumulatorRow& row : accumulatorRows())
            choices += {toQt(row.example), engineText(row.summary)};
        return choices;
    }
    addFormats(choices);
    if (kind == KnobKind::Operand)
        addBlockFormats(choices);
    if (isStorage(kind))
        choices += {
            QStringLiteral("bfloat16:stochastic"), ChoiceText::tr("bfloat16, rounded up or down at random")};
    if (kind == KnobKind::Variable)
        choices += {QStringLiteral("bfloat16:kahan"),
            ChoiceText::tr("bfloat16, with what rounding leaves out kept for the next update")};
    return choices;
}

QString knobSyntax(KnobKind kind)
{
    switch (kind) {
    case KnobKind::Operand:
        return ChoiceText::tr(
            "A format, perhaps with a rounding mode (float8_e4m3fn:toward-zero), or a block format "
            "(mxfp8).");
    case KnobKind::Accumulator:
        return ChoiceText::tr(
            "An accumulator, as on the page Accumulators: sequential:float16, chunked:64:float16.");
    case KnobKind::Format:
        return ChoiceText::tr("A format's name.");
    case KnobKind::Variable:
        return ChoiceText::tr(
            "A format, perhaps with a rounding mode (bfloat16:stochastic), or with what rounding leaves "
            "out kept for the next update (bfloat16:kahan).");
    case KnobKind::Storage:
        return ChoiceText::tr("A format, perhaps with a rounding mode: bfloat16:stochastic.");
    }
    return {};
}

QList<KnobGroup> knobGroups()
{
    using Knob = NumericsKnob;
    return {
        {QStringLiteral("forward"), ChoiceText::tr("Forward"), QStringLiteral("y = x W"),
            {Knob::ForwardInput, Knob::ForwardKernel, Knob::ForwardAccumulator}},
        {QStringLiteral("inputGradient"), ChoiceText::tr("Input gradient"), QStringLiteral("dx = g Wᵀ"),
            {Knob::InputGradientOutputGradient, Knob::InputGradientKernel, Knob::InputGradientAccumulator}},
        {QStringLiteral("weightGradient"), ChoiceText::tr("Weight gradient"), QStringLiteral("dW = xᵀ g"),
            {Knob::WeightGradientInput, Knob::WeightGradientOutputGradient, Knob::WeightGradientAccumulator}},
        {QStringLiteral("stored"), ChoiceText::tr("Stored"), {},
            {Knob::Output, Knob::Variable, Knob::OptimizerState}},
    };
}

QString knobLabel(NumericsKnob knob)
{
    const QString title = engineText(rowOf(knob).title);
    const qsizetype colon = title.indexOf(QStringLiteral(": "));
    return colon < 0 ? withinSentence(title) : title.mid(colon + 2);
}

} // namespace ulpscope::ui
