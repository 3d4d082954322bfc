// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/tensors/stored_snapshot.h"

#include "app/io/tensors/tensor_reference.h"
#include "engine/dtype/formats.h"

namespace ulpscope {

Result<TensorSnapshot> snapshotOf(
    const StoredTensor& tensor, const std::string& name, const std::stop_token& stop)
{
    Result<std::vector<double>> values = exactValues(tensor, stop);
    if (!values)
        return values.error();
    TensorSnapshot snapshot;
    snapshot.name.name = name;
    const auto elements = static_cast<Index>(tensor.size());
    const Index last = tensor.shape.empty() ? elements : tensor.shape.back();
    snapshot.shape = last > 0 ? Shape{elements / last, last} : Shape{1, elements};
    snapshot.format = tensor.type->format != nullptr ? tensor.type->format : &float64Format();
    snapshot.values = *std::move(values);
    return snapshot;
}

} // namespace ulpscope
