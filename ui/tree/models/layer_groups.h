// SPDX-License-Identifier: GPL-3.0-or-later
// The layer classes as menus show them: a few groups, because a list of dozens is hard to search.
#pragma once

#include "engine/layer/layer_catalog.h"

#include <QString>

#include <vector>

namespace ulpscope::ui {

struct LayerMenu
{
    QString title;
    std::vector<const LayerClass*> classes;
};

/// Every class of the catalog that has a group, once. No menu is empty.
std::vector<LayerMenu> layerMenus();

} // namespace ulpscope::ui
