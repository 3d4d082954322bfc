// SPDX-License-Identifier: GPL-3.0-or-later
// The exports for PyTorch and what runs on it: rows of exportCatalog().
#pragma once

#include "app/io/exports/export_catalog.h"

namespace ulpscope {

/// An autocast region for every layer, and a GradScaler (torch.amp of PyTorch 2.4 and later).
Result<ExportedText> writeTorchAmp(const SessionSpec& session);
/// Recipes and te.Linear layers of Transformer Engine 2.20.
Result<ExportedText> writeTransformerEngine(const SessionSpec& session);
/// The YAML of nvidia-dlfw-inspect for that model.
Result<ExportedText> writeInspectConfig(const SessionSpec& session);
/// convert_to_float8_training with a filter that names the layers (torchao 0.18).
Result<ExportedText> writeTorchaoFloat8(const SessionSpec& session);

} // namespace ulpscope
