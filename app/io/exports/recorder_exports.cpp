// SPDX-License-Identifier: GPL-3.0-or-later
// Python that records a real training, for io/recording to read: rows of exportCatalog(). One file without imports beyond its
// framework; of each recorded step it writes one safetensors file, whose tensors are named step/path/role in the order in which
// they came to be, and whose metadata has "layers", each path's class and config as Keras writes them.
#include "app/io/exports/export_catalog.h"
#include "app/io/exports/torch_model.h"
#include "app/io/keras/policy/python_text.h"
#include "engine/base/message.h"
#include "engine/model/resolved_policies.h"

namespace ulpscope {

// The build makes these texts of recorders/*.py. The file writes safetensors by hand, because their header keeps the order of
// the tensors, which the library's own writer sorts.
extern const std::string_view kRecorderFile, kTorchRecorder, kKerasRecorder;

namespace {

/// A name of a layer as a pattern of Python's fnmatch that matches it alone.
std::string fnmatchPattern(std::string_view name)
{
    std::string pattern;
    for (const char c : name)
        pattern += c == '*' || c == '?' || c == '[' ? std::string{'[', c, ']'} : std::string{c};
    return pattern;
}

/// The lines of the file that the user edits.
std::string choices(const std::vector<std::string>& layers, std::int64_t every)
{
    std::string text = "LAYERS = [  # paths, or patterns such as \"*.attn\"; \"*\" for all\n";
    for (const std::string& layer : layers)
        text += "    " + pythonText(layer == "*" ? "*" : fnmatchPattern(layer)) + ",\n";
    return text + "]\nEVERY = " + std::to_string(every) + "  # steps; each EVERY-th is written\n";
}

} // namespace

/// Hooks on the modules of any PyTorch model (2.1 or later).
Result<ExportedText> writeTorchRecorder(const SessionSpec& session)
{
    ExportedText result;
    std::vector<std::string> layers;
    const Result<TorchModel> model = torchModel(session, TorchLinear::Torch);
    if (model)
        for (const TorchWeights& layer : model->weights)
            layers.push_back(layer.attribute);
    if (layers.empty()) {
        layers.emplace_back("*");
        result.leftOut.push_back(model
                ? message("Which layers: none of these has weights, so all layers are recorded.")
                : message(
                    "Which layers: PyTorch's code cannot say the model (%1), so all layers are recorded.")
                      .with(model.error().text()));
    }
    result.text
        = "# PyTorch 2.1 or later: writes what layers take and make, for `ulpscope-cli recording`. Of each recorded step one file,\n"
          "# recording/00000012.safetensors, whose tensors are named \"12/layer_1/input\", in the order in which they came to be.\n"
          "#\n"
          "#     recorder = Recorder(model, \"recording\")\n"
          "#     for number, batch in enumerate(batches):\n"
          "#         with recorder.step(number):\n"
          "#             train_step(model, batch)\n"
          "import contextlib\nimport fnmatch\nimport json\nimport linecache\nimport math\nimport os\nimport struct\nimport sys\n\n"
          "import torch\nfrom torch import nn\nfrom torch.utils._python_dispatch import TorchDispatchMode\n\n"
        + choices(layers, session.probes.tensorsEvery) + std::string(kRecorderFile)
        + std::string(kTorchRecorder);
    return result;
}

/// A callback for Keras 3 on JAX or PyTorch.
Result<ExportedText> writeKerasRecorder(const SessionSpec& session)
{
    std::vector<std::string> layers;
    for (const PolicyHolder& holder : policyHolders(session.model))
        if (!holder.isInput)
            layers.push_back(holder.path);
    ExportedText result;
    result.text
        = "# Keras 3 on JAX or PyTorch: writes what layers take and make, for `ulpscope-cli recording`. Of each recorded step one file,\n"
          "# recording/00000012.safetensors, whose tensors are named \"12/sequential/dense/input\", in the order in which they came\n"
          "# to be.\n"
          "#\n"
          "#     model.fit(x, y, callbacks=[Recorder(model, \"recording\")])\n"
          "import fnmatch\nimport functools\nimport json\nimport os\nimport struct\n\nimport keras\nimport ml_dtypes\n"
          "import numpy as np\n\n"
        + choices(layers, session.probes.tensorsEvery) + std::string(kRecorderFile)
        + std::string(kKerasRecorder);
    result.leftOut.push_back(message("Gradients of weights: a compiled step of Keras does not show them."));
    return result;
}

} // namespace ulpscope
