// SPDX-License-Identifier: GPL-3.0-or-later
// The training plots: the plot catalog's rows of the run on the screen, with the run to compare it with. Where operands have
// scales, those of the selected layer are among them.
#pragma once

#include "ui/training/stacked_plot.h"

#include <string>

namespace ulpscope {
class ShownRun;
}

namespace ulpscope::ui {

class RunPlots : public StackedPlot
{
    Q_OBJECT
public:
    /// `shown` must outlive the plots.
    explicit RunPlots(const ShownRun& shown, QWidget* parent = nullptr);

    /// Of a run whose operands have scales, those of that layer are shown.
    void followLayer(const std::string& path);

private:
    void replace();
    void follow();
    /// Whether there are other plots than before.
    bool choosePlots();

    const ShownRun& m_shown;
    std::string m_selectedLayer; ///< path
    std::string m_scaledLayer; ///< whose operands are shown; empty: none are
};

} // namespace ulpscope::ui
