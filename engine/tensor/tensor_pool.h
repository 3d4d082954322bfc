// SPDX-License-Identifier: GPL-3.0-or-later
// Storage of tensors that are of no more use, for those that come next.
#pragma once

#include "engine/tensor/tensor.h"

#include <vector>

namespace ulpscope {

class TensorPool
{
public:
    /// Gives a tensor that has too little a free storage of so many bytes; nothing where there is none.
    void lend(Tensor& to, std::size_t bytes);
    /// Returns the tensor's storage to the pool and leaves the tensor empty.
    void takeBack(Tensor& from);
    /// Frees the storage that no tensor has borrowed.
    void clear() { m_free.clear(); }

private:
    std::vector<Tensor> m_free;
};

} // namespace ulpscope
