// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/tensor_snapshot.h"

#include <algorithm>

namespace ulpscope {

namespace {

std::vector<double> valuesOf(const Tensor& tensor, double factor)
{
    std::vector<double> values(static_cast<std::size_t>(tensor.size()));
    for (Index i = 0; i < tensor.size(); ++i)
        values[static_cast<std::size_t>(i)] = tensor.at(i) * factor;
    return values;
}

/// after - before in float64.
std::vector<double> changeOf(const Tensor& before, const Tensor& after)
{
    std::vector<double> change = valuesOf(after, 1);
    for (Index i = 0; i < after.size(); ++i)
        change[static_cast<std::size_t>(i)] -= before.at(i);
    return change;
}

} // namespace

std::vector<TensorName> tensorNames(const Lane& lane, const LaneTensors& tensors)
{
    std::vector<TensorName> names;
    for (const TensorRef& ref : tensors.refs())
        names.push_back(tensors.name(lane, ref));
    return names;
}

TensorSnapshot snapshotOf(const Lane& candidate, const LaneTensors& tensors, const Lane* reference,
    const TensorName& name, std::int64_t step, const WeightsBefore* before,
    const WeightsBefore& referenceBefore)
{
    TensorSnapshot snapshot;
    snapshot.name = name;
    snapshot.step = step;
    const auto ref = std::find_if(tensors.refs().begin(), tensors.refs().end(),
        [&](const TensorRef& candidateRef) { return tensors.name(candidate, candidateRef) == name; });
    if (ref != tensors.refs().end() && ref->role == TensorRole::Update && before != nullptr) {
        const Tensor& after = variableOf(candidate, *ref).value;
        const Tensor& earlier = (*before)[ref->slot.index()];
        snapshot.shape = after.shape();
        snapshot.format = &float64Format(); // exact, but for weights in float64
        snapshot.values = changeOf(earlier, after);
        snapshot.weights = valuesOf(earlier, 1);
        snapshot.weightFormat = &after.format();
        if (reference != nullptr)
            if (const Tensor& exact = variableOf(*reference, *ref).value; exact.shape() == after.shape())
                snapshot.reference = changeOf(referenceBefore[slotIn(*reference, *ref).index()], exact);
        return snapshot;
    }
    const Tensor* tensor = ref == tensors.refs().end() ? nullptr : tensorAt(candidate, *ref);
    if (tensor == nullptr)
        return snapshot;
    snapshot.shape = tensor->shape();
    snapshot.format = &tensor->format();
    snapshot.scale = isGradient(name.role) ? candidate.outcome().scale : 1.0;
    snapshot.values = valuesOf(*tensor, 1);
    const Tensor* expected = reference == nullptr ? nullptr : tensorAt(*reference, *ref);
    if (expected != nullptr && expected->shape() == tensor->shape())
        snapshot.reference = valuesOf(*expected, snapshot.scale);
    return snapshot;
}

} // namespace ulpscope
