// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/session/session_keys.h"

#include "engine/session/session_spec.h"

namespace ulpscope {

const std::vector<ParameterSpec>& sessionParameters()
{
    static const std::vector<ParameterSpec> parameters{
        {.name = "name",
            .defaultValue = std::string("sequential"),
            .description = "The model's name, the first part of layer paths in a Sequential."},
        {.name = "title",
            .defaultValue = std::string(),
            .description = "What a person reads above the session."},
        {.name = "description",
            .defaultValue = std::string(),
            .description = "What the session shows, in a sentence or two."},
    };
    return parameters;
}

const std::vector<ParameterSpec>& trainingParameters()
{
    static const std::vector<ParameterSpec> parameters{
        {.name = "batch_size",
            .defaultValue = std::int64_t{32},
            .description = "Examples in a step.",
            .minimum = 1,
            .maximum = 1 << 16},
        {.name = "steps",
            .defaultValue = std::int64_t{1000},
            .description = "Steps to train.",
            .minimum = 1,
            .maximum = 100'000'000},
        {.name = "shuffle",
            .defaultValue = true,
            .description
            = "Whether each epoch draws an order of the examples; else they come in the data's."},
        {.name = "initial_weights",
            .defaultValue = std::string(),
            .description
            = "An .npz file with the initial weights by Keras' variable paths, \"sequential/dense/kernel\"; empty: drawn "
              "from the seed.",
            .isPath = true},
        {.name = "initial_state",
            .defaultValue = std::string(),
            .description
            = "An .npz file with what a training keeps beside its weights, such as `ulpscope-cli new --model` makes of a .keras file or "
              "`run --state` of a run: the optimizer's tensors and steps, the loss scale's counts, float8 scales and amax histories; "
              "empty: all begins anew.",
            .isPath = true},
        {.name = "loss_weight",
            .defaultValue = 1.0,
            .description = "The loss is multiplied by this before it is differentiated.",
            .minimum = 0x1p-126,
            .maximum = 0x1p127},
        {.name = "loop",
            .defaultValue = trainingLoopNames().front(),
            .description
            = "Who runs the steps: Keras' fit, a custom loop that scales the loss and unscales the gradients, or one that "
              "forgets the one or the other, clips the gradients while they are scaled, or lets the learning rate's schedule "
              "count skipped steps. A loss scale \"auto\" is none in a custom loop.",
            .choices = trainingLoopNames()},
        {.name = "arithmetic",
            .defaultValue = arithmeticSettings().front(),
            .description
            = "Which roundings are done: written, each operation of the framework's source; keras-jax, what XLA makes of Keras on "
              "JAX on a CPU; torch, what PyTorch computes on a CPU under torch.autocast; torch-hopper and keras-torch-hopper, what PyTorch and Keras on it compute on an H200; keras-jax-hopper, what XLA made there of one perceptron; these where that is proved for every layer, the "
              "loss and the optimizer, else written; auto is keras-jax.",
            .choices = arithmeticSettings()},
    };
    return parameters;
}

const std::vector<ParameterSpec>& policyParameters()
{
    static const std::vector<ParameterSpec> parameters{
        {.name = "family",
            .defaultValue = std::string("keras3"),
            .description
            = "Whose rules hold: Keras 3, tf-keras, or TensorFlow's experimental policies. The older two cast only the first "
              "argument of a call, and loss scale auto is theirs.",
            .choices = policyFamilyNames()},
        {.name = "keras_version",
            .defaultValue = kerasVersionNames().front(),
            .description
            = "Which Keras 3 the policies are meant for: the newest release, or the head of its repository.",
            .choices = kerasVersionNames()},
        {.name = "map_matching",
            .defaultValue = std::string("fullmatch"),
            .description
            = "How a key of the map is tried on a path: on the whole of it, or (Keras before August 2025) anywhere in it.",
            .choices = {"fullmatch", "search"}},
        {.name = "floatx",
            .defaultValue = std::string("auto"),
            .description
            = "Keras' floatx, the dtype of inputs and losses; auto is float64 under the global policy float64, else "
              "float32.",
            .choices = {"auto", "float16", "bfloat16", "float32", "float64"}},
    };
    return parameters;
}

const std::vector<ParameterSpec>& probeParameters()
{
    static const std::vector<ParameterSpec> parameters{
        {.name = "tensors_every",
            .defaultValue = std::int64_t{8},
            .description = "Every how many steps each tensor's metrics are taken.",
            .minimum = 1,
            .maximum = 100'000'000},
        {.name = "watch",
            .defaultValue = watchModeNames().front(),
            .description
            = "What the run is compared with: its float64 reference, trained beside it at every step, or (without a reference, and "
              "faster) its own sampled steps, each redone once in float64 from the run's own weights.",
            .choices = watchModeNames()},
    };
    return parameters;
}

} // namespace ulpscope
