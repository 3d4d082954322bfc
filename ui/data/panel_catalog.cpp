// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/panel_catalog.h"

#include "ui/data/curve_panel.h"
#include "ui/data/example_panel.h"
#include "ui/data/field_panel.h"
#include "ui/data/models/data_kind.h"
#include "ui/data/picture_panel.h"

#include <array>

namespace ulpscope::ui {

namespace {

template <class Panel>
DataPanel* makePanel(QWidget* parent)
{
    return new Panel(parent);
}

constexpr std::array kPanels{
    PanelClass{isPlane, makePanel<FieldPanel>},
    PanelClass{isCurve, makePanel<CurvePanel>},
    PanelClass{arePictures, makePanel<PicturePanel>},
    PanelClass{[](const DataSample&) { return true; }, makePanel<ExamplePanel>},
};

} // namespace

std::span<const PanelClass> panelCatalog()
{
    return kPanels;
}

} // namespace ulpscope::ui
