// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/tensor_pool.h"

#include <utility>

namespace ulpscope {

void TensorPool::lend(Tensor& to, std::size_t bytes, Lending lending)
{
    if (to.capacity() >= bytes)
        return;
    // A step finds what the one before left if each storage nearly keeps to one size, and so allocates nothing.
    const std::size_t most = lending == Lending::ForGood ? bytes : 2 * bytes;
    auto best = m_free.end();
    for (auto free = m_free.begin(); free != m_free.end(); ++free)
        if (free->capacity() >= bytes && free->capacity() <= most
            && (best == m_free.end() || free->capacity() < best->capacity()))
            best = free;
    if (best == m_free.end())
        return;
    to = std::move(*best);
    *best = std::move(m_free.back());
    m_free.pop_back();
}

void TensorPool::takeBack(Tensor& from)
{
    if (from.capacity() > 0)
        m_free.push_back(std::exchange(from, Tensor()));
}

} // namespace ulpscope
