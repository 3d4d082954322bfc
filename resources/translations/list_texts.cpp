// SPDX-License-Identifier: GPL-3.0-or-later
// Lists what the engine's catalogs, the scenes and the lessons' sessions say to a person, as a source file that lupdate reads:
// `ninja update_translations` calls it. Names of formats, layers, policies, parameters and keys of files are no texts.
//   list_texts RESOURCES_FOLDER
#include "app/io/exports/export_catalog.h"
#include "app/io/session/session_file.h"
#include "app/io/session/session_keys.h"
#include "app/io/tensors/tensor_file.h"
#include "app/judge/runs/seed_noise.h"
#include "app/lesson/lesson_file.h"
#include "app/lesson/lesson_metric.h"
#include "app/lesson/lesson_place.h"
#include "engine/base/result.h"
#include "engine/data/dataset_catalog.h"
#include "engine/data/number_series.h"
#include "engine/dtype/block_format.h"
#include "engine/dtype/encoding.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/overflow_rule.h"
#include "engine/dtype/rounding.h"
#include "engine/dtype/stored_number.h"
#include "engine/kernels/accumulator.h"
#include "engine/layer/layer_catalog.h"
#include "engine/loss/loss_catalog.h"
#include "engine/loss/metric_catalog.h"
#include "engine/optimizer/learning_rate_schedule.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/policy/keras_version.h"
#include "engine/policy/overrides.h"
#include "engine/policy/policy_family.h"
#include "engine/policy/recipe.h"
#include "engine/probe/records.h"
#include "engine/scaling/loss_scale.h"
#include "engine/session/stop_condition.h"
#include "engine/tensor/arithmetic_rules.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <string>
#include <system_error>

namespace {

using namespace ulpscope;

class TextList
{
public:
    void add(std::string_view text, std::string_view context = "ulpscope")
    {
        if (text.empty() || !m_known.insert(std::string(text)).second)
            return;
        std::cout << "QT_TRANSLATE_NOOP(\"" << context << "\", \"";
        for (const char c : text)
            c == '\n' ? std::cout << "\\n" : c == '"' || c == '\\' ? std::cout << '\\' << c : std::cout << c;
        std::cout << "\")\n";
    }

    void add(const std::vector<ParameterSpec>& parameters)
    {
        for (const ParameterSpec& parameter : parameters) {
            add(parameter.description);
            addRows(parameter.words, &NamedMeaning::meaning);
        }
    }

    template <class Row>
    void addClasses(std::span<const Row> rows)
    {
        for (const Row& row : rows) {
            add(row.description);
            add(row.parameters);
        }
    }

    /// Texts of each row.
    template <class Rows, class... Fields>
    void addRows(const Rows& rows, Fields... fields)
    {
        for (const auto& row : rows)
            (add(row.*fields), ...);
    }

private:
    std::set<std::string> m_known;
};

void addCatalogs(TextList& texts)
{
    texts.addClasses(layerCatalog());
    for (const LayerClass& layer : layerCatalog())
        texts.addRows(layer.keras.gaps, &KerasGap::what, &KerasGap::why);
    texts.addClasses(optimizerCatalog());
    texts.addClasses(scheduleCatalog());
    texts.addClasses(lossCatalog());
    texts.addClasses(datasetCatalog());
    texts.addClasses(lossScaleCatalog());
    texts.addClasses(recipeCatalog());
    for (const auto& parameters :
        {sessionParameters(), trainingParameters(), policyParameters(), probeParameters()})
        texts.add(parameters);
    texts.addRows(formatFamilies(), &FormatFamily::summary);
    texts.addRows(blockFormats(), &BlockFormat::summary);
    texts.addRows(scaleRules(), &ScaleRuleRow::formula, &ScaleRuleRow::zero, &ScaleRuleRow::nonFinite);
    texts.addRows(overflowRules(), &OverflowRule::summary, &OverflowRule::source);
    texts.addRows(roundingModes(), &RoundingModeRow::summary);
    texts.addRows(accumulatorRows(), &AccumulatorRow::summary);
    texts.addRows(arithmeticRules(), &ArithmeticRules::description);
    texts.addRows(kerasChanges(), &KerasChangeRow::what, &KerasChangeRow::release, &KerasChangeRow::head);
    texts.addRows(numericsOverrides(), &NumericsOverrideRow::title, &NumericsOverrideRow::description);
    texts.addRows(stopConditionCatalog(), &StopCondition::title, &StopCondition::description);
    texts.addRows(testMetricCatalog(), &TestMetric::description);
    texts.addRows(metricCatalog(), &MetricRow::title, &MetricRow::description);
    texts.addRows(numberSeries(), &NumberSeries::name, &NumberSeries::summary);
    texts.addRows(seedNumbers(), &SeedNumber::title);
    texts.addRows(exportCatalog(), &ExportRow::title, &ExportRow::description, &ExportRow::needs);
    texts.addClasses(lessonMetrics());
    texts.addRows(lessonPlaces(), &LessonPlace::title);
    texts.addRows(tensorFileKinds(), &TensorFileKind::title);
    for (const PolicyFamily family :
        {PolicyFamily::Keras3, PolicyFamily::TfKeras, PolicyFamily::Experimental22})
        texts.addRows(familyFacts(family), &FamilyFact::topic, &FamilyFact::sentence);
    for (const CodeClass code :
        {CodeClass::Zero, CodeClass::Subnormal, CodeClass::Normal, CodeClass::Infinity, CodeClass::Nan})
        texts.add(text(code));
}

/// Title, sentences and suggestions.
void addSession(TextList& texts, const Result<SessionSpec>& session)
{
    if (!session)
        return;
    texts.add(session->title);
    texts.add(session->description);
    for (const Suggestion& suggestion : session->suggestions)
        texts.add(suggestion.text);
}

/// Of the scenes that come with the program, and of lessons that have a session of their own.
void addSessions(TextList& texts, const std::filesystem::path& resources)
{
    std::set<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(resources / "scenes"))
        if (entry.path().extension() == ".ulps")
            files.insert(entry.path());
    for (const std::filesystem::path& file : files)
        addSession(texts, loadSession(file));
    for (const FoundLesson& found : findLessons(resources / "lessons"))
        if (const auto lesson = loadLesson(found.path); lesson && !lesson->session.session.empty())
            addSession(texts, readSession(lesson->session.session));
}

/// Titles and definitions of the glossary's own terms.
void addTerms(const std::filesystem::path& file)
{
    TextList texts;
    std::ifstream stream(file);
    for (const nlohmann::json& term : nlohmann::json::parse(stream))
        for (const char* key : {"title", "definition"})
            texts.add(term.value(key, ""), "WrittenTerm");
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::cerr << "usage: list_texts RESOURCES_FOLDER\n";
        return 2;
    }
    TextList texts;
    addCatalogs(texts);
    for (const std::errc reason : {std::errc::no_such_file_or_directory, std::errc::permission_denied,
             std::errc::is_a_directory, std::errc::not_a_directory, std::errc::no_space_on_device,
             std::errc::read_only_file_system}) // why a file cannot be opened
        texts.add(std::make_error_code(reason).message());
    addSessions(texts, argv[1]);
    addTerms(std::filesystem::path(argv[1]) / "glossary.json");
    return 0;
}
