// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built ulpscope-cli as a person or a script would.
#include "app/io/session/session_file.h"
#include "engine/dtype/block_array.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/file/npy.h"
#include "engine/file/whole_file.h"
#include "engine/file/zip_archive.h"
#include "engine/kernels/kernels.h"
#include "engine/kernels/processor_level.h"
#include "tests/cli/cli_program.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <limits>

#include <sys/syscall.h>
#include <unistd.h>

using namespace ulpscope;

namespace {

const QString kProgram = QStringLiteral(ULPSCOPE_BINARY_DIR "/bin/ulpscope-cli");
const QString kScenes = QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/");
constexpr int kLongestMs = 60'000;

/// Whether the process' first thread stands still; proc_pid_stat(5).
bool isStopped(pid_t id)
{
    QFile stat(QStringLiteral("/proc/%1/task/%1/stat").arg(id));
    return stat.open(QFile::ReadOnly) && stat.readAll().contains(") T ");
}

nlohmann::ordered_json jsonOf(const Outcome& outcome)
{
    return nlohmann::ordered_json::parse(outcome.out.toStdString());
}

/// The hidden folders that runs write into until they end.
QStringList hiddenIn(const QTemporaryDir& folder)
{
    return QDir(folder.path()).entryList({".*.ulpscope-*"}, QDir::Dirs | QDir::Hidden);
}

/// Until one of them has some of that file.
bool waitForHidden(const QTemporaryDir& folder, const char* file)
{
    return QTest::qWaitFor(
        [&] {
            const QStringList hidden = hiddenIn(folder);
            return !hidden.isEmpty()
                && QFile(folder.filePath(hidden.front() + '/' + QString::fromUtf8(file))).size() > 10'000;
        },
        kLongestMs);
}

/// The commands that --help lists; of one that has commands, those: "policy show".
QStringList listedCommands(const QStringList& of = {})
{
    const QStringList lines = cli(of + QStringList{"--help"}).out.section("\nSubcommands:\n", 1).split('\n');
    QStringList names;
    for (const QString& line : lines) {
        if (!line.startsWith("  ") || line.startsWith("   "))
            continue; // goes on from the line before
        const QStringList command = of + QStringList{line.trimmed().section(' ', 0, 0)};
        const QStringList inside = listedCommands(command);
        names += inside.isEmpty() ? QStringList{command.join(' ')} : inside;
    }
    return names;
}

QString fileIn(const QTemporaryDir& folder, const char* name, const std::string& bytes)
{
    const QString path = folder.filePath(name);
    return writeWholeFile(path.toStdString(), bytes) ? path : QString();
}

constexpr const char* kManual = ULPSCOPE_SOURCE_DIR "/resources/man/ulpscope-cli.1";

QStringList sorted(QStringList names)
{
    names.sort();
    return names;
}

/// What a section of the manual has entries of, in order of their names.
QStringList commandsIn(const QByteArray& manual, const QString& section, const QString& before)
{
    const QString text = QString::fromUtf8(manual).section(".SH " + section + '\n', 1).section(".SH ", 0, 0);
    QStringList named;
    for (const QString& entry : text.split(before).mid(1)) {
        // An option follows, or is what this entry is of.
        const QString name = entry.section('\n', 0, 0).section("\\-\\-", 0, 0).trimmed();
        if (!name.isEmpty())
            named += QString(name).remove('\\');
    }
    return sorted(named);
}

} // namespace

class TestCli : public QObject
{
    Q_OBJECT
private slots:
    void helpAndVersionAreThere_data();
    void helpAndVersionAreThere();
    void theManualHasEveryCommand_data();
    void theManualHasEveryCommand();
    void whatTheManualLacksIsAddedToIt_data();
    void whatTheManualLacksIsAddedToIt();
    void wrongUseIsOneLineAndExitCode2_data();
    void wrongUseIsOneLineAndExitCode2();
    void formatsAreThoseOfTheTable();
    void inspectShowsWhatIsStored();
    void inspectTakesEveryKindOfNumber_data();
    void inspectTakesEveryKindOfNumber();
    void inspectReadsCodesAndExpressions();
    void castWritesCodesAndScales();
    void statsUseTheFieldsDefinitions();
    void castRoundsLikeTheRoutine_data();
    void castRoundsLikeTheRoutine();
    void newMakesASessionOfAFile();
    void runPrintsATableAndLeavesFiles();
    void resumeGoesOnBitForBit();
    void predictWritesALayersOutputBesideItsFloat64References();
    void scalingFollowsFloat8Scales();
    void runTakesStepsAndSeed();
    void runSaysForWhichProcessorItComputed();
    void seedsSayWhetherTheNumbersDiffer();
    void seedsStoppedInTheFirstWriteNothing();
    void aLossScaleIsSetOverSessionAndPolicy();
    void olderFamiliesTakeTheirOwnNames();
    void policiesAreThoseOfAVersionOfKeras();
    void everyKeyOfAMapSaysWhichLayersItDecides();
    void modelsOfOlderFamiliesAreReadByTheirOwnRules();
    void severalPoliciesGetAFolderEach();
    void eachPolicyIsTrainedUnderEachRecipe();
    void aPolicyFileIsTheGlobalMap();
    void aDivergedRunIsAResult();
    void aStoppedRunKeepsItsFiles_data();
    void aStoppedRunKeepsItsFiles();
    void aSecondInterruptEndsAtOnce();
    void kernelsComeFromBesideTheProgramAlone();
    void withoutProcNoKernelsAreLoaded();
    void whatCannotBeWrittenIsExitCode1();
    void policyShowSaysWhereEachComesFrom();
    void policyShowReadsNamesAndFiles();
    void policyShowHasTheKindOfKerasException();
    void policyResolveLooksPathsUp();
    void policyCheckSaysWhatRaises();
    void checkAndRunSayWhatAGpuLeavesUnrounded();
    void severalArithmeticsAreCompared();
    void checkAndRunSayThatKerasRefusesTheOptimizer();
    void policyDiffComparesAnyTwo();
    void policyShowReadsKerasModels();
    void policyCastSaysWhatALayerSees();
    void olderFamiliesAreShown();
    void quantizedLayersSayWhatTheyComputeAndKeep();
    void lossScaleFollowsARule();
    void policyExportIsKerasJsonAndSaysWhatItLeavesOut();
};

void TestCli::helpAndVersionAreThere_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("contains");
    QTest::newRow("the program") << QStringList{"--help"} << "Exit codes: 0 done";
    QTest::newRow("formats") << QStringList{"formats", "--help"} << "Examples: ulpscope-cli formats";
    QTest::newRow("inspect") << QStringList{"inspect", "--help"} << "Examples: ulpscope-cli inspect";
    QTest::newRow("cast") << QStringList{"cast", "--help"} << "Examples: ulpscope-cli cast";
    QTest::newRow("run") << QStringList{"run", "--help"} << "Examples: ulpscope-cli run circle";
    QTest::newRow("policy") << QStringList{"policy", "--help"} << "export";
    QTest::newRow("policy show") << QStringList{"policy", "show", "--help"}
                                 << "Examples: ulpscope-cli policy show";
    QTest::newRow("policy export") << QStringList{"policy", "export", "--help"}
                                   << "Example: ulpscope-cli policy export";
    QTest::newRow("version") << QStringList{"--version"} << "ulpscope-cli " ULPSCOPE_VERSION "\n";
}

void TestCli::helpAndVersionAreThere()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, contains);
    const Outcome outcome = cli(arguments);
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY2(outcome.out.contains(contains), qPrintable(outcome.out));
    QCOMPARE(outcome.err, QString());
}

void TestCli::theManualHasEveryCommand_data()
{
    QTest::addColumn<QString>("section");
    QTest::addColumn<QString>("before"); // a command's name
    QTest::newRow("how it is called") << "SYNOPSIS"
                                      << ".B ulpscope-cli ";
    QTest::newRow("what it does") << "COMMANDS"
                                  << ".TP\n.B ";
}

void TestCli::theManualHasEveryCommand()
{
    QFETCH(QString, section);
    QFETCH(QString, before);
    QFile manual(QString::fromUtf8(kManual));
    QVERIFY(manual.open(QIODevice::ReadOnly));
    const QStringList listed = listedCommands();
    QVERIFY(listed.contains("run") && listed.contains("policy show"));
    QCOMPARE(commandsIn(manual.readAll(), section, before), sorted(listed));
}

void TestCli::whatTheManualLacksIsAddedToIt_data()
{
    theManualHasEveryCommand_data();
}

void TestCli::whatTheManualLacksIsAddedToIt()
{
    QFETCH(QString, section);
    QFETCH(QString, before);
    const QString python = QStandardPaths::findExecutable("python3");
    if (python.isEmpty())
        QSKIP("needs python3");
    QFile manual(QString::fromUtf8(kManual));
    QVERIFY(manual.open(QIODevice::ReadOnly));
    const QByteArray whole = manual.readAll();
    const qsizetype begin = whole.indexOf((before + "sum").toUtf8());
    const qsizetype end = whole.indexOf(before.toUtf8(), begin + 1);
    QVERIFY(begin > 0 && end > begin);
    const QByteArray lacking = whole.left(begin) + whole.mid(end);
    QTemporaryDir folder;
    for (const QByteArray& given : {whole, lacking}) {
        const QString path = fileIn(folder, "ulpscope-cli.1", given.toStdString());
        QProcess process;
        process.start(python,
            {ULPSCOPE_SOURCE_DIR "/resources/man/add_commands.py",
                QCoreApplication::applicationDirPath() + "/ulpscope-cli", path});
        QVERIFY(process.waitForFinished(120'000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
        QFile after(path);
        QVERIFY(after.open(QIODevice::ReadOnly));
        const QByteArray text = after.readAll();
        QCOMPARE(text == given, given == whole);
        QCOMPARE(commandsIn(text, section, before), sorted(listedCommands()));
    }
}

void TestCli::wrongUseIsOneLineAndExitCode2_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    const QString units = QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/corpus/sessions/units_zero.ulps");
    const QString binary = QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/corpus/sessions/binary.ulps");
    const QString kerasFile
        = QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/keras_files/trained_3.10.keras");
    static const QTemporaryDir folder;
    const auto modelOf = [](const char* file, const std::string& layers) {
        return fileIn(folder, file,
            R"({"class_name": "Sequential", "config": {"name": "s", "layers": [{"class_name": "InputLayer", )"
            R"("config": {"batch_shape": [null, 4], "name": "in"}}, )"
                + layers + "]}}");
    };
    const std::string dense = R"({"class_name": "Dense", "config": {"name": "d", "units": 2}})";
    const QString model = modelOf("model.json", dense);
    const QString otherModel = modelOf("other.json",
        R"({"class_name": "Masking", "config": {"name": "r"}}, {"class_name": "LSTM", "config": {"name": "l"}}, )"
            + dense);
    QTest::newRow("no command") << QStringList{} << "A subcommand is required (see ulpscope-cli --help)";
    QTest::newRow("unknown command") << QStringList{"frmats"}
                                     << "unknown command 'frmats'; did you mean 'formats'?";
    QTest::newRow("unknown option") << QStringList{
        "formats", "--jsn"} << "The following argument was not expected: --jsn (see ulpscope-cli --help)";
    QTest::newRow("no value") << QStringList{"inspect"} << "VALUE is required (see ulpscope-cli --help)";
    QTest::newRow("no number") << QStringList{"inspect", "1.2.3"}
                               << "VALUE: '1.2.3' is not a number at character 1 of '1.2.3'";
    QTest::newRow("half an expression")
        << QStringList{"inspect", "2^-"} << "VALUE: a number is missing here at character 4 of '2^-'";
    QTest::newRow("a wide code") << QStringList{"inspect", "0x1FF", "--format", "e4m3fn"}
                                 << "VALUE: the code 0x1FF has more bits than e4m3fn";
    QTest::newRow("unknown rounding") << QStringList{"inspect", "1", "--round",
        "neerest-even"} << "--round: unknown rounding mode 'neerest-even'; did you mean 'nearest-even'?";
    QTest::newRow("no such format")
        << QStringList{"inspect", "1", "--format", "e9m40"}
        << "--format: format 'e9m40' cannot be had: M is from 0 to 24, so that float64 can "
           "carry it";
    QTest::newRow("beyond its carrier")
        << QStringList{"inspect", "1", "--format", "float19_e11m7b1050"}
        << "--format: format 'float19_e11m7b1050' cannot be had: its exponents leave "
           "the range of float64, which carries it";
    QTest::newRow("seed of rounding")
        << QStringList{"cast", "--to", "float16", "--seed", "18446744073709551616", "a", "b"}
        << "--seed: expected an integer in [0, 18446744073709551615], got "
           "18446744073709551616 (see ulpscope-cli --help)";
    QTest::newRow("a rule for blocks") << QStringList{"cast", "--to", "mxfp8", "--overflow", "te", "a.npy",
        "b.npy"} << "--overflow: block formats scale and saturate; they have no rule to choose";
    QTest::newRow("no exponent") << QStringList{"cast", "--to", "int8", "--ignore-exponent-limits", "a.npy",
        "b.npy"} << "--ignore-exponent-limits: int8 has no exponent";
    QTest::newRow("scales over values") << QStringList{"cast", "--to", "mxfp8", "--scales", "b.npy", "a.npy",
        "b.npy"} << "--scales: is the output's own file";
    QTest::newRow("scales of an element format") << QStringList{"cast", "--to", "float16", "--scales",
        "s.npy", "a.npy", "b.npy"} << "--scales: float16 has no scales";
    QTest::newRow("unknown format") << QStringList{"inspect", "1", "--format", "flot16"}
                                    << "--format: unknown format 'flot16'; did you mean 'float16'?";
    QTest::newRow("nothing to train")
        << QStringList{"run"} << "SESSION or --resume is required (see ulpscope-cli --help)";
    QTest::newRow("another seed for a run that goes on") << QStringList{
        "run", "--resume", "out", "--seed", "2"} << "--resume excludes --seed (see ulpscope-cli --help)";
    QTest::newRow("no run to go on with") << QStringList{"run", "--resume",
        "no/such"} << "no/such: has no state to go on from: it is not the folder of a run with --state";
    QTest::newRow("no file") << QStringList{"run", "no/such.ulps"}
                             << "no/such.ulps: cannot be read: No such file or directory";
    QTest::newRow("no scene") << QStringList{"run", "circel"}
                              << "no such file; unknown scene 'circel'; did you mean 'circle'?";
    QTest::newRow("a Keras model") << QStringList{"run", model}
                                   << model
            + ": is a Keras model (layers: 1) and no session: ulpscope-cli policy show tells its policies, ulpscope-cli new DATA --model "
              "makes a session that trains it";
    QTest::newRow("a Keras model with other layers") << QStringList{"run", otherModel}
                                                     << otherModel
            + ": is a Keras model (layers: 3) and no session: ulpscope-cli policy show tells its policies, and layers of these classes are "
              "not computed here: LSTM, Masking";
    QTest::newRow("a Keras file") << QStringList{"run", kerasFile}
                                  << kerasFile
            + ": is a Keras model (layers: 2) and no session: ulpscope-cli policy show tells its policies, ulpscope-cli new DATA --model "
              "makes a session that trains it";
    QTest::newRow("a bad session") << QStringList{"run", units}
                                   << units + ": layers[2].units: expected an integer >= 1, got 0";
    QTest::newRow("binary") << QStringList{"policy", "show", binary}
                            << binary + ": line 1, column 1: not valid JSON: invalid literal";
    QTest::newRow("unknown policy") << QStringList{"run", "circle", "--policy", "mixed_float15"}
                                    << "--policy: Cannot convert 'mixed_float15' to a mixed precision "
                                       "DTypePolicy; did you mean 'mixed_float16'?";
    QTest::newRow("no steps") << QStringList{"run", "circle", "--steps", "0"}
                              << "--steps: Value 0 not in range 1 to 100000000 (see ulpscope-cli --help)";
    QTest::newRow("negative seed") << QStringList{"run", "circle", "--seed",
        "-1"} << "--seed: expected an integer in [0, 18446744073709551615], got -1 (see ulpscope-cli --help)";
    QTest::newRow("no seeds") << QStringList{"run", "circle", "--seeds", "5..1"}
                              << "--seeds: expected seeds from 0 on, such as 1..5 or 1,3,7, got '5..1'";
    QTest::newRow("a seed twice") << QStringList{"run", "circle", "--seeds", "1,1"}
                                  << "--seeds: seed 1 is there twice";
    QTest::newRow("seed and seeds") << QStringList{"run", "circle", "--seeds", "1..4", "--seed", "1"}
                                    << "--seed excludes --seeds (see ulpscope-cli --help)";
    QTest::newRow("empty seeds") << QStringList{"run", "circle", "--seeds", ""}
                                 << "--seeds: expected seeds from 0 on, such as 1..5 or 1,3,7, got ''";
    QTest::newRow("seeds as written") << QStringList{"run", "circle", "--seeds", "1..4", "--as-written"}
                                      << "--seeds excludes --as-written (see ulpscope-cli --help)";
    QTest::newRow("empty loss scale")
        << QStringList{"run", "circle", "--loss-scale", ""}
        << "--loss-scale: expected a number such as 1024, \"none\", \"auto\", \"dynamic 2^15\" or another rule, got \"\"";
    QTest::newRow("quantized in an older family")
        << QStringList{"policy", "check", "mixed_float16", "--family", "tf_keras", "--quantize", "int8"}
        << "--family: an older family has no model.quantize";
    QTest::newRow("unknown loss scale") << QStringList{"run", "circle", "--loss-scale",
        "dynamick"} << "--loss-scale: unknown loss scale 'dynamick'; did you mean 'dynamic'?";
    QTest::newRow("unknown export")
        << QStringList{"policy", "export", "circle", "--as", "yaml"}
        << "--as: yaml not in {keras-map,keras-policy,tf-keras-policy,keras-model,keras-python,torch-amp,te-recipe,te-inspect,"
           "torchao-float8,torch-recorder,keras-recorder} (see ulpscope-cli --help)";
}

void TestCli::wrongUseIsOneLineAndExitCode2()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    const Outcome outcome = cli(arguments);
    QCOMPARE(outcome.err, "ulpscope-cli: " + message + "\n");
    QCOMPARE(outcome.exitCode, 2);
    QCOMPARE(outcome.out, QString());
}

void TestCli::formatsAreThoseOfTheTable()
{
    const Outcome table = cli({"formats"});
    QCOMPARE(table.exitCode, 0);
    const QStringList lines = table.out.split('\n', Qt::SkipEmptyParts);
    // A row each, and a head for each of the three tables.
    QCOMPARE(lines.size(), qsizetype(formats().size() + blockFormats().size() + formatFamilies().size()) + 3);
    QVERIFY(lines.front().startsWith("name ") && lines.front().endsWith("source"));
    const auto list = jsonOf(cli({"formats", "--json"}));
    QCOMPARE(list.size(), formats().size() + blockFormats().size());
    for (const auto& row : list) { // every name that is printed is a name
        const std::string name = row["name"].get<std::string>();
        QVERIFY2(findFormat(name) || blockFormatByName(name), name.c_str());
    }
    const auto members = jsonOf(cli({"formats", "binary8p3se", "e4m5fn", "mxfp8:rceil", "--json"}));
    QCOMPARE(members.size(), std::size_t{3});
    QCOMPARE(members[0]["max"].get<double>(), 49152.0);
    QCOMPARE(members[1]["name"].get<std::string>(), std::string("float10_e4m5fn"));
    QCOMPARE(jsonOf(cli({"formats", "--p3109", "--json"})).size(), p3109Formats().size());
    for (std::size_t i = 0; i < formats().size(); ++i) {
        const Format& format = formats()[i];
        QVERIFY(lines[qsizetype(i) + 1].startsWith(QString::fromStdString(std::string(format.name)) + " "));
        QCOMPARE(list[i]["name"].get<std::string>(), std::string(format.name));
        QCOMPARE(list[i]["bits"].get<int>(), format.bits());
        QCOMPARE(list[i]["max"].get<double>(), format.maxFinite());
        QCOMPARE(list[i]["min_subnormal"].get<double>(), format.minSubnormal());
        QCOMPARE(list[i]["has_infinity"].get<bool>(), format.hasInfinity());
    }
}

void TestCli::inspectShowsWhatIsStored()
{
    // keras.md 7.4: 0.1 is 0.1015625 in e4m3fn; by hand: code 0x1d, neighbours 0.09375 and 0.109375.
    const auto json = jsonOf(cli({"inspect", "0.1", "--format", "e4m3fn", "--format", "float16", "--json"}));
    QCOMPARE(json["exact"].get<std::string>(),
        std::string("0.1000000000000000055511151231257827021181583404541015625"));
    QCOMPARE(json["hex"].get<std::string>(), std::string("0x1.999999999999ap-4"));
    QCOMPARE(json["formats"].size(), std::size_t{2});
    const auto e4m3 = json["formats"][0];
    QCOMPARE(e4m3["stored"].get<double>(), 0.1015625);
    QCOMPARE(e4m3["code"].get<std::string>(), std::string("0x1d"));
    QCOMPARE(e4m3["error"].get<double>(), 0.1015625 - 0.1);
    QCOMPARE(e4m3["half_ulp"].get<double>(), 0x1p-8);
    QCOMPARE(e4m3["below"].get<double>(), 0.09375);
    QCOMPARE(e4m3["above"].get<double>(), 0.109375);
    QCOMPARE(json["formats"][1]["code"].get<std::string>(), std::string("0x2e66"));
    QVERIFY(cli({"inspect", "500", "--format", "e4m3fn"}).out.contains("overflow"));
    QVERIFY(cli({"inspect", "1e-9", "--format", "float16"}).out.contains("underflow to 0"));
    QVERIFY(cli({"inspect", "0x1p-24", "--format", "float16"}).out.contains("exact, subnormal"));
}

void TestCli::inspectTakesEveryKindOfNumber_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::newRow("negative") << "-0.5"
                              << "-0.5";
    QTest::newRow("minus infinity") << "-inf"
                                    << "-Infinity";
    QTest::newRow("nan") << "nan"
                         << "NaN";
    QTest::newRow("hex") << "-0x1.8p1"
                         << "-3";
    QTest::newRow("minus zero") << "-0"
                                << "-0";
    QTest::newRow("too small for a double") << "1e-400"
                                            << "0";
    QTest::newRow("too large for a double") << "1e400"
                                            << "Infinity";
}

void TestCli::inspectTakesEveryKindOfNumber()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    const Outcome outcome = cli({"inspect", text});
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.out.section('\n', 0, 0), "value      " + shown);
    QVERIFY(jsonOf(cli({"inspect", text, "--json"}))["formats"].size() == formats().size());
}

void TestCli::inspectReadsCodesAndExpressions()
{
    const auto code = jsonOf(cli({"inspect", "0x7E", "--format", "e4m3fn", "--json"}));
    QCOMPARE(code["formats"][0]["stored"].get<double>(), 448.0);
    QVERIFY(!code.contains("value"));
    const auto power = jsonOf(cli({"inspect", "2^-24*1.5", "--format", "float16", "--json"}));
    QCOMPARE(power["formats"][0]["stored"].get<double>(), 0x1p-23); // a tie that goes to the even code
    const auto up = jsonOf(cli({"inspect", "2049", "--format", "float16", "--round", "up", "--json"}));
    QCOMPARE(up["formats"][0]["stored"].get<double>(), 2050.0);
    const auto clamped = jsonOf(cli({"inspect", "1000", "--format", "e4m3fn", "--overflow", "te", "--json"}));
    QCOMPARE(clamped["formats"][0]["stored"].get<double>(), 448.0);
    QCOMPARE(clamped["overflow_rule"].get<std::string>(), std::string("te"));
}

void TestCli::castWritesCodesAndScales()
{
    const QTemporaryDir folder;
    const QString in = fileIn(folder, "in.npy", writeNpy({{2, 2}, std::vector<float>{1, -2, 0.1F, 500}}));
    const QString out = folder.filePath("out.npy");
    QCOMPARE(cli({"cast", "--to", "e4m3fn", "--codes", in, out}).exitCode, 0);
    const std::vector<std::int64_t> shape{2, 2};
    const std::vector<std::uint64_t> codes{0x38, 0xC0, 0x1D, 0x7F};
    QVERIFY(*readWholeFile(out.toStdString(), 1 << 20) == writeNpyCodes(shape, codes, 8));
    QCOMPARE(cli({"cast", "--to", "bfloat16", "--codes", in, out}).exitCode, 0);
    QVERIFY(readWholeFile(out.toStdString(), 1 << 20)->find("'<u2'") != std::string::npos);
    // MXFP4, by hand: amax 500 = 1.95 * 2^8, so the scale is 2^(8 - 2) and 500 / 64 = 7.8 saturates to 6.
    const QString scales = folder.filePath("scales.npy");
    QCOMPARE(cli({"cast", "--to", "mxfp4", "--scales", scales, in, out}).exitCode, 0);
    QVERIFY(*loadNpy(scales.toStdString()) == (NpyArray{{2, 1}, std::vector<float>{0.5, 64}}));
    QVERIFY(*loadNpy(out.toStdString()) == (NpyArray{{2, 2}, std::vector<float>{1, -2, 0, 384}}));
    QCOMPARE(cli({"cast", "--to", "nvfp4", in, out}).out, QString("tensor scale 0.1860119104385376\n"));
}

void TestCli::statsUseTheFieldsDefinitions()
{
    const QTemporaryDir folder;
    const QString in = fileIn(folder, "in.npy",
        writeNpy({{8}, std::vector<double>{0.0, -1e-9, 1, 1.0625, 464, 465, std::nan(""), -INFINITY}}));
    const auto stats = jsonOf(cli({"stats", "--to", "e4m3fn", "--json", in}));
    QCOMPARE(stats["amax"].get<double>(), 465.0);
    QCOMPARE(stats["min_nonzero"].get<double>(), 1e-9);
    QCOMPARE(stats["zeros"].get<int>(), 1);
    QCOMPARE(stats["underflows"].get<int>(), 1); // to -0
    QCOMPARE(stats["underflow_percent"].get<double>(), 12.5);
    QCOMPARE(stats["overflows"].get<int>(), 1); // 465; 464 rounds to 448
    QCOMPARE(stats["nan"].get<int>(), 3);
    QCOMPARE(stats["max_ulp"].get<double>(), 0.5); // 464 and 1.0625
    QCOMPARE(stats["exponents_before"]["8"].get<int>(), 2);
    const auto saturated = jsonOf(cli({"stats", "--to", "e4m3fn", "--overflow", "te", "--json", in}));
    QCOMPARE(saturated["saturations"].get<int>(), 2);
    QCOMPARE(saturated["overflows"].get<int>(), 0);
    QVERIFY(cli({"stats", "--to", "mxfp8", in}).out.contains("SQNR"));
    // Of no elements there is no ratio.
    const QString empty = fileIn(folder, "empty.npy", writeNpy({{0}, std::vector<double>{}}));
    for (const char* format : {"float16", "mxfp8"}) {
        const Outcome none = cli({"stats", "--to", format, empty});
        QCOMPARE(none.exitCode, 0);
        QVERIFY2(!none.out.contains("nan", Qt::CaseInsensitive) || none.out.count("NaN") == 1,
            qPrintable(none.out));
        QVERIFY2(none.out.contains("not known: there is nothing to compare"), qPrintable(none.out));
    }
}

void TestCli::castRoundsLikeTheRoutine_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<bool>("saturate");
    for (const Format& format : formats())
        for (const bool saturate : {false, true})
            QTest::addRow("%s%s", format.name.data(), saturate ? ", saturate" : "")
                << QString::fromUtf8(format.name.data(), qsizetype(format.name.size())) << saturate;
}

void TestCli::castRoundsLikeTheRoutine()
{
    QFETCH(QString, format);
    QFETCH(bool, saturate);
    const QTemporaryDir folder;
    const std::vector<double> doubles{0.0, -0.0, 0.1, -1.0 / 3, 1 + 0x1p-11 + 0x1p-30, 448.5, 65519, 65520,
        -1e300, 0x1p-24, 0x1p-1074, std::numeric_limits<double>::infinity()};
    const std::vector<float> singles{0.0F, 0.1F, -3.0e38F, 0x1p-149F, 17, 19};
    const Rounding overflow{.overflow = findOverflowRule(saturate ? "keras" : "ml_dtypes")};
    const Format& row = **formatByName(format.toStdString());
    for (const NpyArray& array :
        {NpyArray{{3, 4}, doubles}, NpyArray{{6}, singles}, NpyArray{{0, 2}, singles}}) {
        if (array.shape[0] == 0 && array.size() != 0)
            continue; // the last row only names the shape: an empty array is made below
        const QString in = fileIn(folder, "in.npy", writeNpy(array));
        const Outcome outcome = cli({"cast", "--to", format, "--overflow", saturate ? "keras" : "ml_dtypes",
            in, folder.filePath("out.npy")});
        QCOMPARE(outcome.err, QString());
        QCOMPARE(outcome.exitCode, 0);
        NpyArray expected = array;
        std::visit(
            [&](auto& values) {
                for (auto& value : values)
                    value = static_cast<std::remove_reference_t<decltype(value)>>(
                        roundToFormat(row, static_cast<double>(value), overflow));
            },
            expected.values);
        // As bytes, so that NaN equals NaN and -0 is not 0.
        const auto written = readWholeFile(folder.filePath("out.npy").toStdString(), 1 << 20);
        QVERIFY(written.ok());
        QVERIFY(*written == writeNpy(expected));
    }
    fileIn(folder, "empty.npy", writeNpy({{0, 2}, std::vector<float>{}}));
    QCOMPARE(
        cli({"cast", "--to", format, folder.filePath("empty.npy"), folder.filePath("out.npy")}).exitCode, 0);
    QVERIFY(*loadNpy(folder.filePath("out.npy").toStdString()) == (NpyArray{{0, 2}, std::vector<float>{}}));
}

void TestCli::runPrintsATableAndLeavesFiles()
{
    const QTemporaryDir folder;
    const Outcome outcome = cli({"run", kScenes + "circle.ulps", "--steps", "20", "--out", folder.path()});
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.err, QString()); // no bar where there is no terminal
    QVERIFY(outcome.out.startsWith("Circle\n"));
    QVERIFY(outcome.out.contains("gradients flushed"));
    QVERIFY(outcome.out.contains("  files in " + folder.path()));
    QStringList files = QDir(folder.path()).entryList(QDir::Files);
    QCOMPARE(files,
        (QStringList{"exponents.csv", "history.csv", "initial_weights.npz", "policy.json", "summary.json",
            "tensors.csv", "weights.npz"}));
    const auto json = jsonOf(cli({"run", "circle", "--steps", "20", "--json"})); // by the scene's name
    QCOMPARE(json["steps"].get<int>(), 20);
    const auto summary = readWholeFile(folder.filePath("summary.json").toStdString(), 1 << 20);
    QCOMPARE(nlohmann::json::parse(*summary)["loss"].get<double>(), json["loss"].get<double>());
}

void TestCli::resumeGoesOnBitForBit()
{
    const QTemporaryDir folder;
    const QString whole = folder.filePath("whole");
    const QString parts = folder.filePath("parts");
    const QString level
        = QString::fromStdString(Kernels::availableLevels().back()); // not what it would have by itself
    const QStringList run{"run", "float8-amax", "--seed", "3", "--every", "4", "--kernels", level};
    QCOMPARE(cli(run + QStringList{"--steps", "30", "--out", whole, "--state"}).exitCode, 0);
    QCOMPARE(cli(run + QStringList{"--steps", "9", "--out", parts, "--state"}).exitCode, 0);
    const Outcome longer = cli({"run", "--resume", parts, "--steps", "30", "--until", "step:19"});
    QCOMPARE(longer.err, QString("ulpscope-cli: stopped at step 19, as asked, of 30 steps\n"));
    const Outcome rest = cli({"run", "--resume", parts, "--threads", "1"});
    QCOMPARE(rest.err, QString());
    QVERIFY(rest.out.contains("  files in " + parts));
    const QStringList files = QDir(whole).entryList(QDir::Files);
    QCOMPARE(QDir(parts).entryList(QDir::Files), files);
    for (const QString& file : files)
        if (file != "summary.json") // has the time that it took
            QVERIFY2(*readWholeFile((parts + '/' + file).toStdString(), 1 << 28)
                    == *readWholeFile((whole + '/' + file).toStdString(), 1 << 28),
                qPrintable(file));

    const Outcome done = cli({"run", "--resume", parts});
    QCOMPARE(done.exitCode, 2);
    QCOMPARE(done.err, "ulpscope-cli: " + parts + ": all its 30 steps are done: ask for more\n");
    const Outcome fewer = cli({"run", "--resume", parts, "--steps", "30"});
    QCOMPARE(
        fewer.err, QString("ulpscope-cli: --steps: expected more than the 30 steps that are done, got 30\n"));
    const Outcome other = cli({"run", "--resume", parts, "--steps", "40", "--kernels", "x86-64-v9"});
    QCOMPARE(other.err,
        "ulpscope-cli: --kernels: the run began with " + level
            + ", and goes on bit for bit with these alone\n");
    const QString data = fileIn(folder, "data.csv", "a,b\n1,2\n2,4\n3,6\n4,8\n");
    QCOMPARE(cli({"new", data, "--out", folder.filePath("s.ulps")}).exitCode, 0);
    const QString d = folder.filePath("d");
    QCOMPARE(cli({"run", folder.filePath("s.ulps"), "--steps", "5", "--out", d, "--state"}).exitCode, 0);
    QVERIFY(!fileIn(folder, "data.csv", "a,b\n1,2\n2,4\n3,7\n4,8\n").isEmpty());
    const Outcome changed = cli({"run", "--resume", d, "--steps", "9"});
    QCOMPARE(changed.exitCode, 2);
    QCOMPARE(changed.err,
        "ulpscope-cli: " + d + ": data: it is not the data that the run began with: it cannot go on\n");
    QVERIFY(QFile::remove(parts + "/tensors.csv"));
    const Outcome torn = cli({"run", "--resume", parts, "--steps", "40"});
    QCOMPARE(torn.exitCode, 2);
    QCOMPARE(
        torn.err, "ulpscope-cli: " + parts + "/tensors.csv: cannot be read: No such file or directory\n");
}

void TestCli::predictWritesALayersOutputBesideItsFloat64References()
{
    const QTemporaryDir folder;
    const auto path = [&](const char* name) { return folder.filePath(name); };
    QVERIFY(saveNpy(path("x.npy").toStdString(), {{3, 2}, std::vector<double>{1, 2, 0.1, -4, 0, 0}}).ok());
    const Outcome outcome = cli({"predict", "circle", path("x.npy"), path("y.npy"), "--layer",
        "sequential/dense_1", "--reference", path("r.npy")});
    QCOMPARE(outcome.err, QString());
    QCOMPARE(outcome.exitCode, 0);
    const auto y = loadNpy(path("y.npy").toStdString());
    const auto r = loadNpy(path("r.npy").toStdString());
    QCOMPARE(y->shape, (std::vector<std::int64_t>{3, 16}));
    QCOMPARE(r->shape, y->shape);
    const auto& rounded = std::get<std::vector<float>>(y->values);
    const auto& exact = std::get<std::vector<double>>(r->values);
    bool differs = false;
    for (std::size_t i = 0; i < rounded.size(); ++i) {
        QVERIFY(std::fabs(static_cast<double>(rounded[i]) - exact[i]) <= 0x1p-8 * std::fabs(exact[i]) + 1e-7);
        differs = differs || static_cast<double>(rounded[i]) != exact[i];
    }
    QVERIFY(differs);

    QCOMPARE(cli({"predict", "circle", path("y.npy"), path("z.npy")}).err,
        "ulpscope-cli: " + path("y.npy")
            + ": expected examples of the shape (2,) behind an axis of their number, got (3, 16)\n");
    const Outcome unknown = cli({"predict", "circle", path("x.npy"), path("z.npy"), "--layer", "logit"});
    QCOMPARE(unknown.exitCode, 2);
    QVERIFY(unknown.err.startsWith("ulpscope-cli: --layer: unknown layer 'logit'"));
}

void TestCli::scalingFollowsFloat8Scales()
{
    // Transformer Engine's kernel, window of 4: the infinity keeps the scale while it is inside.
    const auto te = jsonOf(cli({"scaling", "te_delayed", "0.5", "2", "8", "1", "1", "1", "1", "0", "inf", "1",
        "--length", "4", "--json"}));
    const std::vector<double> stored{896, 224, 56, 56, 56, 56, 448, 448, 448, 448};
    for (std::size_t i = 0; i < stored.size(); ++i)
        QCOMPARE(te[i]["stored_scale"].get<double>(), stored[i]);
    QCOMPARE(te[8]["amax"].get<std::string>(), std::string("Infinity"));
    // Keras': used 1, 1, 2/448; a skipped step leaves everything.
    const auto keras = jsonOf(cli({"scaling", "keras", "2", "nan:skipped", "3", "1", "--json"}));
    const std::vector<float> used{1, 1, 1, 2.0F / 448};
    for (std::size_t i = 0; i < used.size(); ++i)
        QCOMPARE(static_cast<float>(keras[i]["used_scale"].get<double>()), used[i]);
    QCOMPARE(static_cast<float>(keras[3]["stored_scale"].get<double>()), 3.0F / 448);
    QCOMPARE(cli({"scaling", "keras", "2:applied"}).err,
        QString(
            "ulpscope-cli: AMAX: expected a number of at least 0, maybe with :skipped or :accumulating behind it, got 2:applied\n"));
    QCOMPARE(cli({"scaling", "keras"}).exitCode, 2);
}

void TestCli::newMakesASessionOfAFile()
{
    const QTemporaryDir folder;
    std::string text = "id;x;kind\n";
    for (int i = 0; i < 40; ++i)
        text += std::to_string(i) + ";" + (i % 2 ? "1,5" : "-0,5") + ";" + (i % 2 ? "yes" : "no") + "\n";
    const QString file = fileIn(folder, "own.csv", text);
    const QString session = folder.filePath("own.ulps");
    const Outcome made = cli({"new", file, "--out", session});
    QCOMPARE(made.exitCode, 0);
    QVERIFY2(made.out.contains("CSV, 40 lines of 3 columns separated by semicolons, decimal comma"),
        qPrintable(made.out));
    QVERIFY(made.out.contains("Predicts kind, 2 classes, from 1 number"));
    const nlohmann::ordered_json summary = jsonOf(cli({"run", session, "--json"}));
    QVERIFY(summary.at("test_accuracy") > 0.9);
    const Outcome regression = cli({"new", file, "--target", "x", "--task", "regression"});
    QVERIFY2(regression.out.contains("MeanSquaredError"), qPrintable(regression.out + regression.err));
    const Outcome unknown = cli({"new", file, "--target", "knd"});
    QCOMPARE(unknown.exitCode, 2);
    QCOMPARE(unknown.err, QString("ulpscope-cli: --target: unknown column 'knd'; did you mean 'kind'?\n"));
    QCOMPARE(cli({"new", file, "--without", "z"}).err,
        QString("ulpscope-cli: --without: there is no column 'z'\n"));
    QCOMPARE(cli({"new", file, "--without", "kind", "--target", "kind"}).err,
        QString("ulpscope-cli: --target: kind is among the columns left out\n"));
    // Of what cannot be read nothing is known.
    std::string archive = *zipped({{"x.npy", writeNpy({{4}, std::vector<float>{1, 2, 3, 4}})},
        {"y.npy", writeNpy({{4}, std::vector<float>{0, 1, 0, 1}})},
        {"z.npy", writeNpy({{2}, std::vector<float>{7, 8}})}});
    archive.replace(archive.rfind("'<f4'"), 5, "'<U1'");
    const Outcome found = cli({"new", fileIn(folder, "broken.npz", archive)});
    QVERIFY2(found.out.contains(QRegularExpression("\nz {40,}array 'z': ")), qPrintable(found.out));
    const Outcome bad = cli({"new", fileIn(folder, "bad.csv", "a,b\n1\n")});
    QCOMPARE(bad.exitCode, 2);
    QVERIFY(bad.err.endsWith("bad.csv:2: expected 2 cells, got 1\n"));
}

void TestCli::runTakesStepsAndSeed()
{
    const auto one = jsonOf(cli({"run", "circle", "--steps", "3", "--seed", "5", "--json"}));
    const auto same
        = jsonOf(cli({"run", "circle", "--steps", "3", "--seed", "5", "--threads", "1", "--json"}));
    const auto other
        = jsonOf(cli({"run", "circle", "--steps", "3", "--seed", "18446744073709551615", "--json"}));
    QCOMPARE(one["seed"].get<int>(), 5);
    QCOMPARE(one["steps"].get<int>(), 3);
    QVERIFY(one["loss"] == same["loss"] && one["reference_loss"] == same["reference_loss"]);
    QVERIFY(one["loss"] != other["loss"]);
    QVERIFY(other["seed"] == 18446744073709551615ULL);
}

void TestCli::runSaysForWhichProcessorItComputed()
{
    const std::vector<std::string> levels = Kernels::availableLevels();
    for (const std::string& level : levels) {
        const auto json = jsonOf(
            cli({"run", "circle", "--steps", "2", "--kernels", QString::fromStdString(level), "--json"}));
        QVERIFY(json["kernels"] == level);
        QVERIFY(json["processor"] == processorName());
    }
    QVERIFY(jsonOf(cli({"run", "circle", "--steps", "2", "--json"}))["kernels"] == levels.front());
    const Outcome unknown = cli({"run", "circle", "--kernels", "x86-64-v9"});
    QCOMPARE(unknown.exitCode, 2);
    QVERIFY(
        unknown.err.contains("--kernels: this machine has no kernels of level 'x86-64-v9', only x86-64-v"));
    qputenv("ULPSCOPE_KERNELS", levels.back().c_str());
    const auto lowest = jsonOf(cli({"run", "circle", "--steps", "2", "--json"}));
    qputenv("ULPSCOPE_KERNELS", "x86-64-v9");
    const Outcome nonsense = cli({"run", "circle"});
    qunsetenv("ULPSCOPE_KERNELS");
    QVERIFY(lowest["kernels"] == levels.back());
    QCOMPARE(nonsense.exitCode, 1);
    QCOMPARE(
        nonsense.err, QString("ulpscope-cli: ULPSCOPE_KERNELS: this processor has no level x86-64-v9\n"));
}

void TestCli::seedsSayWhetherTheNumbersDiffer()
{
    const QTemporaryDir folder;
    const Outcome table = cli({"run", "circle", "--steps", "40", "--seeds", "1..4", "--out", folder.path()});
    QCOMPARE(table.exitCode, 0);
    QVERIFY2(table.out.startsWith("Circle, 4 seeds\n"), qPrintable(table.out));
    QVERIFY2(table.out.contains(QRegularExpression(
                 "\ngradients flushed \\(%\\) .* 4 of 4  differs by more than the seeds do \\(p 0.029\\)\n")),
        qPrintable(table.out));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), (QStringList{"noise.csv", "noise.json"}));
    // The numbers are those of single runs.
    const auto json = jsonOf(cli({"run", "circle", "--steps", "40", "--seeds", "7,3", "--policy", "bfloat16",
        "--policy", "mixed_bfloat16", "--json"}));
    QCOMPARE(json["candidates"].size(), std::size_t{2});
    QVERIFY(json["candidates"][0]["policy"] == "bfloat16");
    const auto& loss = json["candidates"][0]["numbers"][0];
    QVERIFY(loss["number"] == "loss" && loss["outcome"] == "cannot_tell");
    const auto single = [](const char* seed, const char* policy) {
        return jsonOf(
            cli({"run", "circle", "--steps", "40", "--seed", seed, "--policy", policy, "--json"}))["loss"]
            .get<double>();
    };
    const double three = single("3", "bfloat16");
    const double seven = single("7", "bfloat16");
    QVERIFY(loss["candidate"]["least"] == std::min(three, seven));
    QVERIFY(loss["candidate"]["largest"] == std::max(three, seven));
    QVERIFY(loss["candidate"]["mean"] == (seven + three) / 2);
    QVERIFY(loss["float32"]["least"] == std::min(single("3", "float32"), single("7", "float32")));
}

void TestCli::seedsStoppedInTheFirstWriteNothing()
{
    const QTemporaryDir folder;
    QProcess process;
    process.start(kProgram,
        {"run", "circle", "--steps", "100000000", "--seeds", "1..3", "--out", folder.filePath("out")});
    QVERIFY(process.waitForStarted());
    QTest::qWait(1500); // the data is there and the first seed is being trained
    ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
    QVERIFY(process.waitForFinished(kLongestMs));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
    const QByteArray said = process.readAllStandardError();
    QVERIFY2(said.contains("stopped after 0 seeds of 3; ") && said.contains("nothing is written"), said);
    QVERIFY(!process.readAllStandardOutput().contains("files in"));
    QVERIFY(!QFileInfo::exists(folder.filePath("out")));
}

void TestCli::aLossScaleIsSetOverSessionAndPolicy()
{
    const auto scaleOf = [](const QStringList& more) {
        return jsonOf(cli(QStringList{"run", "circle", "--steps", "3", "--json"} + more))["loss_scale"];
    };
    QVERIFY(scaleOf({"--loss-scale", "2^10"}) == 1024);
    QVERIFY(scaleOf({"--policy", "mixed_float16", "--loss-scale", "fixed 8"}) == 8);
    QVERIFY(scaleOf({"--policy", "mixed_float16", "--loss-scale", "none"}).is_null());
    QVERIFY(
        scaleOf({"--loss-scale", "dynamic 4 dynamic_growth_steps=3"}) == 8); // doubled after the third step
}

void TestCli::olderFamiliesTakeTheirOwnNames()
{
    const QTemporaryDir folder;
    SessionSpec session = *loadSession((kScenes + "circle.ulps").toStdString());
    session.policies.family = PolicyFamily::Experimental22;
    session.training.lossScale = {"auto", {}};
    const QString path = fileIn(folder, "older.ulps", writeSession(session));
    const auto run = [&](const QString& policy) {
        return cli({"run", path, "--steps", "3", "--policy", policy, "--json"});
    };
    QVERIFY(jsonOf(run("infer"))["loss_scale"].is_null());
    QVERIFY(jsonOf(run("mixed_float16"))["loss_scale"] == 32768);
    const QString own = R"({"class_name": "Policy", "config": {"name": "mixed_float16", "loss_scale": 8}})";
    QVERIFY(jsonOf(run(own))["loss_scale"] == 8);
    const Outcome newer = cli({"run", "circle", "--policy", "infer"}); // Keras 3 has no such name
    QCOMPARE(newer.exitCode, 2);
    const Outcome fine = cli({"policy", "check", "mixed_float16", "--family", "experimental"});
    QCOMPARE(fine.exitCode, 0);
    QVERIFY2(fine.out.startsWith("Nothing here raises in experimental.\n"), qPrintable(fine.out));
    QVERIFY2(fine.out.contains("LossScaleOptimizer"), qPrintable(fine.out));
    const Outcome refused = cli({"policy", "check", "int8_from_float32", "--family", "tf_keras"});
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(!(refused.out + refused.err).contains("Nothing here raises"), qPrintable(refused.out));
}

void TestCli::policiesAreThoseOfAVersionOfKeras()
{
    const auto kindOf = [](const QStringList& arguments) {
        const auto json = jsonOf(cli(QStringList{"policy", "show", "--json"} + arguments));
        return json.contains("error") ? json["error"]["kind"].get<std::string>()
                                      : json["name"].get<std::string>();
    };
    // By Keras 3.15.1 and by the head of its repository.
    QCOMPARE(kindOf({"ternary_from_float32"}), std::string("ValueError"));
    QCOMPARE(kindOf({"ternary_from_float32", "--keras", "3.16"}), std::string("ternary_from_float32"));
    QCOMPARE(kindOf({"int4/None_from_float32"}), std::string("ValueError"));
    QCOMPARE(kindOf({"int4/None_from_float32", "--keras", "3.16"}), std::string("int4/-1_from_float32"));
    const QString noSource = R"({"class_name": "Int4DTypePolicy", "config": {"mode": "int4/16"}})";
    QCOMPARE(kindOf({noSource}), std::string("int4/16_from_None"));
    QCOMPARE(kindOf({noSource, "--keras", "3.16"}), std::string("int4/16_from_float32"));
    const QTemporaryDir folder;
    SessionSpec session = *loadSession((kScenes + "circle.ulps").toStdString());
    session.model.layers[2].policy = *getPolicy("ternary_from_float32");
    const QString path = fileIn(folder, "ternary.ulps", writeSession(session));
    const Outcome released = cli({"policy", "check", path});
    QCOMPARE(released.exitCode, 2);
    QVERIFY2(released.out.contains("ValueError"), qPrintable(released.out));
    QVERIFY(cli({"policy", "export", path, "--as", "keras-map"}).err.contains("Keras 3.15.1"));
    const Outcome head = cli({"policy", "check", path, "--keras", "3.16"});
    QCOMPARE(head.exitCode, 0);
    QVERIFY2(head.out.startsWith("Nothing here raises in Keras 3.16.\n"), qPrintable(head.out));
    session.policies.keras = KerasVersion::Head;
    const QString own = fileIn(folder, "own.ulps", writeSession(session));
    QCOMPARE(cli({"policy", "check", own}).exitCode, 0);
    QVERIFY(cli({"policy", "check", "circle"}).out.startsWith("Nothing here raises in Keras 3.15.1.\n"));
}

void TestCli::everyKeyOfAMapSaysWhichLayersItDecides()
{
    const QTemporaryDir folder;
    SessionSpec session = *loadSession((kScenes + "circle.ulps").toStdString());
    const std::string path = session.model.layerPath(session.model.layers[1]);
    const std::string name = session.model.layers[1].name;
    session.policies.map = {{path, *getPolicy("mixed_bfloat16")}, {"other/" + path, *getPolicy("float16")}};
    const QString file = fileIn(folder, "map.ulps", writeSession(session));
    for (const char* command : {"show", "check"}) {
        const Outcome outcome = cli({"policy", command, file});
        QVERIFY2(outcome.out.contains(
                     "a key has to match the whole path, which is " + QString::fromStdString(path)),
            qPrintable(outcome.out));
    }
    const auto keys = jsonOf(cli({"policy", "check", file, "--json"}))["keys"];
    QVERIFY(keys[0]["layers"] == nlohmann::json::array({path}) && keys[0]["remark"].is_null());
    QVERIFY(keys[1]["layers"].empty() && keys[1]["remark"].is_string());
}

void TestCli::modelsOfOlderFamiliesAreReadByTheirOwnRules()
{
    // tf-keras 2.21 on tests/golden/legacy_models, by make_legacy_models.py
    const QString models = QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/legacy_models/");
    QFile file(models + "expected.json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto expected = nlohmann::json::parse(file.readAll().toStdString());
    QVERIFY(expected["models"].size() >= 4);
    for (const auto& [name, model] : expected["models"].items()) {
        const QString path = models + QString::fromStdString(name);
        const auto rows = jsonOf(cli({"policy", "show", path, "--family", "tf_keras", "--json"}));
        QCOMPARE(rows.size(), model["layers"].size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            QVERIFY2(rows[i]["path"] == model["layers"][i]["name"], name.c_str());
            QVERIFY2(rows[i]["policy"] == model["layers"][i]["policy"], name.c_str());
            QVERIFY2(rows[i]["compute"] == model["layers"][i]["compute"], name.c_str());
        }
        for (const auto& [global, wraps] : model["compile_wraps"].items()) {
            const Outcome outcome = cli({"policy", "check", path, "--family", "tf_keras", "--global",
                QString::fromStdString(global)});
            QCOMPARE(outcome.exitCode, 0);
            const QString sentence
                = wraps.get<bool>() ? "tf-keras: compile wraps" : "tf-keras: compile leaves";
            QVERIFY2(outcome.out.section(u'\n', 1, 1).startsWith(sentence), qPrintable(outcome.out));
        }
        QCOMPARE(
            cli({"policy", "check", path, "--family", "tf_keras"}).out.contains("load_model brings back"),
            model["wrapped_when_loaded"].get<bool>());
    }
    for (const auto& line : expected["dtypes"]) {
        const Outcome outcome = cli({"policy", "show", QString::fromStdString(line["model"].dump()),
            "--family", "tf_keras", "--json"});
        const auto row = jsonOf(outcome)[0];
        const auto said = row.contains("error") ? row["error"]["kind"] : row["policy"];
        QVERIFY2(said == line["result"], (line["model"].dump() + " gives " + said.dump()).c_str());
    }
}

void TestCli::severalArithmeticsAreCompared()
{
    const QTemporaryDir folder;
    const Outcome both = cli({"run", "lost-updates", "--steps", "50", "--arithmetic", "keras-jax,written",
        "--out", folder.filePath("runs")});
    QCOMPARE(both.exitCode, 0);
    QVERIFY2(both.out.contains("\nloss after 50 steps: "), qPrintable(both.out));
    for (const char* row : {"keras-jax", "written"})
        QVERIFY(
            QFile::exists(folder.filePath(QStringLiteral("runs/%1/summary.json").arg(QLatin1String(row)))));
    const auto json = jsonOf(cli({"run", "circle", "--steps", "1", "--policy", "float32", "--policy",
        "mixed_bfloat16", "--arithmetic", "written,torch", "--json"}));
    QCOMPARE(json.size(), std::size_t{4});
    QCOMPARE(json[1]["policy"], "float32");
    QCOMPARE(json[2]["policy"], "mixed_bfloat16");
    QCOMPARE(cli({"run", "circle", "--arithmetic", "written,torch", "--seeds", "1..2"}).err,
        QStringLiteral("ulpscope-cli: --arithmetic: with --seeds at most one\n"));
}

void TestCli::severalPoliciesGetAFolderEach()
{
    const QTemporaryDir folder;
    const auto list = jsonOf(cli({"run", "circle", "--steps", "5", "--policy", "float64", "--policy",
        "mixed_float16", "--policy", "float8_from_mixed_bfloat16", "--out", folder.path(), "--json"}));
    QCOMPARE(list.size(), std::size_t{3});
    QVERIFY(list[0]["policy"] == "float64" && list[0]["error_vs_float64"] == 0);
    QVERIFY(list[0]["loss_scale"].is_null());
    QVERIFY(list[1]["policy"] == "mixed_float16" && list[1]["loss_scale"] == 32768);
    QVERIFY(list[2]["loss_scale"].is_null());
    QCOMPARE(QDir(folder.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot),
        (QStringList{"float64", "float8_from_mixed_bfloat16", "mixed_float16"}));
    QVERIFY(QFile::exists(folder.filePath("float64/summary.json")));
}

void TestCli::eachPolicyIsTrainedUnderEachRecipe()
{
    const auto recipes = jsonOf(cli({"run", "circle", "--steps", "5", "--recipe", "te_current", "--recipe",
        "te_delayed amax_compute_algo=most_recent amax_history_len=1", "--recipe", "none", "--json"}));
    QCOMPARE(recipes.size(), std::size_t{3});
    QVERIFY(recipes[0]["recipe"] == "te_current" && recipes[1]["recipe"] == "te_delayed");
    QVERIFY(recipes[0]["loss"] != recipes[1]["loss"]);
    QVERIFY(recipes[2]["loss"] == jsonOf(cli({"run", "circle", "--steps", "5", "--json"}))["loss"]);
    const auto both = jsonOf(cli({"run", "circle", "--steps", "5", "--policy", "mixed_float16", "--policy",
        "mixed_bfloat16", "--recipe", "te_current", "--json"}));
    QVERIFY(both[1]["policy"] == "mixed_bfloat16+te_current");
    for (const char* wrong : {"te_curent", "te_delayed history=3", "te_delayed amax_history_len=many"}) {
        const Outcome outcome = cli({"run", "circle", "--recipe", QString::fromLatin1(wrong)});
        QCOMPARE(outcome.exitCode, 2);
        QVERIFY2(outcome.err.contains(QStringLiteral("--recipe")), qPrintable(outcome.err));
    }
}

void TestCli::aPolicyFileIsTheGlobalMap()
{
    const QTemporaryDir folder;
    const Outcome exported
        = cli({"policy", "export", "circle", "--as", "keras-map", "-o", folder.filePath("map.json")});
    QCOMPARE(exported.exitCode, 0);
    const auto json
        = jsonOf(cli({"run", "circle", "--steps", "5", "--policy", folder.filePath("map.json"), "--json"}));
    QVERIFY(json["loss_scale"].is_null()); // Keras' compile wraps no loss scale for a map
    const QString wrong
        = fileIn(folder, "wrong.json", R"({"class_name": "Policy", "config": {"name": "mixed_float16"}})");
    const Outcome outcome = cli({"run", "circle", "--policy", wrong});
    QCOMPARE(outcome.exitCode, 2);
    QVERIFY(outcome.err.startsWith(
        "ulpscope-cli: " + wrong + ": class_name: Keras' deserialize knows no policy class 'Policy'"));
}

void TestCli::aDivergedRunIsAResult()
{
    const QTemporaryDir folder;
    SessionSpec session = *loadSession((kScenes + "circle.ulps").toStdString());
    session.training.optimizer.config.set("learning_rate", 1e30);
    const QString path = fileIn(folder, "wild.ulps", writeSession(session));
    const Outcome outcome = cli({"run", path, "--steps", "30"});
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY2(outcome.out.contains("diverged at step "), qPrintable(outcome.out));
}

void TestCli::aStoppedRunKeepsItsFiles_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("INT") << SIGINT;
    QTest::newRow("TERM") << SIGTERM;
    QTest::newRow("HUP") << SIGHUP;
}

void TestCli::aStoppedRunKeepsItsFiles()
{
    QFETCH(int, signal);
    const QTemporaryDir folder;
    QProcess process;
    process.start(kProgram, {"run", "circle", "--steps", "100000000", "--out", folder.filePath("out")});
    QVERIFY(waitForHidden(folder, "history.csv"));
    QVERIFY(!QFile::exists(folder.filePath("out")));
    const auto send = [&](int which) { ::kill(static_cast<pid_t>(process.processId()), which); };
    send(signal);
    if (signal != SIGINT)
        send(signal); // terminals and service managers send several
    QVERIFY(process.waitForFinished(kLongestMs));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
    QVERIFY(process.readAllStandardError().contains("stopped after step "));
    const auto summary = readWholeFile(folder.filePath("out/summary.json").toStdString(), 1 << 20);
    QVERIFY(summary.ok());
    const auto json = nlohmann::json::parse(*summary);
    QVERIFY(json["ended"] == "interrupted");
    const auto history
        = readWholeFile(folder.filePath("out/history.csv").toStdString(), std::size_t{1} << 30);
    QCOMPARE(std::count(history->begin(), history->end(), '\n'), json["steps"].get<long>() + 1);
    QCOMPARE(hiddenIn(folder), QStringList());
}

void TestCli::aSecondInterruptEndsAtOnce()
{
#ifdef __SANITIZE_THREAD__
    QSKIP("ThreadSanitizer keeps signals back, and gives both one after the other");
#endif
    const QTemporaryDir folder;
    QCOMPARE(cli({"run", "circle", "--steps", "3", "--out", folder.filePath("out")}).exitCode, 0);
    QProcess process;
    process.start(kProgram, {"run", "circle", "--steps", "100000000", "--out", folder.filePath("out")});
    QVERIFY(waitForHidden(folder, "history.csv"));
    // Both are handled before the step that is under way has ended, by one thread: signals(7), of those that wait the one with
    // the lowest number is taken first, and the handler of the other one begins on top of it.
    const auto id = static_cast<pid_t>(process.processId());
    ::kill(id, SIGSTOP);
    QTRY_VERIFY(isStopped(id));
    ::syscall(SYS_tgkill, id, id, SIGTERM);
    ::syscall(SYS_tgkill, id, id, SIGINT);
    ::kill(id, SIGCONT);
    QVERIFY(process.waitForFinished(kLongestMs));
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);
    QCOMPARE(process.exitCode(), SIGINT);
    const auto summary = readWholeFile(folder.filePath("out/summary.json").toStdString(), 1 << 20);
    QVERIFY(nlohmann::json::parse(*summary)["steps"] == 3); // the earlier run
    QCOMPARE(hiddenIn(folder).size(), 1);
    QCOMPARE(cli({"run", "circle", "--steps", "4", "--out", folder.filePath("out")}).exitCode, 0);
    QCOMPARE(hiddenIn(folder), QStringList());
}

void TestCli::whatCannotBeWrittenIsExitCode1()
{
    const QTemporaryDir folder;
    const QString file = fileIn(folder, "file", "");
    const Outcome run = cli({"run", "circle", "--steps", "1", "--out", file + "/in"});
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(run.err, "ulpscope-cli: " + file + "/in: cannot be made: Not a directory\n");
    const Outcome exported = cli({"policy", "export", "circle", "--as", "keras-map", "-o", file + "/in"});
    QCOMPARE(exported.exitCode, 1);
    QCOMPARE(exported.err, "ulpscope-cli: " + file + "/in: cannot be written: Not a directory\n");
    QProcess process;
    process.setStandardOutputFile("/dev/full");
    process.start(kProgram, {"formats"});
    QVERIFY(process.waitForFinished(kLongestMs));
    QCOMPARE(process.exitCode(), 1);
}

void TestCli::kernelsComeFromBesideTheProgramAlone()
{
    const QTemporaryDir folder;
    const QDir root(folder.path());
    QVERIFY(root.mkpath("bin") && root.mkpath("lib/ulpscope"));
    QVERIFY(QFile::copy(kProgram, root.filePath("bin/ulpscope-cli")));
    const QString array = fileIn(folder, "in.npy", writeNpy({{2}, std::vector<float>{1, 2}}));
    const auto sum = [&] {
        QProcess process;
        process.setWorkingDirectory(
            QStringLiteral(ULPSCOPE_BINARY_DIR "/bin")); // ../lib/ulpscope from here has them
        process.start(root.filePath("bin/ulpscope-cli"),
            {"sum", "--format", "float32", "--accumulate", "exact", array});
        process.waitForFinished(kLongestMs);
        return std::pair(process.exitCode(), QString::fromUtf8(process.readAllStandardError()));
    };
    const std::string best = Kernels::availableLevels().front();
    const std::string lowest = best.starts_with("x86-64") ? "x86-64-v2" : best;
    const auto [exitCode, message] = sum();
    QVERIFY(exitCode != 0);
    QVERIFY2(message.startsWith("ulpscope-cli: " + root.canonicalPath()
                 + "/lib/ulpscope: has no kernel library for this processor: kernels_")
            && message.endsWith(QString::fromStdString("kernels_" + lowest + ".so\n")),
        qPrintable(message));
    // A build for other processors: the best level that there is serves.
    const QString libraries = QStringLiteral(ULPSCOPE_BINARY_DIR "/lib/ulpscope/kernels_%1.so");
    QVERIFY(QFile::copy(libraries.arg(QString::fromStdString(best)),
        root.filePath(QString::fromStdString("lib/ulpscope/kernels_" + lowest + ".so"))));
    QCOMPARE(sum(), std::pair(0, QString()));
}

void TestCli::withoutProcNoKernelsAreLoaded()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("sanitizers need /proc themselves");
#endif
    const QTemporaryDir folder;
    const QDir root(folder.path());
    QVERIFY(root.mkpath("bin") && root.mkpath("lib/ulpscope"));
    const QString array = fileIn(folder, "in.npy", writeNpy({{2}, std::vector<float>{1, 2}}));
    for (const char* level : {"x86-64-v2", "x86-64-v3", "x86-64-v4", "generic"})
        fileIn(folder, (std::string("lib/ulpscope/kernels_") + level + ".so").c_str(), "planted");
    // In a mount namespace of its own, where /proc is empty; not every machine allows that.
    const auto outcome = [&](const QStringList& command) {
        QProcess process;
        process.setWorkingDirectory(root.filePath("bin"));
        process.start("unshare",
            QStringList{
                "--mount", "--map-root-user", "sh", "-c", "mount -t tmpfs none /proc && exec \"$@\"", "sh"}
                + command);
        process.waitForFinished(kLongestMs);
        return std::pair(process.exitCode(), QString::fromUtf8(process.readAllStandardError()));
    };
    if (outcome({"true"}).first != 0) {
        qInfo("there are no mount namespaces here: not tried");
        return;
    }
    const auto [exitCode, message]
        = outcome({kProgram, "sum", "--format", "float32", "--accumulate", "exact", array});
    QVERIFY(exitCode != 0);
    QCOMPARE(message,
        QString(
            "ulpscope-cli: /proc/self/exe: does not say where this program lies: No such file or directory\n"));
}

void TestCli::policyShowSaysWhereEachComesFrom()
{
    const QTemporaryDir folder;
    SessionSpec session = *loadSession((kScenes + "circle.ulps").toStdString());
    session.policies.map = {{"sequential/.*_1", *getPolicy("bfloat16")}};
    session.model.layers[3].policy = *getPolicy("float32");
    const QString path = fileIn(folder, "a.ulps", writeSession(session));
    QCOMPARE(cli({"policy", "show", path}).out,
        QString(
            "path                policy         compute   variable  quantization  origin\n"
            "sequential/dense_1  bfloat16       bfloat16  bfloat16  -             map key 'sequential/.*_1'\n"
            "sequential/dense_2  mixed_float16  float16   float32   -             global policy\n"
            "sequential/logits   float32        float32   float32   -             set here\n"
            "\n"
            "key              policy    layers that it decides\n"
            "sequential/.*_1  bfloat16  sequential/dense_1\n"));
    const auto json = jsonOf(cli({"policy", "show", path, "--json"}));
    QVERIFY(json[0]["path"] == "sequential/dense_1" && json[0]["compute"] == "bfloat16");
    QVERIFY(json[2]["origin"] == "set here");
}

void TestCli::policyShowReadsNamesAndFiles()
{
    const QTemporaryDir folder;
    const auto named = jsonOf(cli({"policy", "show", "float8_from_mixed_bfloat16", "--json"}));
    QVERIFY(named["compute"] == "bfloat16" && named["variable"] == "float32");
    QVERIFY(named["class"] == "QuantizedFloat8DTypePolicy" && named["quantization_mode"] == "float8");
    QVERIFY(named["config"]["amax_history_length"] == 1024);
    QVERIFY(named["repr"] == R"(<QuantizedFloat8DTypePolicy "float8_from_mixed_bfloat16">)");
    const QString map = fileIn(folder, "map.json",
        R"({"module": "keras.dtype_policies", "class_name": "DTypePolicyMap", "config": {"default_policy": "float32", "policy_map":
        {"a/.*": {"module": "keras", "class_name": "DTypePolicy", "config": {"name": "float16"}, "registered_name": null}}},
        "registered_name": null})");
    const auto shown = jsonOf(cli({"policy", "show", map, "--json"}));
    QVERIFY(shown["class"] == "DTypePolicyMap" && shown["name"] == "map_float32");
    QVERIFY(shown["config"]["policy_map"]["a/.*"]["config"]["name"] == "float16");
    QVERIFY(jsonOf(cli({"policy", "show", "circle", "--json"})).size() == 3);
    QVERIFY(jsonOf(cli({"policy", "show", R"({"class_name": "DTypePolicy"})", "--global", "bfloat16",
                "--json"}))["name"]
        == "bfloat16");
    QVERIFY(jsonOf(cli({"policy", "show", "np.float16", "--object", "--json"}))["name"] == "float16");
}

void TestCli::policyShowHasTheKindOfKerasException()
{
    const auto kindOf = [](const QStringList& arguments) {
        const Outcome outcome = cli(QStringList{"policy", "show", "--json"} + arguments);
        if (outcome.exitCode != 2)
            return std::string("exit code ") + std::to_string(outcome.exitCode);
        return jsonOf(outcome)["error"]["kind"].get<std::string>();
    };
    QCOMPARE(kindOf({"mixed_float15"}), std::string("ValueError"));
    QCOMPARE(kindOf({"int8"}), std::string("ValueError"));
    QCOMPARE(kindOf({"123"}), std::string("ValueError"));
    QCOMPARE(kindOf({R"({"class_name": "DTypePolicy", "config": {"name": 5}})"}), std::string("TypeError"));
    QCOMPARE(kindOf({R"({"class_name": "Policy", "config": {}})"}), std::string("AttributeError"));
    QCOMPARE(kindOf({R"({"class_name": "DTypePolicyMap", "config": {}})"}), std::string("KeyError"));
    QCOMPARE(kindOf({"float32", "--global", "5"}), std::string("ValueError"));
}

void TestCli::policyResolveLooksPathsUp()
{
    const QString map
        = R"({"module": "keras.dtype_policies", "class_name": "DTypePolicyMap", "config": {"default_policy":
        "float32", "policy_map": {"a/.*": {"module": "keras", "class_name": "DTypePolicy", "config": {"name": "float16"},
        "registered_name": null}, ".*/b": {"module": "keras", "class_name": "DTypePolicy", "config": {"name":
        "float64"}, "registered_name": null}}}, "registered_name": null})";
    const Outcome outcome = cli({"policy", "resolve", map, "a/x", "z", "a/b", "--json"});
    QCOMPARE(outcome.exitCode, 2);
    const auto rows = jsonOf(outcome);
    QVERIFY(rows[0]["path"] == "a/x" && rows[0]["match"] == "regex" && rows[0]["key"] == "a/.*");
    QVERIFY(rows[0]["name"] == "float16" && rows[0]["class"] == "DTypePolicy");
    QVERIFY(rows[1]["match"] == "default" && rows[1]["key"].is_null() && rows[1]["name"] == "float32");
    QVERIFY(rows[2]["error"]["kind"] == "ValueError");
    QVERIFY(jsonOf(cli({"policy", "resolve", "float32", "[a,b]", "--json"}))[0]["path"] == "[a,b]");
    const auto dashed = jsonOf(cli({"policy", "resolve", "--json", "--", map, "a/x", "--x", "z"}));
    QCOMPARE(dashed.size(), std::size_t{3});
    QVERIFY(dashed[1]["path"] == "--x" && dashed[2]["path"] == "z");
    QCOMPARE(cli({"policy", "resolve", map, "a/x", "--x"}).exitCode, 2);
    const Outcome text = cli({"policy", "resolve", map, "a/x", "a/b"});
    QCOMPARE(text.out,
        QString("path  policy   compute  variable  match  key\n"
                "a/x   float16  float16  float16   regex  a/.*\n"));
    QVERIFY(text.err.contains("ValueError: Path 'a/b' matches multiple dtype policy specification keys"));
}

void TestCli::policyCheckSaysWhatRaises()
{
    const Outcome clean = cli({"policy", "check", "circle", "--quantize", "float8", "--json"});
    QCOMPARE(clean.exitCode, 0);
    const auto json = jsonOf(clean);
    QVERIFY(json["problems"].empty());
    QCOMPARE(json["quantization"].size(), std::size_t{3});
    QVERIFY(json["quantization"][0]["is_quantized"].get<bool>());
    QVERIFY(json["remarks"][0].get<std::string>().find("sequential/dense_1") != std::string::npos);
    const Outcome raises = cli({"policy", "check", "int8_from_float32"});
    QCOMPARE(raises.exitCode, 2);
    QVERIFY2(raises.out.contains("NotImplementedError"), qPrintable(raises.out));
    const Outcome mode = cli({"policy", "check", "circle", "--quantize", "int9"});
    QCOMPARE(mode.exitCode, 2);
    QVERIFY2(mode.err.startsWith("ulpscope-cli: --quantize: "), qPrintable(mode.err));
}

void TestCli::checkAndRunSayWhatAGpuLeavesUnrounded()
{
    const QString said = QStringLiteral("On a GPU with JAX's default flags the forward pass of ");
    const auto hasSentence = [&](const QStringList& arguments, const char* layers) {
        const Outcome outcome = cli(arguments);
        return (outcome.out + outcome.err).contains(said + QString::fromLatin1(layers));
    };
    QVERIFY(hasSentence({"policy", "check", "float8-float16"},
        "sequential/dense_1, sequential/dense_2, sequential/logits is not rounded to float8"));
    QVERIFY(hasSentence({"run", "float8-float16", "--steps", "1"}, "sequential/dense_1, "));
    QVERIFY(
        !hasSentence({"run", "float8-float16", "--steps", "1", "--arithmetic", "keras-torch-hopper"}, ""));
    QVERIFY(hasSentence({"policy", "check", "float8_from_mixed_bfloat16"}, "Dense layers with float8_from"));
    QVERIFY(!hasSentence({"policy", "check", "float8_from_float32"}, ""));
    QVERIFY(hasSentence(
        {"policy", "check",
            R"({"module": "keras.dtype_policies", "class_name": "DTypePolicyMap", "config": {"default_policy":
            null, "policy_map": {"a": {"module": "keras.dtype_policies", "class_name": "QuantizedFloat8DTypePolicy",
            "config": {"mode": "float8", "source_name": "mixed_float16", "amax_history_length": 4}}}}})"},
        "Dense layers at 'a' is"));
}

void TestCli::checkAndRunSayThatKerasRefusesTheOptimizer()
{
    QTemporaryDir folder;
    SessionSpec session = *loadSession((kScenes + "circle.ulps").toStdString());
    session.model.layers.back().policy = *getPolicy("float8_from_mixed_bfloat16");
    session.training.optimizer.config.set("use_ema", true);
    const QString kept = fileIn(folder, "kept.ulps", writeSession(session));
    const QString run = folder.filePath("run");
    QCOMPARE(cli({"policy", "check", kept}).exitCode, 0);
    QVERIFY(!cli({"run", kept, "--steps", "1", "--out", run}).err.contains("Keras on JAX raises"));
    session.training.optimizer.config.set("ema_overwrite_frequency", std::int64_t{5});
    const QString overwritten = fileIn(folder, "overwritten.ulps", writeSession(session));
    const Outcome checked = cli({"policy", "check", overwritten});
    QCOMPARE(checked.exitCode, 2);
    QVERIFY2(
        checked.out.contains("TypeError: Keras on JAX raises in the first step"), qPrintable(checked.out));
    const Outcome trained = cli({"run", overwritten, "--steps", "1", "--out", run});
    QVERIFY2(trained.err.contains("note: optimizer.ema_overwrite_frequency: Keras on JAX raises"),
        qPrintable(trained.err));
}

void TestCli::policyDiffComparesAnyTwo()
{
    const auto json = jsonOf(cli({"policy", "diff", "circle", "mixed_bfloat16", "--json"}));
    QCOMPARE(json.size(), std::size_t{3});
    QVERIFY(json[0]["path"] == "sequential/dense_1");
    QVERIFY(json[0]["first"]["compute"] == "float16");
    QVERIFY(json[0]["second"]["compute"] == "bfloat16");
    QVERIFY(json[0]["differs"].size() == 2);
    const Outcome same = cli({"policy", "diff", "circle", "mixed_float16"});
    QCOMPARE(same.out, QStringLiteral("No differences in 3 path(s).\n"));
    // Equal names are not all: Keras compares the class and the history's length too.
    const auto float8 = [](const char* policyClass, const char* history) {
        return QStringLiteral(R"({"class_name":"%1","config":{"mode":"float8","source_name":"float32"%2}})")
            .arg(QLatin1String(policyClass), QLatin1String(history));
    };
    const auto lengths = jsonOf(cli({"policy", "diff", "float8_from_float32",
        float8("QuantizedFloat8DTypePolicy", R"(,"amax_history_length":16)"), "--json"}));
    QCOMPARE(lengths.size(), std::size_t{1});
    QVERIFY(lengths[0]["differs"] == nlohmann::json::array({"class"}));
    QVERIFY(lengths[0]["second"]["class"] == "QuantizedFloat8DTypePolicy(amax_history_length=16)");
    QCOMPARE(
        jsonOf(cli({"policy", "diff", "float8_from_float32", float8("QuantizedDTypePolicy", ""), "--json"}))
            .size(),
        std::size_t{1});
    QCOMPARE(jsonOf(cli({"policy", "diff", "float32",
                        R"({"class_name":"FloatDTypePolicy","config":{"name":"float32"}})", "--json"}))
                 .size(),
        std::size_t{0});
}

void TestCli::policyShowReadsKerasModels()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("model.json");
    QCOMPARE(cli({"policy", "export", "circle", "--as", "keras-model", "-o", file}).exitCode, 0);
    const auto json = jsonOf(cli({"policy", "show", file, "--json"}));
    QCOMPARE(json.size(), std::size_t{3});
    QVERIFY(json[2]["path"] == "sequential/logits");
    QVERIFY(json[2]["loaded_path"] == "logits");
    QVERIFY(json[2]["policy"] == "mixed_float16");
    const auto found = jsonOf(cli({"policy", "resolve", file, "sequential/logits", "--json"}));
    QVERIFY(found[0]["name"] == "mixed_float16");
}

void TestCli::policyCastSaysWhatALayerSees()
{
    const auto seenUnder = [](const QStringList& family) {
        const auto json = jsonOf(cli(QStringList{"policy", "cast", "mixed_float16", "--input", "float64",
                                         "float64", "int32", "--variable", "float32", "--json"}
            + family));
        return QStringList{QString::fromStdString(json["inputs"][0]["seen"].get<std::string>()),
            QString::fromStdString(json["inputs"][1]["seen"].get<std::string>()),
            QString::fromStdString(json["inputs"][2]["seen"].get<std::string>()),
            QString::fromStdString(json["variables"][0]["seen"].get<std::string>())};
    };
    QCOMPARE(seenUnder({}), (QStringList{"float16", "float16", "int32", "float16"}));
    QCOMPARE(seenUnder({"--family", "tf_keras"}), (QStringList{"float16", "float64", "int32", "float16"}));
    QCOMPARE(seenUnder({"--no-autocast"}), (QStringList{"float64", "float64", "int32", "float16"}));
    // Some policies have no name that a layer takes; objects of Python stay what they are.
    const auto float8
        = jsonOf(cli({"policy", "cast", R"({"class_name":"DTypePolicy","config":{"name":"float8_e5m2"}})",
            "--input", "float32", "python:str", "python:None", "--json"}));
    QVERIFY(float8["policy"] == R"(<DTypePolicy "float8_e5m2">)");
    QVERIFY(float8["inputs"][0]["seen"] == "float8_e5m2");
    QVERIFY(float8["inputs"][1]["seen"] == "str" && float8["inputs"][2]["seen"] == "None");
    const Outcome empty = cli({"policy", "show", "null", "--global", ""});
    QCOMPARE(empty.exitCode, 2);
}

void TestCli::olderFamiliesAreShown()
{
    const auto inferred = jsonOf(
        cli({"policy", "cast", "_infer", "--family", "tf_keras", "--input", "python:float", "--json"}));
    QVERIFY(inferred["compute_dtype"] == "float32");
    const auto nested = jsonOf(cli(
        {"policy", "cast", "mixed_float16", "--family", "tf_keras", "--input", "(float32,int32)", "float64",
            "--within", "mixed_bfloat16", "--variable", "float32", "float32:autocast=False", "--json"}));
    QVERIFY(nested["scope_around"] == "bfloat16" && nested["scope"] == "float16");
    QVERIFY(nested["inputs"][1]["argument"] == "1[1]" && nested["inputs"][1]["seen"] == "int32");
    QVERIFY(nested["inputs"][2]["seen"] == "float64");
    QVERIFY(nested["variables"][0]["repr"]
        == "<AutoCastVariable 'v0:0' shape=() dtype=float32 dtype_to_cast_to=float16>");
    QVERIFY(nested["variables"][1]["seen"] == "float32");

    const char* const text
        = R"({"class_name": "Policy", "config": {"name": "mixed_float16", "loss_scale": 8}})";
    const auto kept = jsonOf(cli({"policy", "show", text, "--family", "experimental", "--json"}));
    QVERIFY(kept["loss_scale"] == "FixedLossScale(8.0)" && kept["note"].is_null());
    const Outcome lost = cli({"policy", "show", text, "--family", "tf_keras"});
    QCOMPARE(lost.exitCode, 0);
    QVERIFY2(lost.err.contains("dropped without a word"), qPrintable(lost.err));
    QVERIFY2(lost.out.contains("clear_session"), qPrintable(lost.out));
    QCOMPARE(cli({"policy", "show", "infer", "--family", "tf_keras"}).exitCode, 2);
}

void TestCli::quantizedLayersSayWhatTheyComputeAndKeep()
{
    const QTemporaryDir folder;
    const auto path = [&](const char* name) { return folder.filePath(name); };
    QVERIFY(saveNpy(path("x.npy").toStdString(), {{1, 2}, std::vector<double>{1, 2}}).ok());
    SessionSpec session = *loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");
    session.policies.global = *getPolicy("float32");
    session.training.lossScale = {"none", {}};
    session.model.layers[1].policy = *getPolicy("gptq/4/128_from_float32");
    session.model.layers[2].policy = *getPolicy("ternary_from_float32");
    const QString file = path("quantized.ulps");
    QVERIFY(saveSession(file.toStdString(), session).ok());
    const Outcome predicted = cli({"predict", file, path("x.npy"), path("y.npy")});
    QCOMPARE(predicted.exitCode, 0);
    QVERIFY2(
        predicted.err.contains(
            "sequential/dense_1 trains under float32: Keras raises where a layer made with a gptq policy "
            "is called, and one from model.quantize multiplies by its float kernel until"),
        qPrintable(predicted.err));
    QVERIFY2(
        predicted.err.contains("dense_2 keeps its kernel as the ternary numbers"), qPrintable(predicted.err));
    const auto storage = jsonOf(cli({"policy", "show", file, "--storage", "--json"}));
    QCOMPARE(storage.size(), std::size_t{2});
    QVERIFY(storage[1]["variables"][0]["dtype"] == "uint8"
        && storage[1]["variables"][2]["name"] == "kernel_scale");
    QVERIFY(storage[1]["trainable"] == 16); // the bias
    const Outcome config = cli({"policy", "check", "circle", "--quantize", "gptq"});
    QCOMPARE(config.exitCode, 2);
    QVERIFY2(config.err.contains("must pass a `GPTQConfig` object"), qPrintable(config.err));
}

void TestCli::lossScaleFollowsARule()
{
    QCOMPARE(cli({"loss-scale", "dynamic", "ok:2000", "overflow", "ok:2"}).out,
        QString("step  gradients  scale  step is  next scale  good steps\n"
                "0     ok         32768  applied  32768       1\n"
                "1999  ok         32768  applied  65536       0\n"
                "2000  overflow   65536  skipped  32768       0\n"
                "2002  ok         32768  applied  32768       2\n"));
    const auto steps = jsonOf(
        cli({"loss-scale", "tf_keras", "overflow:3", "--set", "initial_scale=2", "--all", "--json"}));
    const QStringList half{"loss-scale", "dynamic", "ok", "--set"};
    QCOMPARE(
        cli(half + QStringList{"initial_scale=.5"}).out, cli(half + QStringList{"initial_scale=0.5"}).out);
    QCOMPARE(steps.size(), std::size_t{3});
    QVERIFY(steps[0]["next_scale"] == "1" && steps[2]["next_scale"] == "1" && steps[2]["skipped"] == true);
    QCOMPARE(cli({"loss-scale", "dynamic", "maybe"}).exitCode, 2);
    QCOMPARE(cli({"loss-scale", "dynamic", "ok", "--set", "initial=1"}).exitCode, 2);
    QVERIFY(cli({"loss-scale"}).out.contains("grad_scaler"));
}

void TestCli::policyExportIsKerasJsonAndSaysWhatItLeavesOut()
{
    const Outcome outcome = cli({"policy", "export", "circle", "--as", "keras-map"});
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY(jsonOf(outcome)["config"]["default_policy"] == "mixed_float16");
    QVERIFY(outcome.err.contains("The loss weight 1e-05"));
    const QTemporaryDir folder;
    QVERIFY(cli({"policy", "export", "circle", "--as", "keras-map", "-o", folder.filePath("p.json")})
                .out.isEmpty());
    QCOMPARE(QString::fromStdString(*readWholeFile(folder.filePath("p.json").toStdString(), 1 << 20)),
        outcome.out);
}

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
