// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/tensor_pool.h"

#include <utility>

namespace ulpscope {

void TensorPool::lend(Tensor& to, std::size_t bytes)
{
    if (to.bytes() >= bytes)
        return;
    constexpr std::size_t kMostTimes = 2; // as large as asked for
    auto found = m_free.end();
    for (auto free = m_free.begin(); free != m_free.end(); ++free)
        if (free->bytes() >= bytes && free->bytes() <= kMostTimes * bytes
            && (found == m_free.end() || free->bytes() < found->bytes()))
            found = free;
    if (found == m_free.end())
        return;
    to = std::move(*found);
    *found = std::move(m_free.back());
    m_free.pop_back();
}

void TensorPool::takeBack(Tensor& from)
{
    if (!from.isEmpty())
        m_free.push_back(std::exchange(from, Tensor()));
}

} // namespace ulpscope
