// SPDX-License-Identifier: GPL-3.0-or-later
// What a training in PyTorch with variables of these dtypes would raise, or silently do wrong (torch/amp/grad_scaler.py, torch/optim/adam.py;
// tests/interop/torch_recordings.py runs it).
#pragma once

#include "engine/base/result.h"
#include "engine/session/session_spec.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope {

struct TorchVariables
{
    std::string path; ///< path of a layer, or a tensor's name
    std::string dtype; ///< "float16"
    std::uint64_t elements = 0; ///< 0: not known
};

struct TorchSetup
{
    std::vector<TorchVariables> variables; ///< the variables that train
    bool hasScaler = false; ///< a GradScaler that is enabled
    std::optional<double>
        epsilon; ///< epsilon that the optimizer adds to a root before it divides; empty: none
    std::string optimizer; ///< "Adam"; may be empty
    bool hasBceUnderAutocast = false; ///< binary cross-entropy of probabilities, in a program with autocast
};

struct TorchProblem
{
    std::string path;
    Error error; ///< Python's exception
    std::string advice; ///< sentences
};

struct TorchReport
{
    std::vector<TorchProblem> problems; ///< problems that raise
    std::vector<std::string> remarks; ///< sentences on settings that raise nothing and are wrong all the same
};

/// The layers with weights, in what their policies store these. Errors are the policies'.
Result<TorchSetup> torchSetup(const SessionSpec& session);
TorchReport checkForTorch(const TorchSetup& setup);

} // namespace ulpscope
