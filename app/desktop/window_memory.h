// SPDX-License-Identifier: GPL-3.0-or-later
// The memory that a window may take: what it keeps makes room for what it is about to train.
#pragma once

#include "engine/base/memory_budget.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

namespace ulpscope {

class KeptRuns;

class WindowMemory : public QObject
{
    Q_OBJECT
public:
    static constexpr int kLookMs = 200; ///< how often it looks whether something wants room
    static constexpr int kQuietLooks = 10; ///< without a change: what was freed until then is given back

    /// `kept` must outlive this.
    explicit WindowMemory(KeptRuns& kept, QObject* parent = nullptr);

    /// A quarter of what this process may have.
    static std::uint64_t defaultLimit();
    /// 0 means the default.
    void setLimit(std::uint64_t bytes);
    /// The budget from which the window's runs take their shares. Never null.
    const std::shared_ptr<MemoryBudget>& budget() const { return m_budget; }
    /// Asked for what the file that is open takes.
    void setFileMeter(std::function<std::uint64_t()> bytes) { m_fileBytes = std::move(bytes); }

signals:
    /// Another use, or another limit.
    void changed();

private:
    void look();

    KeptRuns& m_kept;
    std::shared_ptr<MemoryBudget> m_budget;
    MemoryBudget::Share m_keptShare;
    MemoryBudget::Share m_fileShare;
    std::function<std::uint64_t()> m_fileBytes;
    std::uint64_t m_keptBytes = 0;
    std::uint64_t m_told = 0; ///< used by then
    int m_quietLooks = 0; ///< since that changed
    QTimer m_timer;
};

} // namespace ulpscope
