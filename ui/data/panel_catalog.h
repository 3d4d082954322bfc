// SPDX-License-Identifier: GPL-3.0-or-later
// Every way to show data, and the data that each is for.
#pragma once

#include "engine/data/data_sample.h"

#include <QWidget>

#include <span>

namespace ulpscope::ui {

class DataPanel;

struct PanelClass
{
    bool (*fits)(const DataSample& sample) = nullptr;
    DataPanel* (*make)(QWidget* parent) = nullptr;
};

/// The first that fits is shown; the last fits all data.
std::span<const PanelClass> panelCatalog();

} // namespace ulpscope::ui
