// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/local_error_metrics.h"

#include "ui/files/models/origin_metrics.h"
#include "ui/look/models/display_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

struct LocalErrorText
{
    Q_DECLARE_TR_FUNCTIONS(LocalErrorMetrics)
};

std::vector<const LayerErrors*> worstFirst(const std::vector<LayerErrors>& layers, bool producers)
{
    std::vector<const LayerErrors*> chosen;
    for (const LayerErrors& layer : layers)
        if (layer.isProducer() == producers)
            chosen.push_back(&layer);
    std::stable_sort(chosen.begin(), chosen.end(), [](const LayerErrors* a, const LayerErrors* b) {
        const auto weight = [](const LayerErrors* each) {
            return std::pair(each->worst.recorded.finiteInOne > 0, each->worst.recorded.worstInUlps);
        };
        return weight(a) > weight(b);
    });
    return chosen;
}

QString ulpsText(const ArrayDifference& difference)
{
    return difference.finiteInOne > 0 ? LocalErrorText::tr("not finite") : numberText(difference.worstInUlps);
}

} // namespace

MetricTable localErrorMetrics(const std::vector<LayerErrors>& layers, bool producers)
{
    MetricTable metrics;
    metrics.columns = {
        {LocalErrorText::tr("Layer"),
            LocalErrorText::tr("Its path; Return or a click goes to its output at that step"), false},
        {LocalErrorText::tr("Class"), LocalErrorText::tr("Of Keras, or another framework's"), false},
        {LocalErrorText::tr("dtype"), LocalErrorText::tr("That of its output, in whose ulps errors are"),
            false},
        {LocalErrorText::tr("Step"),
            LocalErrorText::tr(
                "Where its output is farthest from float64's, from the same inputs and weights")},
        {LocalErrorText::tr("Error"),
            LocalErrorText::tr(
                "Relative, of the recorded output against float64's from the same inputs and weights")},
        {LocalErrorText::tr("Worst, ulp"),
            LocalErrorText::tr("Of the element that is farthest from float64's")},
        {LocalErrorText::tr("Its dtype makes"),
            LocalErrorText::tr(
                "The same error of what the layer's dtype makes of these inputs and weights here")},
        {LocalErrorText::tr("Producer at"),
            LocalErrorText::tr(
                "At how many of the steps its error is more than four times that, or not finite where all that goes in is")}};
    for (const LayerErrors* layer : worstFirst(layers, producers)) {
        const LocalError& worst = layer->worst;
        MetricTableRow row;
        row.cells = {toQt(worst.path), toQt(worst.className), toQt(worst.format->name), countText(worst.step),
            numberText(worst.recorded.relativeError), ulpsText(worst.recorded),
            numberText(worst.emulated.relativeError),
            LocalErrorText::tr("%1 of %2")
                .arg(countText(std::int64_t(layer->notOfItsDtype)), countText(std::int64_t(layer->steps)))};
        row.dtype = toQt(worst.format->name);
        row.isWorst = worst.birth.has_value();
        if (worst.birth)
            row.tip = birthSentence(worst);
        else if (std::int64_t(worst.examples) < worst.batch)
            row.tip = LocalErrorText::tr("%1 of %2 examples computed again")
                          .arg(countText(std::int64_t(worst.examples)), countText(worst.batch));
        metrics.rows.push_back(std::move(row));
    }
    return metrics;
}

std::vector<RecordedPlace> placesOfLocalErrors(const std::vector<LayerErrors>& layers, bool producers)
{
    std::vector<RecordedPlace> places;
    for (const LayerErrors* layer : worstFirst(layers, producers))
        places.push_back({layer->worst.path, "output", layer->worst.step});
    return places;
}

} // namespace ulpscope::ui
