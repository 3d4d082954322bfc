// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the findings about the open session's policy map up to date, on a thread of its own: a hostile key must not
// stop the window. Answers come by signal, the newest question's only.
#pragma once

#include "app/document.h"
#include "ui/models/map_analysis.h"

#include <QObject>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace ulpscope::ui {

struct MapAnswer
{
    MapQuestion question;
    MapFindings findings;
};

class MapAnalyst : public QObject
{
    Q_OBJECT
public:
    explicit MapAnalyst(QObject* parent = nullptr);
    ~MapAnalyst() override;

    /// Takes the place of a question that is not answered yet.
    void ask(const MapQuestion& question);

    /// Null before the first answer.
    std::shared_ptr<const MapAnswer> answer() const { return m_answer; }
    /// The answer is to the last question.
    bool isCurrent() const { return m_answer && m_answer->question == m_asked; }

signals:
    void answered();

private:
    void work(const std::stop_token& stop);

    MapQuestion m_asked;
    std::shared_ptr<const MapAnswer> m_answer;

    // Shared with the thread, under the mutex.
    std::mutex m_mutex;
    std::condition_variable_any m_hasQuestion;
    std::optional<MapQuestion> m_next;
    std::jthread m_thread; ///< last: stops before the rest goes
};

} // namespace ulpscope::ui
