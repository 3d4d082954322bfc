// SPDX-License-Identifier: GPL-3.0-or-later
// A layer's policy in words: its name, where it came from, what it means, what is wrong with it.
#pragma once

#include "ui/tree/models/layer_nodes.h"

#include <QString>

namespace ulpscope::ui {

/// "global", "own", "map key 'dense.*'", "passed on by mha"; for an input layer "default dtype".
QString originText(const LayerNode& node);
/// The same where there is little room: "global", "map", "from mha".
QString shortOriginText(const LayerNode& node);
/// The policy's name, or in its place what the map's trouble is.
QString policyCellText(const LayerNode& node);
/// "NotImplementedError in Keras: ..."; empty without a problem.
QString problemText(const LayerNode& node);
/// Everything about the policy, a sentence a line.
QString policyTip(const LayerNode& node);
/// Whether the layer gives its policy to layers inside it, in a sentence; empty for a layer that has none.
QString passingOnText(const LayerNode& node);

} // namespace ulpscope::ui
