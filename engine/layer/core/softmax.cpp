// SPDX-License-Identifier: GPL-3.0-or-later
// Softmax over one axis or several; the batch may be among them. Over several it is exp(x - logsumexp(x)), as in Keras. With a causal mask
// scores above the diagonal of the last two axes are filled with -3e4 in float16 and -1e9 elsewhere, and their outputs are set to zero.
#include "engine/graph/functions.h"
#include "engine/layer/layer_call.h"
#include "engine/layer/support/axes.h"

namespace ulpscope {

Result<Shape> softmaxShape(const Config& config, std::span<const Shape> inputs)
{
    if (const Status axes = checkAxes(config.list("axis"), inputs[0], true); !axes)
        return axes.error();
    if (config.flag("use_causal_mask") && inputs[0].rank() < 2)
        return Error{"use_causal_mask", "expected an input of two axes or more, got " + inputs[0].text()};
    return inputs[0];
}

graph::Value softmaxFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    const std::vector<std::int64_t>& axes = call.config().list("axis");
    const int rank = x.shape().rank();
    const int axis = static_cast<int>(axes[0] < 0 ? axes[0] + rank : axes[0]);
    const bool isMasked = call.config().flag("use_causal_mask");
    const auto distribute = [&](const graph::Value& scores) {
        return axes.size() == 1 ? graph::softmax(scores, axis)
                                : exp(scores - graph::logSumExp(scores, call.axes(axes)));
    };
    if (!isMasked && axes.size() == 1 && axis == rank - 1)
        return graph::activation("softmax", x);
    if (!isMasked)
        return distribute(x);
    graph::Builder& builder = call.builder;
    const graph::Value mask
        = builder.broadcast(builder.triangle(x.shape()[rank - 2], x.shape().last()), x.shape());
    const graph::Value fill = select(mask, 0, builder.constantThatFits(-1e9, -3e4));
    const graph::Value scores = select(mask, x, 0) + fill;
    return select(mask, distribute(scores), 0);
}

} // namespace ulpscope
