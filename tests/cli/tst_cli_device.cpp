// SPDX-License-Identifier: GPL-3.0-or-later
// The command device check of the built ulpscope-cli, on what an H200 computed (tests/golden/make_hopper.py) and on files with mistakes.
#include "engine/file/zip_archive.h"
#include "tests/cli/cli_program.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <map>
#include <set>

using namespace ulpscope;
using AboutJson = nlohmann::ordered_json;

namespace {

const QString kRecorded = QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/device_h200.npz");

/// An array of NumPy in a file, header and all.
std::string npyOf(const std::string& text, const std::string& descr = "|u1")
{
    std::string header = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': ("
        + std::to_string(text.size()) + ",), }";
    header.resize(117, ' ');
    return std::string("\x93NUMPY\x01\x00", 8) + '\x76' + '\0' + header + '\n' + text;
}

} // namespace

class TestCliDevice : public QObject
{
    Q_OBJECT

private slots:
    void modelsOfAnH200Hold()
    {
        const AboutJson json = checked(kRecorded);
        QCOMPARE(json["device"]["device"].get<std::string>(), "NVIDIA H200");
        const std::map<std::string, std::set<std::string>> expected{
            {"float16", {"hopper-fp16", "blackwell-fp16"}}, {"bfloat16", {"hopper-bf16", "blackwell-bf16"}},
            {"tf32", {"hopper-tf32", "blackwell-tf32"}}};
        std::size_t seen = 0;
        for (const AboutJson& product : json["products"]) {
            const auto operands = product["operands"].get<std::string>();
            const auto holding = product["holding"].get<std::set<std::string>>();
            const auto what = product["what"].get<std::string>();
            seen += expected.count(operands);
            if (expected.contains(operands))
                QCOMPARE(holding, expected.at(operands));
            else if (what == "wgmma" || what == "_scaled_mm, use_fast_accum=True")
                QCOMPARE(holding, std::set<std::string>{"hopper-fp8"});
            else if (what == "_scaled_mm, use_fast_accum=False") // two halves of 128 are the same either way
                QCOMPARE(holding, (std::set<std::string>{"hopper-fp8:promote:128", "hopper-fp8:slices:2"}));
            else
                QVERIFY(holding.contains("hopper-mma-fp8") && !holding.contains("hopper-fp8"));
        }
        QCOMPARE(seen, 18U); // three kinds of values by two instructions and three dtypes
        QCOMPARE(json["products"].size(), 37U);
        for (const AboutJson& function : json["functions"])
            QCOMPARE(function["holding"].get<std::set<std::string>>(),
                function["what"] == "sqrt" ? (std::set<std::string>{"cuda", "nearest"})
                                           : std::set<std::string>{"cuda"});
        QCOMPARE(json["functions"].size(), 9U);
    }

    void theTableNamesThem()
    {
        const Outcome outcome = cli({"device", "check", kRecorded});
        QCOMPARE(outcome.exitCode, 0);
        QVERIFY2(
            outcome.out.contains(
                "wgmma                             float16                      3      hopper-fp16, blackwell-fp16\n"),
            qPrintable(outcome.out));
        QVERIFY(!outcome.out.contains("not explained"));
        QVERIFY(!outcome.out.contains("ampere"));
        const Outcome whole = cli({"device", "check", "--all", kRecorded});
        QVERIFY2(whole.out.contains("ampere-fp16"), qPrintable(whole.out));
    }

    /// One bit of one result is another.
    void anElementThatNoModelHasIsNamed()
    {
        const AboutJson& product = *std::ranges::find_if(m_about["products"],
            [](const AboutJson& each) { return each["operands"][0] == "float16" && each["run"] == "wgmma"; });
        const auto name = product["y"].get<std::string>();
        const QString file = changed("flipped.npz", [&](std::map<std::string, std::string>& arrays) {
            std::string& bytes = arrays[name];
            bytes[bytes.size() - 4 * (64 - 19)] ^= 1; // element [2, 3] of 8 x 8
        });
        const AboutJson json = checked(file);
        const auto at = std::ranges::find_if(
            json["products"], [&](const AboutJson& each) { return each["holding"].empty(); });
        QVERIFY(at != json["products"].end());
        const AboutJson& found = *at;
        QCOMPARE(found["values"], product["values"]);
        const auto model = std::ranges::find_if(
            found["models"], [](const AboutJson& each) { return each["model"] == "hopper-fp16"; });
        QVERIFY(model != found["models"].end());
        const AboutJson& hopper = *model;
        QCOMPARE(hopper["different"].get<int>(), 1);
        QCOMPARE(hopper["first"]["index"].get<std::vector<int>>(), (std::vector{2, 3}));
        const auto bits = [&](const char* key) {
            return std::stoul(hopper["first"][key].get<std::string>(), nullptr, 16);
        };
        QCOMPARE(bits("device_bits") ^ bits("model_bits"), 1UL);
        const Outcome table = cli({"device", "check", file});
        QVERIFY2(table.out.contains("hopper-fp16    1 of 64 (1.6 %), the first at [2, 3]: device 0x"),
            qPrintable(table.out));
    }

    void whatCouldNotBeRunIsTold()
    {
        const QString file = withAbout([](AboutJson& about) {
            about["products"] = AboutJson::array();
            about["skipped"] = {{{"what", "products of float8_e4m3fn"}, {"why", "no \x1b[31m such"}}};
        });
        const Outcome outcome = cli({"device", "check", file});
        QVERIFY2(outcome.out.contains("not run there: products of float8_e4m3fn: no \\u001b[31m such\n"),
            qPrintable(outcome.out));
    }

    /// A model of which nothing was seen does not hold.
    void aFunctionWithoutArgumentsIsRefused()
    {
        AboutJson about = m_about;
        about["functions"][2]["x"] = about["functions"][2]["y"] = "none";
        const QString file = changed("none.npz", [&](auto& arrays) {
            arrays["about"] = npyOf(about.dump());
            arrays["none"] = npyOf("", "<u4");
        });
        const Outcome outcome = cli({"device", "check", file});
        QCOMPARE(outcome.exitCode, 2);
        QVERIFY2(outcome.err.endsWith("about.functions[2]: x and y have not as many elements, or none\n"),
            qPrintable(outcome.err));
    }

    void mistakesHaveTheirPlace_data()
    {
        QTest::addColumn<QString>("message");
        QTest::newRow("format") << "about.format: unknown name 'other'; known: ulpscope-device";
        QTest::newRow("version") << "about.version: expected a whole number from 1 to 1, got 2";
        QTest::newRow("no array") << "about.products[0].a: there is no tensor 'gone' in it";
        QTest::newRow("operand")
            << "about.products[0].a: 0000: its elements are <u2 and cannot be float8_e4m3fn";
        QTest::newRow("unknown format")
            << "about.products[0].a: unknown format 'flaot16'; did you mean 'float16'?";
        QTest::newRow("shapes") << "about.products[0]: the shapes of a, b and y are not those of a product";
        QTest::newRow("function") << "about.functions[1].function: unknown name 'exq'; did you mean 'exp'?";
        QTest::newRow("operands") << "about.products[1].operands: expected two formats";
        QTest::newRow("not its numbers") << "about.products[0].a: element ";
        QTest::newRow("no JSON") << "about: ";
    }
    void mistakesHaveTheirPlace()
    {
        QFETCH(QString, message);
        const std::string row = QTest::currentDataTag();
        const QString file = row == "no JSON"
            ? changed("bad.npz", [](auto& arrays) { arrays["about"] = npyOf("{"); })
            : withAbout([&](AboutJson& about) {
                  AboutJson& product = about["products"][0];
                  if (row == "format")
                      about["format"] = "other";
                  else if (row == "version")
                      about["version"] = 2;
                  else if (row == "no array")
                      product["a"] = "gone";
                  else if (row == "operand")
                      product["operands"][0] = "float8_e4m3fn";
                  else if (row == "unknown format")
                      product["operands"][0] = "flaot16";
                  else if (row == "shapes")
                      std::swap(product["a"], product["b"]);
                  else if (row == "function")
                      about["functions"][1]["function"] = "exq";
                  else if (row == "operands")
                      about["products"][1]["operands"] = {"float16"};
                  else { // float32 that has too many digits
                      product["operands"][0] = "tf32";
                      product["a"] = about["functions"][0]["y"];
                  }
              });
        const Outcome outcome = cli({"device", "check", file});
        QCOMPARE(outcome.exitCode, 2);
        QCOMPARE(outcome.err.count(u'\n'), 1);
        QVERIFY2(outcome.err.startsWith("ulpscope-cli: " + file + ": " + message), qPrintable(outcome.err));
        QCOMPARE(outcome.out, QString());
    }

    void otherFilesAreRefused()
    {
        const Outcome weights = cli({"device", "check",
            QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/hopper_trainings/torch.npz")});
        QCOMPARE(weights.exitCode, 2);
        QVERIFY2(weights.err.contains("it has no array 'about' with a text"), qPrintable(weights.err));
        QCOMPARE(cli({"device", "check"}).exitCode, 2);
        QCOMPARE(cli({"device", "check", "--write-script", "a.py", kRecorded}).exitCode, 2);
    }

    /// It has not been run on a GPU by any test.
    void theScriptIsPython()
    {
        const QString script = m_folder.filePath("check.py");
        const Outcome outcome = cli({"device", "check", "--write-script", script});
        QCOMPARE(outcome.exitCode, 0);
        QProcess python;
        python.start("python3", {"-m", "py_compile", script});
        QVERIFY(python.waitForFinished(60'000));
        QVERIFY2(python.exitCode() == 0, python.readAllStandardError().constData());
        QFile written(script);
        QFile source(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/device/device_check.py"));
        QVERIFY(written.open(QIODevice::ReadOnly) && source.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll(), source.readAll());
    }

    void initTestCase()
    {
        const Result<ZipReader> archive
            = ZipReader::open(*InputFile::open(kRecorded.toStdString()), "an .npz file");
        QVERIFY(archive.ok());
        for (std::size_t i = 0; i < archive->entries().size(); ++i) {
            const std::string& name = archive->entries()[i].name;
            m_arrays[name.substr(0, name.size() - 4)] = *archive->read(i);
        }
        m_about = AboutJson::parse(m_arrays["about"].substr(m_arrays["about"].find('\n') + 1));
    }

private:
    static AboutJson checked(const QString& file)
    {
        const Outcome outcome = cli({"device", "check", "--json", file});
        if (outcome.exitCode != 0)
            qWarning("%s", qPrintable(outcome.err));
        return AboutJson::parse(outcome.out.toStdString(), nullptr, false);
    }

    QString changed(const char* name, const std::function<void(std::map<std::string, std::string>&)>& change)
    {
        std::map<std::string, std::string> arrays = m_arrays;
        change(arrays);
        std::vector<ZipEntry> entries;
        for (const auto& [array, bytes] : arrays)
            entries.push_back({array + ".npy", bytes});
        const QString file = m_folder.filePath(QString::fromLatin1(name));
        QFile written(file);
        if (!written.open(QIODevice::WriteOnly)
            || written.write(QByteArray::fromStdString(*zipped(entries))) < 0)
            qWarning("cannot be written");
        return file;
    }

    QString withAbout(const std::function<void(AboutJson&)>& change)
    {
        AboutJson about = m_about;
        change(about);
        return changed("about.npz", [&](auto& arrays) { arrays["about"] = npyOf(about.dump()); });
    }

    QTemporaryDir m_folder;
    std::map<std::string, std::string> m_arrays; ///< .npy files by name
    AboutJson m_about;
};

QTEST_GUILESS_MAIN(TestCliDevice)
#include "tst_cli_device.moc"
