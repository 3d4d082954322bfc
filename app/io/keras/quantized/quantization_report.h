// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers take a quantized policy, which do not, and why: what model.quantize(mode) would do to each, or what the
// policies of a session do (keras/src/models/model.py; of Keras 3.16 keras/src/quantizers/report.py, too).
#pragma once

#include "engine/base/message.h"
#include "engine/policy/dtype_policy.h"
#include "engine/session/session_spec.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

struct LayerToQuantize
{
    std::string path;
    std::string className;
    DTypePolicy policy;
    /// The name of the DTypePolicyMap that the layer holds; empty for a layer with a policy. Keras quantizes by that name,
    /// and fails.
    std::string mapName = {};
    /// Equation of an EinsumDense; empty for other layers and where it is not known.
    std::string equation = {};
};

struct QuantizationRow
{
    std::string path;
    std::string className;
    bool isQuantized = false;
    std::string policy; ///< the name of the layer's policy afterwards
    Message reason; ///< a sentence: why it is skipped; empty for a layer that takes it
    /// The exception that quantize raises at this layer, at which it ends.
    std::optional<Error> raises = {};
};

/// mode: "int8", "float8", "int4" (in blocks of 128), "ternary"; "int4/64", "gptq/4/128" and "awq/4/128" stand for the
/// configuration objects that say so. ValueError for another.
Result<std::vector<QuantizationRow>> quantizationReport(std::span<const LayerToQuantize> layers,
    std::string_view mode, KerasVersion version = KerasVersion::Head);
/// Reports on a session's layers, by the rules of its version of Keras. No mode: a row for each layer to which the session gives a quantized policy.
Result<std::vector<QuantizationRow>> quantizationReport(
    const SessionSpec& session, std::string_view mode = {});

} // namespace ulpscope
