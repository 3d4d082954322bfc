// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/models/map_analyst.h"

namespace ulpscope::ui {

MapAnalyst::MapAnalyst(QObject* parent)
    : QObject(parent)
{
    connect(&m_aside, &Aside::answered, this, &MapAnalyst::answered);
    connect(&m_aside, &Aside::failed, this, &MapAnalyst::failed);
}

void MapAnalyst::ask(const MapQuestion& question)
{
    m_asked = question;
    if (isCurrent()) { // typed there and back again
        m_aside.cancel();
        QMetaObject::invokeMethod(this, &MapAnalyst::answered, Qt::QueuedConnection);
        return;
    }
    m_aside.ask([this, question](const std::stop_token& stop) -> Aside::Answer {
        std::optional<MapFindings> findings
            = m_reader.read(question, [&stop] { return stop.stop_requested(); });
        if (!findings)
            return [] {}; // stopped, so nothing waits for it
        return [this, answer = std::make_shared<const MapAnswer>(MapAnswer{question, std::move(*findings)})] {
            m_answer = answer;
        };
    });
}

} // namespace ulpscope::ui
