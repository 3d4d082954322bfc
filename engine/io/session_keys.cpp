// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/session_keys.h"

#include "engine/train/session_spec.h"

namespace ulpscope {

const std::vector<ParameterSpec>& sessionParameters()
{
    static const std::vector<ParameterSpec> parameters{
        {"name", std::string("sequential"),
            "The model's name, the first part of layer paths in a Sequential."},
        {"title", std::string(), "What a person reads above the session."},
        {"description", std::string(), "What the session shows, in a sentence or two."},
    };
    return parameters;
}

const std::vector<ParameterSpec>& trainingParameters()
{
    static const std::vector<ParameterSpec> parameters{
        {"batch_size", std::int64_t{32}, "Examples in a step.", 1, 1 << 16},
        {"steps", std::int64_t{1000}, "Steps to train.", 1, 100'000'000},
        {"shuffle", true, "Whether each epoch draws an order of the examples; else they come in the data's."},
        {"initial_weights", std::string(),
            "An .npz file with the initial weights by Keras' variable paths, \"sequential/dense/kernel\"; empty: drawn "
            "from the seed.",
            {}, {}, {}, false, true},
        {"loss_weight", 1.0, "The loss is multiplied by this before it is differentiated.", 0x1p-126,
            0x1p127},
        {"loop", trainingLoopNames().front(),
            "Who runs the steps: Keras' fit, a custom loop that scales the loss and unscales the gradients, or one that "
            "forgets the one or the other. A loss scale \"auto\" is none in a custom loop.",
            {}, {}, trainingLoopNames()},
    };
    return parameters;
}

const std::vector<ParameterSpec>& policyParameters()
{
    static const std::vector<ParameterSpec> parameters{
        {"family", std::string("keras3"),
            "Whose rules hold: Keras 3, tf-keras, or TensorFlow's experimental policies. The older two cast only the first "
            "argument of a call, and loss scale auto is theirs.",
            {}, {}, policyFamilyNames()},
        {"map_matching", std::string("fullmatch"),
            "How a key of the map is tried on a path: on the whole of it, or (Keras before August 2025) anywhere in it.",
            {}, {}, {"fullmatch", "search"}},
        {"floatx", std::string("auto"),
            "Keras' floatx, the dtype of inputs and losses; auto is float64 under the global policy float64, else "
            "float32.",
            {}, {}, {"auto", "float16", "bfloat16", "float32", "float64"}},
    };
    return parameters;
}

const std::vector<ParameterSpec>& probeParameters()
{
    static const std::vector<ParameterSpec> parameters{
        {"tensors_every", std::int64_t{8}, "Every how many steps each tensor's figures are taken.", 1,
            100'000'000},
        {"watch", watchModeNames().front(),
            "What the run is compared with: its float64 twin, trained beside it at every step, or (without a twin, and "
            "faster) its own sampled steps, each redone once in float64 from the run's own weights.",
            {}, {}, watchModeNames()},
    };
    return parameters;
}

} // namespace ulpscope
