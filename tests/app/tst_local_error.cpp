// SPDX-License-Identifier: GPL-3.0-or-later
// A recorded layer computed again. Recordings of real frameworks are in tests/golden/tst_recordings.cpp.
#include "app/io/recordings/findings/local_error.h"
#include "app/io/recordings/replay_arrays.h"
#include "engine/dtype/rounding.h"
#include "tests/app/written_safetensors.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>
#include <random>

using namespace ulpscope;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string layers(const char* className, const nlohmann::ordered_json& config)
{
    return nlohmann::ordered_json{{"fc", {{"class_name", className}, {"config", config}}}}.dump();
}

/// h, whose row 1 times column 2 of wo is 255 * 256 + 42 * 23 = 66246.
const std::vector<double> kHidden{1, 2, 3, 4, 255, 42, 1, 2};
const std::vector<double> kKernel{1, 0, 256, 0, 1, 23, 1, 1, 0, 1, 1, 0}; // [4, 3]

std::vector<WrittenTensor> sharpestCase()
{
    return {{"7/fc/kernel", "float16", {4, 3}, kKernel}, {"7/fc/input", "float16", {2, 4}, kHidden},
        {"7/fc/output", "float16", {2, 3}, {8, 9, 302, 258, 45, kInfinity}}};
}

class WrittenRecording
{
public:
    Recording open(
        const std::vector<WrittenTensor>& tensors, const std::map<std::string, std::string>& metadata = {})
    {
        const std::filesystem::path path
            = std::filesystem::path(m_folder.path().toStdString()) / "r.safetensors";
        writeSafetensors(path, tensors, metadata);
        Result<Recording> recording = Recording::open(path);
        if (!recording)
            qFatal("%s", recording.error().text().c_str());
        return *std::move(recording);
    }

private:
    QTemporaryDir m_folder;
};

std::vector<double> drawn(std::size_t count, const char* format)
{
    std::mt19937 random(7);
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(
            roundToFormat(*findFormat(format), (static_cast<double>(random() % 4096) - 2048) / 777));
    return values;
}

} // namespace

class TestLocalError : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        Result<Kernels> kernels = Kernels::load();
        QVERIFY(kernels.ok());
        m_kernels.emplace(*std::move(kernels));
    }

    void theSharpestCaseIsToldInOneSentence()
    {
        WrittenRecording written;
        Recording recording = written.open(
            sharpestCase(), {{"layers", layers("Dense", {{"units", 3}, {"use_bias", false}})}});
        const Result<LocalError> error = localError(recording, 7, "fc", *m_kernels);
        QVERIFY2(error.ok(), error.ok() ? "" : error.error().text().c_str());
        QCOMPARE(error->apart.different, std::uint64_t{0});
        QVERIFY(error->birth.has_value());
        QCOMPARE(error->birth->index, (std::vector<std::int64_t>{1, 2}));
        QCOMPARE(error->birth->exact, 66246.0);
        QCOMPARE(QString::fromStdString(error->birth->sentence),
            QString(
                "dot product 66246 > 65504 in float16, finite in bfloat16 (66048) and float32 (66246), terms (1, 2): the "
                "sum passes the range at term 2 of 4; the largest of 4 terms is 255 * 256 at 0"));
        QCOMPARE(error->birth->dotProduct->largest[1].place, 1);
        QCOMPARE(error->birth->dotProduct->largest[1].left, 42.0);
        QVERIFY(error->isOfItsDtype()); // float16 makes just this of it
    }

    /// Of two examples with two rows each, the second row of the second is masked whole.
    void aMaskedRowIsTold()
    {
        WrittenRecording written;
        const std::vector<double> scores{
            1, 2, -kInfinity, 1, 1, 1, 0, 0, 0, -kInfinity, -kInfinity, -kInfinity};
        const std::vector<double> shares{
            0.25, 0.75, 0, 1. / 3, 1. / 3, 1. / 3, 1. / 3, 1. / 3, 1. / 3, NAN, NAN, NAN};
        Recording recording = written.open(
            {{"7/fc/input", "float32", {2, 2, 3}, scores}, {"7/fc/output", "float32", {2, 2, 3}, shares}},
            {{"layers", layers("Softmax", {{"axis", -1}})}});
        const Result<LocalError> error = localError(recording, 7, "fc", *m_kernels);
        QVERIFY2(error.ok(), error.ok() ? "" : error.error().text().c_str());
        QVERIFY(error->birth && error->birth->cause);
        QCOMPARE(error->birth->index, (std::vector<std::int64_t>{1, 1, 0}));
        QVERIFY2(
            error->birth->sentence.starts_with(
                "all 3 numbers that go into row [1, 1, :] are -Infinity: every exponential is 0, and 0/0 is NaN. So it is in 1 of 4 rows"),
            error->birth->sentence.c_str());
    }

    /// Torch's variance of a constant row is just 0.
    void aConstantRowWithoutEpsilonIsTold()
    {
        WrittenRecording written;
        Recording recording = written.open(
            {{"7/fc/gamma", "float32", {3}, {1, 1, 1}}, {"7/fc/beta", "float32", {3}, {0, 0, 0}},
                {"7/fc/input", "float32", {2, 3}, {1, 2, 3, 0.1, 0.1, 0.1}},
                {"7/fc/output", "float32", {2, 3}, {-1.2247449, 0, 1.2247449, NAN, NAN, NAN}}},
            {{"layers", layers("LayerNormalization", {{"axis", {-1}}, {"epsilon", 0.0}})}});
        const Result<LocalError> error = localError(recording, 7, "fc", *m_kernels);
        QVERIFY2(error.ok(), error.ok() ? "" : error.error().text().c_str());
        QVERIFY(error->birth && error->birth->cause);
        QVERIFY2(error->birth->sentence.find("row [1, :]") != std::string::npos
                && error->birth->sentence.find(
                       "their variance is 0 and epsilon is 0, and 0/0 is NaN. So it is in 1 of 2 rows")
                    != std::string::npos,
            error->birth->sentence.c_str());
    }

    void aLayerIsGuessedByItsWeights()
    {
        WrittenRecording written;
        Recording recording = written.open(sharpestCase());
        const Result<LocalError> error = localError(recording, 7, "fc", *m_kernels);
        QVERIFY(error.ok());
        QCOMPARE(error->className, std::string("Dense"));
        QCOMPARE(error->remarks.size(), std::size_t{1});
        // As torch keeps it, transposed.
        std::vector<WrittenTensor> tensors = sharpestCase();
        tensors[0] = {"7/fc/weight", "float16", {3, 4}, withAxes({{4, 3}, kKernel}, std::array{1, 0}).values};
        Recording torch = written.open(tensors);
        const Result<LocalError> same = localError(torch, 7, "fc", *m_kernels);
        QVERIFY2(same.ok(), same.ok() ? "" : same.error().text().c_str());
        QCOMPARE(same->apart.different, std::uint64_t{0});
    }

    void whatItsDtypeDoesNotMakeIsSaid()
    {
        WrittenRecording written;
        std::vector<WrittenTensor> tensors = sharpestCase();
        tensors[2].values = {8, 9, 302, 258, 45, 30000};
        Recording recording = written.open(tensors);
        const Result<LocalError> error = localError(recording, 7, "fc", *m_kernels);
        QVERIFY(error.ok());
        QCOMPARE(error->apart.finiteInOne, std::uint64_t{1});
        QVERIFY(!error->isOfItsDtype());
        // An infinity that float16 would not have made: somebody summed in something narrower.
        tensors[2].values = {kInfinity, 9, 302, 258, 45, kInfinity};
        Recording narrow = written.open(tensors);
        const Result<LocalError> other = localError(narrow, 7, "fc", *m_kernels);
        QCOMPARE(other->birth->index, (std::vector<std::int64_t>{0, 0}));
        QVERIFY(other->birth->sentence.find("is not what float16 makes") != std::string::npos);
        QVERIFY(!other->isOfItsDtype());
    }

    void aLargerErrorThanItsDtypesIsSaid()
    {
        WrittenRecording written;
        const std::vector<double> x = drawn(64, "float16");
        std::vector<double> y;
        for (const double value : x) // twice rounded to bfloat16 on the way
            y.push_back(roundToFormat(
                *findFormat("float16"), roundToFormat(*findFormat("bfloat16"), std::tanh(value))));
        Recording recording
            = written.open({{"1/fc/input", "float16", {8, 8}, x}, {"1/fc/output", "float16", {8, 8}, y}},
                {{"layers", layers("Activation", {{"activation", "tanh"}})}});
        const Result<LocalError> error = localError(recording, 1, "fc", *m_kernels);
        QVERIFY2(error.ok(), error.ok() ? "" : error.error().text().c_str());
        QVERIFY(!error->isOfItsDtype());
        QVERIFY(error->recorded.relativeError > 4 * error->emulated.relativeError);
    }

    /// A 1 x 1 image with a border of zeros under a kernel of 3 x 3 sees the kernel's middle alone.
    void aConvolutionOfTorchIsBroughtToKeras()
    {
        WrittenRecording written;
        std::vector<double> weight(2 * 3 * 9); // [out, in, 3, 3]
        for (std::size_t i = 0; i < weight.size(); ++i)
            weight[i] = static_cast<double>(i);
        const auto middle = [&](std::size_t out, std::size_t in) { return weight[(out * 3 + in) * 9 + 4]; };
        const std::vector<double> output{middle(0, 0) + 2 * middle(0, 1) + 3 * middle(0, 2),
            middle(1, 0) + 2 * middle(1, 1) + 3 * middle(1, 2)};
        Recording recording = written.open({{"1/fc/weight", "float32", {2, 3, 3, 3}, weight},
                                               {"1/fc/input", "float32", {1, 3, 1, 1}, {1, 2, 3}},
                                               {"1/fc/output", "float32", {1, 2, 1, 1}, output}},
            {{"stack", "torch 2.15.0"},
                {"layers",
                    layers("Conv2D",
                        {{"filters", 2}, {"kernel_size", {3, 3}}, {"use_bias", false}, {"padding", "valid"},
                            {"zeros_around", {1, 1}}, {"data_format", "channels_first"}})}});
        const Result<LocalError> error = localError(recording, 1, "fc", *m_kernels);
        QVERIFY2(error.ok(), error.ok() ? "" : error.error().text().c_str());
        QCOMPARE(error->recorded.different, std::uint64_t{0});
    }

    void whatCannotBeRedoneSaysWhy_data()
    {
        QTest::addColumn<QString>("className");
        QTest::addColumn<QString>("config");
        QTest::addColumn<QString>("words");
        QTest::newRow("another class") << "LSTM"
                                       << "{}"
                                       << "no layer class LSTM";
        QTest::newRow("draws") << "Dropout"
                               << R"({"rate": 0.5})"
                               << "draws at random";
        QTest::newRow("the batch") << "BatchNormalization"
                                   << "{}"
                                   << "depends on the whole batch";
        QTest::newRow("a table") << "Embedding"
                                 << R"({"input_dim": 2, "output_dim": 2})"
                                 << "computes nothing";
        QTest::newRow("several inputs") << "Add"
                                        << "{}"
                                        << "takes several inputs";
        QTest::newRow("wrong config") << "Dense"
                                      << R"({"units": -3})"
                                      << "units";
        QTest::newRow("no kernel") << "Dense"
                                   << R"({"units": 4})"
                                   << "12 weights, and 0 are recorded";
        QTest::newRow("more than there is") << "Dense"
                                            << R"({"units": 1000000})"
                                            << "3000000 weights";
        QTest::newRow("another shape") << "Flatten"
                                       << "{}"
                                       << "another shape";
    }

    void whatCannotBeRedoneSaysWhy()
    {
        QFETCH(QString, className);
        QFETCH(QString, config);
        QFETCH(QString, words);
        WrittenRecording written;
        Recording recording = written.open({{"1/fc/input", "float32", {1, 2, 2}, {1, 2, 3, 4}},
                                               {"1/fc/output", "float32", {1, 2, 2}, {1, 2, 3, 4}}},
            {{"layers", layers(qPrintable(className), nlohmann::ordered_json::parse(config.toStdString()))}});
        const Result<LocalError> error = localError(recording, 1, "fc", *m_kernels);
        QVERIFY(!error.ok());
        QVERIFY2(error.error().text().find(words.toStdString()) != std::string::npos,
            error.error().text().c_str());
    }

    /// Attention of torch's transformers has a dropout of 0.1 and writes down neither mask nor seed.
    void attentionWithDropoutIsRedoneInEvaluationOnly_data()
    {
        QTest::addColumn<QString>("training");
        QTest::addColumn<QString>("words");
        QTest::newRow("in training")
            << "true"
            << "its dropout of 0.1 drops numbers at random in training, and which it dropped is not recorded";
        QTest::newRow("not said")
            << "null"
            << "its dropout of 0.1 drops numbers at random in training, and the recording does not say whether it was in training";
        QTest::newRow("in evaluation") << "false"
                                       << "weights, and 0 are recorded";
    }

    void attentionWithDropoutIsRedoneInEvaluationOnly()
    {
        QFETCH(QString, training);
        QFETCH(QString, words);
        WrittenRecording written;
        nlohmann::ordered_json described = nlohmann::ordered_json::parse(
            layers("MultiHeadAttention", {{"num_heads", 1}, {"key_dim", 2}, {"dropout", 0.1}}));
        described["fc"]["training"] = nlohmann::ordered_json::parse(training.toStdString());
        Recording recording = written.open({{"1/fc/input", "float32", {1, 2, 2}, {1, 2, 3, 4}},
                                               {"1/fc/output", "float32", {1, 2, 2}, {1, 2, 3, 4}}},
            {{"layers", described.dump()}});
        const Result<LocalError> error = localError(recording, 1, "fc", *m_kernels);
        QVERIFY(!error.ok());
        QVERIFY2(error.error().text().find(words.toStdString()) != std::string::npos,
            error.error().text().c_str());
    }

    void examplesThatAreNotFiniteComeFirst()
    {
        ReplayArray output{{6, 2}, std::vector<double>(12, 1)};
        output.values[7] = NAN; // example 3
        const std::int64_t third = kMaxReplayMultiplyAdds / 2;
        QCOMPARE(chosenExamples(output, 1), (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5}));
        QCOMPARE(chosenExamples(output, third), (std::vector<std::int64_t>{0, 3}));
        QCOMPARE(chosenExamples(output, 2 * kMaxReplayMultiplyAdds), (std::vector<std::int64_t>{3}));
    }

    void axesAreMoved()
    {
        const ReplayArray array{{2, 3}, {1, 2, 3, 4, 5, 6}};
        QCOMPARE(withAxes(array, std::array{1, 0}), (ReplayArray{{3, 2}, {1, 4, 2, 5, 3, 6}}));
        QCOMPARE(
            withZerosAround({{1, 1, 1, 2}, {7, 8}}, 0, 1), (ReplayArray{{1, 1, 3, 2}, {0, 0, 7, 8, 0, 0}}));
        QCOMPARE(withZerosAround({{1, 1, 1, 1}, {7}}, 1, 0), (ReplayArray{{1, 3, 1, 1}, {0, 7, 0}}));
        QCOMPARE(entriesOf(array, std::array<std::int64_t, 1>{1}), (ReplayArray{{1, 3}, {4, 5, 6}}));
    }

    void productsOfTwoTensorsAreJudgedExactly()
    {
        const Format& float16 = *findFormat("float16");
        const Result<ProductRange> range = productRange(kHidden, 2, kKernel, 3, false, float16, float16, 10);
        QVERIFY(range.ok());
        QCOMPARE(range->beyond, std::uint64_t{1});
        QCOMPARE(range->studies.front().exact, 66246.0);
        QCOMPARE(range->largest, 66246.0);
        // 65519 rounds to 65504, 65520 to infinity: what lies between is told by the exact sum.
        QCOMPARE(productRange(std::array{65504.0, 15.0}, 1, std::array{1.0, 1.0}, 1, false, float16, float16)
                     ->beyond,
            std::uint64_t{0});
        QCOMPARE(productRange(std::array{65504.0, 16.0}, 1, std::array{1.0, 1.0}, 1, false, float16, float16)
                     ->beyond,
            std::uint64_t{1});
        QCOMPARE(productRange(std::array{1e6}, 1, std::array{0.5}, 1, false, float16, float16)->fromOperands,
            std::uint64_t{1});
        QVERIFY(!productRange(kHidden, 2, kKernel, 5, false, float16, float16).ok());
    }

    void arraysAreComparedInUlps()
    {
        const Format& bfloat16 = *findFormat("bfloat16"); // near 1 neighbours are 2^-7 apart
        const std::vector<double> a{1, 1.0078125, NAN, kInfinity, 4};
        const std::vector<double> b{1, 1, NAN, 3, 4.0625};
        const ArrayDifference difference = differenceOf(a, b, bfloat16, 1);
        QCOMPARE(difference.different, std::uint64_t{3});
        QCOMPARE(difference.beyond, std::uint64_t{2}); // one ulp is tolerated
        QCOMPARE(*difference.first, std::uint64_t{3});
        QCOMPARE(difference.worstInUlps, 2.0);
        QCOMPARE(*difference.worst, std::uint64_t{4});
        QCOMPARE(difference.finiteInOne, std::uint64_t{1});
        QCOMPARE(difference.relativeError,
            std::sqrt((0.0078125 * 0.0078125 + 0.0625 * 0.0625) / (1 + 1 + 4.0625 * 4.0625)));
    }

private:
    std::optional<Kernels> m_kernels;
};

QTEST_GUILESS_MAIN(TestLocalError)
#include "tst_local_error.moc"
