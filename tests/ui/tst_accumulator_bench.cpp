// SPDX-License-Identifier: GPL-3.0-or-later
// The accumulator bench: it computes aside, newer questions replace older ones, and it shows where sums stop growing.
#include "app/io/session/session_file.h"
#include "engine/data/number_series.h"
#include "engine/dtype/formats.h"
#include "ui/bench/accumulator_view.h"
#include "ui/look/plot_commands.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr int kComputingMs = 60'000; ///< generous: the sanitizer builds compute too

} // namespace

class TestAccumulatorBench : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void seriesAreTheSameForTheSameSeed();
    void modelKeepsTheRulesOfModels();
    void opensWithSumsThatStall();
    void aNewerQuestionReplacesTheOneUnderWay();
    void inputsAndCountAreChosenByKeyboard();
    void accumulatorsAreAddedByName();
    void refusedInputsAreSaid();
    void overflowIsMarked();
    void theNumbersAreOfWhatIsDrawn();
    void tensorsOfTheRunAreAddedUp();
    void everythingHasANameAndATip();

private:
    template <class Widget>
    Widget* child(const char* name) const
    {
        return m_view->findChild<Widget*>(QString::fromLatin1(name));
    }
    const BenchLine* line(const char* name) const;

    std::shared_ptr<const Kernels> m_kernels;
    std::unique_ptr<SessionRunner> m_runner;
    std::unique_ptr<ShownRun> m_shown;
    std::unique_ptr<AccumulatorView> m_view;
};

void TestAccumulatorBench::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::make_shared<const Kernels>(std::move(kernels).value());
}

void TestAccumulatorBench::init()
{
    m_runner = std::make_unique<SessionRunner>(m_kernels, 1);
    m_shown = std::make_unique<ShownRun>(*m_runner);
    m_view = std::make_unique<AccumulatorView>(m_kernels, *m_runner, *m_shown);
    m_view->resize(1080, 560);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    QTRY_VERIFY_WITH_TIMEOUT(m_view->results().answer() && m_view->isIdle(), kComputingMs);
}

void TestAccumulatorBench::cleanup()
{
    m_view.reset();
    m_shown.reset();
    m_runner.reset();
}

const BenchLine* TestAccumulatorBench::line(const char* name) const
{
    for (const BenchLine& candidate : m_view->results().answer()->lines)
        if (candidate.accumulator.name == name)
            return &candidate;
    return nullptr;
}

void TestAccumulatorBench::seriesAreTheSameForTheSameSeed()
{
    for (const NumberSeries& series : numberSeries()) {
        const std::vector<double> terms = termsOf(series, 1000, 7);
        QVERIFY(terms == termsOf(series, 1000, 7));
        for (const double term : terms)
            QVERIFY(std::isfinite(term));
    }
    const auto named = [](std::string_view name) -> const NumberSeries& {
        return *std::ranges::find(numberSeries(), name, &NumberSeries::name);
    };
    QVERIFY(termsOf(named("N(0,1)"), 10, 1) != termsOf(named("N(0,1)"), 10, 2));
    QCOMPARE(termsOf(named("1/i"), 3, 1), (std::vector<double>{1, 0.5, 1.0 / 3}));
}

void TestAccumulatorBench::modelKeepsTheRulesOfModels()
{
    BenchTableModel model;
    QAbstractItemModelTester tester(&model);
    QCOMPARE(model.rowCount(), 0);
    model.setAnswer(std::make_shared<const BenchAnswer>(*m_view->results().answer()));
    QCOMPARE(model.rowCount(), int(m_view->results().answer()->lines.size()));
    model.setAnswer(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestAccumulatorBench::opensWithSumsThatStall()
{
    // 8192 ones in float16: 2048 + 1 is halfway to 2050 and goes back to the even 2048.
    const BenchLine* sequential = line("sequential");
    QVERIFY(sequential);
    QCOMPARE(sequential->trace.result, 2048.0);
    QCOMPARE(sequential->trace.stalledAt, 2048);
    QCOMPARE(sequential->trace.exactResult, 8192.0);
    QCOMPARE(sequential->relativeError(), 0.75);
    for (const char* name : {"pairwise", "kahan", "float32"}) {
        QVERIFY2(line(name), name);
        QCOMPARE(line(name)->relativeError(), 0.0);
    }
    QVERIFY(m_view->plot().marks() >= 1);
    QCOMPARE(m_view->plot().pointsOutside(), 0);
    QVERIFY(child<QLabel>("benchMessage")->text().contains(QStringLiteral("8192"))
        || child<QLabel>("benchMessage")->text().contains(QStringLiteral("8\u2009192")));
}

void TestAccumulatorBench::aNewerQuestionReplacesTheOneUnderWay()
{
    AccumulationBench bench(m_kernels);
    QSignalSpy ready(&bench, &AccumulationBench::answerReady);
    for (const std::size_t count : std::initializer_list<std::size_t>{200'000, 100'000, 1000, 10}) {
        BenchQuestion question;
        question.terms.assign(count, 1.0);
        question.inputs = findFormat("float16");
        question.accumulators = {*accumulatorByName("sequential"), *accumulatorByName("kahan")};
        bench.ask(std::move(question));
    }
    QTRY_VERIFY_WITH_TIMEOUT(!bench.isBusy(), kComputingMs);
    QTest::qWait(20);
    QCOMPARE(ready.count(), 1);
    QCOMPARE(ready[0][0].value<std::shared_ptr<const BenchAnswer>>()->terms, std::size_t{10});
    // Closing while it computes waits for the accumulator at hand and no longer.
    BenchQuestion question;
    question.terms.assign(200'000, 1.0);
    question.inputs = findFormat("float16");
    question.accumulators.assign(20, *accumulatorByName("kahan"));
    bench.ask(std::move(question));
}

void TestAccumulatorBench::inputsAndCountAreChosenByKeyboard()
{
    auto* inputs = child<QComboBox>("benchInputs");
    inputs->setFocus();
    inputs->lineEdit()->selectAll();
    QTest::keyClicks(inputs->lineEdit(), QStringLiteral("bfloat16"));
    QTest::keyClick(inputs->lineEdit(), Qt::Key_Return);
    QVERIFY(!m_view->isIdle());
    QTRY_VERIFY_WITH_TIMEOUT(m_view->isIdle(), kComputingMs);
    QCOMPARE(line("sequential")->trace.stalledAt, 256);
    auto* count = child<QSpinBox>("benchCount");
    count->setFocus();
    count->selectAll();
    QTest::keyClicks(count, QStringLiteral("100"));
    QTest::keyClick(count, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(m_view->isIdle() && m_view->results().answer()->terms == 100, kComputingMs);
    QCOMPARE(line("sequential")->trace.stalledAt, -1);
    auto* data = child<QComboBox>("benchData");
    data->setFocus();
    QTest::keyClick(data, Qt::Key_Down);
    QTRY_VERIFY_WITH_TIMEOUT(
        m_view->isIdle() && m_view->results().answer()->lines[0].trace.exactResult < 11, kComputingMs);
    auto* quantity = child<QComboBox>("benchQuantity");
    quantity->setFocus();
    QTest::keyClick(quantity, Qt::Key_Down);
    child<QCheckBox>("benchLog")->setFocus();
    QTest::keyClick(child<QCheckBox>("benchLog"), Qt::Key_Space);
    for (const int key : {Qt::Key_Plus, Qt::Key_Minus, Qt::Key_Left, Qt::Key_Up, Qt::Key_Home})
        QTest::keyClick(&m_view->plot(), Qt::Key(key));
}

void TestAccumulatorBench::accumulatorsAreAddedByName()
{
    auto* name = child<QLineEdit>("benchName");
    auto* list = child<QListWidget>("benchAccumulators");
    const int before = list->count();
    name->setFocus();
    QTest::keyClicks(name, QStringLiteral("chunked:128:bfloat16"));
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(list->count(), before + 1);
    QVERIFY(name->text().isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(m_view->isIdle() && line("chunked:128:bfloat16"), kComputingMs);
    QTest::keyClicks(name, QStringLiteral("abacus"));
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(list->count(), before + 1);
    QVERIFY(child<QLabel>("benchMessage")->text().contains(QStringLiteral("abacus")));
    QCOMPARE(name->text(), QStringLiteral("abacus"));
    list->setFocus();
    list->setCurrentRow(before);
    QTest::keyClick(list, Qt::Key_Space); // unticks
    QTRY_VERIFY_WITH_TIMEOUT(m_view->isIdle() && !line("chunked:128:bfloat16"), kComputingMs);
}

void TestAccumulatorBench::refusedInputsAreSaid()
{
    auto* list = child<QListWidget>("benchAccumulators");
    for (int row = 0; row < list->count(); ++row)
        list->item(row)->setCheckState(
            list->item(row)->text() == QStringLiteral("hopper-fp8") ? Qt::Checked : Qt::Unchecked);
    QTRY_VERIFY_WITH_TIMEOUT(m_view->isIdle() && line("hopper-fp8"), kComputingMs);
    QVERIFY(!line("hopper-fp8")->refusal.empty()); // it takes float8, not float16
    const QModelIndex result = m_view->results().index(0, BenchTableModel::ResultColumn);
    QCOMPARE(result.data().toString(), QStringLiteral("not for these inputs"));
    QVERIFY(!result.data(Qt::ToolTipRole).toString().isEmpty());
}

void TestAccumulatorBench::overflowIsMarked()
{
    child<QSpinBox>("benchCount")->setValue(200'000);
    QTRY_VERIFY_WITH_TIMEOUT(m_view->isIdle() && m_view->results().answer()->terms == 200'000, kComputingMs);
    QVERIFY(std::isinf(line("pairwise")->trace.result)); // beyond 65504
    QVERIFY(m_view->plot().pointsOutside() > 0);
    QVERIFY(child<QLabel>("benchMessage")->text().contains(QStringLiteral("not finite")));
    QCOMPARE(
        m_view->results().index(1, BenchTableModel::ResultColumn).data().toString(), QStringLiteral("Inf"));
}

void TestAccumulatorBench::tensorsOfTheRunAreAddedUp()
{
    const Result<SessionSpec> circle = loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");
    QVERIFY(circle.ok());
    SessionSpec session = *circle;
    session.training.steps = 5;
    m_runner->start(std::make_shared<const SessionSpec>(session));
    QTRY_COMPARE(m_runner->state(), SessionRunner::State::Finished);
    auto* data = child<QComboBox>("benchData");
    const int kernel = data->findText(QStringLiteral("dense_1 / kernel"));
    QVERIFY(kernel > 0);
    data->setFocus();
    while (data->currentIndex() != kernel)
        QTest::keyClick(data, Qt::Key_Down);
    QTRY_VERIFY_WITH_TIMEOUT(m_view->isIdle() && m_view->results().answer()->terms == 32, kComputingMs);
    QVERIFY(std::isfinite(line("sequential")->trace.result));
}

void TestAccumulatorBench::everythingHasANameAndATip()
{
    QStringList troubles;
    for (QWidget* widget : m_view->findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus || widget->focusProxy()
            || qobject_cast<QComboBox*>(widget->parentWidget()))
            continue;
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
        if (!face || face->text(QAccessible::Name).isEmpty())
            troubles += QString::fromLatin1(widget->metaObject()->className()) + widget->objectName();
    }
    for (const char* name : {"benchOperation", "benchData", "benchCount", "benchInputs", "benchQuantity",
             "benchLog", "benchAccumulators", "benchName"})
        if (child<QWidget>(name)->toolTip().isEmpty())
            troubles += QString::fromLatin1(name);
    QVERIFY2(troubles.isEmpty(), qPrintable(troubles.join(QStringLiteral(", "))));
}

void TestAccumulatorBench::theNumbersAreOfWhatIsDrawn()
{
    QTemporaryDir folder;
    const auto rows = [&] {
        QList<QStringList> found;
        QFile file(folder.filePath(QStringLiteral("sums.csv")));
        if (PlotCommands::of(m_view->plot())->writeTo(file.fileName()) && file.open(QIODevice::ReadOnly))
            for (const QString& line :
                QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts))
                if (!line.startsWith(QLatin1Char('#')))
                    found += line.split(QLatin1Char(','));
        return found;
    };
    const auto last = [&](const QList<QStringList>& table, const char* name) {
        return table.last().value(table.front().indexOf(QLatin1String(name)));
    };
    QCOMPARE(last(rows(), "sequential").toDouble(), 2048.0);
    QCOMPARE(last(rows(), "exact").toDouble(), 8192.0);
    m_view->plot().setQuantity(AccumulationPlot::Quantity::RelativeError);
    QCOMPARE(last(rows(), "sequential").toDouble(), 0.75);
    QVERIFY(!rows().front().contains(QStringLiteral("exact")));
}

QTEST_MAIN(TestAccumulatorBench)
#include "tst_accumulator_bench.moc"
