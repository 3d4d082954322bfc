// SPDX-License-Identifier: GPL-3.0-or-later
// The commands recording ... of the built ulpscope-cli, on recordings of real PyTorch.
#include "tests/cli/cli_program.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using Json = nlohmann::ordered_json;

namespace {

QString recorded(const QString& name)
{
    return QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/recordings/") + name;
}

Json jsonOf(const QStringList& arguments)
{
    const Outcome outcome = cli(arguments);
    if (outcome.exitCode != 0)
        qFatal("%s", qPrintable(outcome.err));
    return Json::parse(outcome.out.toStdString());
}

} // namespace

class TestCliRecording : public QObject
{
    Q_OBJECT

private slots:
    void layersTensorsAndStepsAreListed()
    {
        const Json json = jsonOf({"recording", "show", recorded("autocast"), "--json"});
        QVERIFY(json["steps"] == Json({0, 2}));
        QCOMPARE(json["layers"]["attn"].get<std::string>(), "MultiHeadAttention");
        const Outcome text = cli({"recording", "show", recorded("autocast")});
        QVERIFY(text.out.contains("wo/output "));
        QVERIFY(text.out.contains(" tensors of 9 layers at 2 steps, by torch 2.15.0"));
    }

    void theCulpritIsNamedWithItsTerms()
    {
        const Outcome text = cli({"recording", "origins", recorded("float16")});
        QCOMPARE(text.exitCode, 0);
        QVERIFY2(text.out.contains("dot product 66246 > 65504 in float16, finite in bfloat16 (66048)"),
            qPrintable(text.out));
        QVERIFY(text.out.contains("the road there"));
        const Json json = jsonOf({"recording", "origins", recorded("float16"), "--json"});
        QCOMPARE(json["first"]["tensor"].get<std::string>(), "wo/output");
        QCOMPARE(json["layers"][0]["is"].get<std::string>(), "producer");
        QCOMPARE(json["road"].size(), std::size_t{20});
        QCOMPARE(json["births"][0]["birth"]["dot_product"]["exact"].get<double>(), 66246.0);
        QCOMPARE(cli({"recording", "origins", recorded("autocast")}).out,
            QString("Every number is finite, or expected not to be.\n"));
    }

    void localErrorsAreListed()
    {
        const Json json = jsonOf(
            {"recording", "errors", recorded("autocast"), "--steps", "2", "--layer", "w*", "--json"});
        QCOMPARE(json.size(), std::size_t{2});
        QCOMPARE(json[0]["layer"].get<std::string>(), "wi");
        QCOMPARE(json[0]["apart"]["different"].get<int>(), 0);
        QVERIFY(json[0]["recorded"]["relative_error"].get<double>() > 0);
        const Outcome none = cli({"recording", "errors", recorded("autocast"), "--layer", "nobody"});
        QCOMPARE(none.exitCode, 2);
    }

    void errorsGoToModelExplorer()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("errors.json");
        QCOMPARE(
            cli({"recording", "errors", recorded("float16"), "--node-data", file, "--graph", "g"}).exitCode,
            0);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const Json json = Json::parse(written.readAll().toStdString());
        QVERIFY(json["g"]["results"]["wi"]["value"].is_number());
        QCOMPARE(json["g"]["results"]["wo"]["value"].get<std::string>(), "not finite");
        QCOMPARE(json["g"]["gradient"].size(), std::size_t{2});
    }

    void recordingsAreCompared()
    {
        const Json json = jsonOf({"recording", "diff", recorded("autocast"), recorded("autocast"), "--json"});
        QVERIFY(json["first"].is_null());
        QVERIFY(json["only_in_first"].empty());
        const Json apart = jsonOf({"recording", "diff", recorded("autocast"), recorded("float16"), "--json"});
        QCOMPARE(apart["first"]["tensor"].get<std::string>(), "conv/weight");
        QCOMPARE(apart["first"]["ulps_of"].get<std::string>(), "float16");
        const Outcome emulated = cli({"recording", "diff", recorded("autocast")});
        QVERIFY2(emulated.out.contains("18 tensors"), qPrintable(emulated.out));
        const Outcome within = cli({"recording", "diff", recorded("autocast"), "--ulps", "64"});
        QCOMPARE(within.out, QString("18 tensors are in both, and alike\n"));
    }

    void dtypesAreCheckedForTorch()
    {
        const QString file = recorded("float16") + "/00000000.safetensors";
        const Outcome text = cli({"policy", "check", file, "--stack", "torch"});
        QCOMPARE(text.exitCode, 2);
        QVERIFY2(text.out.contains("0/conv/weight: ValueError: Attempting to unscale FP16 gradients."),
            qPrintable(text.out));
        const Outcome fine = cli({"policy", "check", recorded("autocast") + "/00000000.safetensors",
            "--stack", "torch", "--json"});
        QCOMPARE(fine.exitCode, 0);
        QVERIFY(Json::parse(fine.out.toStdString())["problems"].empty());
        QCOMPARE(
            cli({"policy", "check", "circle", "--stack", "torch"}).exitCode, 0); // its variables are float32
        QCOMPARE(cli({"policy", "check", "circle", "--stack", "torch", "--quantize", "int8"}).exitCode, 2);
    }

    void aTensorIsFollowedOverSteps()
    {
        const Json json = jsonOf({"recording", "tensor", recorded("autocast"), "wo/weight", "--step", "2",
            "--format", "float8_e4m3fn", "--recipe", "mxfp8", "--json"});
        QCOMPARE(json["series"].size(), std::size_t{2});
        QCOMPARE(json["would_lose"].size(), std::size_t{3}); // the format, and the recipe's two products
        const Outcome wrong = cli({"recording", "tensor", recorded("autocast"), "wo/wieght"});
        QVERIFY2(wrong.err.contains("did you mean 'wo/weight'?"), qPrintable(wrong.err));
        const Outcome step = cli({"recording", "tensor", recorded("autocast"), "wo/weight", "--step", "1"});
        QVERIFY2(
            step.err.contains("not recorded at step 1; it is at 2 steps from 0 to 2"), qPrintable(step.err));
    }

    void scalesOfEveryRecipeAreListed()
    {
        const Json json = jsonOf({"recording", "scales", recorded("autocast"), "wo/output_gradient",
            "--history", "1", "--history", "8", "--json"});
        QCOMPARE(json["format"].get<std::string>(), "float8_e5m2");
        QCOMPARE(json["recipes"].size(), std::size_t{9});
        QCOMPARE(json["recipes"][0]["steps"].size(), std::size_t{2});
        QVERIFY(cli({"recording", "scales", recorded("autocast"), "wo/input", "--all"})
                    .out.contains("te_delayed, history 1024"));
        QCOMPARE(
            cli({"recording", "scales", recorded("autocast"), "wo/input", "--history", "0"}).exitCode, 2);
    }

    void otherNamesAreToldOnce()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("x.safetensors");
        QVERIFY(QFile::copy(
            QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/tensor_files/all.safetensors"), file));
        QVERIFY(cli({"recording", "show", file, "--names", "{step}/{path}/{role}"})
                    .err.contains("no tensor is named as {step}/{path}/{role} has it"));
        QCOMPARE(cli({"recording", "show", file, "--names", "{role}", "--keep-names"}).exitCode, 0);
        QVERIFY(cli({"recording", "show", file}).out.contains("\nfloat16 "));
        QVERIFY(cli({"recording", "show", file, "--names", "{layer}"})
                    .err.contains("--names: expected {step}, {path}"));
    }

    void aProductOfTwoTensorsIsJudged()
    {
        const QString step = recorded("float16") + "/00000000.safetensors::0/";
        const QStringList product{
            "recording", "product", step + "wo/input", step + "wo/weight", "--transposed"};
        const Outcome text = cli(product);
        QVERIFY2(text.out.contains("dot product 66246 > 65504 in float16, finite in bfloat16 (66048)"),
            qPrintable(text.out));
        const Json json = jsonOf(product + QStringList{"--format", "bfloat16", "--json"});
        QCOMPARE(json["beyond"].get<int>(), 0);
    }
};

QTEST_GUILESS_MAIN(TestCliRecording)
#include "tst_cli_recording.moc"
