// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/tensor_pool.h"

#include <algorithm>
#include <utility>

namespace ulpscope {

void TensorPool::lend(Tensor& to, std::size_t bytes)
{
    if (to.bytes() >= bytes)
        return;
    // A step finds what the one before left if each storage keeps to one size, and so allocates nothing.
    const auto found
        = std::ranges::find_if(m_free, [bytes](const Tensor& free) { return free.bytes() == bytes; });
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
