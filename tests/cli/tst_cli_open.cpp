// SPDX-License-Identifier: GPL-3.0-or-later
// The command open of the built ulpscope-cli, and tensors of files where commands take an array.
#include "tests/cli/cli_program.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using Json = nlohmann::ordered_json;

namespace {

QString golden(const QString& file)
{
    return QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/tensor_files/") + file;
}

} // namespace

class TestCliOpen : public QObject
{
    Q_OBJECT

private slots:
    void aFileIsListed()
    {
        const Outcome outcome = cli({"open", golden("checkpoint.pt")});
        QCOMPARE(outcome.err, QString());
        QCOMPARE(outcome.exitCode, 0);
        QVERIFY(outcome.out.contains("model.fc.weight                 float32  [2, 3]  24\n"));
        QVERIFY(outcome.out.contains("19 tensors, 184 bytes (torch)\n"));
        QVERIFY(outcome.out.contains("scaler.scale: 65536\n"));
    }

    void aFileIsListedAsJson()
    {
        const Json json = Json::parse(cli({"open", golden("all.safetensors"), "--json"}).out.toStdString());
        QCOMPARE(json["kind"].get<std::string>(), "safetensors");
        QCOMPARE(json["facts"]["format"].get<std::string>(), "pt");
        bool found = false;
        for (const Json& tensor : json["tensors"])
            if (tensor["name"] == "float8_e4m3fn") {
                found = true;
                QCOMPARE(tensor["dtype"].get<std::string>(), "float8_e4m3fn");
                QCOMPARE(tensor["stored_as"].get<std::string>(), "F8_E4M3");
                QVERIFY(tensor["shape"] == Json({2, 3}));
            }
        QVERIFY(found);
    }

    void amaxHistoriesOfFloat8AreSeenAtOnce()
    {
        const QString file
            = QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/keras_files/trained_3.5.keras");
        const QString said = cli({"open", file}).out;
        QVERIFY2(said.contains("[4]     16     inputs: amax history, the newest first\n"), qPrintable(said));
        QVERIFY2(said.contains("float8 layer  operand"), qPrintable(said));
        QVERIFY2(QRegularExpression("layers/dense  outputs_grad .* 3 of 4\n").match(said).hasMatch(),
            qPrintable(said));
        const Json json = Json::parse(cli({"open", file, "--json"}).out.toStdString());
        QCOMPARE(json["float8"].size(), std::size_t{3});
        const Json& inputs = json["float8"][0];
        QCOMPARE(inputs["layer"].get<std::string>(), "layers/dense");
        QCOMPARE(inputs["operand"].get<std::string>(), "inputs");
        // keras_files.jsonl: 0000ac3d, newest, then from the oldest on: nothing, and two steps.
        QCOMPARE(inputs["amaxes"].size(), std::size_t{4});
        QCOMPARE(inputs["amaxes"][0].get<double>(), 0.0);
        QCOMPARE(inputs["amaxes"][3].get<double>(), 0.083984375);
        QVERIFY(inputs["amaxes"][1].get<double>() > 0);
        QVERIFY(!Json::parse(cli({"open", golden("model.keras"), "--json"}).out.toStdString())
                     .contains("float8"));
    }

    void aTensorIsCastAsItIs()
    {
        const Json json
            = Json::parse(cli({"open", golden("arrays.npz") + "::float32", "--format", "float16", "--json"})
                              .out.toStdString());
        QCOMPARE(json["amax"].get<double>(), 65504.0);
        QCOMPARE(json["min_nonzero"].get<double>(), 0x1p-149);
        QCOMPARE(json["would_lose"].size(), std::size_t{1});
        QVERIFY(std::abs(json["would_lose"][0]["flushed_percent"].get<double>() - 100.0 / 3) < 1e-9);
    }

    void aDtypeIsAskedForWhereNumPyDoesNotSayIt()
    {
        const Outcome unasked = cli({"open", golden("arrays.npz") + "::bf16"});
        QCOMPARE(unasked.exitCode, 2);
        QVERIFY(unasked.err.contains(
            "arrays.npz::bf16: NumPy has written its 2-byte elements without their format: ask for"));
        const Outcome asked = cli({"open", golden("arrays.npz") + "::bf16:bfloat16", "--json"});
        QCOMPARE(asked.exitCode, 0);
        QCOMPARE(Json::parse(asked.out.toStdString())["inf"].get<int>(), 1);
    }

    void commandsOnArraysTakeATensor()
    {
        const QTemporaryDir folder;
        const QString tensor = golden("model.keras") + "::layers/dense/vars/0";
        QCOMPARE(cli({"stats", "--to", "float8_e5m2", tensor}).exitCode, 0);
        QCOMPARE(cli({"cast", "--to", "bfloat16", tensor, folder.filePath("out.npy")}).exitCode, 0);
        QVERIFY(QFile::exists(folder.filePath("out.npy")));
        const Outcome sum
            = cli({"sum", "--format", "float32", "--accumulate", "exact", golden("all.pt") + "::int64"});
        QCOMPARE(sum.out, QString("3\n"));
        const Outcome several
            = cli({"sum", "--format", "float32", "--accumulate", "exact", golden("all.pt")});
        QCOMPARE(several.exitCode, 2);
        QVERIFY2(several.err.contains("tensors; say which, FILE::NAME"), qPrintable(several.err));
        const Outcome none
            = cli({"sum", "--format", "float32", "--accumulate", "exact", golden("all.pt") + "::flot32"});
        QVERIFY2(none.err.contains("did you mean 'float32'?"), qPrintable(none.err));
    }

    void whatIsNoFileOfTensorsIsSaid()
    {
        const Outcome outcome = cli({"open", QStringLiteral(ULPSCOPE_SOURCE_DIR "/README.md")});
        QCOMPARE(outcome.exitCode, 2);
        QVERIFY(outcome.err.contains("README.md: is no file of tensors"));
        const Outcome folder = cli({"open", QStringLiteral(ULPSCOPE_SOURCE_DIR)});
        QVERIFY(folder.err.contains("is a folder; expected a file"));
    }
};

QTEST_GUILESS_MAIN(TestCliOpen)
#include "tst_cli_open.moc"
