// SPDX-License-Identifier: GPL-3.0-or-later
// What makes a model fit data that it does not fit: the fewest changes, told in words; what fits is left alone.
#include "engine/file/whole_file.h"
#include "engine/loss/loss_catalog.h"
#include "engine/model/model_plan.h"
#include "engine/session/checked_session.h"
#include "engine/session/data_repair.h"

#include <QTemporaryDir>
#include <QTest>

using namespace ulpscope;

Q_DECLARE_METATYPE(SessionSpec)
Q_DECLARE_METATYPE(DataShape)

namespace {

using Extents = std::vector<std::int64_t>;

LayerSpec layer(const char* name, const char* className, Config config = {})
{
    return {name, className, std::move(config), {}, {}};
}

SessionSpec session(const Extents& input, std::vector<LayerSpec> layers, Component loss)
{
    SessionSpec result;
    result.model.layers = {layer("input", "InputLayer", {{"shape", input}})};
    result.model.layers.insert(result.model.layers.end(), layers.begin(), layers.end());
    result.data = {"csv", {}};
    result.training.loss = std::move(loss);
    result.training.optimizer = {"SGD", {}};
    result.training.lossScale = {"none", {}};
    return result;
}

LayerSpec dense(std::int64_t units, const char* activation = "linear")
{
    return layer("dense", "Dense", {{"units", units}, {"activation", std::string(activation)}});
}

} // namespace

class TestDataRepair : public QObject
{
    Q_OBJECT

private slots:
    void theFewestChanges_data();
    void theFewestChanges();
    void probabilitiesBecomeLogits();
    void whatCannotBeMended();
    void featuresAlone();
    void dataAreRead();
};

void TestDataRepair::theFewestChanges_data()
{
    QTest::addColumn<SessionSpec>("before");
    QTest::addColumn<DataShape>("data");
    QTest::addColumn<QString>("text");
    const Component sparse{"SparseCategoricalCrossentropy", {{"from_logits", true}}};
    const Component binary{"BinaryCrossentropy", {{"from_logits", true}}};
    const Component squared{"MeanSquaredError", {}};
    const auto row
        = [](const char* name, const SessionSpec& before, const DataShape& data, const char* text) {
              QTest::newRow(name) << before << data << QString::fromLatin1(text);
          };
    row("it fits", session({4}, {dense(3)}, sparse), {{4}, 1, 3}, "");
    row("more outputs than classes fit", session({4}, {dense(9)}, sparse), {{4}, 1, 3}, "");
    row("the input", session({2}, {dense(3)}, sparse), {{12}, 1, 3}, "Set the input to 12");
    row("the units", session({4}, {dense(2)}, sparse), {{4}, 1, 3}, "Set the last layer to 3 units");
    row("the loss", session({4}, {dense(3)}, binary), {{4}, 1, 3}, "Use SparseCategoricalCrossentropy");
    row("units and loss", session({4}, {dense(1)}, binary), {{4}, 1, 3},
        "Set the last layer to 3 units, use SparseCategoricalCrossentropy");
    row("two classes for a loss of several", session({4}, {dense(2)}, sparse), {{4}, 1, 2}, "");
    row("numbers in place of classes", session({4}, {dense(3)}, sparse), {{4}, 1, 0},
        "Set the last layer to 1 unit, use MeanSquaredError");
    row("several numbers", session({4}, {dense(1)}, squared), {{4}, 5, 0}, "Set the last layer to 5 units");
    row("classes in place of numbers", session({4}, {dense(1)}, squared), {{4}, 1, 2},
        "Use BinaryCrossentropy");
    row("pictures", session({4}, {dense(8, "relu"), dense(1)}, binary), {{28, 28}, 1, 10},
        "Set the input to 28 x 28, flatten it, set the last layer to 10 units, use SparseCategoricalCrossentropy");
    row("behind a layer that keeps the shape",
        session({4}, {dense(2), layer("softmax", "Softmax")}, {"SparseCategoricalCrossentropy", {}}),
        {{4}, 1, 3}, "Set the last layer to 3 units");
    row("a class for each character",
        session({8},
            {layer(
                 "embedding", "Embedding", {{"input_dim", std::int64_t{9}}, {"output_dim", std::int64_t{4}}}),
                dense(9)},
            sparse),
        {{16}, 16, 30}, "Set the input to 16, set the last layer to 30 units");
}

void TestDataRepair::theFewestChanges()
{
    QFETCH(SessionSpec, before);
    QFETCH(DataShape, data);
    before.model.layers.back().name = "last";
    const std::optional<DataRepair> repair = repairForData(before, data);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(repair ? repair->text() : ""), text);
    if (!repair)
        return;
    SessionSpec after = before;
    repair->change(after);
    QVERIFY(checkSession(after).ok());
    const Result<ModelPlan> plan = planModel(after.model, after.policies, 1);
    QVERIFY(plan.ok());
    Shape input;
    for (const std::int64_t extent : data.features)
        input.append(extent);
    QVERIFY(plan->layers.front().outputShape == input);
    const Component loss = *checkComponent(lossCatalog(), "loss", after.training.loss);
    QVERIFY(findRow(lossCatalog(), loss.className)
                ->targets.fits(plan->layers.back().outputShape, data.targetsPerExample, data.classes)
                .ok());
    QVERIFY(!repairForData(after, data)); // nothing is left to mend
}

/// A sigmoid's outputs are no probabilities of several classes.
void TestDataRepair::probabilitiesBecomeLogits()
{
    SessionSpec before = session({4}, {dense(1, "sigmoid")}, {"BinaryCrossentropy", {}});
    repairForData(before, {{4}, 1, 3})->change(before);
    QVERIFY(before.model.layers.back().config.find("activation") == nullptr);
    QVERIFY(before.training.loss.config.flag("from_logits"));
    SessionSpec softmax = session({4}, {dense(3, "softmax")}, {"MeanSquaredError", {}});
    repairForData(softmax, {{4}, 1, 3})->change(softmax);
    QCOMPARE(softmax.model.layers.back().config.text("activation"), std::string("softmax"));
    QVERIFY(!softmax.training.loss.config.flag("from_logits"));
}

void TestDataRepair::whatCannotBeMended()
{
    // What makes the output is no Dense layer; a convolution does not take a list of numbers.
    const Component sparse{"SparseCategoricalCrossentropy", {{"from_logits", true}}};
    QVERIFY(!repairForData(session({4}, {layer("norm", "LayerNormalization")}, sparse), {{4}, 1, 5}));
    const SessionSpec convolution = session({8, 8, 1},
        {layer("conv", "Conv2D", {{"filters", std::int64_t{2}}, {"kernel_size", Extents{3, 3}}}),
            layer("flatten", "Flatten"), dense(3)},
        sparse);
    QVERIFY(checkSession(convolution).ok());
    QVERIFY(!repairForData(convolution, {{4}, 1, 3}));
}

void TestDataRepair::featuresAlone()
{
    const SessionSpec before = session({2}, {dense(8), dense(1)}, {"BinaryCrossentropy", {}});
    SessionSpec named = before;
    named.model.layers.back().name = "last";
    QVERIFY(!repairForFeatures(named, {2}));
    QCOMPARE(repairForFeatures(named, {16})->text(), std::string("Set the input to 16"));
    QCOMPARE(repairForFeatures(named, {28, 28})->text(), std::string("Set the input to 28 x 28, flatten it"));
}

void TestDataRepair::dataAreRead()
{
    const QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("a.csv")).toStdString();
    QVERIFY(writeWholeFile(file, "a,b,y\n1,2,0\n2,3,1\n3,4,2\n").ok());
    SessionSpec before = session({5}, {dense(1)}, {"BinaryCrossentropy", {}});
    before.data.config.set("file", file);
    QCOMPARE(repairAfterReading(before)->text(),
        std::string("Set the input to 2, set the last layer to 3 units, use SparseCategoricalCrossentropy"));
    before.data.config.set("file", file + ".gone");
    QVERIFY(!repairAfterReading(before));
}

QTEST_GUILESS_MAIN(TestDataRepair)
#include "tst_data_repair.moc"
