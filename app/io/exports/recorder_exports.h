// SPDX-License-Identifier: GPL-3.0-or-later
// Python that records a real training, for io/recording to read: rows of exportCatalog(). One file without imports beyond its
// framework; of each recorded step it writes one safetensors file, whose tensors are named step/path/role in the order in which
// they came to be, and whose metadata has "layers", each path's class and config as Keras writes them.
#pragma once

#include "app/io/exports/export_catalog.h"

namespace ulpscope {

/// Hooks on the modules of any PyTorch model (2.1 or later).
Result<ExportedText> writeTorchRecorder(const SessionSpec& session);
/// A callback for Keras 3 on JAX or PyTorch.
Result<ExportedText> writeKerasRecorder(const SessionSpec& session);

} // namespace ulpscope
