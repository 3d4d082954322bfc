// SPDX-License-Identifier: GPL-3.0-or-later
// The exports for Keras: rows of exportCatalog().
#pragma once

#include "app/io/exports/export_catalog.h"

namespace ulpscope {

/// A DTypePolicyMap for keras.dtype_policies.deserialize.
Result<ExportedText> writeKerasMap(const SessionSpec& session);
/// Writes the policy of all layers; an error if they have several.
Result<ExportedText> writeKerasPolicy(const SessionSpec& session);
/// The older families' one policy, with its loss scale, for tf.keras.mixed_precision or its experimental API before 2.4.
Result<ExportedText> writeLegacyPolicy(const SessionSpec& session);
/// model.to_json() for keras.models.model_from_json.
Result<ExportedText> writeKerasModel(const SessionSpec& session);
/// Python that builds and compiles the model.
Result<ExportedText> writeKerasPython(const SessionSpec& session);

} // namespace ulpscope
