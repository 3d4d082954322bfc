// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings: names, folders, series, origins. What a layer's own arithmetic did is in tst_local_error.cpp.
#include "app/io/logs/brought_file.h"
#include "app/io/recordings/findings/nonfinite_origins.h"
#include "app/io/recordings/findings/recording_difference.h"
#include "app/io/recordings/recorded_series.h"
#include "app/io/recordings/recording_files.h"
#include "tests/app/written_safetensors.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>

using namespace ulpscope;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::filesystem::path pathIn(const QTemporaryDir& folder, const char* name)
{
    return std::filesystem::path(folder.path().toStdString()) / name;
}

/// One number a tensor.
WrittenTensor number(const std::string& name, double value, const std::string& dtype = "float16")
{
    return {name, dtype, {1}, {value}};
}

/// step 5: a has finite numbers, b makes an infinity of finite ones, c hands it on, d ends it.
std::vector<WrittenTensor> sickStep()
{
    return {number("5/a/input", 2), number("5/a/output", 3), number("5/b/weight", 40000),
        number("5/b/input", 3), number("5/b/output", kInfinity), number("5/c/input", kInfinity),
        number("5/c/output", NAN), number("5/d/input", -kInfinity), number("5/d/output", 0),
        number("5/e/output", kInfinity)};
}

std::vector<std::string> textsOf(const std::vector<Message>& messages)
{
    std::vector<std::string> texts;
    for (const Message& each : messages)
        texts.push_back(each.text());
    return texts;
}

const Origin* originOf(const OriginsReport& report, const std::string& path)
{
    for (const Origin& origin : report.origins)
        if (origin.path == path)
            return &origin;
    return nullptr;
}

} // namespace

class TestRecording : public QObject
{
    Q_OBJECT

private slots:
    void namesAreTakenApart_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("step");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("role");
        const auto row = [](const char* pattern, const char* name, const char* step, const char* path,
                             const char* role) {
            QTest::newRow(qPrintable(QString(pattern) + " " + name))
                << QString(pattern) << QString(name) << QString(step) << QString(path) << QString(role);
        };
        constexpr const char* kStandard = "{step}/{path}/{role}";
        row(kStandard, "12/dense/output", "12", "dense", "output");
        row(kStandard, "0012/a/b/query.kernel", "12", "a/b", "query.kernel");
        row(kStandard, "12/output", "-", "", "");
        row(kStandard, "x/dense/output", "-", "", "");
        row(kStandard, "12/dense/", "-", "", "");
        row(kStandard, "99999999999999999999/a/b", "-", "", "");
        row("{step}_{path}.{role}", "7_fc.1.weight", "7", "fc.1", "weight");
        row("tensor_dumps/{*}/iter_{step}/{path}_{role}", "tensor_dumps/rank_0/iter_000012/fc_1_weight", "12",
            "fc_1", "weight");
        row("{path}", "wo.weight", "0", "wo.weight", "tensor");
        row("{role}", "wo/weight", "-", "", "");
        row("{*}{path}{*}{role}", "aaaa", "0", "aa", "a");
    }

    void namesAreTakenApart()
    {
        QFETCH(QString, pattern);
        QFETCH(QString, name);
        QFETCH(QString, step);
        QFETCH(QString, path);
        QFETCH(QString, role);
        const std::optional<RecordedName> found
            = NamePattern::parse(pattern.toStdString())->match(name.toStdString());
        QCOMPARE(found.has_value(), step != "-");
        if (!found)
            return;
        QCOMPARE(QString::number(found->step), step);
        if (pattern.startsWith("{*}")) // which part is whose is not said
            return;
        QCOMPARE(QString::fromStdString(found->path), path);
        QCOMPARE(QString::fromStdString(found->role), role);
    }

    void wrongPatternsAreRefused_data()
    {
        QTest::addColumn<QString>("pattern");
        for (const char* pattern :
            {"", "{step}", "{path}{path}", "{layer}", "{path", "{*}{*}{*}{*}{*}{role}"})
            QTest::newRow(pattern) << QString(pattern);
    }

    void wrongPatternsAreRefused()
    {
        QFETCH(QString, pattern);
        QVERIFY(!NamePattern::parse(pattern.toStdString()).ok());
    }

    void aLongNameIsNotSearchedForLong()
    {
        const NamePattern pattern = *NamePattern::parse("{*}a{*}a{*}a{*}a{path}b");
        QVERIFY(!pattern.match(std::string(4000, 'a')));
        QVERIFY(!pattern.match(std::string(5000, 'b')));
    }

    void aFolderIsOneRecording()
    {
        const QTemporaryDir folder;
        writeSafetensors(pathIn(folder, "r/00000002.safetensors"),
            {number("2/a/output", 4), number("2/a/input", 8)},
            {{"stack", "torch 9"}, {"loss_scale", "1024.0"}});
        writeSafetensors(pathIn(folder, "r/00000001.safetensors"),
            {number("1/a/input", 1), number("1/b/input", 2)},
            {{"layers", R"({"a": {"class_name": "Dense", "config": {"units": 1}}})"}});
        std::ofstream(pathIn(folder, "r/readme.txt")) << "hello";
        Result<Recording> recording = Recording::open(pathIn(folder, "r"));
        QVERIFY2(recording.ok(), recording.ok() ? "" : recording.error().text().c_str());
        QCOMPARE(recording->steps(), (std::vector<std::int64_t>{1, 2}));
        QCOMPARE(recording->paths(), (std::vector<std::string>{"a", "b"}));
        QCOMPARE(recording->tensorsAt(2).front().name.role, std::string("output")); // as the file has them
        QCOMPARE(recording->tensorsAt(3).size(), std::size_t{0});
        QCOMPARE(recording->lossScale(2), 1024.0);
        QCOMPARE(recording->lossScale(1), 1.0);
        QCOMPARE(recording->stack(), std::string("torch 9"));
        QCOMPARE(recording->layer("a")->className, std::string("Dense"));
        QVERIFY(recording->layer("b") == nullptr);
        QCOMPARE(recording->notices().size(), std::size_t{1});
        QCOMPARE(recording->read(*recording->find(2, "a", "input"))->value(0), 8.0);
        QCOMPARE(recording->read(*recording->find(1, "b", "input"))->value(0), 2.0);
        const Result<std::vector<SeriesPoint>> series = seriesOf(*recording, "a/input");
        QCOMPARE(series->size(), std::size_t{2});
        QCOMPARE(series->back().summary.largest, 8.0);
        QCOMPARE(series->back().exponents, (std::map<int, std::uint64_t>{{3, 1}}));
    }

    void itsTensorsAreThoseOfOneFile()
    {
        const QTemporaryDir folder;
        writeSafetensors(pathIn(folder, "r/2.safetensors"), {number("2/a/output", 4)});
        writeSafetensors(
            pathIn(folder, "r/7.safetensors"), {number("7/a/output", 8), number("7/a/input", 1)});
        Result<Recording> opened = Recording::open(pathIn(folder, "r"));
        QVERIFY(opened.ok());
        const auto recording = std::make_shared<Recording>(*std::move(opened));
        const std::vector<RecordedSeries> series = seriesIn(*recording);
        QCOMPARE(series.size(), std::size_t{2});
        QCOMPARE(series.front().tensor(), std::string("a/output"));
        QCOMPARE(series.front().tensors, (std::vector<std::size_t>{0, 1}));
        const std::unique_ptr<TensorFile> file = asTensorFile(recording);
        QCOMPARE(file->tensors()[1].name, std::string("7/a/output"));
        QCOMPARE(file->read(1)->value(0), 8.0);
        QCOMPARE(file->read(0)->value(0), 4.0); // of another file
    }

    void aRecordingIsToldFromOtherFiles()
    {
        const QTemporaryDir folder;
        writeSafetensors(
            pathIn(folder, "r/3.safetensors"), {number("3/fc/output", 4), number("3/fc/weight", 4)});
        writeSafetensors(pathIn(folder, "weights.safetensors"),
            {number("fc.weight", 4), number("layers/0/attention.output.weight", 4)});
        writeSafetensors(pathIn(folder, "kept.safetensors"), {number("17:fc:weight", 4)});
        QVERIFY(openBroughtFile(pathIn(folder, "r/3.safetensors"))->recording != nullptr);
        QVERIFY(openBroughtFile(pathIn(folder, "r"))->recording != nullptr);
        const Result<BroughtFile> weights = openBroughtFile(pathIn(folder, "weights.safetensors"));
        QVERIFY(weights->tensors != nullptr && weights->recording == nullptr);
        QVERIFY(openBroughtFile(pathIn(folder, "kept.safetensors"))->tensors != nullptr);
        QVERIFY(keepPattern(pathIn(folder, "kept.safetensors"), *NamePattern::parse("{step}:{path}:{role}"))
                    .ok());
        const Result<BroughtFile> kept = openBroughtFile(pathIn(folder, "kept.safetensors"));
        QVERIFY(kept->recording != nullptr);
        QCOMPARE(kept->recording->steps(), std::vector<std::int64_t>{17});
        std::filesystem::create_directories(pathIn(folder, "empty"));
        QVERIFY(!openBroughtFile(pathIn(folder, "empty")).ok());
    }

    void filesNameWhatTheirTensorsDoNot()
    {
        const QTemporaryDir folder;
        writeSafetensors(pathIn(folder, "r/3/fc.safetensors"), {number("output", 4), number("input", 5)});
        writeSafetensors(pathIn(folder, "r/4/fc/output.safetensors"), {number("output", 6)});
        const Result<Recording> recording = Recording::open(pathIn(folder, "r"));
        QVERIFY2(recording.ok(), recording.ok() ? "" : recording.error().text().c_str());
        QVERIFY(recording->find(3, "fc", "input") != nullptr);
        QVERIFY(recording->find(4, "fc", "output") != nullptr);
    }

    void whatIsNoRecordingIsRefused()
    {
        const QTemporaryDir folder;
        writeSafetensors(pathIn(folder, "a.safetensors"), {number("weight", 4)});
        const Result<Recording> unnamed
            = Recording::open(pathIn(folder, "a.safetensors"), NamePattern::standard());
        QVERIFY(unnamed.error().message.text().find("the first is 'a/weight'") != std::string::npos);
        QVERIFY(!Recording::open(pathIn(folder, "nowhere")).ok());
        std::filesystem::create_directories(pathIn(folder, "empty"));
        QVERIFY(!Recording::open(pathIn(folder, "empty")).ok());
    }

    void commonNamesAreKnown_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("step");
        QTest::addColumn<QString>("tensor");
        const auto row = [](const char* file, const char* name, const char* step, const char* tensor) {
            QTest::newRow(qPrintable(QString(file) + " " + name))
                << QString(file) << QString(name) << QString(step) << QString(tensor);
        };
        row("r/a.safetensors", "step_7/fc.1/grad_output", "7", "fc.1/output_gradient");
        row("r/a.safetensors", "step_7/fc.weight.x/in", "7", "fc.weight.x/input");
        row("r/a.safetensors", "7/fc.weight", "7", "fc/weight");
        row("r/a.safetensors", "fc.0.weight", "0", "fc.0/weight");
        row("r/step_12.safetensors", "fc/out", "12", "fc/output");
        row("r/rank_0/iter_000012/fc_1_activation.safetensors", "high_precision", "12", "fc_1/input");
        row("r/fc/weight_grad/3.safetensors", "3", "3", "fc/weight_gradient");
    }

    void commonNamesAreKnown()
    {
        QFETCH(QString, file);
        QFETCH(QString, name);
        QFETCH(QString, step);
        QFETCH(QString, tensor);
        const QTemporaryDir folder;
        writeSafetensors(pathIn(folder, qPrintable(file)), {number(name.toStdString(), 4)});
        const Result<Recording> recording = Recording::open(pathIn(folder, "r"));
        QVERIFY2(recording.ok(), recording.ok() ? "" : recording.error().text().c_str());
        QCOMPARE(QString::number(recording->tensors().front().name.step), step);
        QCOMPARE(QString::fromStdString(recording->tensors().front().name.tensor()), tensor);
    }

    void aPatternIsKept()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file = pathIn(folder, "a.safetensors");
        writeSafetensors(file, {number("weight", 4)});
        QVERIFY(!keptPattern(file)->has_value());
        QVERIFY(keepPattern(file, *NamePattern::parse("{role}")).ok());
        QCOMPARE((*keptPattern(file))->text(), std::string("{role}"));
        QVERIFY(!keptPattern(pathIn(folder, "b.safetensors"))->has_value());
        std::ofstream(keptPatternFile(file)) << "{nothing}";
        QVERIFY(!keptPattern(file).ok());
    }

    void originsAreToldApart()
    {
        const QTemporaryDir folder;
        writeSafetensors(
            pathIn(folder, "r/0.safetensors"), {number("0/a/input", 1), number("0/a/output", 1)});
        writeSafetensors(pathIn(folder, "r/5.safetensors"), sickStep());
        Result<Recording> recording = Recording::open(pathIn(folder, "r"));
        const Result<std::optional<OriginsReport>> found = findOrigins(*recording, {}, 0, 1000);
        QVERIFY(found.ok() && found->has_value());
        const OriginsReport& report = **found;
        QCOMPARE(report.step, 5);
        QCOMPARE(report.tensors[*report.first].tensor->name.tensor(), std::string("b/output"));
        QVERIFY(originOf(report, "a") == nullptr);
        QCOMPARE(originOf(report, "b")->kind, OriginKind::Producer);
        QCOMPARE(originOf(report, "c")->kind, OriginKind::Propagator);
        QCOMPARE(originOf(report, "d")->kind, OriginKind::Stopper);
        QCOMPARE(originOf(report, "e")->kind, OriginKind::Unknown);
        QCOMPARE(report.road.size(), std::size_t{5}); // up to b/output
        QCOMPARE(report.tensors[report.road[2]].summary.largest, 40000.0);
    }

    void theRoadIsTheLastTwenty()
    {
        const QTemporaryDir folder;
        std::vector<WrittenTensor> tensors;
        for (int i = 0; i < 30; ++i)
            tensors.push_back(number("1/l" + std::to_string(i) + "/output", i < 25 ? i : kInfinity));
        writeSafetensors(pathIn(folder, "a.safetensors"), tensors);
        Result<Recording> recording = Recording::open(pathIn(folder, "a.safetensors"));
        const Result<std::optional<OriginsReport>> found = findOrigins(*recording, {}, 0, 1000);
        QCOMPARE((**found).road.size(), OriginsReport::kRoad);
        QCOMPARE((**found).tensors[(**found).road.back()].tensor->name.path, std::string("l25"));
    }

    void declaredInfinitiesAreNoFault()
    {
        const QTemporaryDir folder;
        writeSafetensors(pathIn(folder, "a.safetensors"),
            {number("1/scores/output", -kInfinity), number("1/softmax/input", -kInfinity),
                number("1/softmax/output", 0)});
        Result<Recording> recording = Recording::open(pathIn(folder, "a.safetensors"));
        const Result<std::optional<OriginsReport>> asked = findOrigins(*recording, {}, 0, 1000);
        QCOMPARE((**asked).hints.size(), std::size_t{1}); // it looks like a mask
        const Result<std::optional<OriginsReport>> half = findOrigins(*recording, {"scores/*"}, 0, 1000);
        QCOMPARE((**half).tensors[*(**half).first].tensor->name.tensor(), std::string("softmax/input"));
        const Result<std::optional<OriginsReport>> declared
            = findOrigins(*recording, {"scores/*", "*/input"}, 0, 1000);
        QVERIFY(declared.ok() && !declared->has_value());
        writeSafetensors(pathIn(folder, "b.safetensors"), {number("1/scores/output", NAN)});
        Result<Recording> withNan = Recording::open(pathIn(folder, "b.safetensors"));
        QVERIFY(findOrigins(*withNan, {"*"}, 0, 1000)->has_value()); // NaN is never meant
    }

    void declaredInfinitiesThatGoInAreSaid()
    {
        const QTemporaryDir folder;
        writeSafetensors(pathIn(folder, "a.safetensors"),
            {number("1/softmax/input", -kInfinity), number("1/softmax/output", NAN)});
        Result<Recording> recording = Recording::open(pathIn(folder, "a.safetensors"));
        const Result<std::optional<OriginsReport>> found = findOrigins(*recording, {"*/input"}, 0, 1000);
        const Origin* origin = originOf(**found, "softmax");
        QCOMPARE(origin->kind, OriginKind::Producer);
        QCOMPARE(origin->because.text(),
            std::string(
                "output has 1 NaN of 1, and of what goes in only input has any: 1 infinity of 1, which are declared as expected"));
    }

    void whatArisesBetweenLayersIsSaidToDoSo()
    {
        const QTemporaryDir folder;
        writeSafetensors(pathIn(folder, "a.safetensors"),
            {number("1/stem/input", 1), number("1/stem/output", 2), number("1/attn.q/output", 300),
                number("1/attn.k/output", -400), number("1/attn.softmax/input", kInfinity),
                number("1/attn.softmax/output", NAN)});
        Result<Recording> recording = Recording::open(pathIn(folder, "a.safetensors"));
        const Result<std::optional<OriginsReport>> found = findOrigins(*recording, {}, 0, 1000);
        QCOMPARE(textsOf((**found).hints),
            (std::vector<std::string>{
                "It arises between the layers, in code that no hook sees: attn.softmax/input has it where it is taken, and what layers "
                "made before is finite (attn.q/output, attn.k/output, at most 400 in magnitude)."}));
        writeSafetensors(
            pathIn(folder, "b.safetensors"), {number("1/stem/input", NAN), number("1/stem/output", NAN)});
        Result<Recording> data = Recording::open(pathIn(folder, "b.safetensors"));
        const Result<std::optional<OriginsReport>> brought = findOrigins(*data, {}, 0, 1000);
        QVERIFY((**brought).hints.front().text().find("it comes with the data") != std::string::npos);
    }

    /// As PyTorch's recorder notes it: an operation between layers with its operands and its line.
    void theOperationThatMadeItIsNamed()
    {
        const QTemporaryDir folder;
        const char* operations
            = R"([{"operation": "bmm", "derivative": null, "made": {"dtype": "float16", "shape": [2, 4], "nan": 1, "inf": 2, "amax": 9, )"
              R"("least": 0}, "operands": [{"dtype": "float16", "shape": [2, 8], "nan": 0, "inf": 0, "amax": 958.0, "least": 1.5}, )"
              R"({"dtype": "float16", "shape": [8, 4], "nan": 0, "inf": 1, "amax": 1113.0, "least": 0}], "layer": "1.attn", )"
              R"("file": "attention.py", "line": 13, "function": "forward", "code": "scores = q @ k.T"},)"
              R"( {"operation": "div", "derivative": "SqrtBackward0", "made": {"dtype": "float32", "shape": [], "nan": 0, "inf": 1}, )"
              R"("operands": []}, {"operation": 7}, 3])";
        const std::vector<WrittenTensor> tensors{
            number("1/q/output", 300), number("1/softmax/input", kInfinity)};
        writeSafetensors(pathIn(folder, "a.safetensors"), tensors, {{"operations", operations}});
        Result<Recording> recording = Recording::open(pathIn(folder, "a.safetensors"));
        const Result<std::optional<OriginsReport>> found = findOrigins(*recording, {}, 0, 1000);
        QCOMPARE(textsOf((**found).hints),
            (std::vector<std::string>{
                "The operation bmm in the layer 1.attn made 2 infinities and 1 NaN of 8. It took float16 [2, 8] with magnitudes from 1.5 to "
                "958; float16 [8, 4] with magnitudes from 0 to 1113 and 1 infinity of 32.",
                "It is called in line 13 of attention.py, in forward: scores = q @ k.T",
                "The operation div of the derivative SqrtBackward0 made 1 infinity of 1. It took nothing that is known."}));
        QCOMPARE((**found).operations.size(), std::size_t{2});
        // A step in which no operation made it got it from outside.
        writeSafetensors(pathIn(folder, "b.safetensors"), tensors, {{"operations", "[]"}});
        Result<Recording> brought = Recording::open(pathIn(folder, "b.safetensors"));
        QCOMPARE(textsOf((**findOrigins(*brought, {}, 0, 1000)).hints),
            (std::vector<std::string>{
                "softmax/input is not finite where it is taken, and no operation of the step made it so: it comes with the data."}));
        // What a weight had before the step an operation of the recorded step before made.
        writeSafetensors(pathIn(folder, "c/1.safetensors"), {number("1/a/input", 1), number("1/a/output", 1)},
            {{"operations", operations}});
        writeSafetensors(
            pathIn(folder, "c/2.safetensors"), {number("2/a/weight", kInfinity)}, {{"operations", "[]"}});
        Result<Recording> steps = Recording::open(pathIn(folder, "c"));
        QVERIFY((**findOrigins(*steps, {}, 0, 1000)).hints.front().text().find("bmm") != std::string::npos);
    }

    void backwardProducersAreFound()
    {
        const QTemporaryDir folder;
        writeSafetensors(pathIn(folder, "a.safetensors"),
            {number("1/a/weight", 1), number("1/a/input", 1), number("1/a/output", 1),
                number("1/a/output_gradient", 60000), number("1/a/weight_gradient", kInfinity)},
            {{"loss_scale", "65536"}});
        Result<Recording> recording = Recording::open(pathIn(folder, "a.safetensors"));
        const Result<std::optional<OriginsReport>> found = findOrigins(*recording, {}, 0, 1000);
        QCOMPARE(originOf(**found, "a")->kind, OriginKind::Producer);
        QCOMPARE(originOf(**found, "a")->tensor, std::string("weight_gradient"));
        QVERIFY((**found).hints.front().text().find("65536") != std::string::npos);
    }

    void aLayerInsideIsTheProducer()
    {
        const QTemporaryDir folder;
        writeSafetensors(pathIn(folder, "a.safetensors"),
            {number("1/mha/input", 1), number("1/mha/query/input", 1),
                number("1/mha/query/output", kInfinity), number("1/mha/output", kInfinity)});
        Result<Recording> recording = Recording::open(pathIn(folder, "a.safetensors"));
        const Result<std::optional<OriginsReport>> found = findOrigins(*recording, {}, 0, 1000);
        QCOMPARE(originOf(**found, "mha/query")->kind, OriginKind::Producer);
        QCOMPARE(originOf(**found, "mha")->kind, OriginKind::Propagator);
    }

    void recordingsAreAlignedByName()
    {
        const QTemporaryDir folder;
        writeSafetensors(pathIn(folder, "a.safetensors"),
            {number("1/fc1/output", 1), number("1/fc2/output", 2), number("1/fc3/output", 4),
                number("2/fc1/output", 1)});
        // As DistributedDataParallel names it, in another order, with a layer of another name and a step less.
        writeSafetensors(pathIn(folder, "b.safetensors"),
            {number("1/module.fc2/output", 2.001953125), number("1/module.fc1/output", 1),
                number("1/module.fc_3/output", 4), number("1/module.fc1/input", 1)});
        Result<Recording> a = Recording::open(pathIn(folder, "a.safetensors"));
        Result<Recording> b = Recording::open(pathIn(folder, "b.safetensors"));
        const Result<RecordingDifference> strict = compareRecordings(*a, *b, 0);
        QVERIFY2(strict.ok(), strict.ok() ? "" : strict.error().text().c_str());
        QCOMPARE(strict->tensors.size(), std::size_t{2});
        QCOMPARE(strict->tensors[*strict->first].name.path, std::string("fc2"));
        QCOMPARE(strict->tensors[*strict->first].difference->worstInUlps, 1.0); // 2^-9 at 2 in float16
        QVERIFY(!compareRecordings(*a, *b, 1)->first);
        QCOMPARE(textsOf(strict->onlyInFirst),
            (std::vector<std::string>{"step 2", "layer fc3; is it fc_3 in the other?"}));
        QCOMPARE(textsOf(strict->onlyInSecond),
            (std::vector<std::string>{"layer fc_3; is it fc3 in the other?", "fc1/input at step 1"}));
        const Result<RecordingDifference> told = compareRecordings(*a, *b, 1, {{"module.fc_3", "fc3"}});
        QCOMPARE(told->tensors.size(), std::size_t{3});
    }

    void aTensorOfAnotherShapeIsADifference()
    {
        const QTemporaryDir folder;
        writeSafetensors(pathIn(folder, "a.safetensors"), {number("1/a/output", 1)});
        writeSafetensors(pathIn(folder, "b.safetensors"), {{"1/a/output", "float32", {1, 1}, {1}}});
        writeSafetensors(pathIn(folder, "c.safetensors"), {number("2/b/output", 1)});
        Result<Recording> a = Recording::open(pathIn(folder, "a.safetensors"));
        Result<Recording> b = Recording::open(pathIn(folder, "b.safetensors"));
        Result<Recording> c = Recording::open(pathIn(folder, "c.safetensors"));
        QCOMPARE(*compareRecordings(*a, *b, 1000)->first, std::size_t{0});
        QVERIFY(compareRecordings(*a, *b, 1000)->tensors.front().hasOtherDtype);
        QVERIFY(compareRecordings(*a, *c, 0).error().message.text().find("no tensor is in both")
            != std::string::npos);
    }

    void wildcardsFit()
    {
        QVERIFY(fitsWildcards("a.b/input", "*/input"));
        QVERIFY(fitsWildcards("", "**"));
        QVERIFY(!fitsWildcards("a.b/input_1", "*/input"));
        QVERIFY(fitsWildcards("aXbXc", "a*X*c"));
        QVERIFY(!fitsWildcards("abc", "ab"));
    }
};

QTEST_GUILESS_MAIN(TestRecording)
#include "tst_recording.moc"
