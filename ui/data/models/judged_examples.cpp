// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/models/judged_examples.h"

#include "ui/data/models/data_kind.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr std::int64_t kShownInputs = 4; ///< inputs that are shown of an example with many
constexpr std::size_t kShownColumns = 5; ///< columns of a file that are shown with their names
constexpr int kExactDigits = 10; ///< digits of a number that is read from the file
constexpr int kSaidDigits = 6; ///< digits of a number that a model predicts, in the file's unit
constexpr std::int64_t kShownCharacters = 32; ///< how much of a text is shown: its end

/// Outputs of the last decision in a row.
std::span<const double> lastOutputs(
    const Evaluation& evaluation, const LaneEvaluation& lane, std::int64_t index)
{
    const std::span<const double> all = evaluation.outputsOf(lane, index);
    return all.last(std::size_t(evaluation.output.last()));
}

std::optional<std::size_t> saidBy(
    const Evaluation& evaluation, const LaneEvaluation& lane, std::int64_t index)
{
    return evaluation.decision ? evaluation.decision->classOf(lastOutputs(evaluation, lane, index))
                               : std::nullopt;
}

double lastTarget(const Examples& examples, const DataSample& sample, std::int64_t index)
{
    return double(examples.targets[std::size_t((index + 1) * sample.targetsPerExample - 1)]);
}

/// NaN before infinity before what is finite, falling.
bool isWorse(const JudgedExample& a, const JudgedExample& b)
{
    if (std::isnan(a.loss) || std::isnan(b.loss))
        return std::isnan(a.loss) && !std::isnan(b.loss);
    return a.loss > b.loss;
}

/// "0.12, −0.5, … (16)"
template <class Numbers>
QString shortRow(const Numbers& numbers)
{
    QStringList texts;
    for (std::size_t i = 0; i < std::min<std::size_t>(numbers.size(), kShownInputs); ++i)
        texts += numberText(double(numbers[i]));
    if (std::int64_t(numbers.size()) > kShownInputs)
        texts += ui::tr("… (%1)").arg(countText(std::int64_t(numbers.size())));
    return texts.join(QStringLiteral(", "));
}

/// A column of the file: a number of the examples, or several of which a text made one each.
struct FileColumn
{
    QString name;
    std::size_t first = 0; ///< the first number of the examples
    std::size_t count = 1;
};

std::vector<FileColumn> fileColumns(const std::vector<NumberColumn>& columns)
{
    std::vector<FileColumn> all;
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (i > 0 && !columns[i].text.empty() && !columns[i - 1].text.empty()
            && columns[i].name == columns[i - 1].name)
            ++all.back().count;
        else
            all.push_back({toQt(columns[i].name), i});
    return all;
}

QString fileNumber(double value, int digits)
{
    return localNumber(QString::number(value, 'g', digits));
}

/// Returns the cell's text as in the file; empty for a value that the file lacks.
QString fileCell(
    const FileColumn& column, const std::vector<NumberColumn>& columns, std::span<const float> row)
{
    if (columns[column.first].text.empty())
        return fileNumber(columns[column.first].inFile(row[column.first]), kExactDigits);
    for (std::size_t i = column.first; i < column.first + column.count; ++i)
        if (columns[i].inFile(row[i]) > 0.5)
            return toQt(columns[i].text);
    return QStringLiteral("–");
}

std::span<const float> featuresOf(const Examples& examples, const DataSample& sample, std::int64_t index)
{
    const auto width = std::size_t(sample.featuresPerExample());
    return std::span(examples.features).subspan(std::size_t(index) * width, width);
}

/// Columns of a regression whose targets have names, in the file's unit.
template <class Numbers>
QString targetRow(const Numbers& numbers, const DataSample& sample, int digits)
{
    if (sample.targetColumns.size() != numbers.size())
        return shortRow(numbers);
    QStringList texts;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        texts += fileNumber(sample.targetColumns[i].inFile(numbers[i]), digits);
    return texts.join(QStringLiteral(", "));
}

QString inputText(const Examples& examples, const DataSample& sample, std::int64_t index)
{
    const std::span<const float> row = featuresOf(examples, sample, index);
    if (!isText(sample))
        return shortRow(row);
    QString text;
    for (const float number : row.last(std::min<std::size_t>(row.size(), kShownCharacters)))
        text += classText(sample, std::size_t(number));
    return text;
}

QString targetText(const Examples& examples, const DataSample& sample, const JudgedExample& example)
{
    if (example.right)
        return saidText(sample, example.right);
    const auto width = std::size_t(sample.targetsPerExample);
    return targetRow(
        std::span(examples.targets).subspan(std::size_t(example.index) * width, width), sample, kExactDigits);
}

QString judgedLaneText(const Evaluation& evaluation, const LaneEvaluation& lane, const DataSample& sample,
    const JudgedExample& example, const std::optional<std::size_t>& said)
{
    return example.right ? saidText(sample, said)
                         : targetRow(evaluation.outputsOf(lane, example.index), sample, kSaidDigits);
}

} // namespace

std::shared_ptr<const Examples> firstTests(const DataSample& sample, std::int64_t most)
{
    const Examples& all = *sample.test;
    auto first = std::make_shared<Examples>();
    first->count = std::min(most, all.count);
    const auto take = [&](const auto& rows, std::int64_t width, auto& taken) {
        if (!rows.empty())
            taken.assign(rows.begin(), rows.begin() + first->count * width);
    };
    take(all.features, sample.featuresPerExample(), first->features);
    take(all.targets, sample.targetsPerExample, first->targets);
    take(all.exactFeatures, sample.featuresPerExample(), first->exactFeatures);
    take(all.exactTargets, sample.targetsPerExample, first->exactTargets);
    return first;
}

JudgedExamples judgedExamples(const Evaluation& evaluation, const DataSample& sample)
{
    JudgedExamples judged;
    judged.stepsDone = evaluation.stepsDone;
    judged.hasClasses = evaluation.decision.has_value() && sample.classes > 0;
    judged.hasReference = evaluation.reference.has_value();
    for (std::int64_t i = 0; i < evaluation.examples->count; ++i) {
        JudgedExample example{.index = i, .loss = evaluation.candidate.losses[std::size_t(i)]};
        if (evaluation.reference)
            example.referenceLoss = evaluation.reference->losses[std::size_t(i)];
        judged.nonFinite += std::isfinite(example.loss) ? 0 : 1;
        if (judged.hasClasses) {
            example.right = std::size_t(lastTarget(*evaluation.examples, sample, i));
            example.said = saidBy(evaluation, evaluation.candidate, i);
            judged.wrong += example.said == example.right ? 0 : 1;
            if (evaluation.reference) {
                example.referenceSaid = saidBy(evaluation, *evaluation.reference, i);
                judged.referenceWrong += example.referenceSaid == example.right ? 0 : 1;
                example.isDisagreement = example.said != example.referenceSaid;
                judged.disagreements += example.isDisagreement ? 1 : 0;
            }
        }
        judged.worstFirst.push_back(example);
    }
    std::ranges::stable_sort(judged.worstFirst, isWorse);
    return judged;
}

QString judgedSentence(const JudgedExamples& judged, const DataSample& sample)
{
    const auto count = std::int64_t(judged.worstFirst.size());
    if (count == 0)
        return tr("The examples are too large to be shown here.");
    QString text = count == sample.testCount
        ? forCount(count, tr("Of the %1 test example"), tr("Of the %1 test examples")).arg(countText(count))
        : tr("Of %1 test examples (%2 in all)").arg(countText(count), countText(sample.testCount));
    if (isText(sample)) // whose last decision is the only one after all that was read
        text = forCount(count, tr("Of the character that follows %1 window of the test text"),
            tr("Of the character that follows each of %1 windows of the test text"))
                   .arg(countText(count));
    if (judged.hasClasses && judged.hasReference)
        text += tr(" this run gets %1 wrong, float64 %2; they differ on %3.")
                    .arg(countText(judged.wrong), countText(judged.referenceWrong),
                        countText(judged.disagreements));
    else if (judged.hasClasses)
        text += tr(" this run gets %1 wrong.").arg(countText(judged.wrong));
    else
        text += tr(" those with the largest loss are listed.");
    if (judged.nonFinite > 0)
        text += tr(" The loss of %1 is NaN or infinite.").arg(countText(judged.nonFinite));
    return text;
}

MetricTable worstTable(
    const JudgedExamples& judged, const Evaluation& evaluation, const DataSample& sample, int mostRows)
{
    const bool hasText = isText(sample);
    const std::vector<FileColumn> inFile = fileColumns(sample.featureColumns);
    const std::size_t shown = std::min(inFile.size(), kShownColumns);
    MetricTable table;
    for (std::size_t i = 0; i < shown; ++i)
        table.columns.push_back({inFile[i].name, tr("Input: as the file has it"), false});
    if (inFile.empty())
        table.columns.push_back({hasText ? tr("Text so far") : tr("Inputs"),
            hasText ? tr("The last characters that the model has read; ␣ is a space, ⏎ ends a line")
                    : tr("The first of the example's numbers, and how many there are"),
            false});
    const QString target
        = sample.targetColumns.size() == 1 ? toQt(sample.targetColumns[0].name) : tr("Target");
    table.columns.push_back({hasText ? tr("Next") : target, tr("What is right"), false});
    table.columns.push_back({tr("This run"), tr("What the low-precision model says"), false});
    if (judged.hasReference)
        table.columns.push_back({tr("float64"), tr("What the float64 reference says"), false});
    table.columns.push_back({tr("Loss"), tr("This run's loss of the example, largest first")});
    if (judged.hasReference)
        table.columns.push_back({tr("f64 loss"), tr("The reference's loss of the example")});
    for (const JudgedExample& example : judged.worstFirst) {
        if (int(table.rows.size()) == mostRows)
            break;
        const Examples& examples = *evaluation.examples;
        MetricTableRow row;
        QStringList inputs;
        for (const FileColumn& column : inFile)
            inputs += fileCell(column, sample.featureColumns, featuresOf(examples, sample, example.index));
        row.cells = inFile.empty() ? QStringList{inputText(examples, sample, example.index)}
                                   : inputs.mid(0, qsizetype(shown));
        row.cells += {targetText(examples, sample, example),
            judgedLaneText(evaluation, evaluation.candidate, sample, example, example.said)};
        if (judged.hasReference)
            row.cells
                += judgedLaneText(evaluation, *evaluation.reference, sample, example, example.referenceSaid);
        row.cells += numberText(example.loss);
        if (judged.hasReference)
            row.cells += numberText(*example.referenceLoss);
        row.isBold = example.isDisagreement;
        if (example.isDisagreement)
            row.tip = tr("This run and float64 say different classes");
        else if (inFile.size() > shown)
            for (std::size_t i = 0; i < inFile.size(); ++i)
                row.tip += QStringLiteral("%1%2: %3")
                               .arg(i > 0 ? QStringLiteral("; ") : QString(), inFile[i].name,
                                   inputs[qsizetype(i)]);
        table.rows.push_back(std::move(row));
    }
    return table;
}

QString saidText(const DataSample& sample, const std::optional<std::size_t>& said)
{
    return said ? classText(sample, *said) : QStringLiteral("–");
}

} // namespace ulpscope::ui
