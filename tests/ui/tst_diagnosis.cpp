// SPDX-License-Identifier: GPL-3.0-or-later
// The diagnosis: its tables say what the engine found, it computes aside and can be cancelled, and it says what to do where
// there is nothing to show yet.
#include "app/session/document.h"
#include "app/session/session_runner.h"
#include "engine/kernels/kernels.h"
#include "engine/policy/recipe.h"
#include "ui/diagnosis/blame_panel.h"
#include "ui/diagnosis/diagnosis_view.h"
#include "ui/diagnosis/exponent_plot.h"
#include "ui/diagnosis/format_loss_panel.h"
#include "ui/diagnosis/models/diagnosis_tables.h"
#include "ui/look/models/display_text.h"
#include "ui/look/plot_commands.h"
#include "ui/look/theme.h"
#include "ui/numbers/models/tensor_table_model.h"
#include "ui/tree/models/layer_tensor.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr int kComputingMs = 60'000; ///< generous: the sanitizer builds compute too

} // namespace

class TestDiagnosis : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void modelKeepsTheRulesOfModels();
    void emptyStatesSayWhatToDo();
    void aRunWithoutTensorsSaysWhy();
    void blameTableIsTheEnginesWorstFirst();
    void theLayerToBlameIsSetToFloat32();
    void blameIsCancelledByKeyboardAndTheTableBeforeStays();
    void blameOfAnotherSessionIsMarked();
    void aLayerThatMakesTheRunFiniteIsTheWorst();
    void aSessionThatCannotTrainIsSaid();
    void ledgerIsTheEnginesAndFollowsEdits();
    void formatLossesAreTheEngines();
    void aFormatThatOverflowsHasNoDistance();
    void whatIsZeroAlreadyIsCountedBesideTheTable();
    void whatIsNotFiniteIsCountedBesideTheTable();
    void stepsThatSaturateAreListed();
    void recipesAreTheEngines();
    void lossesGoWithTheirRun();
    void exponentsAreThoseOfTheHistory();
    void exponentsOfAllElementsAreTold();
    void tensorsOfARunAreCalledAsItsListCallsThem();
    void tensorsFollowTheLayerThatIsSelected();
    void birthplaceIsTheSentenceOnTop();
    void whatARunDivergesByComesBeforeItsFirst();
    void tablesAreCopiedWithTabs();
    void everythingHasANameAndATip();

private:
    template <class Widget>
    Widget* child(const char* name) const
    {
        return m_view->findChild<Widget*>(QString::fromLatin1(name));
    }
    const QAbstractItemModel& table(const char* name) const { return *child<QTableView>(name)->model(); }
    QString cell(const char* name, int row, int column) const
    {
        return table(name).index(row, column).data().toString();
    }
    void findBlame(int steps);
    void train(std::int64_t steps);

    std::shared_ptr<const Kernels> m_kernels;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<SessionRunner> m_runner;
    std::unique_ptr<ShownRun> m_shown;
    std::unique_ptr<DiagnosisView> m_view;
};

void TestDiagnosis::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::make_shared<const Kernels>(std::move(kernels).value());
}

void TestDiagnosis::init()
{
    m_document = std::make_unique<Document>();
    QVERIFY(m_document->openScene(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps")).ok());
    m_runner = std::make_unique<SessionRunner>(m_kernels, 1);
    m_shown = std::make_unique<ShownRun>(*m_runner);
    m_view = std::make_unique<DiagnosisView>(*m_document, *m_runner, *m_shown, m_kernels, 1);
    m_view->resize(900, 700);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
}

void TestDiagnosis::cleanup()
{
    m_view.reset();
    m_shown.reset();
    m_runner.reset();
    m_document.reset();
}

void TestDiagnosis::findBlame(int steps)
{
    child<QSpinBox>("blameSteps")->setValue(steps);
    child<QPushButton>("blameFind")->setFocus();
    QTest::keyClick(child<QPushButton>("blameFind"), Qt::Key_Space);
    QVERIFY(!m_view->blamePanel().isIdle());
    QVERIFY(child<QPushButton>("blameCancel")->hasFocus());
    QTRY_VERIFY_WITH_TIMEOUT(m_view->blamePanel().isIdle(), kComputingMs);
    QVERIFY(child<QPushButton>("blameFind")->hasFocus());
}

void TestDiagnosis::train(std::int64_t steps)
{
    SessionSpec session = *m_document->session();
    session.training.steps = steps;
    m_runner->start(std::make_shared<const SessionSpec>(session));
    QTRY_COMPARE_WITH_TIMEOUT(m_runner->state(), SessionRunner::State::Finished, kComputingMs);
}

void TestDiagnosis::modelKeepsTheRulesOfModels()
{
    MetricTableModel model;
    QAbstractItemModelTester tester(&model);
    model.setTable(byteMetrics({.weights = 4, .activations = 20'000}, {.weights = 8, .activations = 20'000}));
    QCOMPARE(model.rowCount(), 6);
    QCOMPARE(model.index(0, 3).data().toString(), QStringLiteral("−50.0 %"));
    QCOMPARE(model.index(2, 1).data().toString(), QStringLiteral("19.5 KiB"));
    QCOMPARE(model.index(0, 1).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight, int(Qt::AlignRight));
    model.setTable({});
    QCOMPARE(model.columnCount(), 0);
}

void TestDiagnosis::emptyStatesSayWhatToDo()
{
    // In another theme's color, too.
    m_view->setPalette(themePalette(Theme::Dark));
    QCOMPARE(child<QLabel>("blameMessage")->palette().color(QPalette::WindowText),
        mutedText(themePalette(Theme::Dark)));
    QVERIFY(child<QLabel>("birthSentence")->text().contains(QStringLiteral("Train")));
    QVERIFY(child<QLabel>("blameMessage")->text().contains(QStringLiteral("Press the button")));
    QVERIFY(child<QLabel>("lossMessage")->text().contains(QStringLiteral("Train")));
    QVERIFY(!child<QTableView>("blameTable")->isVisible());
    QVERIFY(!child<QTableView>("lossTable")->isVisible());
    QVERIFY2(child<QTableView>("byteTable")->isVisible(), qPrintable(child<QLabel>("costMessage")->text()));
}

void TestDiagnosis::blameTableIsTheEnginesWorstFirst()
{
    findBlame(20);
    const Result<BlameTable> expected = blame(*m_document->session(), *m_kernels, {.steps = 20});
    QVERIFY(expected.ok());
    QVERIFY(child<QTableView>("blameTable")->isVisible());
    QCOMPARE(table("blameTable").rowCount(), int(expected->rows.size()));
    double before = std::numeric_limits<double>::infinity();
    for (int row = 0; row < table("blameTable").rowCount(); ++row) {
        const std::string layer = cell("blameTable", row, 0).toStdString();
        const auto found = std::find_if(expected->rows.begin(), expected->rows.end(),
            [&](const BlameRow& candidate) { return candidate.layer == layer; });
        QVERIFY(found != expected->rows.end());
        QCOMPARE(cell("blameTable", row, 1), numberText(found->localOutputError));
        QCOMPARE(cell("blameTable", row, 2), numberText(found->restored.outputError));
        QCOMPARE(cell("blameTable", row, 3).remove(QChar(u'−')),
            percentText(100 * std::fabs(found->outputErrorShare)));
        QVERIFY(found->outputErrorShare <= before);
        before = found->outputErrorShare;
    }
    QVERIFY(child<QLabel>("blameMessage")->text().contains(numberText(expected->asItIs.outputError)));
    QCOMPARE(expected->parts.size(), std::size_t{4});
    QVERIFY2(child<QLabel>("blameMessage")
                 ->text()
                 .contains(QStringLiteral("One part of it alone in float32: input ")),
        qPrintable(child<QLabel>("blameMessage")->text()));
    QVERIFY(table("blameTable").index(0, 0).data(Qt::FontRole).isValid()); // the worst one is marked
    QVERIFY(!table("blameTable").index(1, 0).data(Qt::FontRole).isValid());
}

void TestDiagnosis::theLayerToBlameIsSetToFloat32()
{
    auto* repair = child<QPushButton>("blameRepair");
    QVERIFY(!repair->isVisible()); // nobody is blamed yet
    findBlame(5);
    QVERIFY(repair->isVisible());
    const QString worst = cell("blameTable", 0, 0);
    QVERIFY2(repair->text().contains(worst), qPrintable(repair->text()));
    const QString other = cell("blameTable", 1, 0);
    child<QTableView>("blameTable")->selectRow(1);
    QVERIFY2(repair->text().contains(other), qPrintable(repair->text()));
    QTest::keyClick(repair, Qt::Key_Space);
    for (const LayerSpec& layer : m_document->session()->model.layers)
        QCOMPARE(layer.policy && layer.policy->name == "float32", toQt(layer.name) == other);
    m_document->undoStack().undo();
    for (const LayerSpec& layer : m_document->session()->model.layers)
        QVERIFY(!layer.policy);
    // A layer that is no longer there cannot be mended.
    QVERIFY(m_document
                ->edit({},
                    [&](SessionSpec& session) {
                        for (LayerSpec& layer : session.model.layers)
                            if (toQt(layer.name) == worst)
                                layer.name = "renamed";
                    })
                .ok());
    QVERIFY(!repair->isEnabled());
}

void TestDiagnosis::blameIsCancelledByKeyboardAndTheTableBeforeStays()
{
    findBlame(3);
    const int rows = table("blameTable").rowCount();
    child<QSpinBox>("blameSteps")->setValue(100'000);
    child<QPushButton>("blameFind")->click();
    QTRY_VERIFY(child<QProgressBar>("blameProgress")->value() > 0);
    QVERIFY(!child<QPushButton>("blameFind")->isEnabled());
    auto* cancel = child<QPushButton>("blameCancel");
    QVERIFY(cancel->isVisible());
    cancel->setFocus();
    QTest::keyClick(cancel, Qt::Key_Space);
    QVERIFY(m_view->blamePanel().isIdle());
    QVERIFY(!cancel->isVisible());
    QVERIFY(child<QPushButton>("blameFind")->isEnabled());
    QCOMPARE(m_view->blamePanel().table()->steps, std::int64_t(3));
    QCOMPARE(table("blameTable").rowCount(), rows);
    findBlame(4); // the cancelled one is not in the way
    QCOMPARE(m_view->blamePanel().table()->steps, std::int64_t(4));
}

void TestDiagnosis::blameOfAnotherSessionIsMarked()
{
    findBlame(2);
    QVERIFY(!child<QLabel>("blameMessage")->text().contains(QStringLiteral("has changed")));
    QVERIFY(
        m_document->edit(QStringLiteral("seed"), [](SessionSpec& session) { ++session.training.seed; }).ok());
    QVERIFY(child<QLabel>("blameMessage")->text().contains(QStringLiteral("has changed")));
    m_document->undoStack().undo();
    // A title alone makes no other scene.
    QVERIFY(m_document->edit({}, [](SessionSpec& session) { session.title = "Mine"; }).ok());
    QVERIFY(child<QTableView>("blameTable")->isVisible());
    m_document->undoStack().undo();
    // Another model under another title is one, and its way back brings the table.
    QVERIFY(m_document
                ->edit({},
                    [](SessionSpec& session) {
                        session.title = "Another";
                        session.model.layers.pop_back();
                        session.model.layers.back().config.set("units", std::int64_t{1});
                    })
                .ok());
    QVERIFY(!child<QTableView>("blameTable")->isVisible());
    m_document->undoStack().undo();
    QVERIFY(child<QTableView>("blameTable")->isVisible());
}

void TestDiagnosis::aLayerThatMakesTheRunFiniteIsTheWorst()
{
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    BlameTable found{.steps = 5, .asItIs = {kNan, kNan}, .rows = {}};
    found.rows.push_back({"first", 0.1, 0.1, {kNan, kNan}, kNan});
    found.rows.push_back({"second", kNan, kNan, {0.25, 0.5}, kNan});
    const MetricTable metrics = blameMetrics(found);
    QCOMPARE(metrics.rows[0].cells,
        QStringList({QStringLiteral("second"), QStringLiteral("–"), QStringLiteral("0.250"),
            QStringLiteral("all of it")}));
    QVERIFY(metrics.rows[0].isWorst);
    QVERIFY(!metrics.rows[1].isWorst);
    QVERIFY(blameFinding(found).sentence.endsWith(QStringLiteral("it does: second.")));
    // Of two that do so the one whose float32 helps more.
    found.rows.push_back({"third", 0.1, 0.1, {0.125, 0.5}, kNan});
    QCOMPARE(blameMetrics(found).rows[0].cells[0], QStringLiteral("third"));
    QVERIFY(blameFinding(found).sentence.endsWith(QStringLiteral("it does: third or second.")));
    found.rows.pop_back();
    found.rows.pop_back();
    QVERIFY(!blameMetrics(found).rows[0].isWorst);
}

void TestDiagnosis::aSessionThatCannotTrainIsSaid()
{
    QVERIFY(m_document
                ->edit(QStringLiteral("policy"),
                    [](SessionSpec& session) { session.model.layers[1].policy = *getPolicy("int32"); })
                .ok());
    const Result<BlameTable> expected = blame(*m_document->session(), *m_kernels, {.steps = 2});
    QVERIFY(!expected.ok());
    findBlame(2);
    QVERIFY(child<QLabel>("blameMessage")->text().contains(toQt(expected.error().text())));
    QVERIFY(!m_view->blamePanel().table());
}

void TestDiagnosis::ledgerIsTheEnginesAndFollowsEdits()
{
    const auto compare = [this] {
        const Result<Ledger> ledger = ledgerOf(*m_document->session(), *m_kernels);
        QVERIFY(ledger.ok());
        const LedgerBytes& bytes = ledger->bytes;
        const std::vector<double> expected{bytes.weights, bytes.masterCopies, bytes.activations,
            bytes.optimizerState, bytes.scales, bytes.total()};
        QCOMPARE(table("byteTable").rowCount(), int(expected.size()));
        for (int row = 0; row < int(expected.size()); ++row)
            QCOMPARE(cell("byteTable", row, 1), bytesText(expected[std::size_t(row)]));
        QCOMPARE(table("multiplyAddTable").rowCount(), int(ledger->multiplyAdds.size()));
        double sum = 0;
        for (int row = 0; row < table("multiplyAddTable").rowCount(); ++row)
            sum += cell("multiplyAddTable", row, 1).remove(QChar(0x2009)).toDouble();
        double expectedSum = 0;
        for (const auto& [formats, count] : ledger->multiplyAdds)
            expectedSum += count;
        QCOMPARE(sum, expectedSum);
    };
    compare();
    const QString weights = cell("byteTable", 0, 1);
    QVERIFY(cell("byteTable", 0, 3).startsWith(QChar(u'−'))); // the scene is in mixed_float16
    QVERIFY(m_document
                ->edit(QStringLiteral("policy"),
                    [](SessionSpec& session) { setGlobalPolicyAsCompile(session, *getPolicy("float32")); })
                .ok());
    compare();
    QVERIFY(cell("byteTable", 0, 1) != weights);
    for (int row = 0; row < table("byteTable").rowCount(); ++row)
        QCOMPARE(cell("byteTable", row, 3), QStringLiteral("0 %"));
}

/// Of the few that stay finite alone it would look like one of the best.
void TestDiagnosis::aFormatThatOverflowsHasNoDistance()
{
    WouldLose loss;
    loss.format = "float8_e4m3fn";
    loss.overflowPercent = 65.6;
    loss.sqnr = 32.3;
    loss.relativeError = 0.0243;
    const MetricTable metrics = lossMetrics({loss});
    QCOMPARE(metrics.rows.at(0).cells.at(5), QStringLiteral("–"));
    QCOMPARE(metrics.rows.at(0).cells.at(6), QStringLiteral("–"));
    loss.overflowPercent = 0;
    QCOMPARE(lossMetrics({loss}).rows.at(0).cells.at(5), QStringLiteral("32.3"));
}

void TestDiagnosis::formatLossesAreTheEngines()
{
    train(5);
    auto* tensor = child<QComboBox>("lossTensor");
    QTRY_VERIFY_WITH_TIMEOUT(child<QTableView>("lossTable")->isVisible(), kComputingMs);
    QVERIFY(tensor->currentText().contains(QStringLiteral("gradient"))); // what is lost first
    const int kernel = tensor->findText(QStringLiteral("dense_1 / kernel"));
    QVERIFY(kernel >= 0);
    std::shared_ptr<const TensorSnapshot> snapshot;
    connect(m_runner.get(), &SessionRunner::tensorReady, m_view.get(),
        [&](const std::shared_ptr<const TensorSnapshot>& copy) { snapshot = copy; });
    tensor->setFocus();
    while (tensor->currentIndex() != kernel)
        QTest::keyClick(tensor, tensor->currentIndex() < kernel ? Qt::Key_Down : Qt::Key_Up);
    QTRY_VERIFY_WITH_TIMEOUT(snapshot && snapshot->name.name == "kernel"
            && child<FormatLossPanel>("formatLossPanel")->isIdle()
            && child<QLabel>("lossMessage")->text().startsWith(QStringLiteral("32 values")),
        kComputingMs);
    QCOMPARE(table("lossTable").rowCount(), int(commonTrainingFormats().size()));
    for (int row = 0; row < table("lossTable").rowCount(); ++row) {
        const Result<WouldLose> expected
            = wouldLose(*snapshot, commonTrainingFormats()[static_cast<std::size_t>(row)], *m_kernels);
        QVERIFY(expected.ok());
        QCOMPARE(cell("lossTable", row, 0), toQt(expected->format));
        QCOMPARE(cell("lossTable", row, 1), percentText(expected->flushedPercent));
        QCOMPARE(cell("lossTable", row, 6), numberText(expected->relativeError));
    }
    m_runner->disconnect(m_view.get());
}

void TestDiagnosis::recipesAreTheEngines()
{
    train(5);
    auto* tensor = child<QComboBox>("lossTensor");
    QTRY_VERIFY_WITH_TIMEOUT(child<QTableView>("lossTable")->isVisible(), kComputingMs);
    tensor->setCurrentIndex(tensor->findText(QStringLiteral("dense_1 / kernel")));
    auto* kind = child<QComboBox>("lossKind");
    kind->setFocus();
    QTest::keyClick(kind, Qt::Key_Down);
    QTRY_VERIFY_WITH_TIMEOUT(child<FormatLossPanel>("formatLossPanel")->isIdle()
            && cell("lossTable", 0, 0).startsWith(QStringLiteral("te_delayed")),
        kComputingMs);
    QVERIFY(table("lossTable").rowCount() > int(recipeCatalog().size()));
    // No product takes a kernel's gradient: said in words.
    tensor->setCurrentIndex(tensor->findText(QStringLiteral("dense_1 / kernel gradient")));
    emit tensor->activated(tensor->currentIndex());
    QTRY_VERIFY_WITH_TIMEOUT(
        child<QLabel>("lossMessage")->text().contains(QStringLiteral(". Recipes round what products take")),
        kComputingMs);
    // Who changes over to recipes gets the kernel.
    for (const char* name :
        {"dense_2 / kernel gradient", "dense_2 / bias gradient", "dense_2 / kernel update"}) {
        QTest::keyClick(kind, Qt::Key_Up);
        tensor->setCurrentIndex(tensor->findText(QString::fromLatin1(name)));
        QTest::keyClick(kind, Qt::Key_Down);
        QCOMPARE(tensor->currentText(), QStringLiteral("dense_2 / kernel"));
    }
}

/// Else a gradient that float16 has emptied would seem to lose nothing in float16.
void TestDiagnosis::whatIsZeroAlreadyIsCountedBesideTheTable()
{
    std::shared_ptr<const TensorSnapshot> snapshot;
    connect(m_runner.get(), &SessionRunner::tensorReady, m_view.get(),
        [&](const std::shared_ptr<const TensorSnapshot>& copy) { snapshot = copy; });
    train(5);
    auto* tensor = child<QComboBox>("lossTensor");
    QTRY_VERIFY_WITH_TIMEOUT(child<QTableView>("lossTable")->isVisible(), kComputingMs);
    tensor->setCurrentIndex(tensor->findText(QStringLiteral("dense_1 / kernel gradient")));
    emit tensor->activated(tensor->currentIndex());
    QTRY_VERIFY_WITH_TIMEOUT(snapshot && snapshot->name.name == "kernel gradient"
            && child<FormatLossPanel>("formatLossPanel")->isIdle(),
        kComputingMs);
    const auto zero = std::ranges::count(snapshot->values, 0.0);
    QVERIFY(zero > 0);
    QTRY_VERIFY_WITH_TIMEOUT(
        child<QLabel>("lossMessage")->text().contains(QStringLiteral(" %1 of them zero already").arg(zero)),
        kComputingMs);
}

/// Else a run that has diverged would seem to lose nothing.
void TestDiagnosis::whatIsNotFiniteIsCountedBesideTheTable()
{
    QVERIFY(m_document->edit({}, [](SessionSpec& session) { session.training.lossWeight = 1e30; }).ok());
    train(5);
    const auto* message = child<QLabel>("lossMessage");
    auto* tensor = child<QComboBox>("lossTensor");
    QTRY_VERIFY_WITH_TIMEOUT(child<QTableView>("lossTable")->isVisible(), kComputingMs);
    tensor->setCurrentIndex(tensor->findText(QStringLiteral("logits / kernel")));
    emit tensor->activated(tensor->currentIndex());
    QTRY_VERIFY_WITH_TIMEOUT(
        message->text().contains(QStringLiteral(" of them NaN or infinite, which the table leaves out.")),
        kComputingMs);
    if (cell("lossTable", 0, 6) == QStringLiteral("–")) // none is finite: there is no rounding error
        QCOMPARE(cell("lossTable", 0, 4), QStringLiteral("–"));
    QVERIFY(m_document->edit({}, [](SessionSpec& session) { session.training.lossWeight = 1e-5; }).ok());
    train(5);
    QTRY_VERIFY_WITH_TIMEOUT(!message->text().contains(QStringLiteral("NaN")), kComputingMs);
}

void TestDiagnosis::stepsThatSaturateAreListed()
{
    const auto* message = child<QLabel>("saturationMessage");
    train(5);
    QTRY_COMPARE(
        message->text(), QStringLiteral("No operand of this run has a scale that comes from earlier steps."));
    QVERIFY(
        m_document->openScene(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/float8-amax.ulps")).ok());
    train(60);
    auto* table = child<QTableView>("saturationTable");
    QTRY_VERIFY(table->isVisible());
    QVERIFY2(message->text().contains(QStringLiteral("of the elements of scaled operands")),
        qPrintable(message->text()));
    // Every row is what was recorded of its operand.
    const RunHistory& run = *m_shown->run();
    std::int64_t inRows = 0;
    std::vector<std::int64_t> most;
    for (const Saturation& row : saturations(run)) {
        QVERIFY(row.steps.first <= row.mostAt && row.mostAt <= row.steps.last);
        most.push_back(row.most);
        inRows += row.steps.last - row.steps.first + 1;
    }
    std::int64_t recorded = 0;
    for (const RunHistory::NamedMetric& metric : run.metrics())
        if (metric.metric == Metric::Float8Saturated)
            recorded += std::ranges::count_if(
                run.series(metric.path, metric.role, metric.metric)->values, [](double n) { return n > 0; });
    QVERIFY(recorded > 0);
    QCOMPARE(inRows, recorded);
    // Of more than a page the largest.
    std::ranges::sort(most, std::greater());
    QVERIFY2(std::size_t(table->model()->rowCount()) < most.size(), qPrintable(QString::number(most.size())));
    for (int row = 0; row < table->model()->rowCount(); ++row)
        QTRY_COMPARE(cell("saturationTable", row, 2),
            countText(most[std::size_t(row)])); // it follows four times a second
    table->setFocus();
    table->setCurrentIndex(table->model()->index(1, 0));
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(QString::number(m_shown->step().pinned().value()), cell("saturationTable", 1, 3));
    // Nothing new clipped in the run: the row stays chosen.
    emit m_shown->grew();
    QTest::qWait(500);
    QCOMPARE(table->currentIndex().row(), 1);
}

void TestDiagnosis::lossesGoWithTheirRun()
{
    train(5);
    auto* tableView = child<QTableView>("lossTable");
    QTRY_VERIFY_WITH_TIMEOUT(tableView->isVisible(), kComputingMs);
    // Back before the first step there are no gradients.
    m_runner->start(m_document->session(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(
        child<QLabel>("lossMessage")->text().contains(QStringLiteral("no values yet")), kComputingMs);
    QVERIFY(!tableView->isVisible());
    train(5);
    QTRY_VERIFY_WITH_TIMEOUT(tableView->isVisible(), kComputingMs);
    // Data that cannot be read: no run that could be asked.
    SessionSpec session = *m_document->session();
    session.data = {"csv", {{"file", std::string("nowhere.csv")}, {"target", std::string("y")}}};
    m_runner->start(std::make_shared<const SessionSpec>(session));
    QTRY_COMPARE_WITH_TIMEOUT(m_runner->state(), SessionRunner::State::Empty, kComputingMs);
    QVERIFY(!tableView->isVisible());
    QVERIFY(child<QLabel>("lossMessage")->text().contains(QStringLiteral("weights of this run are gone")));
    QVERIFY(!child<QComboBox>("lossTensor")->isEnabled());
    // Nobody need restore anything where the next run is about to come.
    m_runner->start(m_document->session(), 5);
    QCOMPARE(m_runner->state(), SessionRunner::State::Loading);
    QCOMPARE(child<QLabel>("lossMessage")->text(),
        QStringLiteral("Another run is loading: wait until it trains, then choose one of its tensors."));
    QTRY_VERIFY_WITH_TIMEOUT(tableView->isVisible(), kComputingMs);
}

void TestDiagnosis::exponentsAreThoseOfTheHistory()
{
    auto* plot = child<ExponentPlot>("exponentPlot");
    QVERIFY(!plot->isVisible());
    QVERIFY(child<QLabel>("exponentMessage")->text().contains(QStringLiteral("Train")));
    train(40);
    QTRY_VERIFY_WITH_TIMEOUT(plot->isVisible(), kComputingMs);
    QTRY_COMPARE_WITH_TIMEOUT(plot->map().columns.back().lastStep,
        m_runner->history()->exponents().tensors().begin()->second.back().lastStep, kComputingMs);
    auto* tensor = child<QComboBox>("exponentTensor");
    QVERIFY(tensor->currentText().contains(QStringLiteral("gradient"))); // what is lost first
    const ExponentMap& map = plot->map();
    const std::size_t last = map.columns.size() - 1;
    const double zeros = map.share(last, ExponentMap::kZeros);
    QCOMPARE(plot->drawn(double(map.columns[last].firstStep) + 0.5, ExponentMap::kZeros), 100 * zeros);
    double sum = zeros + map.share(last, ExponentMap::kNonFinite);
    for (int exponent = map.least; exponent <= map.most; ++exponent) {
        sum += map.share(last, exponent);
        QCOMPARE(plot->drawn(double(map.columns[last].firstStep) + 0.5, exponent),
            100 * map.share(last, exponent));
    }
    QVERIFY(std::fabs(sum - 1) < 1e-12);
    // The scene flushes gradients to zero: the sentence says so first, with the share of all elements.
    QVERIFY(zeros > 0.01);
    QVERIFY2(child<QLabel>("exponentMessage")
                 ->text()
                 .contains(QStringLiteral(": ") + percentText(100 * zeros)
                     + QStringLiteral(" of the values are exactly zero")),
        qPrintable(child<QLabel>("exponentMessage")->text()));
    // The arrow keys read a cell, and say it to assistive technology too.
    plot->setFocus();
    QTest::keyClick(plot, Qt::Key_Left);
    for (int row = map.least; row <= map.most + 1; ++row)
        QTest::keyClick(plot, Qt::Key_Down);
    QCOMPARE(child<QLabel>("exponentMessage")->text(), cellText(map, last, ExponentMap::kZeros));
    QVERIFY(child<QLabel>("exponentMessage")->text().contains(QStringLiteral("exactly zero")));
    QTest::keyClick(plot, Qt::Key_Up);
    const QString newest = child<QLabel>("exponentMessage")->text();
    QVERIFY2(newest.contains(QStringLiteral("of the values")), qPrintable(newest));
    QCOMPARE(plot->accessibleDescription(), newest);
    QTest::keyClick(plot, Qt::Key_Left);
    QVERIFY(child<QLabel>("exponentMessage")->text() != newest);
    QTemporaryDir folder;
    const QString png = folder.filePath(QStringLiteral("exponents.png"));
    QVERIFY(PlotCommands::of(*plot)->writeTo(png));
    QVERIFY(QImage(png).width() > 2 * 300);
}

void TestDiagnosis::exponentsOfAllElementsAreTold()
{
    ExponentMap map;
    ExponentColumn column{.samples = 1};
    column.bins[std::size_t(-4 - kFirstExponent)] = 3;
    column.zeros = 96;
    column.nonFinite = 1;
    map.add(column, 1);
    map.add({.firstStep = 1, .lastStep = 1, .samples = 1, .zeros = 100}, 1);
    map.least = map.most = -4;
    map.largestShare = 1;
    map.hasNonFinite = true;
    QCOMPARE(exponentSentence(map), QStringLiteral("Step 1: 100 % of the values are exactly zero."));
    ExponentPlot plot;
    plot.setMap(map);
    QCOMPARE(plot.drawn(0.5, ExponentMap::kZeros), 96.0);
    QCOMPARE(plot.drawn(0.5, -4), 3.0);
    QCOMPARE(plot.drawn(0.5, ExponentMap::kNonFinite), 1.0);
    QCOMPARE(plot.drawn(1.5, ExponentMap::kZeros), 100.0);
    map.columns.pop_back();
    QCOMPARE(exponentSentence(map),
        QStringLiteral(
            "Step 0: 96.0 % of the values are exactly zero, 1.0 % are NaN or infinite; nine in ten of "
            "the others lie between 2⁻⁴ and 2⁻³."));
}

void TestDiagnosis::tensorsOfARunAreCalledAsItsListCallsThem()
{
    const std::vector<std::string> paths{"sequential/mha", "sequential/mha/query",
        "sequential/mha/query/kernel", "sequential/mha/query/kernel/velocity", "sequential/add",
        "sequential/add/input_2"};
    const auto name = [&](std::size_t path, TensorRole role) {
        return tensorText(tensorNameOf(paths, PathId(path), role));
    };
    QCOMPARE(name(1, TensorRole::Output), QStringLiteral("mha / query / output"));
    QCOMPARE(name(1, TensorRole::OutputGradient), QStringLiteral("mha / query / output gradient"));
    QCOMPARE(name(2, TensorRole::Weight), QStringLiteral("mha / query / kernel"));
    QCOMPARE(name(2, TensorRole::WeightGradient), QStringLiteral("mha / query / kernel gradient"));
    QCOMPARE(name(2, TensorRole::Update), QStringLiteral("mha / query / kernel update"));
    QCOMPARE(name(3, TensorRole::OptimizerState), QStringLiteral("mha / query / kernel velocity"));
    QCOMPARE(name(1, TensorRole::Input), QStringLiteral("mha / query / input"));
    QCOMPARE(name(4, TensorRole::Input), QStringLiteral("add / input 1"));
    QCOMPARE(name(5, TensorRole::InputGradient), QStringLiteral("add / input gradient 2"));
}

void TestDiagnosis::tensorsFollowTheLayerThatIsSelected()
{
    train(40);
    auto* loss = child<QComboBox>("lossTensor");
    auto* exponents = child<QComboBox>("exponentTensor");
    const auto select = [](QComboBox* box, const QString& text) {
        const int index = box->findText(text, Qt::MatchContains);
        QVERIFY2(index >= 0, qPrintable(text));
        box->setCurrentIndex(index);
        emit box->activated(index);
    };
    select(loss, QStringLiteral("dense_1 / output"));
    select(exponents, QStringLiteral("dense_1 / output"));
    m_view->followLayer("sequential/dense_2");
    QCOMPARE(loss->currentText(), QStringLiteral("dense_2 / output"));
    QCOMPARE(exponents->currentText(), QStringLiteral("dense_2 / output"));
    // One tensor has one name.
    QVERIFY(exponents->count() > 10);
    for (int i = 0; i < exponents->count(); ++i)
        QVERIFY2(loss->findText(exponents->itemText(i)) >= 0, qPrintable(exponents->itemText(i)));
    // One that has no such tensor: the first that it has.
    select(loss, QStringLiteral("dense_2 / kernel gradient"));
    m_view->followLayer("sequential/input_layer");
    QCOMPARE(loss->currentText(), QStringLiteral("input_layer / output"));
    // No such layer, and one whose name begins alike.
    m_view->followLayer("sequential/dense");
    QCOMPARE(loss->currentText(), QStringLiteral("input_layer / output"));
    // A tensor of the layer stays.
    select(loss, QStringLiteral("logits / bias"));
    m_view->followLayer("sequential/logits");
    QCOMPARE(loss->currentText(), QStringLiteral("logits / bias"));
}

void TestDiagnosis::birthplaceIsTheSentenceOnTop()
{
    train(3);
    QTRY_VERIFY(child<QLabel>("birthSentence")->text().contains(QStringLiteral("3 steps")));
    QVERIFY(m_document
                ->edit(QStringLiteral("loss scale"),
                    [](SessionSpec& session) {
                        session.training.lossScale = {"fixed", {{"scale", 1e13}}};
                    })
                .ok());
    train(3);
    QVERIFY(m_runner->history()->totals().birthplace != nullptr);
    const QString sentence = toQt(m_runner->history()->totals().birthplace->sentence);
    QTRY_VERIFY(child<QWidget>("birth")->accessibleName().startsWith(sentence));
    // Plain where it is one line; with the first NaN of the step below it, the first line is the bold one.
    QVERIFY(child<QLabel>("birthSentence")->text().contains(sentence.toHtmlEscaped()));
}

void TestDiagnosis::whatARunDivergesByComesBeforeItsFirst()
{
    QVERIFY(m_document
                ->edit({},
                    [](SessionSpec& session) {
                        session.policies.global = *getPolicy("float16");
                        session.training.lossScale = {"dynamic", {{"initial_scale", 0x1p45}}};
                        session.training.optimizer = {"SGD", {{"learning_rate", 1e9}}};
                    })
                .ok());
    train(60);
    const RunTotals& totals = m_runner->history()->totals();
    QVERIFY(totals.divergence && totals.birthplace);
    QVERIFY(totals.birthplace->step < totals.divergence->step);
    const QString last = toQt(totals.divergence->sentence);
    QTRY_VERIFY(child<QWidget>("birth")->accessibleName().contains(last));
    const QStringList lines = child<QWidget>("birth")->accessibleName().split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines[0], QStringLiteral("The run diverged at step %1.").arg(*totals.divergedAt));
    QCOMPARE(lines[1], last);
    QVERIFY2(lines[2].contains(toQt(totals.birthplace->sentence)), qPrintable(lines[2]));
    // Before that step the run's first is all that there is.
    m_shown->step().pin(totals.divergence->step - 1);
    QVERIFY(!child<QWidget>("birth")->accessibleName().contains(last));
}

void TestDiagnosis::tablesAreCopiedWithTabs()
{
    auto* view = child<QTableView>("byteTable");
    view->setFocus();
    QTest::keySequence(view, QKeySequence::Copy);
    const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 7);
    QCOMPARE(lines[1].split(QLatin1Char('\t')).value(1), cell("byteTable", 0, 1));
}

void TestDiagnosis::everythingHasANameAndATip()
{
    findBlame(2);
    train(2);
    QTRY_VERIFY_WITH_TIMEOUT(child<QTableView>("lossTable")->isVisible(), kComputingMs);
    QStringList troubles;
    for (QWidget* widget : m_view->findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus || widget->focusProxy())
            continue;
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
        if (!face || face->text(QAccessible::Name).isEmpty())
            troubles += QString::fromLatin1(widget->metaObject()->className()) + widget->objectName();
        if (auto* view = qobject_cast<QTableView*>(widget))
            for (int column = 0; column < view->model()->columnCount(); ++column)
                if (view->model()->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty())
                    troubles += view->objectName() + QString::number(column);
    }
    for (const char* name : {"blameFind", "blameCancel", "blameSteps", "lossTensor", "lossKind", "lossAgain",
             "birth", "exponentTensor", "exponentExport", "exponentPlot"})
        if (child<QWidget>(name)->toolTip().isEmpty())
            troubles += QString::fromLatin1(name);
    QVERIFY2(troubles.isEmpty(), qPrintable(troubles.join(QStringLiteral(", "))));
}

void TestDiagnosis::aRunWithoutTensorsSaysWhy()
{
    train(20);
    const std::shared_ptr<const RunHistory> trained = m_shown->run();
    RecordedRun recorded = trained->recorded();
    recorded.exponents = {}; // which its file leaves out
    m_shown->show(std::make_shared<RunHistory>(std::move(recorded)));
    for (const char* name : {"lossMessage", "exponentMessage"}) {
        const QString text = child<QLabel>(name)->text();
        QVERIFY2(text.contains(QStringLiteral("read from a file")), qPrintable(text));
    }
    train(10);
    m_shown->show(trained);
    const QString text = child<QLabel>("lossMessage")->text();
    QVERIFY2(text.contains(QStringLiteral("gone")), qPrintable(text));
}

QTEST_MAIN(TestDiagnosis)
#include "tst_diagnosis.moc"
