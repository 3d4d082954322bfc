// SPDX-License-Identifier: GPL-3.0-or-later
// A run that stops and goes on from its files leaves the files of the run that did not stop, byte for byte: over the whole catalog of
// optimizers, loss scales, recipes, policies, schedules, losses' loops, layers that draw or keep something, and scenes.
#include "app/io/runs/run_files.h"
#include "app/io/session/scene_files.h"
#include "app/io/session/session_file.h"
#include "engine/optimizer/learning_rate_schedule.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/policy/recipe.h"
#include "engine/scaling/loss_scale.h"
#include "tests/engine/small_sessions.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace ulpscope;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(ulpscope::SessionSpec)

namespace {

constexpr std::int64_t kHalf = 7; ///< in the middle of an epoch, and of three accumulated gradients
constexpr std::int64_t kWhole = 14;

/// Three batches an epoch, of which the last is smaller.
SessionSpec circleOf(const char* policy)
{
    SessionSpec session = circle(policy);
    session.data.config.set("points", std::int64_t{80});
    session.training.batchSize = 24;
    session.training.steps = kWhole;
    session.probes.tensorsEvery = 2;
    return session;
}

SessionSpec with(
    SessionSpec session, Component optimizer, std::vector<std::pair<std::string, ParameterValue>> more = {})
{
    for (const auto& [name, value] : more)
        optimizer.config.set(name, value);
    session.training.optimizer = std::move(optimizer);
    return session;
}

SessionSpec withLayers(SessionSpec session, std::vector<LayerSpec> layers)
{
    session.model.layers.insert(session.model.layers.begin() + 2, layers.begin(), layers.end());
    return session;
}

LayerSpec layer(const char* name, const char* className, Config config)
{
    return {name, className, std::move(config), {}, {}};
}

/// Products of several pieces, each of which has scales of its own: the heads are an axis of input, kernel and output.
SessionSpec inPieces(SessionSpec session)
{
    using Extents = std::vector<std::int64_t>;
    return withLayers(std::move(session),
        {layer("heads", "Reshape", {{"target_shape", Extents{4, 4}}}),
            layer("einsum", "EinsumDense",
                {{"equation", std::string("abc,bcd->abd")}, {"output_shape", Extents{4, 4}}}),
            layer("flat", "Flatten", {})});
}

/// Images and sequences: batch statistics, normalizations, attention with dropout.
SessionSpec ofManyLayers(const char* policy)
{
    using Extents = std::vector<std::int64_t>;
    return withLayers(circleOf(policy),
        {layer("wide", "Dense", {{"units", std::int64_t{32}}}),
            layer("image", "Reshape", {{"target_shape", Extents{4, 4, 2}}}),
            layer("conv", "Conv2D", {{"filters", std::int64_t{4}}, {"kernel_size", Extents{3, 3}}}),
            layer("batch_norm", "BatchNormalization", {{"momentum", 0.5}}),
            layer("sequence", "Reshape", {{"target_shape", Extents{4, 4}}}),
            layer("attention", "MultiHeadAttention",
                {{"num_heads", std::int64_t{2}}, {"key_dim", std::int64_t{4}}, {"dropout", 0.25}}),
            layer("norm", "LayerNormalization", {}), layer("flatten", "Flatten", {})});
}

/// A scale of that class that grows after three good steps, from one at which float16 overflows.
Component lossScale(const LossScaleClass& row)
{
    Component scale{row.name, {}};
    for (const ParameterSpec& spec : row.parameters) {
        const std::string_view name = spec.name;
        if (name.starts_with("init") || name == "scale")
            scale.config.set(spec.name, row.name.find("fixed") == std::string::npos ? 0x1p22 : 64.0);
        if (name.ends_with("growth_steps") || name.ends_with("interval") || name.ends_with("window")
            || name == "increment_period")
            scale.config.set(spec.name, std::int64_t{3});
        if (name == "delayed_shift" || name == "hysteresis")
            scale.config.set(spec.name, std::int64_t{2});
        if (name == "tolerance")
            scale.config.set(spec.name, 0.5);
    }
    return scale;
}

using Rows = std::vector<std::pair<std::string, SessionSpec>>;

void addOptimizers(Rows& rows)
{
    for (const OptimizerClass& row : optimizerCatalog()) {
        const auto add = [&](const char* what, const char* policy, auto... more) {
            rows.emplace_back(row.name + ", " + what, with(circleOf(policy), {row.name, {}}, {more...}));
        };
        using More = std::pair<std::string, ParameterValue>;
        add("plain", "mixed_bfloat16");
        add("stored in bfloat16", "bfloat16");
        add("averages", "mixed_float16", More{"use_ema", true}, More{"ema_momentum", 0.5});
        add("averages that take the weights' place", "float32", More{"use_ema", true},
            More{"ema_overwrite_frequency", std::int64_t{3}});
        add("accumulation", "mixed_bfloat16", More{"gradient_accumulation_steps", std::int64_t{3}});
        add("accumulation and averages", "mixed_bfloat16",
            More{"gradient_accumulation_steps", std::int64_t{3}}, More{"use_ema", true});
        add("clipping and decay", "mixed_bfloat16", More{"global_clipnorm", 0.1}, More{"weight_decay", 0.01});
        SessionSpec stored = with(circleOf("mixed_bfloat16"), {row.name, {}});
        for (LayerSpec& each : stored.model.layers)
            if (each.className == "Dense") {
                each.numerics[NumericsOverride::Variable] = "bfloat16:kahan";
                each.numerics[NumericsOverride::OptimizerState] = "bfloat16:stochastic";
            }
        rows.emplace_back(row.name + ", Kahan and stochastic states", stored);
    }
    rows.emplace_back("SGD, momentum and Nesterov",
        with(circleOf("bfloat16"), {"SGD", {{"momentum", 0.9}, {"nesterov", true}}}));
}

void addScales(Rows& rows)
{
    for (const LossScaleClass& row : lossScaleCatalog()) {
        SessionSpec session = circleOf("mixed_float16");
        session.training.lossScale = lossScale(row);
        rows.emplace_back("loss scale " + row.name, session);
        session.training.arithmetic = ArithmeticKind::Torch;
        rows.emplace_back("loss scale " + row.name + " by torch's arithmetic", session);
    }
    for (std::size_t i = 0; i < trainingLoopNames().size(); ++i) {
        SessionSpec session
            = with(circleOf("mixed_float16"), {"SGD", {{"clipnorm", 0.1}}}); // which one loop asks for
        session.training.loop = static_cast<TrainingLoop>(i);
        const bool canForgetToUnscale = session.training.loop == TrainingLoop::CustomWithoutUnscaling;
        session.training.lossScale
            = lossScale(*findRow(lossScaleCatalog(), canForgetToUnscale ? "tf_keras" : "dynamic"));
        session.training.schedule = {"ExponentialDecay", {{"decay_steps", std::int64_t{3}}}};
        rows.emplace_back("loop " + trainingLoopNames()[i], session);
    }
    for (const ScheduleClass& row : scheduleCatalog()) {
        SessionSpec session = circleOf("mixed_bfloat16");
        session.training.schedule = {row.name, {}};
        for (const ParameterSpec& spec : row.parameters)
            if (spec.name == "decay_steps")
                session.training.schedule.config.set(spec.name, std::int64_t{10});
        rows.emplace_back("schedule " + row.name, session);
    }
}

void addPolicies(Rows& rows)
{
    std::vector<std::string> names{
        "float16", "bfloat16", "float32", "float64", "mixed_float16", "mixed_bfloat16"};
    for (const char* mode : {"float8", "int8", "int4", "ternary"})
        for (const char* source : {"float32", "bfloat16", "mixed_float16", "mixed_bfloat16"})
            names.push_back(std::string(mode) + "_from_" + source);
    for (const std::string& name : names)
        if (getPolicy(name))
            for (const bool accumulates : {false, true}) {
                SessionSpec session = circleOf(name.c_str());
                session.training.lossScale = lossScale(*findRow(lossScaleCatalog(), "dynamic"));
                if (accumulates)
                    session = with(session, {"Adam", {{"gradient_accumulation_steps", std::int64_t{3}}}});
                rows.emplace_back(name + (accumulates ? ", accumulation" : ""), session);
            }
    for (const RecipeClass& row : recipeCatalog()) {
        SessionSpec session = circleOf("mixed_bfloat16");
        session.policies.recipe = {row.name, {}};
        if (row.name == "te_delayed")
            session.policies.recipe.config.set("amax_history_len", std::int64_t{4});
        if (row.name == "nvfp4")
            session.policies.recipe.config.set("random_hadamard", true);
        rows.emplace_back("recipe " + row.name, session);
        if (row.name != "te_delayed") // which a product in pieces does not take
            rows.emplace_back("recipe " + row.name + " in pieces", inPieces(session));
    }
}

void addLayers(Rows& rows)
{
    for (const char* policy : {"float32", "mixed_float16", "float8_from_mixed_bfloat16"})
        rows.emplace_back(std::string("many layers under ") + policy, ofManyLayers(policy));
    rows.emplace_back(
        "Dropout", withLayers(circleOf("mixed_bfloat16"), {layer("dropout", "Dropout", {{"rate", 0.25}})}));
    rows.emplace_back("GaussianNoise",
        withLayers(circleOf("mixed_bfloat16"), {layer("noise", "GaussianNoise", {{"stddev", 0.1}})}));
    SessionSpec stochastic = circleOf("mixed_bfloat16");
    for (LayerSpec& each : stochastic.model.layers)
        if (each.className == "Dense") {
            each.numerics[NumericsOverride::ForwardKernel] = "float8_e4m3fn:stochastic";
            each.numerics[NumericsOverride::WeightGradientAccumulator] = "stochastic:8:bfloat16";
            each.numerics[NumericsOverride::InputGradientOutputGradient] = "mxfp8:stochastic:8";
            each.numerics[NumericsOverride::Variable] = "bfloat16:stochastic";
        }
    rows.emplace_back("stochastic rounding of all kinds", stochastic);
    SessionSpec ordered = circleOf("mixed_float16");
    ordered.training.shuffle = false;
    rows.emplace_back("the data's own order", ordered);
    SessionSpec watched = circleOf("mixed_float16");
    watched.probes.watch = WatchMode::Step;
    rows.emplace_back("step watch", watched);
    SessionSpec noted = circleOf("mixed_float16");
    noted.notes = {{"", 3, "dense_1", "early"}, {"", 7, "", "late"}, {"", 12, "", "later"}};
    noted.watches = {{"loss < 1e9", false}};
    rows.emplace_back("notes", noted);
    SessionSpec infinite = circleOf("mixed_float16");
    infinite.training.lossScale = {"fixed", {{"scale", 0x1p24}}};
    rows.emplace_back("diverged before", infinite);
    SessionSpec late = with(circleOf("float16"), {"SGD", {{"learning_rate", 1e4}}});
    rows.emplace_back("diverges", late);
    SessionSpec vain = with(circleOf("mixed_float16"), {"SGD", {{"clipvalue", 0.01}}});
    vain.training.lossScale = {"fixed", {{"scale", 0x1p24}}};
    rows.emplace_back("clips what is not finite", vain);
}

Rows allRows()
{
    Rows rows;
    addOptimizers(rows);
    addScales(rows);
    addPolicies(rows);
    addLayers(rows);
    for (const std::string& name : sceneNames()) {
        SessionSpec scene = *loadSession(*findSession(name));
        scene.training.steps = 4;
        if (scene.data.className == "characters")
            scene.data.config.set("stride", std::int64_t{64}); // fewer to test on
        scene.probes.tensorsEvery = 2;
        rows.emplace_back("scene " + name, scene);
    }
    return rows;
}

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Without the one number that tells the time.
QByteArray comparable(const QString& folder, const QString& name)
{
    QByteArray bytes = bytesOf(folder + u'/' + name);
    if (name == "summary.json"_L1) {
        const qsizetype begin = bytes.indexOf("\"steps_per_second\"");
        bytes.remove(begin, bytes.indexOf('\n', begin) - begin);
    }
    return bytes;
}

QStringList filesIn(const QString& folder)
{
    return QDir(folder).entryList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot | QDir::Hidden, QDir::Name);
}

} // namespace

class TestResumedRuns : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { m_kernels = std::make_unique<Kernels>(*Kernels::load()); }
    void goesOnBitForBit_data();
    void goesOnBitForBit();
    void goesOnWithSeveralCandidates();
    void keepsTensorBoardAndKerasFiles();
    void goesOnFromWhereAWatchStopped();
    void writesElsewhereAndGoesOnAgain();
    void tellsWhereRelativePathsBegin();
    void refusesWhatIsNotThisRuns_data();
    void refusesWhatIsNotThisRuns();
    void survivesChangedStateFiles();

private:
    /// The name of the first file that differs.
    static QString difference(const QString& whole, const QString& resumed)
    {
        if (filesIn(whole) != filesIn(resumed))
            return filesIn(whole).join(u' ') + " and "_L1 + filesIn(resumed).join(u' ');
        for (const QString& name : filesIn(whole))
            if (QFileInfo(whole + u'/' + name).isDir()) {
                if (const QString inside = difference(whole + u'/' + name, resumed + u'/' + name);
                    !inside.isEmpty())
                    return name + u'/' + inside;
            } else if (comparable(whole, name) != comparable(resumed, name)) {
                return name;
            }
        return {};
    }
    Result<std::vector<FinishedRun>> run(const std::vector<NamedCandidate>& candidates, const QString& folder,
        std::optional<std::int64_t> untilStep = {}, RunToFilesOptions options = {}) const
    {
        options.folder = folder.toStdString();
        options.untilStep = untilStep;
        options.writesState = true;
        return runIntoFolders(candidates, *m_kernels, options);
    }
    Result<std::vector<FinishedRun>> resume(
        const QString& folder, std::optional<std::int64_t> steps = {}, const QString& out = {}) const
    {
        const Result<std::vector<NamedCandidate>> candidates = resumedCandidates(folder.toStdString(), steps);
        if (!candidates)
            return candidates.error();
        return runIntoFolders(
            *candidates, *m_kernels, {.folder = (out.isEmpty() ? folder : out).toStdString()});
    }

    std::unique_ptr<Kernels> m_kernels;
};

void TestResumedRuns::goesOnBitForBit_data()
{
    QTest::addColumn<SessionSpec>("session");
    for (const auto& [name, session] : allRows())
        QTest::newRow(name.c_str()) << session;
}

void TestResumedRuns::goesOnBitForBit()
{
    QFETCH(SessionSpec, session);
    const QTemporaryDir folder;
    const QString whole = folder.filePath(u"whole"_s);
    const std::int64_t half = session.training.steps / 2;
    const auto first = run({{"", session}}, whole);
    if (!first && first.error().text().find("dataset-fashion-mnist") != std::string::npos)
        QSKIP("the data set is not installed");
    QVERIFY2(first.ok(), first ? "" : first.error().text().c_str());

    const QString stopped = folder.filePath(u"stopped"_s); // in the middle
    QVERIFY(run({{"", session}}, stopped, half - 1).ok());
    const auto goneOn = resume(stopped);
    QVERIFY2(goneOn.ok(), goneOn ? "" : goneOn.error().text().c_str());
    QCOMPARE(difference(whole, stopped), QString());

    if (session.training.optimizer.config.find("use_ema") == nullptr)
        return; // else its end changes nothing
    const QString ended
        = folder.filePath(u"ended"_s); // a shorter run's end, where weights may become averages
    SessionSpec shorter = session;
    shorter.training.steps = half;
    QVERIFY(run({{"", shorter}}, ended).ok());
    const auto longer = resume(ended, session.training.steps);
    QVERIFY2(longer.ok(), longer ? "" : longer.error().text().c_str());
    QCOMPARE(difference(whole, ended), QString());
}

void TestResumedRuns::goesOnWithSeveralCandidates()
{
    std::vector<NamedCandidate> candidates;
    for (const char* name : {"mixed_float16", "float8_from_mixed_bfloat16", "bfloat16"})
        candidates.push_back({name, with(circleOf(name), {"Adam", {}})});
    for (const WatchMode watch : {WatchMode::Reference, WatchMode::Step}) {
        for (NamedCandidate& candidate : candidates)
            candidate.session.probes.watch = watch;
        const QTemporaryDir folder;
        const QString whole = folder.filePath(u"whole"_s);
        const QString stopped = folder.filePath(u"stopped"_s);
        QVERIFY(run(candidates, whole).ok());
        QVERIFY(run(candidates, stopped, kHalf).ok());
        const auto goneOn = resume(stopped);
        QVERIFY2(goneOn.ok(), goneOn ? "" : goneOn.error().text().c_str());
        QCOMPARE(goneOn->size(), candidates.size());
        QCOMPARE(difference(whole, stopped), QString());
    }
}

void TestResumedRuns::keepsTensorBoardAndKerasFiles()
{
    const SessionSpec session = circleOf("float8_from_mixed_bfloat16");
    const QTemporaryDir folder;
    const QString whole = folder.filePath(u"whole"_s);
    const QString stopped = folder.filePath(u"stopped"_s);
    const RunToFilesOptions options{
        .folder = {}, .every = 3, .writesKerasWeights = true, .writesEvents = true};
    QVERIFY(run({{"", session}}, whole, {}, options).ok());
    QVERIFY(run({{"", session}}, stopped, kHalf, options).ok());
    const auto goneOn = resume(stopped);
    QVERIFY2(goneOn.ok(), goneOn ? "" : goneOn.error().text().c_str());
    QVERIFY(filesIn(stopped).contains(u"model.weights.h5"_s));
    QVERIFY(filesIn(stopped).contains(QString::fromLatin1(EventFile::kName)));
    QCOMPARE(difference(whole, stopped), QString());
}

void TestResumedRuns::goesOnFromWhereAWatchStopped()
{
    SessionSpec session = circleOf("mixed_float16");
    session.watches = {{"loss < 1e9", true}, {"overflows > 1e9", true}}; // holds from the first step on
    const QTemporaryDir folder;
    const QString stopped = folder.filePath(u"stopped"_s);
    const auto first = run({{"", session}}, stopped);
    QVERIFY(first.ok());
    QCOMPARE(first->front().summary.totals.steps, std::int64_t{1});
    const auto goneOn = resume(stopped);
    QVERIFY2(goneOn.ok(), goneOn ? "" : goneOn.error().text().c_str());
    QCOMPARE(goneOn->front().summary.totals.steps, kWhole);
    QVERIFY(goneOn->front().metUntil.empty());
}

void TestResumedRuns::writesElsewhereAndGoesOnAgain()
{
    const SessionSpec session = withLayers(with(circleOf("mixed_float16"), {"Adam", {{"use_ema", true}}}),
        {layer("dropout", "Dropout", {{"rate", 0.25}})});
    const QTemporaryDir folder;
    const QString whole = folder.filePath(u"whole"_s);
    const QString first = folder.filePath(u"first"_s);
    const QString second = folder.filePath(u"second"_s);
    QVERIFY(run({{"", session}}, whole).ok());
    QVERIFY(run({{"", session}}, first, 2).ok());
    const QByteArray before = bytesOf(first + "/history.csv"_L1);
    QVERIFY(resume(first, 9, second).ok());
    QVERIFY(bytesOf(first + "/history.csv"_L1) == before);
    QVERIFY(resume(second, kWhole).ok());
    QCOMPARE(difference(whole, second), QString());
}

void TestResumedRuns::tellsWhereRelativePathsBegin()
{
    SessionSpec session;
    QCOMPARE(relativeOrigin(session, "out").string(), std::string("..")); // the working folder
    session.origin.folder = "/a/b/";
    QCOMPARE(relativeOrigin(session, "/a/c/out/").string(), std::string("../../b"));
    QCOMPARE(relativeOrigin(session, "/a/b").string(), std::string());
}

void TestResumedRuns::refusesWhatIsNotThisRuns_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("message");
    QTest::newRow("no state") << u"no state"_s
                              << u"has no state to go on from: it is not the folder of a run with --state"_s;
    QTest::newRow("no steps left") << u"no steps"_s
                                   << u"steps: expected more than the 7 steps that are done, got 7"_s;
    QTest::newRow("an array that nothing goes on from")
        << u"another array"_s
        << u"state.npz: nothing here goes on from 'optimizer/dense_1/kernel/velocity'"_s;
    QTest::newRow("an array is missing")
        << u"an array less"_s << u"state.npz: it has no array 'dense_1/inputs_amax_history'"_s;
    QTest::newRow("an array of another shape")
        << u"another shape"_s
        << u"state.npz: expected 'dense_1/inputs_amax_history' to have the shape (1024,), got (3,)"_s;
    QTest::newRow("another step's arrays")
        << u"another step"_s << u"state.npz: it is of step 8, expected step 7"_s;
    QTest::newRow("a newer version")
        << u"newer"_s << u"state.json: version: is of a newer program; this one reads up to 1"_s;
    QTest::newRow("rows are missing")
        << u"rows"_s << u"history.csv: has 6 steps, expected the 7 of the state"_s;
    QTest::newRow("another column") << u"column"_s
                                    << u"history.csv: has other columns than this program writes"_s;
    QTest::newRow("other data") << u"data"_s << u"data: it is not the data that the run began with"_s;
}

void TestResumedRuns::refusesWhatIsNotThisRuns()
{
    QFETCH(QString, what);
    QFETCH(QString, message);
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"run"_s);
    QVERIFY(run({{"", circleOf("float8_from_mixed_bfloat16")}}, path, kHalf - 1).ok());
    const auto changeText = [&](const char* name, const QByteArray& from, const QByteArray& to) {
        QByteArray bytes = bytesOf(path + u'/' + QLatin1String(name));
        QVERIFY(bytes.contains(from));
        QFile file(path + u'/' + QLatin1String(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes.replace(bytes.indexOf(from), from.size(), to));
    };
    const std::string arraysPath = (path + "/state.npz"_L1).toStdString();
    std::vector<NamedArray> arrays = *loadNpz(arraysPath);
    const auto array = [&](const char* name) -> NpyArray& {
        return std::ranges::find(arrays, name, &NamedArray::name)->array;
    };
    if (what == u"no state"_s)
        QVERIFY(QFile::remove(path + "/state.json"_L1));
    if (what == u"another array"_s)
        arrays.push_back({"optimizer/dense_1/kernel/velocity", {{1}, std::vector<float>{0}}});
    if (what == u"an array less"_s)
        std::erase_if(
            arrays, [](const NamedArray& each) { return each.name == "dense_1/inputs_amax_history"; });
    if (what == u"another shape"_s)
        array("dense_1/inputs_amax_history") = {{3}, std::vector<float>{0, 0, 0}};
    if (what == u"another step"_s)
        array("run/step") = {{}, std::vector<double>{8}};
    if (what == u"newer"_s)
        changeText("state.json", "\"version\": 1", "\"version\": 2");
    if (what == u"rows"_s)
        changeText("history.csv", "\n6,", "6,");
    if (what == u"column"_s)
        changeText("history.csv", "loss", "Loss");
    if (what == u"data"_s)
        changeText("state.json", "\"points\": 80", "\"points\": 81");
    QVERIFY(saveNpz(arraysPath, arrays));
    const auto goneOn
        = resume(path, what == u"no steps"_s ? std::optional<std::int64_t>(kHalf) : std::nullopt);
    QVERIFY(!goneOn);
    QVERIFY2(QString::fromStdString(goneOn.error().text()).contains(message), goneOn.error().text().c_str());
    QCOMPARE(bytesOf(path + "/summary.json"_L1).count("\"steps\": 7"), 1); // what was there is as it was
}

/// Bytes, numbers and words of both files changed: never a crash, and what is refused names the file or the session's place.
void TestResumedRuns::survivesChangedStateFiles()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"run"_s);
    SessionSpec session = with(circleOf("float8_from_mixed_bfloat16"), {"Adam", {{"use_ema", true}}});
    session.policies.global.amaxHistoryLength = 4;
    QVERIFY(run({{"", session}}, path, kHalf - 1).ok());
    const auto takes = [&] {
        const auto candidates = resumedCandidates(path.toStdString(), {});
        if (!candidates)
            return !candidates.error().text().empty();
        Result<TrainingRun> made = TrainingRun::create(candidates->front().session, *m_kernels);
        if (!made)
            return !made.error().text().empty();
        if (const Status goesOn = made->goOnFrom({candidates->front().before->earlier}); !goesOn)
            return !goesOn.error().message.empty();
        made->step();
        return true;
    };
    int refused = 0;
    for (const QString& name : {u"state.json"_s, u"state.npz"_s}) {
        const QByteArray whole = bytesOf(path + u'/' + name);
        const auto tryBytes = [&](const QByteArray& bytes) {
            QFile file(path + u'/' + name);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(bytes);
            file.close();
            QVERIFY(takes());
            refused += resumedCandidates(path.toStdString(), {}) ? 0 : 1;
        };
        for (qsizetype i = 0; i < whole.size(); i += std::max<qsizetype>(whole.size() / 150, 1)) {
            QByteArray bytes = whole;
            bytes[i] = static_cast<char>(bytes[i] ^ (1 << (i % 8)));
            tryBytes(bytes);
            tryBytes(whole.first(i));
        }
        if (name == "state.json"_L1) // each value by another one
            for (qsizetype at = whole.indexOf("\": "); at >= 0; at = whole.indexOf("\": ", at + 3))
                for (const char* value : {"null", "-1", "1e300", "9007199254740992", "[]", "\"NaN\""}) {
                    const qsizetype begin = at + 3;
                    const qsizetype end = std::min(whole.indexOf('\n', begin), whole.indexOf(',', begin));
                    tryBytes(whole.first(begin) + value + whole.sliced(end < 0 ? begin : end));
                }
        tryBytes(whole);
    }
    QVERIFY(refused > 400);
    QVERIFY(resumedCandidates(path.toStdString(), {}).ok());
}

QTEST_APPLESS_MAIN(TestResumedRuns)
#include "tst_resumed_runs.moc"
