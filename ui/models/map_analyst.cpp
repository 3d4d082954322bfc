// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/map_analyst.h"

namespace ulpscope::ui {

MapAnalyst::MapAnalyst(QObject* parent)
    : QObject(parent)
    , m_thread([this](const std::stop_token& stop) { work(stop); })
{
}

MapAnalyst::~MapAnalyst() = default;

void MapAnalyst::ask(const MapQuestion& question)
{
    m_asked = question;
    if (isCurrent()) { // typed there and back again
        const std::lock_guard lock(m_mutex);
        m_next.reset();
        QMetaObject::invokeMethod(this, &MapAnalyst::answered, Qt::QueuedConnection);
        return;
    }
    {
        const std::lock_guard lock(m_mutex);
        m_next = question;
    }
    m_hasQuestion.notify_one();
}

void MapAnalyst::work(const std::stop_token& stop)
{
    MapReader reader;
    while (!stop.stop_requested()) {
        MapQuestion question;
        {
            std::unique_lock lock(m_mutex);
            if (!m_hasQuestion.wait(lock, stop, [this] { return m_next.has_value(); }))
                return;
            question = std::move(*m_next);
            m_next.reset();
        }
        std::optional<MapFindings> findings = reader.read(question, [&] {
            const std::lock_guard lock(m_mutex);
            return stop.stop_requested() || m_next.has_value();
        });
        if (!findings)
            continue;
        auto answer = std::make_shared<const MapAnswer>(MapAnswer{std::move(question), std::move(*findings)});
        QMetaObject::invokeMethod(
            this,
            [this, answer] {
                m_answer = answer;
                emit answered();
            },
            Qt::QueuedConnection);
    }
}

} // namespace ulpscope::ui
