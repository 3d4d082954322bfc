// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of the data: its numbers are the engine's, it asks only while it is seen, and all of it can be read by mouse and
// keys.
#include "app/session_runner.h"
#include "app/shown_run.h"
#include "engine/io/session/session_file.h"
#include "engine/kernels/kernels.h"
#include "tests/engine/small_sessions.h"
#include "ui/data/curve_panel.h"
#include "ui/data/data_view.h"
#include "ui/data/field_panel.h"
#include "ui/data/models/continued_text.h"
#include "ui/data/models/data_kind.h"
#include "ui/data/models/judged_examples.h"
#include "ui/data/models/picture_list_model.h"
#include "ui/look/models/display_text.h"
#include "ui/look/theme.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
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
    evaluation.twin.emplace();
    for (std::size_t i = 0; i < std::size_t(evaluation.examples->count); ++i) {
        const auto x = double(evaluation.examples->features[2 * i]);
        const auto y = double(evaluation.examples->features[2 * i + 1]);
        const std::vector<double> ours = f(x, y);
        const std::vector<double> twins = g(x, y);
        evaluation.output = Shape{Index(ours.size())};
        evaluation.candidate.outputs.insert(evaluation.candidate.outputs.end(), ours.begin(), ours.end());
        evaluation.twin->outputs.insert(evaluation.twin->outputs.end(), twins.begin(), twins.end());
    }
    return evaluation;
}

} // namespace

class TestDataView : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
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
    void emptyStateSaysWhatToDo();
    void theFieldIsTheRunsOwn();
    void nobodyAsksWhileTheViewIsHidden();
    void itFollowsTheRunAndShowsTheLastStep();
    void stepWatchIsSaid();
    void aPlaceIsReadByMouseAndKeys();
    void aCurveIsReadByMouseAndKeys();
    void aTableIsForAllOtherData();
    void aTextIsWrittenOn();
    void picturesAreSiftedByDisagreement();
    void thePictureIsCopiedInLightColours();
    void anotherRunHasAnotherPicture();
    void aRunOfNanIsDrawnAndSaid();
    void everythingHasANameAndATip();

private:
    template <class Widget>
    Widget* child(const char* name) const
    {
        return m_view->findChild<Widget*>(QString::fromLatin1(name));
    }
    QString sentence() const { return child<QLabel>("dataSentence")->text(); }
    QString reading() const { return child<QLabel>("dataReading")->text(); }
    const FieldPanel& fieldPanel() const { return *qobject_cast<const FieldPanel*>(m_view->panel()); }
    /// Trains and waits until the last step is on the screen.
    void train(SessionSpec session, std::int64_t steps);
    SessionSpec ofFile(const QByteArray& csv, const char* task, std::int64_t width, std::int64_t outputs);

    QTemporaryDir m_folder;
    std::shared_ptr<const Kernels> m_kernels;
    std::unique_ptr<SessionRunner> m_runner;
    std::unique_ptr<ShownRun> m_shown;
    std::unique_ptr<DataView> m_view;
};

void TestDataView::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::make_shared<const Kernels>(std::move(kernels).value());
}

void TestDataView::init()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    m_runner = std::make_unique<SessionRunner>(m_kernels, 1);
    m_shown = std::make_unique<ShownRun>(*m_runner);
    m_view = std::make_unique<DataView>(*m_runner, *m_shown);
    m_view->resize(900, 600);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
}

void TestDataView::cleanup()
{
    m_view.reset();
    m_shown.reset();
    m_runner.reset();
}

void TestDataView::train(SessionSpec session, std::int64_t steps)
{
    session.training.steps = steps;
    m_runner->start(std::make_shared<const SessionSpec>(session));
    QTRY_COMPARE_WITH_TIMEOUT(m_runner->state(), SessionRunner::State::Finished, 60'000);
    const QString last = QStringLiteral("After step %1. ").arg(steps - 1);
    QTRY_VERIFY2_WITH_TIMEOUT(sentence().startsWith(last), qPrintable(sentence()), 60'000);
}

SessionSpec TestDataView::ofFile(
    const QByteArray& csv, const char* task, std::int64_t width, std::int64_t outputs)
{
    QFile file(m_folder.filePath(QStringLiteral("data.csv")));
    const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(csv) == csv.size();
    SessionSpec session = circle("mixed_float16");
    session.data
        = {"csv", {{"file", isWritten ? file.fileName().toStdString() : ""}, {"task", std::string(task)}}};
    session.model.layers.front().config.set("shape", std::vector<std::int64_t>{width});
    session.model.layers.back().config.set("units", outputs);
    session.training.loss = {"MeanSquaredError", {}};
    if (outputs > 1)
        session.training.loss = {"SparseCategoricalCrossentropy", {{"from_logits", true}}};
    return session;
}

void TestDataView::aDataSetHasItsPicture_data()
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

void TestDataView::aDataSetHasItsPicture()
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

void TestDataView::aGridLiesAroundAllPoints()
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

void TestDataView::aFieldOfOneOutputCountsWhatDiffers()
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
    QCOMPARE(field.twin->rightPoints, 4);
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

void TestDataView::aFieldOfSeveralOutputsIsTheLeadOfTheLargest()
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
    QCOMPARE(field.twin->classes.back(), 2);
    QCOMPARE(field.difference.front(), 0.0);
    QCOMPARE(field.difference.back(), 4.0); // of the output that differs most
    QCOMPARE(field.disagreements, std::int64_t(FieldGrid::cells() / 2));
    QCOMPARE(field.candidate.rightPoints, 4);
    QCOMPARE(field.twin->rightPoints, 2);
}

void TestDataView::aFieldOfNumbersHasTheMeanError()
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

void TestDataView::nanAndInfinityAreCounted()
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

void TestDataView::oneNanAmongSeveralOutputsSaysNoClass()
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

void TestDataView::theWorstExampleIsTheFirst()
{
    DataSample sample = corners(2);
    sample.classNames = {"no", "yes"};
    sample.testCount = 40;
    Evaluation evaluation;
    evaluation.examples = sample.test;
    evaluation.output = Shape{2};
    evaluation.decision = DecisionRule{};
    evaluation.candidate = {{0, 1, 0, 1, kNaN, 1, 0, 1}, {2, 1, kNaN, kInfinity}, {}};
    evaluation.twin = LaneEvaluation{{1, 0, 1, 0, 1, 0, 0, 1}, {1, 1, 1, 1}, {}};
    const JudgedExamples judged = judgedExamples(evaluation, sample);
    std::vector<std::int64_t> order;
    for (const JudgedExample& example : judged.worstFirst)
        order.push_back(example.index);
    QCOMPARE(order, (std::vector<std::int64_t>{2, 3, 0, 1}));
    QCOMPARE(judged.wrong, 2); // what says nothing is wrong
    QCOMPARE(judged.twinWrong, 1);
    QCOMPARE(judged.disagreements, 3);
    QCOMPARE(judged.nonFinite, 2);
    QCOMPARE(judgedSentence(judged, sample),
        QStringLiteral("Of 4 of the 40 test examples this run gets 2 wrong, float64 1; they differ on 3. "
                       "The loss of 2 is NaN or infinite."));
    const FigureTable table = worstTable(judged, evaluation, sample, 3);
    QCOMPARE(table.rows.size(), std::size_t(3));
    QCOMPARE(table.rows[0].cells,
        (QStringList{QStringLiteral("-1.00, 1.00"), QStringLiteral("no"), QStringLiteral("–"),
            QStringLiteral("no"), QStringLiteral("NaN"), QStringLiteral("1.00")}));
    QVERIFY(table.rows[0].isBold);
    QCOMPARE(table.columns.size(), table.rows[0].cells.size());
    evaluation.twin.reset();
    QCOMPARE(
        worstTable(judgedExamples(evaluation, sample), evaluation, sample, 3).columns.size(), std::size_t(4));
}

void TestDataView::charactersAreVisible()
{
    QCOMPARE(characterText("a"), QStringLiteral("a"));
    QCOMPARE(characterText(" "), QStringLiteral("␣"));
    QCOMPARE(characterText("\n"), QStringLiteral("⏎"));
    QCOMPARE(characterText("\xc3"), QStringLiteral("\\xc3"));
    QCOMPARE(characterText(std::string(1, '\0')), QStringLiteral("\\x00"));
}

void TestDataView::textsPartWhereTheLanesSayOtherCharacters()
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
    evaluation.twin = LaneEvaluation{{}, {}, {1, 0, 0, 0}};
    ContinuedText text = continuedText(evaluation, sample);
    QCOMPARE(text.prompt, QStringLiteral("a␣a"));
    QCOMPARE(text.candidate.left(text.same), QStringLiteral("\\xc3a"));
    QVERIFY2(
        continuedSentence(text).contains(QStringLiteral("alike for")), qPrintable(continuedSentence(text)));
    evaluation.twin->continuation = evaluation.candidate.continuation;
    QCOMPARE(continuedSentence(continuedText(evaluation, sample)),
        QStringLiteral("This run and float64 write on alike."));
    evaluation.candidate.continuation = {1};
    text = continuedText(evaluation, sample);
    QVERIFY(text.isCutShort);
    QVERIFY(continuedSentence(text).contains(QStringLiteral("NaN")));
}

void TestDataView::imagesAreThePixels()
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

void TestDataView::modelKeepsTheRulesOfModels()
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
    evaluation->twin = LaneEvaluation{{-1, 1, -1, 1}, {1, 1, 1, 1}, {}};
    model.setExamples(judgedExamples(*evaluation, sample), evaluation, sample);
    QCOMPARE(model.rowCount(), 4);
    const QModelIndex worst = model.index(0, 0);
    QCOMPARE(worst.data(PictureListModel::RightRole).toString(), QStringLiteral("0"));
    QCOMPARE(worst.data(PictureListModel::SaidRole).toString(), QStringLiteral("1"));
    QVERIFY(worst.data(PictureListModel::IsWrongRole).toBool());
    QVERIFY(!worst.data(PictureListModel::IsTwinWrongRole).toBool());
    QVERIFY(worst.data(PictureListModel::IsDisagreementRole).toBool());
    QCOMPARE(worst.data(Qt::DecorationRole).value<QImage>().size(), QSize(2, 1));
    model.setOnlyDisagreements(true);
    QCOMPARE(model.rowCount(), 1);
    model.setOnlyDisagreements(false);
    QCOMPARE(model.rowCount(), 4);
}

void TestDataView::emptyStateSaysWhatToDo()
{
    QVERIFY2(sentence().contains(QStringLiteral("train one")), qPrintable(sentence()));
    QVERIFY(!child<QPushButton>("dataCopy")->isEnabled());
    QCOMPARE(m_view->panel(), nullptr);
    m_view->focusPicture();
}

void TestDataView::theFieldIsTheRunsOwn()
{
    SessionSpec session = circle("mixed_float16");
    train(session, 50);
    session.training.steps = 50;
    TrainingRun run = *TrainingRun::create(session, *m_kernels);
    while (run.stepsDone() < 50)
        QVERIFY(run.step());
    const FieldGrid grid = gridAround(*run.sample().train);
    const Evaluation answer = *run.evaluate({inputsOf(grid, *run.sample().train)});
    const auto cells = std::ptrdiff_t(FieldGrid::cells());
    const DecisionField& field = fieldPanel().field();
    QVERIFY(sameBits(field.candidate.values,
        std::vector<double>(answer.candidate.outputs.begin(), answer.candidate.outputs.begin() + cells)));
    QVERIFY(sameBits(field.twin->values,
        std::vector<double>(answer.twin->outputs.begin(), answer.twin->outputs.begin() + cells)));
    QCOMPARE(field.points, 512);
    QCOMPARE(field.stepsDone, 50);
}

void TestDataView::nobodyAsksWhileTheViewIsHidden()
{
    QSignalSpy answers(m_runner.get(), &SessionRunner::evaluationReady);
    m_view->hide();
    SessionSpec session = circle("float16");
    session.training.steps = 3000;
    m_runner->start(std::make_shared<const SessionSpec>(session));
    QTRY_COMPARE(m_runner->state(), SessionRunner::State::Finished);
    m_runner->goTo(1000);
    QTRY_COMPARE(m_runner->state(), SessionRunner::State::Paused);
    QTest::qWait(400);
    QCOMPARE(answers.count(), 0);
    m_view->show();
    QTRY_COMPARE(answers.count(), 1);
    QVERIFY2(sentence().startsWith(QStringLiteral("After step 999. ")), qPrintable(sentence()));
    QTest::qWait(600);
    QCOMPARE(answers.count(), 1); // nothing has changed
}

void TestDataView::itFollowsTheRunAndShowsTheLastStep()
{
    QSignalSpy answers(m_runner.get(), &SessionRunner::evaluationReady);
    SessionSpec session = circle("float16");
    session.training.steps = 100'000'000;
    m_runner->start(std::make_shared<const SessionSpec>(session));
    QTRY_VERIFY(answers.count() >= 3);
    const auto stepOf
        = [&](int i) { return answers[i][0].value<std::shared_ptr<const Evaluation>>()->stepsDone; };
    QVERIFY(stepOf(1) > stepOf(0));
    QVERIFY(stepOf(2) > stepOf(1));
    const auto count = answers.count();
    QTest::qWait(1000);
    QVERIFY2(answers.count() - count <= 5, qPrintable(QString::number(answers.count() - count)));
    m_runner->stop();
    QTRY_COMPARE(m_runner->state(), SessionRunner::State::Paused);
    const std::int64_t done = m_shown->run()->stepsDone();
    QTRY_VERIFY2(
        sentence().startsWith(QStringLiteral("After step %1. ").arg(done - 1)), qPrintable(sentence()));
    m_runner->goTo(0);
    QTRY_VERIFY2(sentence().startsWith(QStringLiteral("Before the first step. ")), qPrintable(sentence()));
    QCOMPARE(fieldPanel().field().stepsDone, 0);
}

void TestDataView::stepWatchIsSaid()
{
    SessionSpec session = circle("float16");
    train(session, 10);
    QVERIFY(!sentence().contains(QStringLiteral("step watch")));
    session.probes.watch = WatchMode::Step;
    train(session, 20);
    QVERIFY2(sentence().contains(QStringLiteral("no float64 twin")), qPrintable(sentence()));
    QVERIFY(!fieldPanel().field().twin.has_value());
    QVERIFY(!fieldPanel().field().farthest.has_value());
}

void TestDataView::aPlaceIsReadByMouseAndKeys()
{
    train(circle("mixed_float16"), 40);
    auto* panel = child<FieldPanel>("fieldPanel");
    m_view->focusPicture();
    QVERIFY(panel->hasFocus());
    QTest::keyClick(panel, Qt::Key_Home);
    QCOMPARE(panel->cursor(), panel->field().farthest);
    QCOMPARE(reading(), fieldCellText(panel->field(), m_shown->run()->sample(), *panel->cursor()));
    const std::size_t cell = 40 * std::size_t(FieldGrid::kSide) + 50;
    for (int picture = 0; picture < 3; ++picture) {
        QTest::mouseMove(panel, panel->pixelOf(cell + 3, picture));
        QTest::mouseMove(panel, panel->pixelOf(cell, picture));
        const auto near = [](std::size_t a, std::size_t b) { return std::abs(int(a) - int(b)) <= 1; };
        QVERIFY(panel->cursor().has_value());
        QVERIFY2(near(*panel->cursor() % 96, 50) && near(*panel->cursor() / 96, 40),
            qPrintable(QString::number(*panel->cursor())));
    }
    panel->setCursor(cell);
    QTest::keyClick(panel, Qt::Key_Right);
    QTest::keyClick(panel, Qt::Key_Up);
    QCOMPARE(panel->cursor(), std::optional<std::size_t>(cell + 97));
    QCOMPARE(panel->accessibleDescription(), reading());
    QVERIFY(!reading().isEmpty());
    QTest::keyClick(panel, Qt::Key_Left);
    QTest::keyClick(panel, Qt::Key_Down);
    QCOMPARE(panel->cursor(), std::optional<std::size_t>(cell));
    panel->setCursor(0);
    QTest::keyClick(panel, Qt::Key_Left);
    QTest::keyClick(panel, Qt::Key_Down);
    QCOMPARE(panel->cursor(), std::optional<std::size_t>(0));
    QTest::mouseClick(panel, Qt::LeftButton, {}, panel->pixelOf(cell, 0));
    m_runner->goTo(5); // what is read is read anew
    const QString before = reading();
    QTRY_VERIFY(sentence().startsWith(QStringLiteral("After step 4. ")));
    QVERIFY(reading() != before);
}

void TestDataView::aCurveIsReadByMouseAndKeys()
{
    QByteArray csv = "x,y\n";
    for (int i = 0; i < 50; ++i)
        csv += QByteArray::number(i / 25.0 - 1) + ',' + QByteArray::number(i % 7) + '\n';
    train(ofFile(csv, "regression", 1, 1), 30);
    auto* panel = child<CurvePanel>("curvePanel");
    QCOMPARE(m_view->panel(), panel);
    QCOMPARE(panel->curve().stepsDone, 30);
    QVERIFY2(sentence().contains(QStringLiteral("The curves differ most at")), qPrintable(sentence()));
    m_view->focusPicture();
    QTest::keyClick(panel, Qt::Key_Home);
    QCOMPARE(panel->cursor(), panel->curve().farthest);
    panel->setCursor(7);
    QTest::keyClick(panel, Qt::Key_Right);
    QCOMPARE(panel->cursor(), std::optional<std::size_t>(8));
    QCOMPARE(reading(), curvePlaceText(panel->curve(), 8));
    QTest::mouseMove(panel, {panel->width() / 2 + 5, panel->height() / 3});
    QTest::mouseMove(panel, {panel->width() / 2, panel->height() / 3});
    QVERIFY2(*panel->cursor() > 200 && *panel->cursor() < 312, qPrintable(QString::number(*panel->cursor())));
    QVERIFY(panel->curve().places.front() < -1); // the range of the 40 examples to train on, and a margin
    QVERIFY(panel->curve().places.back() > 0.56 && panel->curve().places.back() < 0.7);
}

void TestDataView::aTableIsForAllOtherData()
{
    QByteArray csv = "a,b,c,y\n";
    for (int i = 0; i < 60; ++i)
        csv += QByteArray::number(i % 5) + ',' + QByteArray::number(i % 3) + ",1," + QByteArray::number(i % 3)
            + '\n';
    train(ofFile(csv, "classification", 3, 3), 20);
    auto* table = child<QTableView>("exampleTable");
    QVERIFY(table->isVisible());
    QCOMPARE(table->model()->rowCount(), 12); // the test share
    QVERIFY2(sentence().contains(QStringLiteral("Of the 12 test examples this run gets ")),
        qPrintable(sentence()));
    for (int row = 1; row < 12; ++row)
        QVERIFY(table->model()->index(row - 1, 4).data().toString().toDouble()
            >= table->model()->index(row, 4).data().toString().toDouble());
    m_view->focusPicture();
    QVERIFY(table->hasFocus());
}

void TestDataView::aTextIsWrittenOn()
{
    QFile file(m_folder.filePath(QStringLiteral("text")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray content = QByteArray("ab cab dbc\n").repeated(60);
    QVERIFY(file.write(content) == content.size());
    file.close();
    SessionSpec session = circle("mixed_float16");
    session.data = {"characters", {{"file", file.fileName().toStdString()}, {"context", std::int64_t{8}}}};
    session.model.layers
        = {LayerSpec{"characters", "InputLayer", {{"shape", std::vector<std::int64_t>{8}}}, {}, {}},
            LayerSpec{"embedding", "Embedding",
                {{"input_dim", std::int64_t{6}}, {"output_dim", std::int64_t{8}}}, {}, {}},
            LayerSpec{"logits", "Dense", {{"units", std::int64_t{6}}}, {}, {}}};
    session.training.loss = {"SparseCategoricalCrossentropy", {{"from_logits", true}}};
    session.training.optimizer = {"Adam", {{"learning_rate", 0.02}}};
    train(session, 60);
    auto* written = child<QLabel>("writtenText");
    QVERIFY(written->isVisible());
    // After a and c only b, after ⏎ a: what is learnt is written.
    QVERIFY2(written->accessibleName().contains(QStringLiteral("this run writes ")),
        qPrintable(written->accessibleName()));
    QVERIFY2(written->accessibleName().contains(QStringLiteral("ab")), qPrintable(written->accessibleName()));
    QVERIFY2(sentence().contains(QStringLiteral("windows of the test text")), qPrintable(sentence()));
    QVERIFY2(sentence().contains(QStringLiteral("alike")), qPrintable(sentence()));
    QVERIFY(child<QTableView>("exampleTable")->model()->rowCount() > 2);
    m_view->setPalette(themePalette(Theme::Dark));
    QVERIFY(!written->text().isEmpty());
}

void TestDataView::picturesAreSiftedByDisagreement()
{
    // Images of 4 x 4 in an .idx pair: a bright left or right half.
    const auto write = [&](const char* name, const QByteArray& bytes) {
        QFile file(m_folder.filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size()
            ? file.fileName().toStdString()
            : std::string();
    };
    constexpr int kImages = 50;
    QByteArray images("\0\0\x08\x03\0\0\0\x32\0\0\0\x04\0\0\0\x04", 16);
    QByteArray labels("\0\0\x08\x01\0\0\0\x32", 8);
    for (int i = 0; i < kImages; ++i) {
        for (int pixel = 0; pixel < 16; ++pixel)
            images += char((pixel % 4 < 2) == (i % 2 == 0) ? 200 - 3 * i : i * pixel);
        labels += char(i % 2);
    }
    SessionSpec session = circle("float8_from_mixed_bfloat16");
    session.data = {"idx", {{"features", write("images", images)}, {"targets", write("labels", labels)}}};
    session.model.layers.front().config.set("shape", std::vector<std::int64_t>{4, 4});
    session.model.layers.insert(
        session.model.layers.begin() + 1, LayerSpec{"flatten", "Flatten", {}, {}, {}});
    train(session, 3);
    auto* list = child<QListView>("pictureList");
    QVERIFY(list->isVisible());
    const auto* model = qobject_cast<const PictureListModel*>(list->model());
    QCOMPARE(model->rowCount(), 10);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(model->index(1, 0)).center());
    QCOMPARE(reading(), model->index(1, 0).data().toString());
    QTest::keyClick(list, Qt::Key_Home);
    QCOMPARE(reading(), model->index(0, 0).data().toString());
    child<QCheckBox>("onlyDisagreements")->click();
    QCOMPARE(std::int64_t(model->rowCount()), model->judged().disagreements);
    child<QCheckBox>("onlyDisagreements")->click();
    QCOMPARE(model->rowCount(), 10);
    child<QPushButton>("dataCopy")->click();
    QVERIFY(!QApplication::clipboard()->image().isNull());
}

void TestDataView::thePictureIsCopiedInLightColours()
{
    train(circle("mixed_float16"), 40);
    m_view->setPalette(themePalette(Theme::Dark));
    QApplication::clipboard()->clear();
    child<QPushButton>("dataCopy")->click();
    const QImage copy = QApplication::clipboard()->image();
    QVERIFY(copy.width() >= 2 * fieldPanel().width());
    QCOMPARE(copy.pixelColor(3, 3), QColor(Qt::white));
    const QImage shown = child<QWidget>("fieldPanel")->grab().toImage();
    QVERIFY2(shown.pixelColor(3, 3).lightness() < 60, qPrintable(shown.pixelColor(3, 3).name()));
}

void TestDataView::anotherRunHasAnotherPicture()
{
    train(circle("mixed_float16"), 40);
    const QPointer<DataPanel> first = m_view->panel();
    QVERIFY(first->isVisible());
    train(ofFile("x,y\n1,2\n2,3\n3,5\n4,1\n", "regression", 1, 1), 5);
    QVERIFY(!first->isVisible());
    QVERIFY(m_view->panel()->isVisible());
    train(circle("float16"), 6);
    QCOMPARE(m_view->panel(), first.data());
    QVERIFY(first->isVisible());
    // One that cannot be loaded leaves the picture.
    SessionSpec broken = circle("float16");
    broken.data = {"csv", {{"file", std::string("/nowhere.csv")}}};
    m_runner->start(std::make_shared<const SessionSpec>(broken));
    QTRY_COMPARE(m_runner->state(), SessionRunner::State::Empty);
    QTest::qWait(100);
    QVERIFY(first->isVisible());
    QVERIFY(sentence().startsWith(QStringLiteral("After step 5. ")));
}

void TestDataView::aRunOfNanIsDrawnAndSaid()
{
    SessionSpec session = circle("float16");
    session.training.optimizer = {"SGD", {{"learning_rate", 3e5}}};
    train(session, 40);
    QVERIFY2(sentence().contains(countText(9216) + QStringLiteral(" are NaN")), qPrintable(sentence()));
    const FieldPanel& panel = fieldPanel();
    // Away from the points: the corner of the first picture, once it is laid out, has NaN's own colour.
    QTRY_VERIFY(panel.rect().contains(panel.pixelOf(2 * 96 + 2, 0)));
    const QPoint corner = panel.pixelOf(2 * 96 + 2, 0);
    const QImage drawn = const_cast<FieldPanel&>(panel).grab().toImage();
    QVERIFY2(drawn.pixelColor(corner).lightness() < 60, qPrintable(drawn.pixelColor(corner).name()));
}

void TestDataView::everythingHasANameAndATip()
{
    train(circle("mixed_float16"), 5);
    train(ofFile("x,y\n1,2\n2,3\n3,5\n4,1\n", "regression", 1, 1), 5);
    train(ofFile("a,b,c,y\n1,2,1,1\n2,3,2,0\n3,5,1,0\n4,1,1,1\n", "classification", 3, 2), 5);
    for (const char* name : {"fieldPanel", "curvePanel", "exampleTable"}) {
        QVERIFY2(!child<QWidget>(name)->accessibleName().isEmpty(), name);
        QVERIFY2(!child<QWidget>(name)->toolTip().isEmpty(), name);
    }
    for (const QPushButton* button : m_view->findChildren<QPushButton*>())
        QVERIFY(!button->toolTip().isEmpty() && !button->objectName().isEmpty());
    QVERIFY(m_view->minimumSizeHint().width() <= 560); // of 1024, the model's panel beside it
}

QTEST_MAIN(TestDataView)
#include "tst_data_view.moc"
