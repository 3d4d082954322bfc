// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/memory_budget.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ulpscope {

namespace {

std::size_t indexOf(MemoryUse use)
{
    return static_cast<std::size_t>(use);
}

} // namespace

MemoryBudget::Share::Share(std::shared_ptr<MemoryBudget> budget, MemoryUse use)
    : m_budget(std::move(budget))
    , m_use(use)
{
}

MemoryBudget::Share::Share(Share&& other) noexcept
    : m_budget(std::move(other.m_budget))
    , m_use(other.m_use)
    , m_bytes(std::exchange(other.m_bytes, 0))
{
}

MemoryBudget::Share& MemoryBudget::Share::operator=(Share&& other) noexcept
{
    if (this != &other) {
        set(0);
        m_budget = std::move(other.m_budget);
        m_use = other.m_use;
        m_bytes = std::exchange(other.m_bytes, 0);
    }
    return *this;
}

MemoryBudget::Share::~Share()
{
    set(0);
}

void MemoryBudget::Share::set(std::uint64_t bytes)
{
    if (!m_budget || bytes == m_bytes)
        return;
    {
        const std::lock_guard lock(m_budget->m_mutex);
        m_budget->m_uses[indexOf(m_use)] += bytes - m_bytes; // modulo 2^64
    }
    m_bytes = bytes;
    m_budget->m_changed.notify_all();
}

bool MemoryBudget::Share::take(std::uint64_t bytes, const std::stop_token& stop)
{
    if (!m_budget)
        return true;
    set(std::min(m_bytes, bytes));
    MemoryBudget& budget = *m_budget;
    Waiting waiting{m_use, bytes - m_bytes};
    {
        std::unique_lock lock(budget.m_mutex);
        const auto fits = [&] { return budget.usedBytes() + waiting.bytes <= budget.m_limit; };
        if (!fits()) {
            budget.m_waiting.push_back(&waiting);
            budget.m_changed.wait(lock, stop, [&] { return fits() || waiting.isRefused; });
            std::erase(budget.m_waiting, &waiting);
        }
        if (!fits())
            return false;
        budget.m_uses[indexOf(m_use)] += waiting.bytes;
    }
    m_bytes = bytes;
    return true;
}

std::uint64_t MemoryBudget::limit() const
{
    const std::lock_guard lock(m_mutex);
    return m_limit;
}

void MemoryBudget::setLimit(std::uint64_t bytes)
{
    {
        const std::lock_guard lock(m_mutex);
        m_limit = bytes;
    }
    m_changed.notify_all();
}

std::array<std::uint64_t, kMemoryUses> MemoryBudget::uses() const
{
    const std::lock_guard lock(m_mutex);
    return m_uses;
}

std::uint64_t MemoryBudget::used() const
{
    const std::lock_guard lock(m_mutex);
    return usedBytes();
}

std::uint64_t MemoryBudget::usedBytes() const
{
    return std::accumulate(m_uses.begin(), m_uses.end(), std::uint64_t{0});
}

std::uint64_t MemoryBudget::missing() const
{
    const std::lock_guard lock(m_mutex);
    std::uint64_t wanted = usedBytes();
    for (const Waiting* waiting : m_waiting)
        wanted = std::max(wanted, usedBytes() + waiting->bytes);
    return wanted - std::min(wanted, m_limit);
}

void MemoryBudget::refuse()
{
    {
        const std::lock_guard lock(m_mutex);
        for (Waiting* waiting : m_waiting)
            waiting->isRefused = waiting->use != MemoryUse::Search || m_uses[indexOf(MemoryUse::Search)] == 0;
    }
    m_changed.notify_all();
}

} // namespace ulpscope
