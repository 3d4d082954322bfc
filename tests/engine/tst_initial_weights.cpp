// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/session/session_file.h"
#include "engine/file/npz.h"
#include "engine/train/training_run.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>

using namespace ulpscope;

namespace {

SessionSpec circle()
{
    return *loadSession(std::filesystem::path(ULPSCOPE_SOURCE_DIR) / "resources/scenes/circle.ulps");
}

std::vector<NamedArray> weightsOf(double kernel)
{
    const auto filled = [&](const char* name, std::vector<std::int64_t> shape, double value) {
        std::size_t count = 1;
        for (const std::int64_t extent : shape)
            count *= static_cast<std::size_t>(extent);
        return NamedArray{name, {std::move(shape), std::vector<double>(count, value)}};
    };
    return {filled("sequential/dense_1/kernel", {2, 16}, kernel),
        filled("sequential/dense_1/bias", {16}, 0.5), filled("sequential/dense_2/kernel", {16, 16}, kernel),
        filled("sequential/dense_2/bias", {16}, 0), filled("sequential/logits/kernel", {16, 1}, kernel),
        filled("sequential/logits/bias", {1}, -1)};
}

const double* doubles(const NamedArray& named)
{
    return std::get<std::vector<double>>(named.array.values).data();
}

} // namespace

class TestInitialWeights : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { m_kernels = std::make_unique<Kernels>(*Kernels::load()); }
    void everyLaneStartsFromTheFileRoundedToItsOwnDtype();
    void aRelativePathStartsFromTheSessionsFolder();
    void aSequentialMayHaveAnotherNameOrNone();
    void refusesWhatDoesNotFit_data();
    void refusesWhatDoesNotFit();
    void aNaNOfTheDataOrTheWeightsIsSaidToComeFromThere();
    void withoutShufflingEveryEpochHasTheOrderOfTheData();

private:
    std::string message(const std::vector<NamedArray>& weights);

    std::unique_ptr<Kernels> m_kernels;
    QTemporaryDir m_folder;
};

void TestInitialWeights::everyLaneStartsFromTheFileRoundedToItsOwnDtype()
{
    const std::string file = m_folder.filePath("w.npz").toStdString();
    QVERIFY(saveNpz(file, weightsOf(0.1)).ok());
    SessionSpec half = circle();
    half.training.initialWeights = file;
    SessionSpec mixed = half;
    half.policies.global = *getPolicy("float16");
    mixed.policies.global = *getPolicy("mixed_float16");
    const auto run = TrainingRun::create({half, mixed}, *m_kernels);
    QVERIFY2(run.ok(), run ? "" : run.error().text().c_str());
    QVERIFY(run->referenceWeights() == weightsOf(0.1));
    QCOMPARE(std::get<std::vector<float>>(run->weights(0)[0].array.values)[3], 0.0999755859375F);
    QCOMPARE(std::get<std::vector<float>>(run->weights(1)[0].array.values)[3], 0.1F);
    QCOMPARE(doubles(run->referenceWeights()[1])[0], 0.5);
}

void TestInitialWeights::aRelativePathStartsFromTheSessionsFolder()
{
    QVERIFY(saveNpz(m_folder.filePath("near.npz").toStdString(), weightsOf(0.25)).ok());
    SessionSpec session = circle();
    session.training.initialWeights = "near.npz";
    const std::string path = m_folder.filePath("s.ulps").toStdString();
    QVERIFY(saveSession(path, session).ok());
    const auto run = TrainingRun::create(*loadSession(path), *m_kernels);
    QVERIFY2(run.ok(), run ? "" : run.error().text().c_str());
    QCOMPARE(doubles(run->referenceWeights()[0])[0], 0.25);
    QVERIFY(!TrainingRun::create(session, *m_kernels).ok()); // the scenes' folder has no such file
}

std::string TestInitialWeights::message(const std::vector<NamedArray>& weights)
{
    const std::string file = m_folder.filePath("w.npz").toStdString();
    if (!saveNpz(file, weights))
        return "cannot save";
    SessionSpec session = circle();
    session.training.initialWeights = file;
    const auto run = TrainingRun::create(session, *m_kernels);
    if (run)
        return "no error";
    const std::string text = run.error().text();
    const std::string begin = "training.initial_weights: " + file + ": ";
    return text.starts_with(begin) ? text.substr(begin.size()) : text;
}

void TestInitialWeights::aSequentialMayHaveAnotherNameOrNone()
{
    SessionSpec session = circle();
    session.training.initialWeights = m_folder.filePath("renamed.npz").toStdString();
    for (const std::string name : {"my_model/", "sequential_1/", ""}) {
        std::vector<NamedArray> weights = weightsOf(0.1);
        for (NamedArray& named : weights)
            named.name = name + named.name.substr(named.name.find('/') + 1);
        QVERIFY(saveNpz(session.training.initialWeights, weights).ok());
        const auto run = TrainingRun::create(session, *m_kernels);
        QVERIFY2(run.ok(), run ? "" : run.error().text().c_str());
        QVERIFY(run->referenceWeights() == weightsOf(0.1));
    }
    std::vector<NamedArray> twice = weightsOf(0.1);
    twice.push_back({"other/dense_1/kernel", twice[0].array});
    QVERIFY(message(twice).starts_with("unknown variable 'other/dense_1/kernel'"));
}

void TestInitialWeights::refusesWhatDoesNotFit_data()
{
    QTest::addColumn<int>("change");
    QTest::addColumn<QString>("expected");
    QTest::newRow("missing") << 0 << "it has no array 'sequential/dense_2/bias'";
    QTest::newRow("another shape")
        << 1 << "expected 'sequential/dense_1/bias' to have the shape (16,), got (4, 4)";
    QTest::newRow("one too many")
        << 2 << "unknown variable 'sequential/dense_1/kernels'; did you mean 'sequential/dense_1/kernel'?";
    QTest::newRow("seven axes") << 3 << "expected 'sequential/dense_1/bias' to have the shape (16,)";
}

void TestInitialWeights::refusesWhatDoesNotFit()
{
    QFETCH(int, change);
    QFETCH(QString, expected);
    std::vector<NamedArray> weights = weightsOf(0.1);
    if (change == 0)
        weights.erase(weights.begin() + 3);
    if (change == 1)
        weights[1].array.shape = {4, 4};
    if (change == 2)
        weights.push_back({"sequential/dense_1/kernels", weights[0].array});
    if (change == 3)
        weights[1].array.shape = {16, 1, 1, 1, 1, 1, 1};
    QCOMPARE(QString::fromStdString(message(weights)), expected);
}

void TestInitialWeights::aNaNOfTheDataOrTheWeightsIsSaidToComeFromThere()
{
    const double nan = std::nan("");
    const auto sentence = [&](std::size_t feature, std::size_t target, std::size_t weight, double value) {
        std::vector<double> x(8, 0.5);
        std::vector<double> y(4, 1);
        std::vector<NamedArray> weights = weightsOf(0.1);
        (feature < 8         ? x[feature]
                : target < 4 ? y[target]
                             : std::get<std::vector<double>>(weights[0].array.values)[weight])
            = value;
        const std::string data = m_folder.filePath("d.npz").toStdString();
        const std::string file = m_folder.filePath("w.npz").toStdString();
        if (!saveNpz(data, {{"x", {{4, 2}, x}}, {"y", {{4}, y}}}) || !saveNpz(file, weights))
            return std::string("cannot save");
        SessionSpec session = circle();
        session.data = {"npz", {{"file", data}, {"task", std::string("regression")}, {"test_share", 0.0}}};
        session.training.loss = {"MeanSquaredError", {}};
        session.training.shuffle = false;
        session.training.initialWeights = file;
        auto run = TrainingRun::create(session, *m_kernels);
        if (!run)
            return run.error().text();
        run->step();
        const std::shared_ptr<const Birthplace> birth = run->totals().birthplace;
        return birth ? birth->sentence : std::string("none");
    };
    const std::string begin = "The first value that is not finite is NaN in ";
    QCOMPARE(sentence(5, 9, 9, nan),
        begin
            + "sequential/input_layer, output [2, 1] at step 0: it comes with example 2 of the training data.");
    QCOMPARE(sentence(9, 3, 9, nan),
        begin + "the targets [3] at step 0: it comes with example 3 of the training data.");
    // Finite in the file.
    QCOMPARE(sentence(5, 9, 9, -1e300),
        "The first value that is not finite is -infinity in sequential/input_layer, output [2, 1] at step 0: example 2 "
        "of the training data has -1e+300, which float32 does not reach.");
    QCOMPARE(sentence(9, 9, 18, nan),
        begin + "sequential/dense_1, kernel [1, 2] at step 0: it was there before the step.");
}

void TestInitialWeights::withoutShufflingEveryEpochHasTheOrderOfTheData()
{
    BatchOrder order(5, 2, 1, false);
    for (int epoch = 0; epoch < 2; ++epoch) {
        QCOMPARE(order.batch(3 * epoch), (std::vector<std::int64_t>{0, 1}));
        QCOMPARE(order.batch(3 * epoch + 1), (std::vector<std::int64_t>{2, 3}));
        QCOMPARE(order.batch(3 * epoch + 2), (std::vector<std::int64_t>{4}));
    }
}

QTEST_APPLESS_MAIN(TestInitialWeights)
#include "tst_initial_weights.moc"
