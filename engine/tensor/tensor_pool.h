// SPDX-License-Identifier: GPL-3.0-or-later
// Storage of tensors that are of no more use, for those that come next.
#pragma once

#include "engine/tensor/tensor.h"

#include <array>
#include <vector>

namespace ulpscope {

/// Whether a tensor leaves with the storage that it gets, or gives it back.
enum class Lending : std::uint8_t { ForGood, ForAWhile };

class TensorPool
{
public:
    /// Gives a tensor that has too little a free storage of so many bytes, or for a while one of up to twice as many; nothing where
    /// there is none.
    void lend(Tensor& to, std::size_t bytes, Lending lending);
    /// Returns the tensor's storage to the pool and leaves the tensor empty.
    void takeBack(Tensor& from);
    /// What operations compute in on their way: of no use after them.
    std::array<Tensor, 4>& scratch() { return m_scratch; }
    /// Frees the storage that no tensor has borrowed.
    void clear()
    {
        m_free.clear();
        m_scratch = {};
    }

private:
    std::vector<Tensor> m_free;
    std::array<Tensor, 4> m_scratch;
};

} // namespace ulpscope
