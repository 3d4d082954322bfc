// SPDX-License-Identifier: GPL-3.0-or-later
// One limit for all that takes much memory: runs under way, what is kept of them, opened files. Each part has a share and says what it
// takes; a run asks before it allocates. May be used from any thread.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

namespace ulpscope {

enum class MemoryUse : std::uint8_t { Run, States, Background, Search, KeptRuns, File };
inline constexpr std::size_t kMemoryUses = static_cast<std::size_t>(MemoryUse::File) + 1;

class MemoryBudget
{
public:
    explicit MemoryBudget(std::uint64_t limitBytes)
        : m_limit(limitBytes)
    {
    }

    /// The share of one part, which returns it when destroyed. Without a budget everything fits.
    class Share
    {
    public:
        Share() = default;
        Share(std::shared_ptr<MemoryBudget> budget, MemoryUse use);
        Share(Share&& other) noexcept;
        Share& operator=(Share&& other) noexcept;
        ~Share();

        /// Sets the bytes that the part takes, whether or not they fit.
        void set(std::uint64_t bytes);
        /// Asks for bytes before they are taken. Waits until they fit, while the owner of the budget makes room.
        /// Returns false if they will not fit, or if the wait was stopped.
        bool take(std::uint64_t bytes, const std::stop_token& stop = {});

    private:
        std::shared_ptr<MemoryBudget> m_budget;
        MemoryUse m_use = MemoryUse::Run;
        std::uint64_t m_bytes = 0;
    };

    std::uint64_t limit() const;
    void setLimit(std::uint64_t bytes);
    std::array<std::uint64_t, kMemoryUses> uses() const;
    std::uint64_t used() const;

    /// Bytes by which the limit is passed, or would be passed by what waits.
    std::uint64_t missing() const;
    /// There is no more room to be made: what waits does not fit. A run of a search goes on waiting while another one of it runs.
    void refuse();

private:
    struct Waiting
    {
        MemoryUse use;
        std::uint64_t bytes; ///< bytes in addition to those that it has
        bool isRefused = false;
    };

    std::uint64_t usedBytes() const;

    mutable std::mutex m_mutex; ///< guards all members below
    std::condition_variable_any m_changed;
    std::uint64_t m_limit;
    std::array<std::uint64_t, kMemoryUses> m_uses{};
    std::vector<Waiting*> m_waiting;
};

} // namespace ulpscope
