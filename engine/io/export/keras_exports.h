// SPDX-License-Identifier: GPL-3.0-or-later
// The exports for Keras: rows of policyExports().
#pragma once

#include "engine/io/export/policy_exports.h"

namespace ulpscope {

/// A DTypePolicyMap for keras.dtype_policies.deserialize.
Result<PolicyExport> writeKerasMap(const SessionSpec& session);
/// The one policy that all layers run under.
Result<PolicyExport> writeKerasPolicy(const SessionSpec& session);
/// model.to_json() for keras.models.model_from_json.
Result<PolicyExport> writeKerasModel(const SessionSpec& session);
/// Python that builds and compiles the model.
Result<PolicyExport> writeKerasPython(const SessionSpec& session);

} // namespace ulpscope
