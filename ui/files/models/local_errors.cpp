// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/local_errors.h"

#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <algorithm>
#include <chrono>
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

} // namespace ulpscope::ui
