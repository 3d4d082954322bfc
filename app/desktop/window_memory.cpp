// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/window_memory.h"

#include "app/session/kept/kept_runs.h"
#include "engine/base/machine_memory.h"

#include <utility>

namespace ulpscope {

WindowMemory::WindowMemory(KeptRuns& kept, QObject* parent)
    : QObject(parent)
    , m_kept(kept)
    , m_budget(std::make_shared<MemoryBudget>(defaultLimit()))
    , m_keptShare(m_budget, MemoryUse::KeptRuns)
    , m_fileShare(m_budget, MemoryUse::File)
{
    m_timer.setInterval(kLookMs);
    connect(&m_timer, &QTimer::timeout, this, &WindowMemory::look);
    m_timer.start();
}

std::uint64_t WindowMemory::defaultLimit()
{
    return totalMemory() / 4;
}

void WindowMemory::setLimit(std::uint64_t bytes)
{
    m_budget->setLimit(bytes == 0 ? defaultLimit() : bytes);
    look();
    emit changed();
}

void WindowMemory::look()
{
    m_keptShare.set(m_keptBytes = m_kept.allBytes());
    m_fileShare.set(m_fileBytes ? m_fileBytes() : 0);
    if (const std::uint64_t missing = m_budget->missing(); missing > 0) {
        m_kept.makeRoom(missing);
        const std::uint64_t left = m_kept.allBytes();
        if (left < m_keptBytes)
            returnFreeMemory();
        m_keptShare.set(m_keptBytes = left);
        if (m_budget->missing() > 0)
            m_budget->refuse();
    }
    const std::uint64_t used = m_budget->used();
    if (std::exchange(m_told, used) != used) {
        m_quietLooks = 0;
        emit changed();
    } else if (++m_quietLooks == kQuietLooks)
        returnFreeMemory(); // of what a run, its evaluation and tried repairs left between them
}

} // namespace ulpscope
