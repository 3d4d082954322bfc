// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/local_errors.h"

#include "ui/files/models/origin_metrics.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QCoreApplication>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <tuple>

namespace ulpscope::ui {

namespace {

constexpr std::chrono::milliseconds kBetweenNews{200};

bool isWorse(const LocalError& a, const LocalError& b)
{
    const auto weight = [](const LocalError& error) {
        return std::tuple(
            error.birth.has_value(), error.recorded.finiteInOne > 0, error.recorded.worstInUlps);
    };
    return weight(a) > weight(b);
}

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

LocalErrors::LocalErrors(std::shared_ptr<const Kernels> kernels, QObject* parent)
    : QObject(parent)
    , m_kernels(std::move(kernels))
{
    connect(&m_aside, &Aside::failed, this, [this](const QString& message) {
        emit changed();
        emit failed(message);
    });
}

void LocalErrors::setRecording(std::shared_ptr<const ShownRecording> recording)
{
    m_aside.cancel();
    m_recording = std::move(recording);
    m_done = 0;
    m_layers.clear();
    m_leftAside.clear();
    emit changed();
}

void LocalErrors::start()
{
    if (!m_recording)
        return;
    setRecording(m_recording);
    next();
    emit changed();
}

void LocalErrors::stop()
{
    m_aside.cancel();
    emit changed();
}

std::size_t LocalErrors::all() const
{
    return m_recording ? m_recording->recording->steps().size() * m_recording->recording->paths().size() : 0;
}

void LocalErrors::next()
{
    m_aside.ask([this, recording = m_recording, kernels = m_kernels, from = m_done, all = all()](
                    const std::stop_token& stop) -> Aside::Answer {
        Found found;
        Recording& of = *recording->recording;
        const std::size_t layers = of.paths().size();
        const auto end = std::chrono::steady_clock::now() + kBetweenNews;
        for (found.done = from; found.done < all && !stop.stop_requested(); ++found.done) {
            if (std::chrono::steady_clock::now() > end)
                break;
            const std::int64_t step = of.steps()[found.done / layers];
            const std::string& path = of.paths()[found.done % layers];
            if (!hasCall(of, step, path))
                continue;
            Result<LocalError> error = localError(of, step, path, *kernels, stop);
            if (error)
                found.errors.push_back(*std::move(error));
            else
                found.leftAside.push_back(toQt(path) + QStringLiteral(": ") + engineText(error.error()));
        }
        return [this, all, found = std::move(found)] {
            know(found);
            if (found.done < all)
                next();
            emit changed();
        };
    });
}

void LocalErrors::know(const Found& found)
{
    m_done = found.done;
    for (const LocalError& error : found.errors) {
        auto layer = std::find_if(m_layers.begin(), m_layers.end(),
            [&](const LayerErrors& each) { return each.worst.path == error.path; });
        if (layer == m_layers.end())
            layer = m_layers.insert(m_layers.end(), {error});
        else if (isWorse(error, layer->worst))
            layer->worst = error;
        ++layer->steps;
        layer->notOfItsDtype += error.birth || !error.isOfItsDtype() ? 1U : 0U;
    }
    for (const QString& why : found.leftAside)
        ++m_leftAside[why];
}

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
