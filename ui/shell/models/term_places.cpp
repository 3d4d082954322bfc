// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/models/term_places.h"

#include <algorithm>
#include <iterator>

namespace ulpscope::ui {

namespace {

struct TermPlace
{
    const char* place;
    const char* terms; ///< ids with spaces between them
};

constexpr TermPlace kPlaces[] = {
    // Bars and docks.
    {"runBar", "run"},
    {"backTo", "back_to_step step"},
    {"untilStep", "run_until step"},
    {"globalPolicy", "global_policy dtype_policy"},
    {"lossScale", "loss_scale dynamic_loss_scale"},
    {"policyBar", "global_policy loss_scale"},
    {"fileBar", "session"},
    {"modelDock", "model"},
    {"lessonDock", "lesson"},
    {"lessonPanel", "lesson"},
    {"lessonList", "lesson"},
    {"lessonField", "prediction"},
    {"lessonQuestion", "prediction"},
    {"firstStart", "lesson"},
    {"answers", "answers_file"},
    {"lessonEditor", "lesson_editor lesson"},
    {"presentView", "present_lesson prediction"},
    {"lessonEditorDock", "lesson_editor"},
    {"runsDock", "kept_run"},
    // The model.
    {"modelPanel", "model"},
    {"layerFilter", "layer"},
    {"layerView", "layer"},
    {"layerView/Layer", "layer layer_path"},
    {"layerView/Class", "layer_class"},
    {"layerView/Policy", "dtype_policy policy_origin"},
    {"layerView/Compute", "compute_dtype"},
    {"layerView/Variable", "variable_dtype"},
    {"layerView/Output", "output_dtype"},
    {"layerView/Quantization", "quantization_mode"},
    {"layerView/Origin", "policy_origin"},
    {"layerView/Flushed", "tensor:flushed_percent"},
    {"layerView/Lost", "tensor:lost_percent"},
    {"layerView/Error", "tensor:accumulated_error"},
    {"formTabs", "model"},
    {"layerPage", "layer"},
    {"numericsPage", "numerics"},
    {"sessionRecipeChooser", "recipe"},
    {"layerRecipeChooser", "recipe"},
    {"policyPalettePage", "policy_palette"},
    {"policyPalette/Policy", "dtype_policy"},
    {"policyPalette/Computes in", "compute_dtype"},
    {"policyPalette/Stores in", "variable_dtype"},
    {"policyPalette/Quantized", "quantization_mode"},
    {"optimizerChooser", "optimizer"},
    {"scheduleChooser", "schedule"},
    {"lossChooser", "loss_function"},
    {"lossScaleChooser", "loss_scale"},
    {"dataChooser", "data"},
    {"dataPage", "data"},
    {"kerasForm", "loss_scale"},
    {"parameter_policy_family", "dtype_policy"},
    {"parameter_keras_version", "dtype_policy"},
    {"parameter_floatx", "default_dtype"},
    {"parameter_training_loop", "loss_scale"},
    {"parameter_arithmetic", "rounding"},
    // The run.
    {"tabs", "run"},
    {"trainingPage", "run training"},
    {"sceneStrip", "scene"},
    {"healthStrip", "verdict"},
    {"trainingView", "plots"},
    {"trainingPlots", "plots cursor"},
    {"watchDialog", "watch_expression"},
    {"noteField", "note"},
    {"noteList", "note"},
    {"plot:error", "error_vs_float64"},
    {"plot:flushed", "gradients_flushed_percent updates_lost_percent"},
    {"plot:gradient_amax", "gradient_amax smallest_number"},
    {"plot:amax_input", "tensor:float8_amax tensor:float8_history_amax tensor:float8_limit"},
    {"plot:amax_weight", "tensor:float8_amax tensor:float8_history_amax tensor:float8_limit"},
    {"plot:amax_output_gradient", "tensor:float8_amax tensor:float8_history_amax tensor:float8_limit"},
    {"plot:operand_scale", "tensor:float8_scale"},
    {"plot:operand_saturated", "tensor:float8_saturated saturation"},
    {"runs", "kept_run"},
    {"runsTable/Run", "run_name"},
    {"runNames", "run_name"},
    {"runsTable/Policy", "global_policy"},
    {"runsTable/Loss scale", "loss_scale"},
    {"runsTable/Loss", "loss"},
    {"runsTable/Flushed", "gradients_flushed_percent"},
    {"runsTable/Lost", "updates_lost_percent"},
    {"runsTable/Overflows", "overflows"},
    {"runsTable/Saturated", "tensor:float8_saturated saturation"},
    {"runsTable/Error", "error_vs_float64"},
    {"runsTable/Steps", "step"},
    {"runsTable/Note", "note"},
    // The policy map.
    {"policyMapView", "policy_map"},
    {"mapSearch", "map_key"},
    {"mapKeys/Key", "map_key"},
    {"mapKeys/Policy", "dtype_policy"},
    {"mapKeys/Layers", "map_key"},
    {"mapLayers/Layer path", "layer_path"},
    {"mapLayers/Policy", "dtype_policy"},
    {"mapLayers/Decided by", "policy_origin"},
    {"triedPath", "layer_path map_key"},
    {"goodToKnow", "good_to_know"},
    // The number lab.
    {"numberLab", "number_lab"},
    {"number", "number_lab"},
    {"numberLabTabs", "number_lab"},
    {"roundingMode", "rounding"},
    {"overflowRule", "overflow_rule"},
    {"addFormat", "number_format"},
    {"storedTable/Format", "number_format"},
    {"storedTable/Bits: sign, exponent, mantissa", "code exponent mantissa"},
    {"storedTable/Stored", "rounding"},
    {"storedTable/What happened", "rounding overflows flush_to_zero"},
    {"storedTable/Error", "rounding"},
    {"storedTable/in ulp", "ulp"},
    {"storedTable/½ ulp", "ulp"},
    {"storedTable/Next below", "ulp"},
    {"storedTable/Next above", "ulp"},
    {"overflowTable/Rule", "overflow_rule"},
    {"overflowTable/Number", "overflow_rule"},
    {"overflowTable/Beyond", "saturation overflow_rule"},
    {"overflowTable/Inf", "infinity overflow_rule"},
    {"overflowTable/NaN", "nan overflow_rule"},
    {"numberLine", "number_line"},
    {"numberLinePage", "number_line"},
    {"lineLogarithmic", "number_line exponent"},
    {"tensorLayer", "layer"},
    {"tensorOf", "tensor"},
    {"tensorTable", "tensor"},
    {"tensorBrowser", "tensor"},
    // A file from elsewhere.
    {"filesView", "tensor"},
    {"fileSearch", "tensor"},
    {"fileTensors", "tensor"},
    {"fileTensorPages", "tensor"},
    {"fileTensorAs", "number_format"},
    {"fileElements", "tensor code"},
    {"fileFormat", "number_format exponent"},
    {"fileLosses", "number_format"},
    {"amaxesFormat", "number_format"},
    {"amaxesHistory", "recipe"},
    {"amaxesScales", "recipe"},
    {"recordingPage", "tensor layer"},
    {"recordedFormat", "number_format"},
    {"recordedHistory", "recipe"},
    {"recordedScales", "recipe"},
    {"recordingNames", "tensor layer_path"},
    {"recordingTensors", "tensor layer_path"},
    {"recordingTensorPages", "tensor"},
    {"recordingTensorAs", "number_format"},
    {"recordingElements", "tensor code"},
    {"recordingFormat", "number_format exponent"},
    {"recordingLosses", "number_format"},
    {"originsPanel", "first_non_finite"},
    {"originLayers", "first_non_finite"},
    {"originRoad", "first_non_finite tensor"},
    {"localProducers", "error_vs_float64"},
    {"localOthers", "error_vs_float64"},
    {"differenceTable", "ulp"},
    {"localErrorsPanel", "error_vs_float64"},
    {"differencePanel", "ulp"},
    {"logPage", "loss_scale dynamic_loss_scale"},
    {"ordersDialog", "accumulator"},
    // Accumulators.
    {"accumulators", "accumulators_tab"},
    {"benchOperation", "accumulator multiply_add"},
    {"benchData", "accumulators_tab"},
    {"benchCount", "accumulators_tab"},
    {"benchInputs", "number_format"},
    {"benchQuantity", "accumulators_tab"},
    {"benchLog", "exponent"},
    {"benchAccumulators", "accumulator"},
    {"benchName", "accumulator"},
    {"benchTable/Accumulator", "accumulator"},
    {"benchTable/Result", "accumulator"},
    {"benchTable/Relative error", "relative_error"},
    {"benchTable/Stalls after", "stall"},
    {"benchTable/Lost", "stall"},
    {"accumulationPlot", "accumulators_tab stall"},
    // Diagnosis.
    {"diagnosis", "diagnosis"},
    {"birth", "first_non_finite"},
    {"blamePanel", "blame"},
    {"blameSteps", "blame step"},
    {"blameTable", "blame"},
    {"formatLossPanel", "format_loss"},
    {"lossTensor", "tensor"},
    {"lossKind", "number_format recipe"},
    {"lossTable/Format", "number_format"},
    {"lossTable/Flushed", "flush_to_zero"},
    {"lossTable/Overflowed", "overflows"},
    {"lossTable/Saturated", "saturation"},
    {"lossTable/Largest, ulp", "ulp"},
    {"lossTable/SQNR, dB", "sqnr"},
    {"lossTable/Relative error", "relative_error"},
    {"saturationPanel", "saturation"},
    {"saturationTable", "saturation"},
    {"exponentPanel", "exponents"},
    {"exponentTensor", "tensor"},
    {"exponentPlot", "exponents"},
    {"costPanel", "ledger"},
    {"byteTable", "ledger"},
    {"multiplyAddTable", "multiply_add"},
    // Compare and data.
    {"compareView", "compare"},
    {"curvesPage", "compare"},
    {"differencesPage", "compare"},
    {"memoryPanel", "compare"},
    {"divergenceFirst", "compare"},
    {"divergenceSecond", "compare"},
    {"paretoPlot", "compare"},
    {"compareFigure", "compare"},
    {"comparePlot", "compare"},
    {"sweepPanel", "sweep"},
    {"sweepKnob", "sweep"},
    {"sweepValues", "sweep"},
    {"sweepNumber", "sweep"},
    {"sweepPlot", "sweep"},
    {"noisePanel", "seed_noise"},
    {"noiseSeeds", "seed_noise"},
    {"noiseTable", "seed_noise"},
    {"searchView", "policy_search"},
    {"searchMenu", "policy_search dtype_policy"},
    {"searchMenuText", "policy_search dtype_policy"},
    {"searchMenuList", "policy_search dtype_policy"},
    {"searchLayers", "policy_search layer_path"},
    {"searchLayersText", "policy_search layer_path"},
    {"searchLayersList", "policy_search layer_path"},
    {"searchBudget", "search_budget"},
    {"budgetSentence", "search_budget"},
    {"budgetKey", "search_budget"},
    {"budgetSteps", "search_budget step"},
    {"budgetRelation", "search_budget"},
    {"budgetLimit", "search_budget"},
    {"budgetUnit", "search_budget"},
    {"searchCost", "ledger multiply_add"},
    {"searchSeeds", "seed_noise"},
    {"searchTogether", "policy_search layer_path"},
    {"searchLossScales", "loss_scale policy_search"},
    {"searchSteps", "step"},
    {"searchPlot", "policy_search search_budget"},
    {"searchTable", "policy_search search_budget"},
    {"dataView", "data"},
    {"dataPart", "data"},
    {"fieldPanel", "decision_field logit"},
};

QStringList split(const char* terms)
{
    return QString::fromLatin1(terms).split(QLatin1Char(' '));
}

/// Names that follow from a catalog, and the ids that its terms have.
QStringList catalogTerm(const QString& place)
{
    constexpr struct
    {
        const char* begin;
        const char* end;
        const char* kind;
    } kRules[] = {{"parameter_", "", "parameter:"}, {"scene_parameter_", "", "parameter:"}, {"", "_tile", ""},
        {"plot:", "", ""}, {"bits_", "", "format:"}, {"example_", "", nullptr}};
    for (const auto& [begin, end, kind] : kRules) {
        const QString first = QString::fromLatin1(begin);
        const QString last = QString::fromLatin1(end);
        if (!place.startsWith(first) || !place.endsWith(last))
            continue;
        const QString name = place.mid(first.size(), place.size() - first.size() - last.size());
        if (kind == nullptr)
            return {QStringLiteral("number_lab")};
        if (name.contains(QLatin1Char(':'))) // a tensor's metric as a plot is "path:role:metric"
            return {QStringLiteral("tensor:") + name.section(QLatin1Char(':'), -1)};
        return {QString::fromLatin1(kind) + name};
    }
    return {};
}

} // namespace

QStringList termsOfPlace(const QString& place)
{
    const auto row = std::find_if(std::begin(kPlaces), std::end(kPlaces),
        [&](const TermPlace& each) { return place == QString::fromUtf8(each.place); });
    if (row != std::end(kPlaces))
        return split(row->terms);
    const QStringList fromCatalog = catalogTerm(place);
    if (!fromCatalog.isEmpty() || place.isEmpty() || !place.back().isDigit())
        return fromCatalog;
    return termsOfPlace(place.chopped(1)); // one of several rows of a form: "budgetKey2"
}

QStringList termPlaces()
{
    QStringList places;
    for (const TermPlace& row : kPlaces)
        places += QString::fromUtf8(row.place);
    return places;
}

} // namespace ulpscope::ui
