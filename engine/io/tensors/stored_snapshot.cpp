// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/tensors/stored_snapshot.h"

#include "engine/dtype/formats.h"
#include "engine/io/tensors/tensor_reference.h"

namespace ulpscope {

Result<TensorSnapshot> snapshotOf(const StoredTensor& tensor, const std::string& name)
{
    const Result<NpyArray> array = toArray(tensor);
    if (!array)
        return Error{"", array.error().message};
    TensorSnapshot snapshot;
    snapshot.name.name = name;
    const auto elements = static_cast<Index>(tensor.size());
    const Index last = tensor.shape.empty() ? elements : tensor.shape.back();
    snapshot.shape = last > 0 ? Shape{elements / last, last} : Shape{1, elements};
    snapshot.format = tensor.type->format != nullptr ? tensor.type->format : &float64Format();
    snapshot.values = std::visit(
        [](const auto& values) { return std::vector<double>(values.begin(), values.end()); }, array->values);
    return snapshot;
}

} // namespace ulpscope
