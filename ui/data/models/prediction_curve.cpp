// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/models/prediction_curve.h"

#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr int kPlaces = 512;
constexpr double kCurveMargin = 0.05; ///< margin beside the points, as a share of their extent

LaneCurve laneCurve(const Evaluation& evaluation, const LaneEvaluation& lane)
{
    LaneCurve curve;
    for (std::int64_t i = 0; i < evaluation.examples->count; ++i) {
        curve.values.push_back(evaluation.outputsOf(lane, i)[0]);
        curve.nonFinite.add(curve.values.back());
    }
    return curve;
}

} // namespace

std::shared_ptr<const Examples> placesAround(const Examples& points)
{
    double low = 0;
    double high = 0;
    bool isFirst = true;
    for (const float x : points.features) {
        if (!std::isfinite(x))
            continue;
        low = isFirst ? double(x) : std::min(low, double(x));
        high = isFirst ? double(x) : std::max(high, double(x));
        isFirst = false;
    }
    const double margin = high > low ? kCurveMargin * (high - low) : 1;
    auto places = std::make_shared<Examples>();
    places->count = kPlaces;
    for (int i = 0; i < kPlaces; ++i)
        places->features.push_back(float(low - margin + (high - low + 2 * margin) * i / double(kPlaces - 1)));
    return places;
}

PredictionCurve predictionCurve(const Evaluation& evaluation)
{
    PredictionCurve curve;
    curve.places.assign(evaluation.examples->features.begin(), evaluation.examples->features.end());
    curve.stepsDone = evaluation.stepsDone;
    curve.candidate = laneCurve(evaluation, evaluation.candidate);
    if (!evaluation.reference)
        return curve;
    curve.reference = laneCurve(evaluation, *evaluation.reference);
    for (std::size_t i = 0; i < curve.places.size(); ++i) {
        curve.difference.push_back(curve.candidate.values[i] - curve.reference->values[i]);
        if (std::isfinite(curve.difference[i])
            && (!curve.farthest
                || std::abs(curve.difference[i]) > std::abs(curve.difference[*curve.farthest])))
            curve.farthest = i;
    }
    return curve;
}

QString curveSentence(const PredictionCurve& curve)
{
    QStringList sentences;
    if (curve.farthest) {
        const double most = std::abs(curve.difference[*curve.farthest]);
        sentences += most == 0 ? tr("Both curves are the same to the last bit.")
                               : tr("The curves differ most at %1, by %2.")
                                     .arg(numberText(curve.places[*curve.farthest]), numberText(most));
    }
    if (const QString ours = tallyText(curve.candidate.nonFinite); !ours.isEmpty())
        sentences += tr("Of the %1 outputs of this run %2.")
                         .arg(countText(std::int64_t(curve.places.size())), ours);
    if (const QString references = curve.reference ? tallyText(curve.reference->nonFinite) : QString();
        !references.isEmpty())
        sentences += tr("Of the outputs of float64 %1.").arg(references);
    return sentences.join(QLatin1Char(' '));
}

QString curvePlaceText(const PredictionCurve& curve, std::size_t place)
{
    QString text = tr("At %1: this run %2")
                       .arg(numberText(curve.places[place]), numberText(curve.candidate.values[place]));
    if (curve.reference)
        text += tr("; float64 %1; difference %2")
                    .arg(numberText(curve.reference->values[place]), numberText(curve.difference[place]));
    return text;
}

} // namespace ulpscope::ui
