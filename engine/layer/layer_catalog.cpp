// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/layer_catalog.h"

#include "engine/layer/activation.h"
#include "engine/layer/add.h"
#include "engine/layer/dense.h"
#include "engine/layer/dropout.h"
#include "engine/layer/flatten.h"
#include "engine/layer/initializer.h"
#include "engine/layer/input_layer.h"

namespace ulpscope {

namespace {

template <class T>
std::unique_ptr<Layer> make(const LayerOptions& options)
{
    return std::make_unique<T>(options);
}

ParameterSpec activationParameter()
{
    return {"activation", std::string("linear"), "Function applied to each output; softmax to each row.", {},
        {}, activationNames()};
}

std::vector<LayerClass> makeCatalog()
{
    const ParameterSpec shape{"shape", std::vector<std::int64_t>{},
        "Extents of one example, without the batch.", 1, 1 << 24, {}, true};
    const ParameterSpec units{"units", std::int64_t{1}, "Number of outputs.", 1, 1 << 20, {}, true};
    const ParameterSpec useBias{"use_bias", true, "Whether a bias is added to each output."};
    const ParameterSpec kernelInitializer{"kernel_initializer", std::string("glorot_uniform"),
        "Distribution of the initial kernel.", {}, {}, initializerNames()};
    const ParameterSpec biasInitializer{"bias_initializer", std::string("zeros"),
        "Distribution of the initial bias.", {}, {}, initializerNames()};
    const ParameterSpec rate{"rate", 0.5, "Probability that an element is dropped in training.", 0, 0.999};
    constexpr int kManyInputs = 16;
    return {
        {{"InputLayer", "Where the data enters.", {shape}}, false, false, 0, 0, make<InputLayer>},
        {{"Dense", "Every output is a weighted sum of all inputs.",
             {units, activationParameter(), useBias, kernelInitializer, biasInitializer}},
            true, true, 1, 1, make<Dense>, true},
        {{"Activation", "A function of each element.", {activationParameter()}}, false, false, 1, 1,
            make<Activation>},
        {{"Dropout", "Drops random elements in training.", {rate}}, false, false, 1, 1, make<Dropout>},
        {{"Flatten", "All extents of an example become one.", {}}, false, false, 1, 1, make<Flatten>},
        {{"Add", "Sum of its inputs, as in a residual connection.", {}}, false, false, 2, kManyInputs,
            make<Add>},
    };
}

} // namespace

std::span<const LayerClass> layerCatalog()
{
    static const std::vector<LayerClass> rows = makeCatalog();
    return rows;
}

} // namespace ulpscope
