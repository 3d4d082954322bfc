// SPDX-License-Identifier: GPL-3.0-or-later
// What the tab Data makes of an evaluation: fields, pictures, texts and judgements are the numbers of the lanes, and nothing
// that is not finite is dropped.
#include "tests/engine/small_sessions.h"
#include "ui/data/models/continued_text.h"
#include "ui/data/models/data_kind.h"
#include "ui/data/models/decision_field.h"
#include "ui/data/models/judged_examples.h"
#include "ui/data/models/picture_list_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include <cmath>
#include <limits>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Four points of two classes, or numbers, at the corners of a square.
DataSample corners(std::int64_t classes)
{
    DataSample sample;
    sample.featureShape = {2};
    sample.classes = classes;
    auto points = std::make_shared<Examples>();
    points->features = {-1, -1, 1, -1, -1, 1, 1, 1};
    points->targets = {0, 1, 0, 1};
    points->count = 4;
    sample.train = points;
    sample.test = points;
    sample.trainCount = 4;
    sample.testCount = 4;
    return sample;
}

/// What lanes say that put out f(x, y) and g(x, y).
template <class F, class G>
Evaluation saying(const FieldGrid& grid, const DataSample& sample, std::optional<DecisionRule> rule, F f, G g)
{
    Evaluation evaluation;
    evaluation.examples = inputsOf(grid, *sample.train);
    evaluation.decision = rule;
    evaluation.reference.emplace();
    for (std::size_t i = 0; i < std::size_t(evaluation.examples->count); ++i) {
        const auto x = double(evaluation.examples->features[2 * i]);
        const auto y = double(evaluation.examples->features[2 * i + 1]);
        const std::vector<double> ours = f(x, y);
        const std::vector<double> references = g(x, y);
        evaluation.output = Shape{Index(ours.size())};
        evaluation.candidate.outputs.insert(evaluation.candidate.outputs.end(), ours.begin(), ours.end());
        evaluation.reference->outputs.insert(
            evaluation.reference->outputs.end(), references.begin(), references.end());
    }
    return evaluation;
}

} // namespace

class TestDataModels : public QObject
{
    Q_OBJECT
private slots:
    void aDataSetHasItsPicture_data();
    void aDataSetHasItsPicture();
    void aGridLiesAroundAllPoints();
    void aFieldOfOneOutputCountsWhatDiffers();
    void aFieldOfSeveralOutputsIsTheLeadOfTheLargest();
    void aFieldOfNumbersHasTheMeanError();
    void nanAndInfinityAreCounted();
    void oneNanAmongSeveralOutputsSaysNoClass();
    void theWorstExampleIsTheFirst();
    void charactersAreVisible();
    void textsPartWhereTheLanesSayOtherCharacters();
    void imagesAreThePixels();
    void modelKeepsTheRulesOfModels();
};

void TestDataModels::aDataSetHasItsPicture_data()
{
    QTest::addColumn<std::vector<std::int64_t>>("shape");
    QTest::addColumn<qint64>("targets");
    QTest::addColumn<qint64>("classes");
    QTest::addColumn<qint64>("names");
    QTest::addColumn<QString>("kind");
    const auto row = [](const char* name, std::vector<std::int64_t> shape, qint64 targets, qint64 classes,
                         qint64 names, const char* kind) {
        QTest::newRow(name) << std::move(shape) << targets << classes << names << QString::fromLatin1(kind);
    };
    row("points of two classes", {2}, 1, 2, 0, "plane");
    row("two numbers to one", {2}, 1, 0, 0, "plane");
    row("two numbers to two", {2}, 2, 0, 0, "");
    row("one number to one", {1}, 1, 0, 0, "curve");
    row("one number to a class", {1}, 1, 2, 0, "");
    row("grey images", {28, 28}, 1, 10, 10, "pictures");
    row("grey images with a channel", {28, 28, 1}, 1, 10, 0, "pictures");
    row("coloured images", {32, 32, 3}, 1, 10, 0, "pictures");
    row("maps of seven channels", {32, 32, 7}, 1, 10, 0, "");
    row("rows of two numbers", {100, 2}, 1, 10, 0, "");
    row("sixteen numbers", {16}, 1, 0, 0, "");
    row("characters", {64}, 64, 50, 50, "text");
    row("two characters", {2}, 2, 50, 50, "text");
}

void TestDataModels::aDataSetHasItsPicture()
{
    using Extents = std::vector<std::int64_t>;
    QFETCH(Extents, shape);
    QFETCH(qint64, targets);
    QFETCH(qint64, classes);
    QFETCH(qint64, names);
    QFETCH(QString, kind);
    DataSample sample;
    sample.featureShape = shape;
    sample.targetsPerExample = targets;
    sample.classes = classes;
    sample.classNames.resize(std::size_t(names), "a");
    QCOMPARE(isPlane(sample), kind == QStringLiteral("plane"));
    QCOMPARE(isCurve(sample), kind == QStringLiteral("curve"));
    QCOMPARE(arePictures(sample), kind == QStringLiteral("pictures"));
    QCOMPARE(isText(sample), kind == QStringLiteral("text"));
}

void TestDataModels::aGridLiesAroundAllPoints()
{
    Examples points;
    points.features = {-3, 10, 5, 10, float(kNaN), float(kInfinity)};
    points.count = 3;
    const FieldGrid grid = gridAround(points);
    QVERIFY(grid.left < -3 && grid.left > -4);
    QVERIFY(grid.right > 5 && grid.right < 6);
    QVERIFY(grid.bottom < 10 && grid.top > 10); // a height although all are at one
    QCOMPARE(grid.cellAt(grid.x(0), grid.y(0)), std::optional<std::size_t>(0));
    for (const std::size_t cell : {std::size_t(95), std::size_t(96), FieldGrid::cells() - 1})
        QCOMPARE(grid.cellAt(grid.x(cell), grid.y(cell)), std::optional<std::size_t>(cell));
    QVERIFY(!grid.cellAt(grid.right + 0.1, 10).has_value());
    QVERIFY(!grid.cellAt(kNaN, 10).has_value());
    points.features = {float(kNaN), float(kNaN)};
    QVERIFY(gridAround(points).left < gridAround(points).right);
    const auto inputs = inputsOf(grid, points);
    QCOMPARE(inputs->count, std::int64_t(FieldGrid::cells()) + points.count);
    QCOMPARE(inputs->features[0], float(grid.x(0)));
    QVERIFY(inputs->targets.empty());
}

void TestDataModels::aFieldOfOneOutputCountsWhatDiffers()
{
    const DataSample sample = corners(2);
    const FieldGrid grid = gridAround(*sample.train);
    // This run says 1 to the right of 0; float64 to the right of a quarter of the width.
    const double quarter = grid.left + 0.25 * (grid.right - grid.left);
    const Evaluation evaluation = saying(
        grid, sample, DecisionRule{0.0}, [](double x, double) { return std::vector<double>{x}; },
        [&](double x, double y) {
            return std::vector<double>{x - quarter + (y > 0.99 && x > 0.99 ? 5 : 0)};
        });
    const DecisionField field = decisionField(evaluation, grid, sample);
    QCOMPARE(field.classes, 2);
    QCOMPARE(field.candidate.rightPoints, 4);
    QCOMPARE(field.reference->rightPoints, 4);
    QCOMPARE(field.disagreements, std::int64_t(FieldGrid::cells() / 4));
    QVERIFY(std::fabs(field.largestDifference() - (5 - quarter)) < 1e-6);
    QVERIFY(grid.x(*field.farthest) > 0.99 && grid.y(*field.farthest) > 0.99);
    const QString text = fieldSentence(field);
    QVERIFY2(text.startsWith(QStringLiteral(
                 "Of 4 points this run decides 4 right, float64 4. They decide differently on 25")),
        qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("differ most at (")), qPrintable(text));
    QVERIFY(!text.contains(QStringLiteral("NaN")));
    const std::size_t corner = FieldGrid::cells() - 1;
    QVERIFY2(fieldCellText(field, sample, corner).contains(QStringLiteral("class 1; float64")),
        qPrintable(fieldCellText(field, sample, corner)));
}

void TestDataModels::aFieldOfSeveralOutputsIsTheLeadOfTheLargest()
{
    const DataSample sample = corners(3);
    const FieldGrid grid = gridAround(*sample.train);
    const Evaluation evaluation = saying(
        grid, sample, DecisionRule{},
        [](double x, double) {
            return x < 0 ? std::vector<double>{3, 1, 2} : std::vector<double>{0, 7, 2};
        },
        [](double x, double) {
            return x < 0 ? std::vector<double>{3, 1, 2} : std::vector<double>{0, 3, 4};
        });
    const DecisionField field = decisionField(evaluation, grid, sample);
    QCOMPARE(field.classes, 3);
    QCOMPARE(field.candidate.values.front(), 1.0);
    QCOMPARE(field.candidate.values.back(), 5.0);
    QCOMPARE(field.candidate.classes.front(), 0);
    QCOMPARE(field.candidate.classes.back(), 1);
    QCOMPARE(field.reference->classes.back(), 2);
    QCOMPARE(field.difference.front(), 0.0);
    QCOMPARE(field.difference.back(), 4.0); // of the output that differs most
    QCOMPARE(field.disagreements, std::int64_t(FieldGrid::cells() / 2));
    QCOMPARE(field.candidate.rightPoints, 4);
    QCOMPARE(field.reference->rightPoints, 2);
}

void TestDataModels::aFieldOfNumbersHasTheMeanError()
{
    const DataSample sample = corners(0);
    const FieldGrid grid = gridAround(*sample.train);
    const auto half = [](double, double) { return std::vector<double>{0.5}; };
    const DecisionField field = decisionField(saying(grid, sample, std::nullopt, half, half), grid, sample);
    QCOMPARE(field.classes, 0);
    QVERIFY(field.candidate.classes.empty());
    QCOMPARE(field.candidate.meanError, 0.5);
    QCOMPARE(field.largestDifference(), 0.0);
    QVERIFY2(fieldSentence(field).contains(QStringLiteral("same to the last bit")),
        qPrintable(fieldSentence(field)));
}

void TestDataModels::nanAndInfinityAreCounted()
{
    const DataSample sample = corners(2);
    const FieldGrid grid = gridAround(*sample.train);
    const double firstColumn = grid.left + grid.cellWidth();
    const Evaluation evaluation = saying(
        grid, sample, DecisionRule{0.5},
        [&](double x, double y) {
            return std::vector<double>{x < firstColumn    ? kNaN
                    : y < grid.bottom + grid.cellHeight() ? kInfinity
                                                          : 0.25};
        },
        [](double, double) { return std::vector<double>{0.75}; });
    const DecisionField field = decisionField(evaluation, grid, sample);
    QCOMPARE(field.candidate.nonFinite.nan, 96);
    QCOMPARE(field.candidate.nonFinite.infinite, 95);
    QCOMPARE(field.incomparable.nan, 96);
    QCOMPARE(field.candidate.classes.front(), -1); // NaN says no class
    QCOMPARE(field.largestDifference(), 0.5);
    QCOMPARE(field.low, 0.25);
    QCOMPARE(field.high, 0.75);
    const QString text = fieldSentence(field);
    QVERIFY2(text.contains(QStringLiteral("96 are NaN, 95 are infinite")), qPrintable(text));
    QVERIFY2(fieldCellText(field, sample, 0).contains(QStringLiteral("NaN, no class")),
        qPrintable(fieldCellText(field, sample, 0)));
}

void TestDataModels::oneNanAmongSeveralOutputsSaysNoClass()
{
    const DataSample sample = corners(2);
    const FieldGrid grid = gridAround(*sample.train);
    const auto finite = [](double, double) { return std::vector<double>{0, 1}; };
    const Evaluation evaluation = saying(
        grid, sample, DecisionRule{},
        [](double x, double) {
            return x < 0 ? std::vector<double>{kNaN, 1} : std::vector<double>{0, 1};
        },
        finite);
    const DecisionField field = decisionField(evaluation, grid, sample);
    QCOMPARE(field.candidate.nonFinite.nan, std::int64_t(FieldGrid::cells() / 2));
    QCOMPARE(field.incomparable.nan, std::int64_t(FieldGrid::cells() / 2));
    QCOMPARE(field.candidate.classes.front(), -1);
    QCOMPARE(field.disagreements, std::int64_t(FieldGrid::cells() / 2));
    QCOMPARE(field.candidate.rightPoints, 2);
}

void TestDataModels::theWorstExampleIsTheFirst()
{
    DataSample sample = corners(2);
    sample.classNames = {"no", "yes"};
    sample.testCount = 40;
    Evaluation evaluation;
    evaluation.examples = sample.test;
    evaluation.output = Shape{2};
    evaluation.decision = DecisionRule{};
    evaluation.candidate = {{0, 1, 0, 1, kNaN, 1, 0, 1}, {2, 1, kNaN, kInfinity}, {}};
    evaluation.reference = LaneEvaluation{{1, 0, 1, 0, 1, 0, 0, 1}, {1, 1, 1, 1}, {}};
    const JudgedExamples judged = judgedExamples(evaluation, sample);
    std::vector<std::int64_t> order;
    for (const JudgedExample& example : judged.worstFirst)
        order.push_back(example.index);
    QCOMPARE(order, (std::vector<std::int64_t>{2, 3, 0, 1}));
    QCOMPARE(judged.wrong, 2); // what says nothing is wrong
    QCOMPARE(judged.referenceWrong, 1);
    QCOMPARE(judged.disagreements, 3);
    QCOMPARE(judged.nonFinite, 2);
    QCOMPARE(judgedSentence(judged, sample),
        QStringLiteral("Of 4 test examples (40 in all) this run gets 2 wrong, float64 1; they differ on 3. "
                       "The loss of 2 is NaN or infinite."));
    const MetricTable table = worstTable(judged, evaluation, sample, 3);
    QCOMPARE(table.rows.size(), std::size_t(3));
    QCOMPARE(table.rows[0].cells,
        (QStringList{QStringLiteral("-1.00, 1.00"), QStringLiteral("no"), QStringLiteral("–"),
            QStringLiteral("no"), QStringLiteral("NaN"), QStringLiteral("1.00")}));
    QVERIFY(table.rows[0].isBold);
    QCOMPARE(table.columns.size(), table.rows[0].cells.size());
    // Where the file names its columns, their numbers are the file's.
    sample.featureColumns = {{.name = "area", .offset = 50, .scale = 10}, {.name = "heated", .text = "yes"}};
    sample.targetColumns = {{.name = "sold"}};
    const MetricTable named = worstTable(judged, evaluation, sample, 3);
    QCOMPARE(named.columns[0].title, QStringLiteral("area"));
    QCOMPARE(named.columns[1].title, QStringLiteral("heated"));
    QCOMPARE(named.columns[2].title, QStringLiteral("sold"));
    QCOMPARE(named.rows[0].cells.mid(0, 3),
        (QStringList{QStringLiteral("40"), QStringLiteral("yes"), QStringLiteral("no")}));
    QCOMPARE(named.rows[2].cells.mid(0, 2), (QStringList{QStringLiteral("40"), QStringLiteral("–")}));
    QCOMPARE(columnLabel(sample.featureColumns, 0), QStringLiteral("area, normalized"));
    QCOMPARE(columnLabel(sample.featureColumns, 1), QStringLiteral("heated: yes"));
    sample.featureColumns.clear();
    evaluation.reference.reset();
    QCOMPARE(
        worstTable(judgedExamples(evaluation, sample), evaluation, sample, 3).columns.size(), std::size_t(4));
}

void TestDataModels::charactersAreVisible()
{
    QCOMPARE(characterText("a"), QStringLiteral("a"));
    QCOMPARE(characterText(" "), QStringLiteral("␣"));
    QCOMPARE(characterText("\n"), QStringLiteral("⏎"));
    QCOMPARE(characterText("\xc3"), QStringLiteral("\\xc3"));
    QCOMPARE(characterText(std::string(1, '\0')), QStringLiteral("\\x00"));
}

void TestDataModels::textsPartWhereTheLanesSayOtherCharacters()
{
    DataSample sample;
    sample.featureShape = {3};
    sample.targetsPerExample = 3;
    sample.classes = 3;
    sample.classNames = {"a", "\xc3", " "};
    Evaluation evaluation;
    auto examples = std::make_shared<Examples>();
    examples->features = {0, 2, 0};
    examples->count = 1;
    evaluation.examples = examples;
    evaluation.candidate.continuation = {1, 0, 2, 0};
    QCOMPARE(continuedText(evaluation, sample).candidate, QStringLiteral("\\xc3a␣a"));
    evaluation.reference = LaneEvaluation{{}, {}, {1, 0, 0, 0}};
    ContinuedText text = continuedText(evaluation, sample);
    QCOMPARE(text.prompt, QStringLiteral("a␣a"));
    QCOMPARE(text.candidate.left(text.same), QStringLiteral("\\xc3a"));
    QVERIFY2(
        continuedSentence(text).contains(QStringLiteral("alike for")), qPrintable(continuedSentence(text)));
    evaluation.reference->continuation = evaluation.candidate.continuation;
    QCOMPARE(continuedSentence(continuedText(evaluation, sample)),
        QStringLiteral("This run and float64 write on alike."));
    evaluation.candidate.continuation = {1};
    text = continuedText(evaluation, sample);
    QVERIFY(text.isCutShort);
    QVERIFY(continuedSentence(text).contains(QStringLiteral("NaN")));
}

void TestDataModels::imagesAreThePixels()
{
    DataSample sample;
    sample.featureShape = {4, 5};
    Examples examples;
    examples.count = 2;
    for (int i = 0; i < 40; ++i)
        examples.features.push_back(i < 20 ? 7 : float(i - 20));
    const QImage flat = imageOf(examples, sample, 0);
    QCOMPARE(flat.size(), QSize(5, 4));
    QCOMPARE(flat.pixel(2, 2), qRgb(0, 0, 0)); // without a range
    const QImage ramp = imageOf(examples, sample, 1);
    QCOMPARE(ramp.pixel(0, 0), qRgb(0, 0, 0));
    QCOMPARE(ramp.pixel(4, 3), qRgb(255, 255, 255));
    QCOMPARE(qRed(ramp.pixel(0, 1)), int(std::lround(255 * 5 / 19.0)));
    sample.featureShape = {4, 4, 3};
    examples.features.assign(48, 0);
    examples.features[3] = 1; // the second pixel's red
    examples.features[47] = float(kNaN);
    QCOMPARE(imageOf(examples, sample, 0).pixel(1, 0), qRgb(255, 0, 0));
    QCOMPARE(imageOf(examples, sample, 0).pixel(3, 3), qRgb(0, 0, 0));
}

void TestDataModels::modelKeepsTheRulesOfModels()
{
    PictureListModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    DataSample sample = corners(2);
    sample.featureShape = {1, 2};
    auto evaluation = std::make_shared<Evaluation>();
    evaluation->examples = sample.test;
    evaluation->output = Shape{1};
    evaluation->decision = DecisionRule{0.0};
    evaluation->candidate = {{1, 1, -1, 1}, {4, 1, 2, 3}, {}};
    evaluation->reference = LaneEvaluation{{-1, 1, -1, 1}, {1, 1, 1, 1}, {}};
    model.setExamples(judgedExamples(*evaluation, sample), evaluation, sample);
    QCOMPARE(model.rowCount(), 4);
    const QModelIndex worst = model.index(0, 0);
    QCOMPARE(worst.data(PictureListModel::RightRole).toString(), QStringLiteral("0"));
    QCOMPARE(worst.data(PictureListModel::SaidRole).toString(), QStringLiteral("1"));
    QVERIFY(worst.data(PictureListModel::IsWrongRole).toBool());
    QVERIFY(!worst.data(PictureListModel::IsReferenceWrongRole).toBool());
    QVERIFY(worst.data(PictureListModel::IsDisagreementRole).toBool());
    QCOMPARE(worst.data(Qt::DecorationRole).value<QImage>().size(), QSize(2, 1));
    model.setOnlyDisagreements(true);
    QCOMPARE(model.rowCount(), 1);
    model.setOnlyDisagreements(false);
    QCOMPARE(model.rowCount(), 4);
}

QTEST_GUILESS_MAIN(TestDataModels)
#include "tst_data_models.moc"
