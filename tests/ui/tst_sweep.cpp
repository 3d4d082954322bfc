// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps of one override: what values can be typed, and a sweep that is run, read, stopped and refused.
#include "app/session/document.h"
#include "app/session/kept/kept_runs.h"
#include "app/session/session_runner.h"
#include "app/session/shown_run.h"
#include "engine/kernels/kernels.h"
#include "tests/engine/small_sessions.h"
#include "ui/look/fields.h"
#include "ui/look/qcp.h"
#include "ui/runs/models/sweep_overrides.h"
#include "ui/runs/sweep_panel.h"
#include "ui/runs/sweep_plot.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr int kTrainingMs = 120'000; ///< generous: the sanitizer builds train too

const SweepOverride& setting(const char* id)
{
    for (const SweepOverride& each : sweepOverrides())
        if (QLatin1String(each.id) == QLatin1String(id))
            return each;
    qFatal("no setting %s", id);
}

} // namespace

class TestSweep : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void thePageIsCloseBeforeTheFirstSweep();
    void valuesAreParsed_data();
    void valuesAreParsed();
    void everyOverrideTurnsWhatItSays();
    void aValueThatCannotBeRunIsNamed();
    void aSweepIsTrainedKeptAndRead();
    void theNoiseOfSeedsIsABandBehindTheCurve();
    void aSweepSaysWhereItIsSafe();
    void aSweepOverArithmeticsSaysInWhatTheyDiffer();
    void aSweepSaysHowFarItIs();
    void namesAreNotJoined();
    void accumulatorsAreSetInEveryLayerThatSums();
    void aSweepIsStopped();
    void aKeptSweepIsDrawnAgain();

private:
    template <class T>
    T* child(const char* name)
    {
        T* found = m_panel->findChild<T*>(QString::fromLatin1(name));
        if (!found)
            qFatal("no child %s", name);
        return found;
    }
    void type(const QString& values) { child<FaultField>("sweepValues")->setText(values); }
    void pressStart() { QTest::mouseClick(child<QPushButton>("startSweep"), Qt::LeftButton); }

    std::shared_ptr<const Kernels> m_kernels;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<SessionRunner> m_runner;
    std::unique_ptr<ShownRun> m_shown;
    std::unique_ptr<KeptRuns> m_kept;
    std::unique_ptr<SweepPanel> m_panel;
};

void TestSweep::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::make_shared<const Kernels>(std::move(kernels).value());
}

void TestSweep::init()
{
    m_document = std::make_unique<Document>();
    QVERIFY(m_document->openScene(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps")).ok());
    QVERIFY(m_document->edit({}, [](SessionSpec& session) { session.training.steps = 200; }).ok());
    m_runner = std::make_unique<SessionRunner>(m_kernels, 1);
    m_shown = std::make_unique<ShownRun>(*m_runner);
    m_kept = std::make_unique<KeptRuns>(*m_shown);
    m_panel = std::make_unique<SweepPanel>(*m_document, *m_kept, m_kernels);
    m_panel->resize(800, 320);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
}

void TestSweep::cleanup()
{
    m_panel.reset();
    m_kept.reset();
    m_shown.reset();
    m_runner.reset();
    m_document.reset();
}

/// What one reads first stays together while there is no curve.
void TestSweep::thePageIsCloseBeforeTheFirstSweep()
{
    const auto* values = child<FaultField>("sweepValues");
    const auto* number = child<QComboBox>("sweepNumber");
    const auto* message = child<QLabel>("sweepMessage");
    QVERIFY(number->geometry().top() - values->geometry().bottom() < 2 * number->height());
    QVERIFY2(message->geometry().top() - number->geometry().bottom() < number->height(),
        qPrintable(QString::number(message->geometry().top())));
}

void TestSweep::valuesAreParsed_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("values"); // empty: refused
    const auto row = [](const char* text, const char* values) {
        QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(values);
    };
    row("1, 2 ,5", "1;2;5");
    row("2^0..2^3", "2^0;2^1;2^2;2^3");
    row("2^1..2^-1", "2^1;2^0;2^-1");
    row("1e-3..1e-1, 7", "1e-3;1e-2;1e-1;7");
    row("10^2..10^3", "10^2;10^3");
    row("3..1", "3;2;1");
    row("float32, float32", "float32");
    row("2^0, 2^2, .., 2^6", "2^0;2^2;2^4;2^6");
    row("2^0, 2^3, ..., 2^7", "2^0;2^3;2^6");
    row("9, 7, .., 5, 100", "9;7;5;100");
    row("1, 4, .., 4", "1;4");
    row("2^0, 2^2, .., 2^-6", "");
    row("2^0, .., 2^6", "");
    row("2^0, 2^2, ..", "");
    row("2^0, 2^2, .., .., 2^6", "");
    row("2^0, 1e2, .., 1e6", "");
    row("1, 1, .., 3", "");
    row("0, 1, .., 999999999", "");
    row("-999999999, 999999999, .., 0", "");
    row("2^0..1e3", "");
    row("a..b", "");
    row(" , ,", "");
    row("", "");
    row("1..41", "");
    row("1..40", [] {
        static QByteArray all;
        for (int i = 1; i <= 40; ++i)
            all += (i > 1 ? ";" : "") + QByteArray::number(i);
        return all.constData();
    }());
    row("0..999999999", "");
}

void TestSweep::valuesAreParsed()
{
    QFETCH(QString, text);
    QFETCH(QString, values);
    const Result<QStringList> parsed = parseSweepValues(text);
    QCOMPARE(parsed.ok(), !values.isEmpty());
    if (parsed)
        QCOMPARE(parsed->join(QLatin1Char(';')), values);
    else
        QVERIFY(!parsed.error().message.empty());
}

void TestSweep::everyOverrideTurnsWhatItSays()
{
    const SessionSpec before = *m_document->session();
    for (const SweepOverride& each : sweepOverrides()) {
        const Result<QStringList> values = parseSweepValues(QString::fromLatin1(each.values));
        QVERIFY2(values.ok(), each.id);
        SessionSpec first = before;
        QVERIFY2(each.set(first, values->first()).ok(), each.id);
        if (values->size() > 1) {
            SessionSpec last = before;
            QVERIFY2(each.set(last, values->last()).ok(), each.id);
            QVERIFY2(!(first == last), each.id);
        }
        SessionSpec refused = before;
        QVERIFY2(!each.set(refused, QStringLiteral("no such value")).ok(), each.id);
    }
}

void TestSweep::aValueThatCannotBeRunIsNamed()
{
    const auto points = sweepPoints(*m_document->session(), setting("batch_size"), QStringLiteral("32, 0"));
    QVERIFY(!points.ok());
    QCOMPARE(points.error().place, std::string("0"));
    child<QComboBox>("sweepSetting")->setCurrentIndex(0);
    type(QStringLiteral("1, twelve"));
    pressStart();
    QVERIFY(child<FaultField>("sweepValues")->isWrong());
    QVERIFY2(child<QLabel>("sweepMessage")->text().contains(QStringLiteral("twelve")),
        qPrintable(child<QLabel>("sweepMessage")->text()));
    QVERIFY(!m_panel->isRunning());
    QVERIFY(m_kept->runs().empty());
}

void TestSweep::aSweepIsTrainedKeptAndRead()
{
    type(QStringLiteral("1, 2^10, 2^40"));
    pressStart();
    QVERIFY(m_panel->isRunning());
    QTRY_VERIFY_WITH_TIMEOUT(!m_panel->isRunning(), kTrainingMs);
    QCOMPARE(m_kept->runs().size(), std::size_t{3});
    QCOMPARE(m_kept->runs()[1].name(), QStringLiteral("loss scale 2^10"));
    // What it is for: a scale that fits loses fewer gradients.
    const auto flushed = [this](std::size_t run) {
        return *m_kept->runs()[run].run->totals().counts.gradientsFlushedPercent();
    };
    QVERIFY(flushed(1) < flushed(0));
    child<QComboBox>("sweepNumber")->setCurrentIndex(1);
    emit child<QComboBox>("sweepNumber")->activated(1);
    auto* plot = child<SweepPlot>("sweepPlot");
    plot->setFocus();
    QTest::keyClick(plot, Qt::Key_Home);
    QTest::keyClick(plot, Qt::Key_Right);
    QCOMPARE(plot->selectedPoint(), 1);
    QVERIFY2(plot->reading().startsWith(QStringLiteral("loss scale 2^10: gradients flushed")),
        qPrintable(plot->reading()));
    QCOMPARE(child<QLabel>("sweepMessage")->text(), plot->reading());
    QTest::keyClick(plot, Qt::Key_End);
    QVERIFY2(plot->reading().contains(QStringLiteral("diverged")), qPrintable(plot->reading()));
    QTest::keyClick(plot, Qt::Key_Left);
    QTest::keyClick(plot, Qt::Key_Return);
    QCOMPARE(m_shown->run(), m_kept->runs()[1].run);
    if (const QString folder = qEnvironmentVariable("ULPSCOPE_TEST_PICTURES"); !folder.isEmpty())
        m_panel->grab().save(folder + QStringLiteral("/sweep.png"));
}

void TestSweep::theNoiseOfSeedsIsABandBehindTheCurve()
{
    const auto sweep = [this](const char* id, const char* values) {
        for (std::size_t i = 0; i < sweepOverrides().size(); ++i)
            if (QLatin1String(sweepOverrides()[i].id) == QLatin1String(id)) {
                child<QComboBox>("sweepSetting")->setCurrentIndex(int(i));
                emit child<QComboBox>("sweepSetting")->activated(int(i));
            }
        type(QString::fromLatin1(values));
        pressStart();
        QTRY_VERIFY_WITH_TIMEOUT(!m_panel->isRunning(), kTrainingMs);
    };
    auto* plot = child<SweepPlot>("sweepPlot");
    sweep("seed", "1..3");
    QVERIFY2(!plot->reading().contains(QStringLiteral("under")), qPrintable(plot->reading()));
    sweep("loss_scale", "1, 2^20");
    plot->setFocus();
    QTest::keyClick(plot, Qt::Key_Home); // loss scale 1 is the session itself, whose seed is among those
    QVERIFY2(plot->reading().contains(QStringLiteral("; within the ")), qPrintable(plot->reading()));
    QVERIFY2(plot->reading().endsWith(QStringLiteral(" of the session under 3 seeds")),
        qPrintable(plot->reading()));
    QTest::keyClick(plot, Qt::Key_End);
    QVERIFY2(plot->reading().contains(QStringLiteral("; beyond the ")), qPrintable(plot->reading()));
}

void TestSweep::aSweepSaysWhereItIsSafe()
{
    const auto safety = [this] { return child<QLabel>("sweepSafety")->text(); };
    const auto edges = [this] {
        const QCPAxis* axis = child<SweepPlot>("sweepPlot")->findChild<QCustomPlot*>()->yAxis2;
        const auto ticks = qSharedPointerCast<QCPAxisTickerText>(axis->ticker())->ticks();
        return axis->visible() ? QStringList(ticks.values()) : QStringList();
    };
    type(QStringLiteral("1, 2^14, none, 2^12, 2^40")); // by size, whatever the order
    pressStart();
    QTRY_VERIFY_WITH_TIMEOUT(!m_panel->isRunning(), kTrainingMs);
    QCOMPARE(safety(),
        QStringLiteral(
            "Safe: 2^12 to 2^14 (no run diverged there or has a warning, and each is less than 10 % from float64). Diverged: 2^40."));
    QCOMPARE(edges(), QStringList{QStringLiteral("✕ diverged or not finite")});
    type(QStringLiteral("1, 2"));
    pressStart();
    QTRY_VERIFY_WITH_TIMEOUT(!m_panel->isRunning(), kTrainingMs);
    QCOMPARE(safety(),
        QStringLiteral(
            "Safe at no value: each run diverged, has a warning, or is 10 % and more from float64."));
    QVERIFY(edges().isEmpty());
    QVERIFY(m_document->edit({}, [](SessionSpec& session) { session.probes.watch = WatchMode::Step; }).ok());
    type(QStringLiteral("2^12"));
    pressStart();
    QTRY_VERIFY_WITH_TIMEOUT(!m_panel->isRunning(), kTrainingMs);
    QVERIFY2(safety().endsWith(QStringLiteral("how far they are from float64 is not measured).")),
        qPrintable(safety()));
}

void TestSweep::aSweepOverArithmeticsSaysInWhatTheyDiffer()
{
    QVERIFY(m_document
                ->edit({},
                    [](SessionSpec& session) {
                        session.policies.global = *getPolicy("mixed_bfloat16");
                        session.training.loss = {"MeanSquaredError", {}};
                        session.training.lossWeight = 1;
                        session.training.lossScale = {"none", {}};
                        session.training.optimizer.config.set("learning_rate", 0.1);
                    })
                .ok());
    const auto choose = [this] {
        const auto index = int(&setting("arithmetic") - sweepOverrides().data());
        child<QComboBox>("sweepSetting")->setCurrentIndex(index);
        emit child<QComboBox>("sweepSetting")->activated(index);
    };
    choose();
    QCOMPARE(child<QLineEdit>("sweepValues")->text(), // those that are proved for it
        QStringLiteral("written, keras-jax, torch, torch-hopper, keras-torch-hopper"));
    type(QStringLiteral("written, torch-hopper"));
    pressStart();
    QTRY_VERIFY_WITH_TIMEOUT(!m_panel->isRunning(), kTrainingMs);
    const auto said = [this] { return child<QLabel>("sweepSafety")->text().section(u'\n', 0, 0); };
    QVERIFY2(said().startsWith(QStringLiteral("Loss after 200 steps: "))
            && said().endsWith(QStringLiteral(" with PyTorch on an H200 (torch-hopper).")),
        qPrintable(said()));
    type(QStringLiteral("written"));
    pressStart();
    QTRY_VERIFY_WITH_TIMEOUT(!m_panel->isRunning(), kTrainingMs);
    QVERIFY2(said().startsWith(QStringLiteral("Safe")), qPrintable(said()));
    QVERIFY(m_document->edit({}, [](SessionSpec& session) { session.training.loss = {"Huber", {}}; }).ok());
    choose();
    QVERIFY(child<QLineEdit>("sweepValues")->text().startsWith(QStringLiteral("written, keras-jax, torch")));
}

void TestSweep::aSweepSaysHowFarItIs()
{
    QVERIFY(m_document->edit({}, [](SessionSpec& session) { session.training.steps = 2'000'000; }).ok());
    const auto message = [this] { return child<QLabel>("sweepMessage")->text(); };
    type(QStringLiteral("1, 2"));
    pressStart();
    QTRY_VERIFY(
        !message().contains(QStringLiteral(": 0 of ")) && message().contains(QStringLiteral(" steps.")));
    QVERIFY2(
        message().startsWith(QStringLiteral("Training run 1 of 2, loss scale 1: ")), qPrintable(message()));
    QVERIFY2(!message().contains(QStringLiteral("make room")), qPrintable(message()));
    pressStart();
    // Where there is no room for its runs, which go is said before; they are one row.
    for (std::size_t i = 0; i < KeptRuns::kMaxRuns; ++i)
        m_kept->add(
            std::make_shared<const RunHistory>(m_document->session(), std::vector<std::string>()), {});
    pressStart();
    QTRY_VERIFY2(
        message().contains(QStringLiteral("To make room, 1 kept run will go: the oldest without a star.")),
        qPrintable(message()));
    pressStart();
}

void TestSweep::namesAreNotJoined()
{
    const auto lineStyle
        = [this] { return child<SweepPlot>("sweepPlot")->findChild<QCustomPlot*>()->graph(0)->lineStyle(); };
    QVERIFY(m_document->edit({}, [](SessionSpec& session) { session.training.steps = 5; }).ok());
    for (const auto& [index, style] : {std::pair(0, QCPGraph::lsLine), std::pair(1, QCPGraph::lsNone)}) {
        child<QComboBox>("sweepSetting")->setCurrentIndex(index);
        type(index == 0 ? QStringLiteral("1, 2") : QStringLiteral("float32, float8_from_mixed_bfloat16"));
        pressStart();
        QTRY_VERIFY_WITH_TIMEOUT(!m_panel->isRunning(), kTrainingMs);
        QCOMPARE(lineStyle(), style);
    }
}

void TestSweep::accumulatorsAreSetInEveryLayerThatSums()
{
    const auto points = sweepPoints(*m_document->session(), setting("accumulator"),
        QStringLiteral("sequential:bfloat16, chunked(64, bfloat16)"));
    QVERIFY2(points.ok(), points ? "" : points.error().text().c_str());
    QCOMPARE(points->size(), std::size_t{2});
    std::size_t layers = 0;
    for (const LayerSpec& layer : points->back().session->model.layers) {
        const bool sums = layer.className == "Dense";
        layers += sums ? 1 : 0;
        for (const NumericsOverride each : {NumericsOverride::ForwardAccumulator,
                 NumericsOverride::InputGradientAccumulator, NumericsOverride::WeightGradientAccumulator})
            QCOMPARE(layer.numerics[each],
                sums ? std::optional<std::string>("chunked:64:bfloat16") : std::nullopt);
    }
    QVERIFY(layers > 1);
    SessionSpec without = *m_document->session();
    without.model.layers.erase(without.model.layers.begin() + 1, without.model.layers.end());
    QVERIFY(!sweepPoints(without, setting("accumulator"), QStringLiteral("float32")).ok());
}

void TestSweep::aSweepIsStopped()
{
    QVERIFY(m_document->edit({}, [](SessionSpec& session) { session.training.steps = 2'000'000; }).ok());
    type(QStringLiteral("1..8"));
    pressStart();
    QVERIFY(m_panel->isRunning());
    pressStart();
    QVERIFY(!m_panel->isRunning());
    QCOMPARE(child<QPushButton>("startSweep")->text(), QStringLiteral("Start"));
    QVERIFY(m_kept->runs().empty());
    // And it can be started again.
    QVERIFY(m_document->edit({}, [](SessionSpec& session) { session.training.steps = 20; }).ok());
    type(QStringLiteral("1, 2"));
    pressStart();
    QTRY_VERIFY_WITH_TIMEOUT(!m_panel->isRunning(), kTrainingMs);
    QCOMPARE(m_kept->runs().size(), std::size_t{2});
}

/// Of runs that come from a file, whose names are in the language of then.
void TestSweep::aKeptSweepIsDrawnAgain()
{
    const SessionSpec base = *m_document->session();
    const auto save = [&](const char* id, const QString& values, const QString& title, const QString& sweep) {
        const Result<std::vector<SweepPoint>> points = sweepPoints(base, setting(id), values);
        std::vector<SavedRun> saved;
        for (const SweepPoint& point : *points) {
            RunHistory run(point.session, {"sequential/dense_1"});
            StepRecord record;
            record.loss = 1 + double(saved.size());
            RunTotals totals;
            totals.add(record);
            run.append({record}, totals);
            saved.push_back({run.recorded(),
                {.madeName = QString(title + point.value).toStdString(),
                    .givenName = saved.empty() ? "the first" : "",
                    .sweep = sweep.toStdString()}});
        }
        std::ranges::reverse(saved);
        m_kept->addSaved(std::move(saved), QStringLiteral("a.ulpsruns"));
    };
    auto* which = child<QComboBox>("sweepShown");
    QVERIFY(!which->isVisible());
    save("loss_scale", QStringLiteral("2^0, 2^4, 2^10, none"), QStringLiteral("Verlust-Skalierung "),
        QStringLiteral("scales"));
    m_kept->add(m_kept->runs().front().run->thinned(64), QStringLiteral("something"),
        QStringLiteral("seeds")); // of no override
    auto* plot = child<SweepPlot>("sweepPlot");
    QVERIFY(plot->isVisible() && which->isVisible());
    QCOMPARE(which->count(), 1);
    QCOMPARE(which->currentText(), QStringLiteral("scales"));
    QCOMPARE(child<QLabel>("sweepOf")->text(), QStringLiteral("Sweep of \"Circle\":"));
    QStringList readings;
    const auto read = [&] {
        readings.clear();
        QTest::keyClick(plot, Qt::Key_Home);
        for (int i = 0; i < 5; ++i, QTest::keyClick(plot, Qt::Key_Right))
            readings += plot->reading();
        readings.removeDuplicates();
        return readings.join(QLatin1Char(';'));
    };
    QCOMPARE(read(),
        QStringLiteral("loss scale 2^0: loss at the end 1.00;loss scale 2^4: loss at the end 2.00;"
                       "loss scale 2^10: loss at the end 3.00;loss scale none: loss at the end 4.00"));
    save("policy", QStringLiteral("float32, bfloat16"), {}, QStringLiteral("policies"));
    QCOMPARE(which->count(), 2);
    QCOMPARE(which->currentText(), QStringLiteral("scales"));
    which->setCurrentIndex(0);
    emit which->activated(0);
    QCOMPARE(child<QLabel>("sweepOf")->text(), QStringLiteral("Sweep of \"Circle\":"));
    QVERIFY2(
        read().contains(QStringLiteral("global policy bfloat16: loss at the end 2.00")), qPrintable(read()));
    // A double click or Return shows the run; deleting takes its point.
    QTest::keyClick(plot, Qt::Key_Home);
    QTest::keyClick(plot, Qt::Key_Return);
    QVERIFY(m_shown->run() && m_shown->run()->last().loss == 2);
    m_kept->remove(m_kept->ofSweep(QStringLiteral("policies")));
    QCOMPARE(which->currentText(), QStringLiteral("scales"));
    QVERIFY(read().contains(QStringLiteral("2^4")));
    // One that is trained is drawn in their place.
    type(QStringLiteral("2^0, 2^1"));
    pressStart();
    QTRY_VERIFY_WITH_TIMEOUT(!m_panel->isRunning(), kTrainingMs);
    QCOMPARE(which->currentText(), QStringLiteral("loss scale from 2^0 to 2^1"));
    QVERIFY(read().contains(QStringLiteral("loss scale 2^1")) && !read().contains(QStringLiteral("2^4")));
}

QTEST_MAIN(TestSweep)
#include "tst_sweep.moc"
