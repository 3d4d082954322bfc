// SPDX-License-Identifier: GPL-3.0-or-later
// The training plots of the run on the screen, with the run to compare it with: those that the session names, or else the plot
// catalog's, among them those of the selected layer's operands where these have scales.
#pragma once

#include "ui/training/stacked_plot.h"

#include <string>

namespace ulpscope {
class Document;
class ShownRun;
} // namespace ulpscope

namespace ulpscope::ui {

class RunPlots : public StackedPlot
{
    Q_OBJECT
public:
    /// Both must outlive the plots.
    RunPlots(const Document& document, const ShownRun& shown, QWidget* parent = nullptr);

    /// Of a run whose operands have scales, those of that layer are shown.
    void followLayer(const std::string& path);

private:
    void replace();
    void follow();
    /// Whether there are other plots than before.
    bool choosePlots();

    const Document& m_document;
    const ShownRun& m_shown;
    std::string m_selectedLayer; ///< path
    std::string m_scaledLayer; ///< whose operands are shown; empty: none are
    std::weak_ptr<const RunHistory> m_scaledRun; ///< whose operands they are
    std::vector<std::string> m_chosen; ///< SessionSpec::plots
};

} // namespace ulpscope::ui
