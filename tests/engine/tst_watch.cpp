// SPDX-License-Identifier: GPL-3.0-or-later
// Watches: what a person writes of recorded metrics is read with its place, found in a run, and holds where it should.
#include "engine/session/stop_condition.h"
#include "tests/engine/small_sessions.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace ulpscope;

class TestWatch : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void errorsHaveAColumn_data();
    void errorsHaveAColumn();
    void comparisonsAreThoseOfNumbers();
    void metricsAreThoseOfTheRecords();
    void tensorsAreFoundByTheEndOfTheirPath_data();
    void tensorsAreFoundByTheEndOfTheirPath();
    void anEndThatIsSeveralsIsRefused();
    void whatIsNotRecordedIsNotRead();
    void aStopIsWhereItBecomesTrue();
    void rulesAreNamesOrExpressions();
    void hostileTextsEndInAnError();

private:
    std::shared_ptr<const Kernels> m_kernels;
};

void TestWatch::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::make_shared<const Kernels>(std::move(kernels).value());
}

void TestWatch::errorsHaveAColumn_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* text, const char* place, const char* words) {
        QTest::newRow(text) << QString::fromLatin1(place) << QString::fromLatin1(words);
    };
    row("", "column 1", "amax(dense_2.output)/65504 > 0.9");
    row("losss > 1", "column 1", "did you mean 'loss'");
    row("loss > 1 +", "column 11", "missing");
    row("loss > 1 > 2", "column 10", "no meaning");
    row("loss >", "column 7", "missing");
    row("amaxx(a.output) > 1", "column 1", "did you mean 'amax'");
    row("amax > 1", "column 1", "such as amax(dense_2.output)");
    row("loss + amax(dense_2) > 1", "column 8", "a layer and its tensor");
    row("amax(dense_2.output", "column 5", "not closed");
    row("amax('dense_2.output) > 1", "column 5", "quote");
    row("amax() > 1", "column 1", "a layer and its tensor");
    row("loss = 1", "column 6", "no meaning");
    row("sqrt > 1", "column 6", "parentheses");
}

void TestWatch::errorsHaveAColumn()
{
    QFETCH(QString, place);
    QFETCH(QString, words);
    const Result<Watch> watch = Watch::parse(QTest::currentDataTag());
    QVERIFY(!watch.ok());
    QCOMPARE(QString::fromStdString(watch.error().place), place);
    QVERIFY2(QString::fromStdString(watch.error().message.text()).contains(words),
        watch.error().message.text().c_str());
}

void TestWatch::comparisonsAreThoseOfNumbers()
{
    const auto reading = [](const char* text, double loss) {
        StepRecord record;
        record.loss = loss;
        return *Watch::parse(text)->read(record);
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(reading("loss < 2", 1).holds && !reading("loss < 2", 2).holds);
    QVERIFY(reading("loss <= 2", 2).holds && !reading("loss <= 2", 3).holds);
    QVERIFY(reading("loss>2", 3).holds && !reading("loss>2", 2).holds);
    QVERIFY(reading("loss >= 2", 2).holds && !reading("loss >= 2", 1).holds);
    QVERIFY(reading("loss == 2", 2).holds && !reading("loss == 2", 1).holds);
    QVERIFY(reading("loss != 2", 1).holds && !reading("loss != 2", 2).holds);
    for (const char* text : {"loss < 2", "loss > 2", "loss <= 2", "loss >= 2", "loss == 2"})
        QVERIFY2(!reading(text, nan).holds, text);
    QVERIFY(reading("loss != loss", nan).holds);
    QCOMPARE(reading("2 * loss ^ 2 - 1 > 10 / 4", 3).value, 17.0);
    QCOMPARE(*reading("2 * loss ^ 2 - 1 > 10 / 4", 3).limit, 2.5);
    QVERIFY(!reading("log2(loss)", 8).limit && reading("log2(loss)", 8).value == 3);
}

void TestWatch::metricsAreThoseOfTheRecords()
{
    SessionSpec session = circle("mixed_float16");
    session.training.steps = 20;
    Result<TrainingRun> run = TrainingRun::create(session, *m_kernels);
    QVERIFY(run.ok());
    for (const NamedMeaning& metric : watchMetrics()) {
        Result<Watch> watch = Watch::parse(metric.name);
        QVERIFY2(watch.ok() && !watch->isCondition(), metric.name.c_str());
    }
    Watch watch = *Watch::parse("amax(dense_2.output) / 65504 > loss / 1e6");
    QVERIFY(!watch.read({})); // nothing is bound yet
    QVERIFY(watch.bind(run->paths(), run->recorded()).ok());
    int sampled = 0;
    for (int step = 0; step < 20; ++step) {
        QVERIFY(run->step());
        const std::optional<Watch::Reading> reading = watch.read(run->record());
        QCOMPARE(reading.has_value(), step % 8 == 0);
        if (!reading)
            continue;
        ++sampled;
        double amax = 0;
        for (const TensorPoint& point : run->record().tensors)
            if (run->paths()[point.path.index()] == "sequential/dense_2" && point.role == TensorRole::Output
                && point.metric == Metric::Amax)
                amax = point.value;
        QVERIFY(amax > 0);
        QCOMPARE(reading->value, amax / 65504);
        QCOMPARE(*reading->limit, run->record().loss / 1e6);
        QCOMPARE(reading->holds, amax / 65504 > run->record().loss / 1e6);
    }
    QCOMPARE(sampled, 3);
}

void TestWatch::tensorsAreFoundByTheEndOfTheirPath_data()
{
    QTest::addColumn<QString>("path"); // empty: refused
    QTest::addColumn<int>("role");
    const auto row = [](const char* text, const char* path, TensorRole role) {
        QTest::newRow(text) << QString::fromLatin1(path) << int(role);
    };
    row("amax(dense_2.output)", "sequential/dense_2", TensorRole::Output);
    row("amax( sequential/dense_2.output )", "sequential/dense_2", TensorRole::Output);
    row("amax('dense_2'.output)", "sequential/dense_2", TensorRole::Output);
    row("amax(dense_2.output_gradient)", "sequential/dense_2", TensorRole::OutputGradient);
    row("amax(dense_2.kernel)", "sequential/dense_2/kernel", TensorRole::Weight);
    row("amax(dense_2.kernel_gradient)", "sequential/dense_2/kernel", TensorRole::WeightGradient);
    row("amax(dense_2/bias.weight_gradient)", "sequential/dense_2/bias", TensorRole::WeightGradient);
    row("lost_percent(dense_2.kernel_update)", "sequential/dense_2/kernel", TensorRole::Update);
    row("amax(ense_2.output)", "", TensorRole::Output);
    row("amax(dense_2.weight)", "", TensorRole::Weight);
    row("amax(dense_9.output)", "", TensorRole::Output);
}

void TestWatch::tensorsAreFoundByTheEndOfTheirPath()
{
    QFETCH(QString, path);
    QFETCH(int, role);
    SessionSpec session = circle("float32");
    session.training.steps = 1;
    const Result<TrainingRun> run = TrainingRun::create(session, *m_kernels);
    QVERIFY(run.ok());
    Result<Watch> watch = Watch::parse(QTest::currentDataTag());
    QVERIFY2(watch.ok(), watch.ok() ? "" : watch.error().text().c_str());
    const Status bound = watch->bind(run->paths(), run->recorded());
    QCOMPARE(bound.ok(), !path.isEmpty());
    const WatchTerm& term = watch->terms().front();
    QCOMPARE(int(term.role), role);
    if (bound)
        QCOMPARE(QString::fromStdString(run->paths()[term.path->index()]), path);
    else
        QVERIFY2(
            bound.error().message.text().starts_with(term.text + ": "), bound.error().message.text().c_str());
}

void TestWatch::anEndThatIsSeveralsIsRefused()
{
    const std::vector<std::string> paths{"a/dense", "b/dense", "dense"};
    const std::vector<RecordedTensor> two{{PathId(0), TensorRole::Output}, {PathId(1), TensorRole::Output}};
    Watch watch = *Watch::parse("amax(dense.output) > 1");
    const Status refused = watch.bind(paths, two);
    QVERIFY(!refused.ok() && refused.error().message.text().find("a/dense and b/dense") != std::string::npos);
    Watch longer = *Watch::parse("amax(b/dense.output) > 1");
    QVERIFY(longer.bind(paths, two).ok() && longer.terms().front().path == PathId(1));
    // The whole path is that one, whatever else ends so, in either order.
    for (std::vector<RecordedTensor> all :
        {std::vector<RecordedTensor>{{PathId(0), TensorRole::Output}, {PathId(2), TensorRole::Output}},
            std::vector<RecordedTensor>{{PathId(2), TensorRole::Output}, {PathId(1), TensorRole::Output}}}) {
        QVERIFY(watch.bind(paths, all).ok());
        QVERIFY(watch.terms().front().path == PathId(2));
    }
}

void TestWatch::whatIsNotRecordedIsNotRead()
{
    StepRecord record;
    record.loss = 3;
    QVERIFY(!Watch::parse("reference_loss > 1")->read(record)); // in step watch
    QVERIFY(!Watch::parse("loss_scale > 1")->read(record));
    QVERIFY(Watch::parse("loss > 1")->read(record));
}

void TestWatch::aStopIsWhereItBecomesTrue()
{
    SessionSpec session = circle("float32");
    session.watches
        = {{"loss > 10", true}, {"loss > 2", false}, {"amax(nobody.output) > 1", true}, {"loss", true}};
    SessionStops stops(session.watches, {}, {});
    const auto met = [&](double loss) {
        StepRecord record;
        record.loss = loss;
        return stops.met(record);
    };
    QVERIFY(!met(1) && !met(5));
    QCOMPARE(*met(11), std::string("loss > 10"));
    QVERIFY(!met(12)); // it has been true
    QVERIFY(!met(9));
    QVERIFY(met(11).has_value());
    session.watches.push_back({"loss > 3", true});
    SessionStops others(session.watches, {}, {}); // while it stood still
    others.goOnFrom(stops);
    stops = others;
    QCOMPARE(*met(12), std::string("loss > 3")); // which is new; the other goes on to be true
    QVERIFY(!met(11));
    stops = SessionStops(session.watches, {}, {}); // it went back
    QVERIFY(met(11).has_value());
}

void TestWatch::rulesAreNamesOrExpressions()
{
    QCOMPARE(stopRuleOf("first-overflow")->title(), std::string("First overflow"));
    const Result<StopRule> expression = stopRuleOf("loss > 3");
    QVERIFY(expression.ok());
    QCOMPARE(expression->title(), std::string("loss > 3"));
    StepRecord record;
    record.loss = 4;
    QVERIFY(expression->holds(record));
    QVERIFY(!StopRule().holds(record) && !StopRule());
    const Result<StopRule> unknown = stopRuleOf("first");
    QVERIFY(!unknown.ok()
        && unknown.error().message.text().find("first-overflow, first-non-finite") != std::string::npos);
    const Result<StopRule> noComparison = stopRuleOf("abs(loss)");
    QVERIFY(!noComparison.ok());
    QCOMPARE(
        noComparison.error().text(), std::string("column 10: a comparison is missing here, such as > 0.9"));
    QCOMPARE(stopRuleOf("loss > x").error().place, std::string("column 8"));
}

void TestWatch::hostileTextsEndInAnError()
{
    const QByteArray minuses(300, '-');
    for (const QByteArray& text : {QByteArray(300, '('), QByteArray(minuses + '1'), QByteArray(401, '1'),
             QByteArray("amax(" + QByteArray(390, '(')), QByteArray("loss > \0", 8),
             QByteArray(minuses.left(65) + "loss > 1")})
        QVERIFY2(!Watch::parse({text.data(), std::size_t(text.size())}).ok(), text.constData());
}

QTEST_MAIN(TestWatch)
#include "tst_watch.moc"
