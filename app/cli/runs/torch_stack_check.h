// SPDX-License-Identifier: GPL-3.0-or-later
// policy check --stack torch: what a session's policies, or the dtypes of a file of tensors, would raise in PyTorch.
#pragma once

#include <string>

namespace ulpscope::cli {

/// what: a session, a scene or a file of tensors. Gives the exit code.
int checkTorchStack(const std::string& what, bool asJson);

} // namespace ulpscope::cli
