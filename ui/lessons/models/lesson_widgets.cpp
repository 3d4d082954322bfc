// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/models/lesson_widgets.h"

#include <algorithm>
#include <array>

namespace ulpscope::ui {

namespace {

using Part = LessonWidget::Part;

constexpr std::array kWidgets{
    LessonWidget{"policy", "globalPolicy"},
    LessonWidget{"recipe", "numericsPage/sessionRecipeForm/sessionRecipeChooser"},
    LessonWidget{"recipe.amax-history", "numericsPage/sessionRecipeForm/parameter_amax_history_len",
        "numericsPage/sessionRecipeForm/sessionRecipeChooser"},
    LessonWidget{"recipe.amax-algorithm", "numericsPage/sessionRecipeForm/parameter_amax_compute_algo",
        "numericsPage/sessionRecipeForm/sessionRecipeChooser"},
    LessonWidget{"loss-scale", "policyBar/lossScale"},
    LessonWidget{"loss-scale.kind", "formTabs/lossScaleForm/lossScaleChooser"},
    LessonWidget{"loss-scale.initial", "formTabs/lossScaleForm/parameter_initial_scale",
        "formTabs/lossScaleForm/lossScaleChooser"},
    LessonWidget{"loss-scale.growth-steps", "formTabs/lossScaleForm/parameter_dynamic_growth_steps",
        "formTabs/lossScaleForm/lossScaleChooser"},
    LessonWidget{"loss-weight", "formTabs/trainingPage/parameter_loss_weight"},
    LessonWidget{"learning-rate", "formTabs/optimizerForm/parameter_learning_rate",
        "formTabs/optimizerForm/optimizerChooser"},
    LessonWidget{"optimizer", "formTabs/optimizerForm/optimizerChooser"},
    LessonWidget{
        "epsilon", "formTabs/optimizerForm/parameter_epsilon", "formTabs/optimizerForm/optimizerChooser"},
    LessonWidget{"weight-decay", "formTabs/optimizerForm/parameter_weight_decay",
        "formTabs/optimizerForm/optimizerChooser"},
    LessonWidget{"clip-norm", "formTabs/optimizerForm/parameter_global_clipnorm",
        "formTabs/optimizerForm/optimizerChooser"},
    LessonWidget{"training-loop", "formTabs/kerasForm/parameter_training_loop"},
    LessonWidget{"steps", "formTabs/trainingPage/parameter_steps"},
    LessonWidget{"batch-size", "formTabs/trainingPage/parameter_batch_size"},
    LessonWidget{"seed", "formTabs/trainingPage/parameter_seed"},
    LessonWidget{"arithmetic", "formTabs/kerasForm/parameter_arithmetic"},
    LessonWidget{"watch", "formTabs/trainingPage/parameter_watch"},
    LessonWidget{"layer.policy", "layerView", "", Part::Cell, "Policy"},
    LessonWidget{"layer.accumulator", "numericsPage/knob_forward_accumulator"},
    LessonWidget{"layer.gradient-format", "numericsPage/knob_input_gradient_output_gradient"},
    LessonWidget{"layer.weight-gradient-format", "numericsPage/knob_weight_gradient_output_gradient"},
    LessonWidget{"layer.master-weights", "numericsPage/knob_variable"},
    LessonWidget{"layer.activation", "layerPage/parameter_activation", "layerPage"},
    LessonWidget{"number-lab.value", "numberLab/number"},
    LessonWidget{"number-lab.format", "numberLab/storedTable", "", Part::Cell, "Format"},
    LessonWidget{
        "number-lab.bits", "numberLab/storedTable", "", Part::Cell, "Bits: sign, exponent, mantissa"},
    LessonWidget{"number-lab.rounding", "numberLab/roundingMode"},
    LessonWidget{"number-lab.overflow-rule", "numberLab/overflowRule"},
    LessonWidget{"bench.series", "benchBar/benchData"},
    LessonWidget{"bench.count", "benchBar/benchCount"},
    LessonWidget{"bench.inputs", "benchBar/benchInputs"},
    LessonWidget{"bench.accumulator", "benchAccumulators"},
    LessonWidget{"bench.quantity", "benchBar/benchQuantity"},
    LessonWidget{"tab.run", "tabs", "", Part::Tab, "0"},
    LessonWidget{"tab.policy-map", "tabs", "", Part::Tab, "1"},
    LessonWidget{"tab.number-lab", "tabs", "", Part::Tab, "2"},
    LessonWidget{"tab.accumulators", "tabs", "", Part::Tab, "3"},
    LessonWidget{"tab.diagnosis", "tabs", "", Part::Tab, "4"},
    LessonWidget{"tab.compare", "tabs", "", Part::Tab, "5"},
    LessonWidget{"tab.predictions", "tabs", "", Part::Tab, "6"},
    LessonWidget{"tile.loss", "healthStrip/loss_tile"},
    LessonWidget{"tile.gradients-flushed", "healthStrip/gradients_flushed_percent_tile"},
    LessonWidget{"tile.updates-lost", "healthStrip/updates_lost_percent_tile"},
    LessonWidget{"tile.overflows", "healthStrip/overflows_tile"},
    LessonWidget{"tile.error", "healthStrip/error_vs_float64_tile"},
    LessonWidget{"tile.accuracy", "healthStrip/test_accuracy_tile"},
    LessonWidget{"verdict", "healthStrip/verdict"},
    LessonWidget{"plot.loss", "trainingPlots", "", Part::Plot, "loss"},
    LessonWidget{"plot.error", "trainingPlots", "", Part::Plot, "error"},
    LessonWidget{"plot.loss-scale", "trainingPlots", "", Part::Plot, "loss_scale"},
    LessonWidget{"plot.flushed", "trainingPlots", "", Part::Plot, "flushed"},
    LessonWidget{"plot.gradient-amax", "trainingPlots", "", Part::Plot, "gradient_amax"},
    LessonWidget{"plot.operand-amax", "trainingPlots", "", Part::Plot, "amax_input"},
    LessonWidget{"plot.bench", "accumulationPlot", "", Part::Plot, ""},
    LessonWidget{"bench.table", "benchTable"},
    LessonWidget{"number-lab.table", "numberLab/storedTable"},
    LessonWidget{"number-lab.line", "numberLab/numberLine"},
    LessonWidget{"number-lab.tensor", "numberLab/tensorBrowser"},
    LessonWidget{"tree", "layerView"},
    LessonWidget{"tree.layer", "layerView", "", Part::Cell, "Layer"},
    LessonWidget{"tree.flushed", "layerView", "", Part::Cell, "Flushed"},
    LessonWidget{"tree.error", "layerView", "", Part::Cell, "Error"},
    LessonWidget{"run.train", "runBar", "", Part::Button, "train"},
    LessonWidget{"run.step", "runBar", "", Part::Button, "step"},
    LessonWidget{"run.reset", "runBar", "", Part::Button, "reset"},
    LessonWidget{"diagnosis.first-nan", "diagnosis/birth"},
    LessonWidget{"diagnosis.blame", "diagnosis/blamePanel"},
    LessonWidget{"diagnosis.cost", "diagnosis/costPanel"},
    LessonWidget{"diagnosis.exponents", "diagnosis/exponentPanel"},
    LessonWidget{"diagnosis.formats", "diagnosis/formatLossPanel"},
};

} // namespace

std::span<const LessonWidget> lessonWidgets()
{
    return kWidgets;
}

const LessonWidget* lessonWidgetOf(std::string_view place)
{
    const auto* row = std::find_if(
        kWidgets.begin(), kWidgets.end(), [&](const LessonWidget& each) { return each.place == place; });
    return row == kWidgets.end() ? nullptr : row;
}

} // namespace ulpscope::ui
