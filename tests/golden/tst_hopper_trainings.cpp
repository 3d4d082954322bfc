// SPDX-License-Identifier: GPL-3.0-or-later
// Trainings of PyTorch under torch.autocast, and of Keras on PyTorch, that ran on an H200 (make_hopper.py beside this file): after 1, 5 and
// 50 steps (Keras: 1 and 50) each variable has the same bits.
#include "engine/base/sha256.h"
#include "engine/dtype/formats.h"
#include "engine/file/npz.h"
#include "engine/policy/dtype_policy.h"
#include "engine/session/arithmetic_choice.h"
#include "engine/train/training_run.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <functional>
#include <map>

using namespace ulpscope;

namespace {

const QString kFolder = QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/hopper_trainings/");

/// By steps and variable: the digest of its bytes.
using Moments = std::map<int, std::map<std::string, std::string>>;

std::map<QString, Moments> recordings()
{
    std::map<QString, Moments> all;
    QFile file(kFolder + QStringLiteral("trainings.csv"));
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
        return all;
    while (!file.atEnd()) {
        const QString line = QString::fromLatin1(file.readLine()).trimmed();
        const QStringList cells = line.split(u',');
        if (!line.startsWith(u'#') && cells.size() == 4)
            all[cells[0]][cells[1].toInt()][cells[2].toStdString()] = cells[3].toStdString();
    }
    return all;
}

std::string digestOf(const NpyArray& array)
{
    const auto& values = std::get<std::vector<float>>(array.values);
    Sha256 sum;
    sum.add({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)});
    return sum.digits();
}

LayerSpec dense(const char* name, std::int64_t units, const char* activation)
{
    return {name, "Dense", {{"units", units}, {"activation", std::string(activation)}}, {}, {}};
}

/// "torch.mlp.ce.f16.adam" or "keras.mixed_float16.mse".
SessionSpec sessionOf(const QString& name)
{
    const QStringList words = name.split(u'.');
    const bool isTorch = words[0] == QStringLiteral("torch");
    const std::string policy = !isTorch     ? words[1].toStdString()
        : words[3] == QStringLiteral("f16") ? "mixed_float16"
                                            : "mixed_bfloat16";
    const bool areClasses = words.contains(QStringLiteral("ce"));
    SessionSpec session;
    session.model.layers = {{"input", "InputLayer", {{"shape", std::vector<std::int64_t>{64}}}, {}, {}},
        dense("dense_0", 128, "relu"), dense("dense_2", 128, "relu"), dense("dense_4", 10, "linear")};
    session.policies.global = *getPolicy(policy);
    const std::string file = (kFolder + words[0] + QStringLiteral(".npz")).toStdString();
    session.data = {"npz",
        {{"file", file}, {"task", std::string(areClasses ? "classification" : "regression")},
            {"targets", std::string(areClasses ? "class" : "target")}, {"test_share", 0.0}}};
    TrainingSpec& training = session.training;
    training.batchSize = 64;
    training.steps = 50;
    training.shuffle = false;
    training.loss = areClasses ? Component{"SparseCategoricalCrossentropy", {{"from_logits", true}}}
                               : Component{"MeanSquaredError", {}};
    training.optimizer = name.endsWith(QStringLiteral("adam"))
        ? Component{"Adam", {{"learning_rate", 0.001}, {"epsilon", 1e-8}}}
        : Component{"SGD", {{"learning_rate", 0.1}}};
    training.lossScale = {"none", {}};
    if (policy == "mixed_float16")
        training.lossScale
            = isTorch ? Component{"grad_scaler", {{"init_scale", 65536.0}}} : Component{"dynamic", {}};
    training.arithmetic = isTorch ? ArithmeticKind::TorchHopper : ArithmeticKind::KerasTorchHopper;
    session.probes = {1000, WatchMode::Step};
    return session;
}

/// The session begins with the recorded weights.
void useRecordedStart(SessionSpec& session, const QTemporaryDir& folder)
{
    std::vector<NamedArray> starts;
    std::vector<NamedArray> recorded = *loadNpz(session.data.config.text("file"));
    for (NamedArray& array : recorded)
        if (array.name.starts_with("sequential/"))
            starts.push_back(std::move(array));
    QCOMPARE(starts.size(), 6U);
    session.training.initialWeights = folder.filePath(QStringLiteral("weights.npz")).toStdString();
    QVERIFY(saveNpz(session.training.initialWeights, starts).ok());
}

} // namespace

class TestHopperTrainings : public QObject
{
    Q_OBJECT

private slots:
    void variablesHaveTheBitsOfAnH200_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto& [name, moments] : recordings())
            QTest::newRow(qPrintable(name)) << name;
    }
    void variablesHaveTheBitsOfAnH200()
    {
        QFETCH(QString, name);
        const Moments moments = recordings()[name];
        SessionSpec session = sessionOf(name);
        QTemporaryDir folder;
        useRecordedStart(session, folder);
        QCOMPARE(chosenArithmetic(session), *session.training.arithmetic);
        const Result<Kernels> kernels = Kernels::load();
        Result<TrainingRun> run = TrainingRun::create(session, *kernels);
        QVERIFY2(run.ok(), run.ok() ? "" : run.error().text().c_str());
        std::size_t seen = 0;
        for (int steps = 1; steps <= 50; ++steps) {
            run->step();
            if (!moments.contains(steps))
                continue;
            for (const NamedArray& weights : run->weights()) {
                QVERIFY2(digestOf(weights.array) == moments.at(steps).at(weights.name),
                    qPrintable(QStringLiteral("%1 after %2 steps")
                                   .arg(QString::fromStdString(weights.name))
                                   .arg(steps)));
                ++seen;
            }
        }
        QCOMPARE(seen, 6 * moments.size());
    }

    void everyTrainingIsThere() { QCOMPARE(recordings().size(), 16U); }

    void whatIsNotRecordedIsRefused()
    {
        const auto refused = [](const char* name, const std::function<void(ModelSpec & model)>& change) {
            SessionSpec session = sessionOf(QString::fromLatin1(name));
            change(session.model);
            return chosenArithmetic(session) == ArithmeticKind::Written;
        };
        const auto units = [](std::size_t layer, std::int64_t count) {
            return [=](ModelSpec& model) { model.layers[layer].config.set("units", count); };
        };
        const auto under = [](const char* policy) {
            return [=](ModelSpec& model) { model.layers[2].policy = *getPolicy(policy); };
        };
        QVERIFY(!refused("torch.mlp.ce.f16.sgd", units(2, 2048)));
        QVERIFY(refused("torch.mlp.ce.f16.sgd", units(2, 2049)));
        QVERIFY(!refused("torch.mlp.ce.f16.sgd", units(3, 1024)));
        QVERIFY(refused("torch.mlp.ce.f16.sgd", units(3, 1025)));
        QVERIFY(!refused("torch.mlp.mse.f16.sgd", units(3, 1025)));
        QVERIFY(refused("torch.mlp.ce.f16.sgd", under("float32")));
        QVERIFY(refused("keras.mixed_float16.mse", under("mixed_bfloat16")));
        QVERIFY(refused("keras.mixed_float16.mse",
            [](ModelSpec& model) { model.layers[1].config.set("activation", std::string("gelu")); }));
    }

    /// Keras on PyTorch does round to float8 (keras_torch.npz, losses of the recorded trainings with mean squared error).
    void theFirstLossIsThatOfAnH200_data()
    {
        QTest::addColumn<double>("loss");
        QTest::newRow("keras.mixed_bfloat16.mse") << 0.6235772371292114;
        QTest::newRow("keras.mixed_float16.mse") << 0.6237632632255554;
        QTest::newRow("keras.float8_from_mixed_bfloat16.mse") << 0.621089518070221;
        QTest::newRow("keras.float8_from_mixed_float16.mse") << 0.6203190088272095;
    }
    void theFirstLossIsThatOfAnH200()
    {
        QFETCH(double, loss);
        SessionSpec session = sessionOf(QString::fromLatin1(QTest::currentDataTag()));
        QTemporaryDir folder;
        useRecordedStart(session, folder);
        TrainingRun run = *TrainingRun::create(session, *Kernels::load());
        run.step();
        // 640 positive terms, whose sum in any order of float32 is at most 639 half ulps from the exact one: twice that.
        const double tolerance = 2 * 639 * 0x1p-24 * loss;
        QVERIFY2(std::fabs(run.record().loss - loss) <= tolerance,
            qPrintable(QString::number(run.record().loss, 'g', 17)));
    }

    void theRowsDifferInWhetherItBecomesNan()
    {
        SessionSpec session = sessionOf(QStringLiteral("keras.float8_from_mixed_float16.mse"));
        QTemporaryDir folder;
        useRecordedStart(session, folder);
        const auto divergedAt = [&](ArithmeticKind kind) {
            session.training.arithmetic = kind;
            TrainingRun run = *TrainingRun::create(session, *Kernels::load());
            while (run.stepsDone() < 50)
                run.step();
            return run.totals().divergedAt;
        };
        QCOMPARE(divergedAt(ArithmeticKind::Written), std::optional<std::int64_t>(2));
        QCOMPARE(
            divergedAt(ArithmeticKind::KerasTorchHopper), std::optional<std::int64_t>()); // nor on the H200
    }

    /// Proves that the row is what makes them equal.
    void otherwiseTheyAreOthers()
    {
        SessionSpec session = sessionOf(QStringLiteral("torch.mlp.mse.f16.sgd"));
        const Result<Kernels> kernels = Kernels::load();
        const auto weightsUnder = [&](ArithmeticKind kind) {
            session.training.arithmetic = kind;
            TrainingRun run = *TrainingRun::create(session, *kernels);
            for (int i = 0; i < 5; ++i)
                run.step();
            return digestOf(run.weights().front().array);
        };
        const std::string hopper = weightsUnder(ArithmeticKind::TorchHopper);
        QVERIFY(weightsUnder(ArithmeticKind::Torch) != hopper);
        QVERIFY(weightsUnder(ArithmeticKind::KerasTorchHopper) != hopper);
    }
};

QTEST_GUILESS_MAIN(TestHopperTrainings)
#include "tst_hopper_trainings.moc"
