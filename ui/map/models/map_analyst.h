// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the findings about the open session's policy map up to date, on a thread of its own: a hostile key must not
// stop the window. Answers come by signal, the newest question's only.
#pragma once

#include "app/session/document.h"
#include "app/session/kept/aside.h"
#include "engine/model/map_reader.h"

#include <QObject>

#include <memory>

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

    /// Takes the place of a question that is not answered yet.
    void ask(const MapQuestion& question);

    /// The newest answer; null before the first.
    std::shared_ptr<const MapAnswer> answer() const { return m_answer; }
    /// The answer is to the last question.
    bool isCurrent() const { return m_answer && m_answer->question == m_asked; }

signals:
    void answered();
    /// Emitted when the analysis failed, for example for lack of memory.
    void failed(const QString& message);

private:
    MapQuestion m_asked;
    std::shared_ptr<const MapAnswer> m_answer;
    MapReader m_reader; ///< the thread's alone: it keeps what it has compiled
    Aside m_aside; ///< last: its thread uses the reader
};

} // namespace ulpscope::ui
