// SPDX-License-Identifier: GPL-3.0-or-later
// Examples of the test data with what both lanes say of them, the worst of this run first.
#pragma once

#include "engine/data/data_sample.h"
#include "engine/train/evaluation.h"
#include "ui/look/models/table_models.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace ulpscope::ui {

struct JudgedExample
{
    std::int64_t index = 0; ///< index among the examples that were asked about
    double loss = 0;
    std::optional<double> referenceLoss = {};
    /// The decision and the right class; of a row of decisions the last. Empty if outputs give no class or are NaN.
    std::optional<std::size_t> said = {};
    std::optional<std::size_t> referenceSaid = {};
    std::optional<std::size_t> right = {};
    bool isDisagreement = false; ///< the lanes do not say the same class
};

struct JudgedExamples
{
    std::vector<JudgedExample> worstFirst; ///< by this run's loss; NaN is the worst
    std::int64_t stepsDone = 0;
    bool hasClasses = false;
    bool hasReference = false;
    std::int64_t wrong = 0;
    std::int64_t referenceWrong = 0;
    std::int64_t disagreements = 0;
    std::int64_t nonFinite = 0; ///< losses of this run
};

/// At most so many of the sample's test examples.
std::shared_ptr<const Examples> firstTests(const DataSample& sample, std::int64_t most);

/// evaluation: of examples with targets.
JudgedExamples judgedExamples(const Evaluation& evaluation, const DataSample& sample);

/// "Of 400 test examples this run gets 43 wrong, float64 39; they disagree on 12."
QString judgedSentence(const JudgedExamples& judged, const DataSample& sample);

/// A row for each of the worst examples: inputs in short, target, both lanes' outputs, losses. For a text: the
/// characters that were read and the next one.
MetricTable worstTable(
    const JudgedExamples& judged, const Evaluation& evaluation, const DataSample& sample, int mostRows);

/// "Trouser", or "–" for none.
QString saidText(const DataSample& sample, const std::optional<std::size_t>& said);

} // namespace ulpscope::ui
