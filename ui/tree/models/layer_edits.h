// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of a model's list of layers, as the edits that Document::edit takes. They do not check: the
// document does.
#pragma once

#include "engine/layer/layer_catalog.h"
#include "engine/session/session_spec.h"

#include <QString>

#include <cstddef>
#include <string>
#include <vector>

namespace ulpscope::ui {

/// A new layer of that class before position `row`. It starts as the last layer of its class before it, or
/// with the catalog's defaults.
void insertLayer(SessionSpec& session, const std::string& className, std::size_t row);
/// The layers of a pre-norm transformer block before position `row`, as wide as the output of the layer before.
void insertTransformerBlock(SessionSpec& session, std::size_t row);
void removeLayer(SessionSpec& session, std::size_t row);
void moveLayer(SessionSpec& session, std::size_t from, std::size_t to);
/// Renames a layer, also where other layers name it as their input.
void renameLayer(SessionSpec& session, std::size_t row, const std::string& name);

// The layer classes as menus show them: a few groups, because a list of dozens is hard to search.
struct LayerMenu
{
    QString title;
    std::vector<const LayerClass*> classes;
};

/// Every class of the catalog that has a group, once. No menu is empty.
std::vector<LayerMenu> layerMenus();

} // namespace ulpscope::ui
